/// A value as SQLite stores it.
public enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    public var storageClass: StorageClass {
        switch self {
        case .null: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .blob
        }
    }
}

extension RawStatement {
    /// - Throws: ``SQLiteError``, also for a value that is larger than the connection allows. The parameter is NULL then.
    public func bind(_ value: SQLiteValue, at index: Int32) throws {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let value): try bind(value, at: index)
        case .real(let value): try bind(value, at: index)
        case .text(let value): try bind(value, at: index)
        case .blob(let value): try value.withUnsafeBytes { try bind($0, at: index) }
        }
    }
}

extension RawValue {
    /// A copy of the value, which stays valid when the statement moves on.
    /// - Throws: ``SQLiteError`` if SQLite has no memory for it.
    public var value: SQLiteValue {
        get throws {
            switch storageClass {
            case .null: .null
            case .integer: .integer(integer)
            case .real: .real(real)
            case .text: .text(try text)
            case .blob: .blob(Array(try bytes))
            }
        }
    }
}

extension SQLiteValue {
    /// Whether two values are the same to SQLite's `IS`: NULL is NULL, 1 is 1.0, texts are compared byte by byte.
    public func isSame(as other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.null, let value), (let value, .null): value.isNaN
        case (.text(let left), .text(let right)): left.byteDifference(from: right) == 0
        default: precedes(other) == false && other.precedes(self) == false
        }
    }

    /// SQLite stores NULL for a number that is none.
    private var isNaN: Bool {
        if case .real(let number) = self { number.isNaN } else { false }
    }

    /// Whether this value sorts before another in SQLite's order: NULL, then numbers, then texts, then BLOBs. NaN is NULL.
    public func precedes(_ other: SQLiteValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right || left.isNaN && !right.isNaN
        case (.integer(let left), .real(let right)): right.isGreater(than: left)
        case (.real(let left), .integer(let right)): left.isLess(than: right)
        case (.text(let left), .text(let right)): left.byteDifference(from: right) < 0
        case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
        default: classRank < other.classRank
        }
    }

    private var classRank: Int {
        switch self {
        case .null: 0
        case .real(let number) where number.isNaN: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }
}

extension Double {
    // A plain conversion would round an integer beyond 2^53 and call it equal to its neighbour.

    fileprivate func isGreater(than integer: Int64) -> Bool {
        if self >= 0x1p63 { return true }
        if self < -0x1p63 || isNaN { return false }
        let whole = Int64(rounded(.down))
        return whole > integer || (whole == integer && self > rounded(.down))
    }

    fileprivate func isLess(than integer: Int64) -> Bool {
        if self >= 0x1p63 { return false }
        if self < -0x1p63 || isNaN { return true }
        return Int64(rounded(.down)) < integer
    }
}

extension String {
    /// How the bytes of a text differ from those of another: below 0 if it sorts before, 0 if they are the same.
    fileprivate func byteDifference(from other: String) -> Int {
        let difference = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                for place in 0..<min(left.count, right.count) where left[place] != right[place] {
                    return Int(left[place]) - Int(right[place])
                }
                return left.count - right.count
            }
        }
        if let difference = difference ?? nil { return difference }
        // Strings of Objective-C may have no bytes to look at.
        if utf8.lexicographicallyPrecedes(other.utf8) { return -1 }
        return utf8.elementsEqual(other.utf8) ? 0 : 1
    }
}
