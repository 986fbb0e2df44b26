import SQLiteAccess

extension Comparison {
    /// The comparison as the SQL of ``ResolvedFetch/select(_:)`` makes it.
    func holds(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool {
        switch self {
        case .equal: left.isSame(as: right)
        case .notEqual: !left.isSame(as: right)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: holdsInOrder(left, right)
        }
    }

    private func holdsInOrder(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool {
        if left == .null || right == .null { return false }
        return switch self {
        case .less: left.precedes(right)
        case .lessOrEqual: !right.precedes(left)
        case .greater: right.precedes(left)
        default: !left.precedes(right)
        }
    }
}

extension [ResolvedSortTerm] {
    /// Whether the first of two objects comes before the second, or nil where the order leaves them equal.
    public func order(_ left: [SQLiteValue], _ right: [SQLiteValue]) -> Bool? {
        for (index, term) in enumerated() {
            if left[index].precedes(right[index]) { return term.isAscending }
            if right[index].precedes(left[index]) { return !term.isAscending }
        }
        return nil
    }
}
