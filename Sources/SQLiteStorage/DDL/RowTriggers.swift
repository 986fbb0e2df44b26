import Predicates
import SQLiteAccess

/// The triggers of a column that is computed from its own row, and from rows that its keys lead to.
struct RowTriggers {
    let column: DerivedColumn
    let expression: ResolvedExpression

    var triggers: [TriggerStatement] { own + steps.flatMap(triggers) }

    private static let key = FetchLayout.keyColumn

    private func change(where key: String) -> String { column.update(to: expression.sql(updating: column.table), where: key) }

    // MARK: The row itself

    private var own: [TriggerStatement] {
        let kinds = column.kinds.map { FetchLayout.condition(ofKinds: $0, row: "NEW") }
        let change = column.update(
            to: expression.sql(updating: column.table), where: "\(Self.key) = NEW.\(Self.key)", isWhole: false)
        let insert = TriggerStatement(
            name: column.triggerName("insert"), event: "AFTER INSERT", table: column.table, condition: kinds, statements: [change])
        let columns = unique(expression.paths.map { $0.steps.first?.column ?? $0.column }.filter { $0 != Self.key })
        if columns.isEmpty { return [insert] }
        let differs = differ(columns)
        return [
            insert,
            TriggerStatement(
                name: column.triggerName("update"), event: "AFTER UPDATE OF \(names(columns))", table: column.table,
                condition: kinds.map { "\($0)\n  AND (\(differs))" } ?? differs, statements: [change]),
        ]
    }

    // MARK: Rows that keys lead to

    /// The beginnings of the paths, each one step longer than another, with the columns that are read at their end.
    private var steps: [(steps: [ResolvedPath.Step], columns: [String])] {
        var order = [[ResolvedPath.Step]]()
        var columns = [[ResolvedPath.Step]: [String]]()
        for path in expression.paths {
            for count in 1..<(path.steps.count + 1) {
                let steps = Array(path.steps.prefix(count))
                if columns[steps] == nil { order.append(steps) }
                let isEnd = count == path.steps.count
                columns[steps, default: []].append(isEnd ? path.column : path.steps[count].column)
            }
        }
        return order.map { ($0, unique(columns[$0] ?? [])) }
    }

    private func triggers(at steps: [ResolvedPath.Step], _ columns: [String]) -> [TriggerStatement] {
        let last = steps[steps.count - 1]
        let name = steps.map(\.relationship).joined(separator: "_")
        func change(_ row: String) -> String { self.change(where: owners(of: row, behind: steps)) }
        // Where the other row holds the key, it may lead to another row than before.
        let isKeyThere = last.destinationColumn != Self.key
        let watched = unique(columns.filter { $0 != Self.key } + (isKeyThere ? [last.destinationColumn] : []))
        return [
            TriggerStatement(
                name: column.triggerName("\(name)_insert"), event: "AFTER INSERT", table: last.destinationTable,
                statements: [change("NEW")]),
            TriggerStatement(
                name: column.triggerName("\(name)_update"), event: "AFTER UPDATE OF \(names(watched))", table: last.destinationTable,
                condition: differ(watched), statements: isKeyThere ? [change("OLD"), change("NEW")] : [change("NEW")]),
            TriggerStatement(
                name: column.triggerName("\(name)_delete"), event: "AFTER DELETE", table: last.destinationTable,
                statements: [change("OLD")]),
        ]
    }

    /// Which rows of the column's table lead to a row at the end of steps.
    private func owners(of row: String, behind steps: [ResolvedPath.Step]) -> String {
        var text = ""
        for (place, step) in steps.enumerated().reversed() {
            let isLast = place == steps.count - 1
            let isKeyThere = step.destinationColumn != Self.key
            // The keys of the rows where the step starts, or a column of these that holds the key of the row where it leads.
            let end = isLast ? "\(row).\(SQL.identifier(isKeyThere ? step.destinationColumn : Self.key))" : nil
            let selected = SQL.identifier(isKeyThere ? step.destinationColumn : Self.key)
            let keys = end ?? "(SELECT \(selected) FROM \(SQL.identifier(step.destinationTable)) WHERE \(text))"
            text = "\(SQL.identifier(isKeyThere ? Self.key : step.column)) \(isLast ? "=" : "IN") \(keys)"
        }
        return text
    }

    // MARK: Parts

    private func differ(_ columns: [String]) -> String {
        columns.map { "NEW.\(SQL.identifier($0)) IS NOT OLD.\(SQL.identifier($0))" }.joined(separator: " OR ")
    }

    private func names(_ columns: [String]) -> String { columns.map(SQL.identifier).joined(separator: ", ") }

    private func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
