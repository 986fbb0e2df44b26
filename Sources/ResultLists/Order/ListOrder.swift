import SQLiteAccess

/// The order of a list: by section, then by the sort terms, then by key.
///
/// Values have SQLite's order: NULL, numbers, texts by their bytes, BLOBs. A descending term has the reverse order, with NULL
/// last. Among rows with equal values, positive keys ascend. Negative keys belong to unsaved rows: they follow, and -1 precedes
/// -2.
public struct ListOrder: Sendable, Hashable {
    /// Whether sections ascend by their values, or nil for a list without sections.
    public var sectionIsAscending: Bool?
    /// Whether each sort term ascends.
    public var isAscending: [Bool]

    public init(sectionIsAscending: Bool? = nil, isAscending: [Bool]) {
        self.sectionIsAscending = sectionIsAscending
        self.isAscending = isAscending
    }

    /// Whether the list has sections.
    public var hasSections: Bool { sectionIsAscending != nil }

    /// Whether one row comes before another.
    public func precedes(_ left: (key: Int64, sortKey: SortKey), _ right: (key: Int64, sortKey: SortKey)) -> Bool {
        switch comparison(left.sortKey, right.sortKey) {
        case .before: true
        case .same: left.key.isSavedBefore(right.key)
        case .after: false
        }
    }

    /// Whether one section comes before another.
    public func sectionPrecedes(_ left: SQLiteValue?, _ right: SQLiteValue?) -> Bool {
        sections(left, right) == .before
    }

    /// Whether the order has sections and two values belong to different ones.
    func tellsSectionsApart(_ left: SQLiteValue?, _ right: SQLiteValue?) -> Bool {
        hasSections && !(left ?? .null).isSame(as: right ?? .null)
    }

    /// The order of two rows as far as their values decide on it.
    func comparison(_ left: SortKey, _ right: SortKey) -> Comparison {
        let sections = sections(left.section, right.section)
        if sections != .same { return sections }
        let count = min(isAscending.count, left.values.count, right.values.count)
        for place in 0..<count {
            let values = Comparison(left.values[place], right.values[place])
            if values != .same { return isAscending[place] ? values : values.reversed }
        }
        return .same
    }

    private func sections(_ left: SQLiteValue?, _ right: SQLiteValue?) -> Comparison {
        guard let sectionIsAscending else { return .same }
        let values = Comparison(left ?? .null, right ?? .null)
        return sectionIsAscending ? values : values.reversed
    }
}

/// How one value stands to another in an order.
enum Comparison {
    case before, same, after

    init(_ left: SQLiteValue, _ right: SQLiteValue) {
        // The common case, without a call.
        if case .integer(let left) = left, case .integer(let right) = right {
            self = left < right ? .before : left == right ? .same : .after
        } else if left.precedes(right) {
            self = .before
        } else {
            self = right.precedes(left) ? .after : .same
        }
    }

    var reversed: Comparison {
        switch self {
        case .before: .after
        case .same: .same
        case .after: .before
        }
    }
}

extension Int64 {
    /// Whether the row with this key was saved before that with another. Unsaved rows have negative keys, and -1 is the first.
    func isSavedBefore(_ other: Int64) -> Bool {
        (self < 0) == (other < 0) ? magnitude < other.magnitude : other < 0
    }
}
