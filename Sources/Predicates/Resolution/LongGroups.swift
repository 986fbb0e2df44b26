import SQLiteAccess

/// Joins the many comparisons of one operand with known values, in a long OR of `==` or a long AND of `!=`, to one list.
///
/// SQLite compares each value of a statement with all the others before it runs, so 32,000 comparisons take it most of a minute. A
/// list is one value.
enum LongGroups {
    enum Connective {
        case and
        case or
    }

    /// Shorter groups stay as they are written: SQLite finds by an index for them too, and partial indexes see their values.
    private static let shortest = 65

    /// The parts with the same meaning; a list is at the place of the first comparison that it replaces.
    static func joined(_ parts: [ResolvedCondition], by connective: Connective) -> [ResolvedCondition] {
        guard parts.count >= shortest else { return parts }
        let wanted: Comparison = connective == .or ? .equal : .notEqual
        var values = [ResolvedOperand: [SQLiteValue]]()
        let candidates = parts.map { candidate($0, wanted) }
        for case let (operand, value)? in candidates { values[operand, default: []].append(value) }
        values = values.filter { $1.count >= shortest }
        if values.isEmpty { return parts }
        var joined = [ResolvedCondition]()
        for (part, candidate) in zip(parts, candidates) {
            guard let (operand, _) = candidate, let list = values[operand] else {
                joined.append(part)
                continue
            }
            if list.isEmpty { continue }
            values[operand] = []
            let membership = ResolvedCondition.membership(operand, in: .values(list.sortedAndDistinct))
            joined.append(connective == .or ? membership : .not(membership))
        }
        return joined
    }

    /// What is compared with a value that a list can hold.
    private static func candidate(_ part: ResolvedCondition, _ wanted: Comparison) -> (ResolvedOperand, SQLiteValue)? {
        guard case .comparison(let left, wanted, let right) = positive(part) else { return nil }
        let (operand, other) = if case .value = left { (right, left) } else { (left, right) }
        if case .value = operand { return nil }
        guard case .value(let value) = other, value != .null, isExact(value, beside: operand) else { return nil }
        return (operand, value)
    }

    /// `!(a == b)` as `a != b`: a comparison is either true or not.
    private static func positive(_ part: ResolvedCondition) -> ResolvedCondition {
        switch part {
        case .not(.comparison(let left, .equal, let right)): .comparison(left, .notEqual, right)
        case .not(.comparison(let left, .notEqual, let right)): .comparison(left, .equal, right)
        default: part
        }
    }

    /// Whether SQLite compares the value with the operand in a list as it does alone. In a list that is bound as one value it takes the
    /// nearest floating-point number for an integer beside a REAL.
    private static func isExact(_ value: SQLiteValue, beside operand: ResolvedOperand) -> Bool {
        guard case .integer(let integer) = value, Double(exactly: integer) == nil else { return true }
        return operand.path.map { $0.type != .real } ?? false
    }
}
