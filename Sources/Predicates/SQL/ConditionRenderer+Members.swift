import SQLiteAccess

extension ConditionRenderer {
    mutating func render(_ quantifier: Quantifier, _ members: ResolvedMembers, _ condition: ResolvedCondition) -> String {
        let isNegated = quantifier != .any
        // ALL holds if no member fails the condition.
        let wanted = quantifier == .all ? ResolvedCondition.not(condition) : condition
        return (isNegated ? "NOT " : "") + "EXISTS (\(subquery(members, where: wanted) { _ in "1" }))"
    }

    mutating func render(_ aggregate: ResolvedAggregate) -> String {
        let function =
            switch aggregate.function {
            case .count: "count"
            case .sum: ConditionFunctions.sum
            case .average: ConditionFunctions.average
            case .min: "min"
            case .max: "max"
            }
        return "(" + subquery(aggregate.members, where: aggregate.filter ?? .constant(true)) { renderer in
            "\(function)(\(aggregate.path.map { renderer.column($0) } ?? "*"))"
        } + ")"
    }

    /// A SELECT from the members' rows, which belong to a row around it.
    /// - Parameter selected: what is selected of each; it binds nothing.
    private mutating func subquery(
        _ members: ResolvedMembers, where condition: ResolvedCondition, _ selected: (inout ConditionRenderer) -> String
    ) -> String {
        exceedsIndex = true
        // A missing object of a to-one relationship has NULL for a key, which no member has.
        let toOneSteps = members.steps.prefix { !$0.isToMany }
        var previous = alias(for: toOneSteps, from: members.level)
        var from = ""
        var conditions = [String]()
        for step in members.steps[toOneSteps.endIndex...] {
            let alias = newAlias()
            // The first table is tied to the row around the subquery, the others to the one before.
            if let table = step.joinTable {
                let connection = newAlias()
                let tie = "\(connection).\(SQL.identifier(table.owner)) = \(previous).\(SQL.identifier(step.column))"
                let name = "\(SQL.identifier(table.name)) AS \(connection)"
                if from.isEmpty { conditions.append(tie) }
                from += from.isEmpty ? " FROM \(name)" : " JOIN \(name) ON \(tie)"
                from += " JOIN \(SQL.identifier(step.destinationTable)) AS \(alias)"
                from += " ON \(alias).\(SQL.identifier(step.destinationColumn)) = \(connection).\(SQL.identifier(table.member))"
            } else if from.isEmpty {
                from = " FROM \(SQL.identifier(step.destinationTable)) AS \(alias)"
                conditions.append(
                    "\(alias).\(SQL.identifier(step.destinationColumn)) = \(previous).\(SQL.identifier(step.column))")
            } else {
                from += " " + join(step, from: previous, as: alias)
            }
            previous = alias
        }

        // Objects around the members' level stay what they are; those of an earlier subquery are gone.
        let level = scopes.count
        scopes.append(Scope(alias: previous))
        let result = selected(&self)
        if condition != .constant(true) { conditions.append(renderBesideAnd(condition)) }
        let joins = scopes[level].joins.map { " " + $0 }.joined()
        scopes.removeLast()
        return "SELECT \(result)\(from)\(joins) WHERE \(conditions.joined(separator: " AND "))"
    }
}
