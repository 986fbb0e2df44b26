import SQLiteAccess

/// Renders conditions as SQL, and collects what they need around them.
struct ConditionRenderer {
    /// Where the SQL will stand.
    enum Purpose {
        /// In a SELECT: tables have aliases, and key paths bring joins; values are bound.
        case select
        /// In a partial index: columns of one table, and values written out, because an index has no parameters.
        case index
    }

    private let purpose: Purpose
    private(set) var joins: [String] = []
    var bindings: [SelectStatement.Binding] = []
    /// Whether something had no place in an index: another table, a parameter, or a value that SQL cannot write.
    private(set) var exceedsIndex = false
    private var aliases: [[ResolvedPath.Step]: String] = [:]

    init(for purpose: Purpose) {
        self.purpose = purpose
    }

    private enum Connective {
        case and
        case or
    }

    mutating func render(_ condition: ResolvedCondition) -> String {
        render(condition, inside: nil)
    }

    /// All that decides whether a row is found: whether it is of the entity at all, then the condition. nil where every row is.
    mutating func clause(of fetch: ResolvedFetch) -> String? {
        guard let kinds = fetch.kinds else { return fetch.condition.map { render($0) } }
        let restriction = FetchLayout.condition(ofKinds: kinds, row: purpose == .index ? nil : "t0")
        guard let condition = fetch.condition else { return restriction }
        return "\(restriction) AND \(render(condition, inside: .and))"
    }

    private mutating func render(_ condition: ResolvedCondition, inside outer: Connective?) -> String {
        switch condition {
        case .comparison(let left, let comparison, let right):
            return render(left, comparison, right)
        case .and(let parts):
            return join(parts, with: .and, " AND ", whenEmpty: "TRUE", inside: outer)
        case .or(let parts):
            return join(parts, with: .or, " OR ", whenEmpty: "FALSE", inside: outer)
        case .not(let inner):
            // SQL's NOT leaves NULL as it is; a condition is either true or not.
            return "(\(render(inner, inside: nil))) IS NOT TRUE"
        }
    }

    private mutating func join(
        _ parts: [ResolvedCondition], with connective: Connective, _ separator: String, whenEmpty: String,
        inside outer: Connective?
    ) -> String {
        if parts.isEmpty { return whenEmpty }
        // A single part stands for itself, in what is around both.
        if parts.count == 1 { return render(parts[0], inside: outer) }
        let text = parts.map { render($0, inside: connective) }.joined(separator: separator)
        let needsParentheses = outer != nil && outer != connective
        return needsParentheses ? "(\(text))" : text
    }

    private mutating func render(_ left: ResolvedOperand, _ comparison: Comparison, _ right: ResolvedOperand) -> String {
        let sign = comparison.sql(mayMeetNull: left.isNullable || right.isNullable)
        let isBoolean = left.path?.type == .bool || right.path?.type == .bool
        return "\(render(left, isBoolean: isBoolean)) \(sign) \(render(right, isBoolean: isBoolean))"
    }

    private mutating func render(_ operand: ResolvedOperand, isBoolean: Bool) -> String {
        switch operand {
        case .path(let path):
            return column(path)
        case .value(let value):
            return render(value, isBoolean: isBoolean)
        case .parameter(let name, _):
            exceedsIndex = true
            bindings.append(.parameter(name))
            return "?"
        }
    }

    /// A value. Booleans and nil are written out in a SELECT too: SQLite can then see that a partial index has the rows, and
    /// there are few enough of them that statements stay cached.
    private mutating func render(_ value: SQLiteValue, isBoolean: Bool) -> String {
        if purpose == .index || isBoolean || value == .null, let literal = value.sqlLiteral { return literal }
        exceedsIndex = true
        bindings.append(.value(value))
        return "?"
    }

    mutating func column(_ path: ResolvedPath) -> String {
        if purpose == .index {
            if !path.steps.isEmpty { exceedsIndex = true }
            return SQL.identifier(path.column)
        }
        return "\(alias(for: path.steps)).\(SQL.identifier(path.column))"
    }

    /// The alias of the table at the end of `steps`; paths with the same beginning share their joins.
    private mutating func alias(for steps: [ResolvedPath.Step]) -> String {
        guard let last = steps.last else { return "t0" }
        if let known = aliases[steps] { return known }
        let previous = alias(for: steps.dropLast())
        let alias = "t\(joins.count + 1)"
        joins.append(
            "LEFT JOIN \(SQL.identifier(last.destinationTable)) AS \(alias)"
                + " ON \(alias).\(SQL.identifier(last.destinationColumn)) = \(previous).\(SQL.identifier(last.column))")
        aliases[steps] = alias
        return alias
    }
}

extension Comparison {
    /// The operator in SQL; where NULL may be met, the one that takes it for a value.
    func sql(mayMeetNull: Bool) -> String {
        switch self {
        case .equal: mayMeetNull ? "IS" : "="
        case .notEqual: mayMeetNull ? "IS NOT" : "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}
