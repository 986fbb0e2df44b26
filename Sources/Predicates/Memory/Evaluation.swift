import SQLiteAccess

extension ResolvedCondition {
    /// Whether an object meets the condition.
    /// - Parameter read: the stored form of the value at the end of a path, NULL where the path breaks off.
    /// - Throws: what `read` throws. A parameter that was left open compares as nil.
    public func evaluate(_ read: (ResolvedPath) throws -> SQLiteValue) rethrows -> Bool {
        switch self {
        case .and(let parts):
            return try parts.allSatisfy { try $0.evaluate(read) }
        case .or(let parts):
            return try parts.contains { try $0.evaluate(read) }
        case .not(let inner):
            return try !inner.evaluate(read)
        case .comparison(let left, let comparison, let right):
            return comparison.holds(try left.value(read), try right.value(read))
        }
    }
}

extension ResolvedOperand {
    fileprivate func value(_ read: (ResolvedPath) throws -> SQLiteValue) rethrows -> SQLiteValue {
        switch self {
        case .path(let path): try read(path)
        case .value(let value): value
        case .parameter: .null
        }
    }
}

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
