import SQLiteAccess

extension ResolvedGroups {
    /// The groups as SQL that gives what is known of each, in its order, and behind the columns which entities identities are of;
    /// groups that the order leaves equal come in the order of their keys.
    public var select: SelectStatement {
        var parts = SelectParts(of: fetch, excludedKeys: nil)
        parts.columns = columns.map { parts.renderer.render($0) } + kinds.map { parts.renderer.column($0) }
        parts.groups = keys.map { parts.renderer.column($0) }
        parts.having = having.map { parts.renderer.render($0) }
        parts.order = sort.map { parts.renderer.render($0.expression) + ($0.isAscending ? "" : " DESC") } + parts.groups
        parts.cut(limit: limit, offset: offset)
        return parts.statement
    }
}

extension ConditionRenderer {
    fileprivate mutating func render(_ expression: ResolvedGroupExpression) -> String {
        guard let path = expression.path else { return "count(*)" }
        let column = column(path)
        switch expression.function {
        case .key: return column
        case .objects: return "count(*)"
        case .countDistinct: return "count(DISTINCT \(column))"
        case .aggregate(.count): return "count(\(column))"
        // Of nothing the sum is the integer 0.
        case .aggregate(.sum): return "\(ConditionFunctions.sum)(\(column))" + (path.type == .real ? " + 0.0" : "")
        case .aggregate(.average):
            return "\(ConditionFunctions.average)(\(column))" + (path.type.scale.map { " / 1e\($0)" } ?? "")
        case .aggregate(.min): return "min(\(column))"
        case .aggregate(.max): return "max(\(column))"
        }
    }

    fileprivate mutating func render(_ condition: ResolvedGroupCondition) -> String {
        switch condition {
        case .compare(let expression, let comparison, let value):
            let left = render(expression)
            bindings.append(.value(value))
            return "\(left) \(comparison.sql(expression.isNullable || value == .null, value == .null)) ?"
        case .and(let parts):
            return parts.isEmpty ? "TRUE" : parts.map { "(\(render($0)))" }.joined(separator: " AND ")
        case .or(let parts):
            return parts.isEmpty ? "FALSE" : parts.map { "(\(render($0)))" }.joined(separator: " OR ")
        case .not(let inner):
            // SQL's NOT leaves NULL as it is; a condition is either true or not.
            return "(\(render(inner))) IS NOT TRUE"
        }
    }
}
