import SQLiteAccess

extension ResolvedGroups {
    /// The groups as SQL that gives what is known of each, in its order, and behind the columns which entities identities are of;
    /// groups that the order leaves equal come in the order of their keys.
    public var select: SelectStatement {
        var parts = SelectParts(of: fetch)
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
            return parts.isEmpty ? Connective.and.empty : join(parts, with: .and)
        case .or(let parts):
            return parts.isEmpty ? Connective.or.empty : join(parts, with: .or)
        case .not(let inner):
            // SQL's NOT leaves NULL as it is; a condition is either true or not.
            let sql = render(inner)
            depth += 1
            return "(\(sql)) IS NOT TRUE"
        }
    }

    /// The parts in rows, because SQLite goes no deeper than 1,000 ANDs and ORs. A deep one comes first: SQLite's parser keeps
    /// what is to the left of open parentheses.
    private mutating func join(_ parts: [ResolvedGroupCondition], with connective: Connective) -> String {
        let start = bindings.count
        var (rows, deepest) = ([Row](), (depth: 0, index: 0))
        for (index, part) in parts.enumerated() {
            let first = bindings.count
            depth = 0
            rows.append(Row(sql: "(\(render(part)))", levels: 1, bindings: bindings[first...]))
            if depth + 1 > deepest.depth { deepest = (depth + 1, index) }
        }
        if deepest.depth > Self.usualDepth { rows.insert(rows.remove(at: deepest.index), at: 0) }
        let row = connective.join(rows)
        bindings.replaceSubrange(start..., with: row.bindings)
        depth = deepest.depth + 1
        // SQLite takes the parts of an AND over keys into the WHERE, one level for each, unless they are one part.
        return parts.count > Self.partsInRow ? "(\(row.sql)) IS TRUE" : row.sql
    }
}
