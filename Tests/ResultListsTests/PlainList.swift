import ResultLists
import SQLiteAccess

/// A list as simply as possible: all rows in an array that is sorted again after the edits.
struct PlainList {
    struct Row {
        var key: Int64
        var section: SQLiteValue?
        var values: [SQLiteValue]
    }

    var sectionIsAscending: Bool?
    var isAscending: [Bool]
    private(set) var rows: [Row] = []

    init(sectionIsAscending: Bool?, isAscending: [Bool], rows: [Row]) {
        self.sectionIsAscending = sectionIsAscending
        self.isAscending = isAscending
        self.rows = rows
        sort()
    }

    mutating func remove(_ key: Int64) {
        rows.removeAll { $0.key == key }
    }

    mutating func put(_ row: Row, replacing old: Int64?) {
        rows.removeAll { $0.key == row.key || $0.key == old }
        rows.append(row)
    }

    func row(_ key: Int64) -> Row? { rows.first { $0.key == key } }

    /// The rows in sections, as the list should have them.
    var snapshot: ListSnapshot {
        guard sectionIsAscending != nil else { return ListSnapshot(keys: rows.map(\.key)) }
        var sections = [ListSnapshot.Section]()
        for row in rows {
            let value = row.section ?? .null
            if let last = sections.last?.value, Self.compare(last, value) == 0 {
                sections[sections.count - 1].keys.append(row.key)
            } else {
                sections.append(.init(value: value, keys: [row.key]))
            }
        }
        return ListSnapshot(sections: sections)
    }

    mutating func sort() {
        rows.sort { left, right in
            if let sectionIsAscending {
                let order = Self.compare(left.section ?? .null, right.section ?? .null)
                if order != 0 { return (order < 0) == sectionIsAscending }
            }
            for (place, ascends) in isAscending.enumerated() {
                let order = Self.compare(left.values[place], right.values[place])
                if order != 0 { return (order < 0) == ascends }
            }
            switch (left.key > 0, right.key > 0) {
            case (true, true): return left.key < right.key
            case (false, false): return left.key > right.key
            case (true, false): return true
            case (false, true): return false
            }
        }
    }

    // SQLite's order, for the small values of these tests.
    static func compare(_ left: SQLiteValue, _ right: SQLiteValue) -> Int {
        func rank(_ value: SQLiteValue) -> (Int, Double, [UInt8]) {
            switch value {
            case .null: (0, 0, [])
            case .integer(let integer): (1, Double(integer), [])
            case .real(let real): (1, real, [])
            case .text(let text): (2, 0, Array(text.utf8))
            case .blob(let bytes): (3, 0, bytes)
            }
        }
        let (left, right) = (rank(left), rank(right))
        if left.0 != right.0 { return left.0 < right.0 ? -1 : 1 }
        if left.1 != right.1 { return left.1 < right.1 ? -1 : 1 }
        if left.2 == right.2 { return 0 }
        for (one, other) in zip(left.2, right.2) where one != other { return one < other ? -1 : 1 }
        return left.2.count < right.2.count ? -1 : 1
    }
}

extension SQLiteValue {
    /// Whether the order holds two values as equal, by the plain list's own comparison.
    func isEqual(to other: SQLiteValue?) -> Bool {
        other.map { PlainList.compare(self, $0) == 0 } ?? false
    }
}
