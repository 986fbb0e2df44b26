import SQLiteAccess

/// A position that a row gives up if it comes to another owner: members without a position come last.
public struct GivenUpPosition: Sendable {
    let key: String
    let position: String

    /// - Parameters:
    ///   - key: the column with the owner's key.
    ///   - position: the column with the place among the owner's members.
    public init(key: String, position: String) {
        self.key = key
        self.position = position
    }
}

extension ResolvedUpdate {
    /// The update as one statement, which raises the version of each row.
    /// - Parameters:
    ///   - columns: what it returns of each row. It can be empty.
    ///   - positions: positions that rows give up with another key.
    public func statement(returning columns: [String] = [], givingUp positions: [GivenUpPosition] = []) -> SelectStatement {
        let table = SQL.identifier(fetch.table)
        let end = SelectStatement.returning(columns)
        if let (set, condition, bindings) = direct(positions) {
            return SelectStatement(sql: "UPDATE \(table) AS t0 SET \(set)\(condition.map { " WHERE \($0)" } ?? "")\(end)", bindings: bindings)
        }
        // The rows and their values are complete before SQLite changes the first row.
        let values = valueRows()
        var set = assignments.indices.map { "\(SQL.identifier(assignments[$0].column)) = \(Self.rows).v\($0)" }
        set += positions.compactMap { given in
            assignments.firstIndex { $0.column == given.key }.map { place in
                let (key, position) = (SQL.identifier(given.key), SQL.identifier(given.position))
                return "\(position) = CASE WHEN \(table).\(key) IS \(Self.rows).v\(place) THEN \(table).\(position) END"
            }
        }
        let key = SQL.identifier(fetch.key)
        return SelectStatement(
            sql: "UPDATE \(table) SET \((set + raisedVersion(of: table)).joined(separator: ", "))"
                + " FROM (\(values.sql)) AS \(Self.rows) WHERE \(table).\(key) = \(Self.rows).k\(end)",
            bindings: values.bindings)
    }

    /// The rows with a new value that a rule refuses: the key, the entity's name or NULL, and the new values in the order of the
    /// assignments.
    /// - Parameters:
    ///   - conditions: which rows, as SQL without placeholders on the new values `v0`, `v1`. One of them must hold.
    ///   - hasEntityColumn: whether several entities share the table.
    public func select(where conditions: [String], hasEntityColumn: Bool) -> SelectStatement {
        let values = valueRows(hasEntityColumn: hasEntityColumn)
        let columns = ["k", hasEntityColumn ? "e" : "NULL"] + assignments.indices.map { "v\($0)" }
        return SelectStatement(
            sql: "SELECT \(columns.joined(separator: ", ")) FROM (\(values.sql)) WHERE \(conditions.joined(separator: " OR "))",
            bindings: values.bindings)
    }

    /// Two rows that would have the same values in some columns: their keys, and the values. One of them is updated.
    public func selectClash(of columns: [String]) -> SelectStatement {
        let values = valueRows(and: columns)
        let (table, key, rows) = (SQL.identifier(fetch.table), SQL.identifier(fetch.key), Self.rows)
        let new = columns.enumerated().map { place, column in
            (assignments.firstIndex { $0.column == column }.map { "v\($0)" } ?? "c\(place)") + " AS n\(place)"
        }
        let old = columns.enumerated().map { "\(SQL.identifier($1)) AS n\($0)" }
        let numbers = columns.indices.map { "n\($0)" }.joined(separator: ", ")
        let same = columns.indices.map { "b.n\($0) = a.n\($0)" }.joined(separator: " AND ")
        return SelectStatement(
            sql: "WITH \(rows) AS (SELECT k, \(new.joined(separator: ", ")) FROM (\(values.sql)))"
                + " SELECT a.k, b.k, \(columns.indices.map { "a.n\($0)" }.joined(separator: ", ")) FROM \(rows) AS a JOIN"
                + " (SELECT k, \(numbers) FROM \(rows) UNION ALL SELECT \(key), \(old.joined(separator: ", ")) FROM \(table)"
                + " WHERE \(key) NOT IN (SELECT k FROM \(rows))) AS b ON \(same) AND b.k <> a.k ORDER BY a.k LIMIT 1",
            bindings: values.bindings)
    }

    // No table has a name that begins with an underscore.
    private static let rows = "_rows"

    /// What is set, and which rows, if the values and the condition need no other table beside the statement's own.
    private func direct(_ positions: [GivenUpPosition]) -> (set: String, condition: String?, bindings: [SelectStatement.Binding])? {
        if readsOtherRows || fetch.limit != nil || fetch.offset > 0 { return nil }
        var renderer = ConditionRenderer(for: .select)
        var set = assignments.map { "\(SQL.identifier($0.column)) = \($0.sql(&renderer))" }
        for given in positions {
            guard let assignment = assignments.first(where: { $0.column == given.key }) else { continue }
            let (key, position) = (SQL.identifier(given.key), SQL.identifier(given.position))
            set.append("\(position) = CASE WHEN t0.\(key) IS \(assignment.sql(&renderer)) THEN t0.\(position) END")
        }
        set += raisedVersion(of: "t0")
        let condition = renderer.clause(of: fetch)
        return renderer.joins.isEmpty ? (set.joined(separator: ", "), condition, renderer.bindings) : nil
    }

    private func raisedVersion(of table: String) -> [String] {
        let version = SQL.identifier(FetchLayout.versionColumn)
        return fetch.hasVersions ? ["\(version) = \(table).\(version) + 1"] : []
    }

    /// The keys of the rows, as `k`, with their new values, as `v0`, `v1`.
    /// - Parameter columns: columns whose present values follow, as `c0`, `c1`.
    private func valueRows(hasEntityColumn: Bool = false, and columns: [String] = []) -> SelectStatement {
        var parts = SelectParts(of: fetch)
        // Placeholders of the condition come after those of the columns.
        let conditionBindings = parts.renderer.bindings
        parts.renderer.bindings = []
        parts.columns = ["t0.\(parts.key) AS k"]
        if hasEntityColumn { parts.columns.append("t0.\(SQL.identifier(FetchLayout.entityColumn)) AS e") }
        for (place, assignment) in assignments.enumerated() { parts.columns.append("\(assignment.sql(&parts.renderer)) AS v\(place)") }
        for (place, column) in columns.enumerated() { parts.columns.append("t0.\(SQL.identifier(column)) AS c\(place)") }
        parts.renderer.bindings += conditionBindings
        parts.order(of: fetch)
        return parts.statement
    }
}

extension ResolvedFetch {
    /// A statement that deletes the rows.
    /// - Parameter columns: what it returns of each row. It can be empty.
    public func deleteStatement(returning columns: [String] = []) -> SelectStatement {
        let table = SQL.identifier(table)
        let end = SelectStatement.returning(columns)
        if limit == nil, offset == 0 {
            var renderer = ConditionRenderer(for: .select)
            let condition = renderer.clause(of: self)
            if renderer.joins.isEmpty {
                return SelectStatement(
                    sql: "DELETE FROM \(table) AS t0\(condition.map { " WHERE \($0)" } ?? "")\(end)", bindings: renderer.bindings)
            }
        }
        let keys = selectKeys()
        return SelectStatement(
            sql: "DELETE FROM \(table) WHERE \(SQL.identifier(key)) IN (\(keys.sql))\(end)", bindings: keys.bindings)
    }

    /// The keys of the rows.
    public func selectKeys() -> SelectStatement {
        var parts = SelectParts(of: self)
        parts.columns = ["t0.\(parts.key)"]
        parts.order(of: self)
        return parts.statement
    }
}

extension SelectParts {
    /// The order of a fetch, if that decides which rows it gives.
    fileprivate mutating func order(of fetch: ResolvedFetch) {
        if fetch.limit == nil, fetch.offset == 0 { return }
        order = fetch.order(&self) + ["t0.\(key)"]
        cut(limit: fetch.limit, offset: fetch.offset)
    }
}

extension SelectStatement {
    fileprivate static func returning(_ columns: [String]) -> String {
        columns.isEmpty ? "" : " RETURNING " + columns.map(SQL.identifier).joined(separator: ", ")
    }
}

extension ResolvedAssignment {
    /// The new value as an expression on the row `t0`.
    fileprivate func sql(_ renderer: inout ConditionRenderer) -> String {
        switch value {
        case .constant(let value): return renderer.render(value, isBoolean: type == .bool)
        case .computed(let operand, .same): return renderer.render(operand, isBoolean: type == .bool)
        case .computed(let operand, .rounded): return "round(\(renderer.render(operand)))"
        case .computed(let operand, .quotient(let divisor, let mode)):
            return "\(ConditionFunctions.rounded(mode))(\(renderer.render(operand)), \(divisor))"
        case .computed(let operand, .float): return "\(ConditionFunctions.float)(\(renderer.render(operand)))"
        case .computed(let operand, .divided(let divisor)):
            let (number, sign) = (renderer.render(operand), renderer.render(operand))
            return "(\(number) + CASE WHEN \(sign) < 0 THEN \(-divisor / 2) ELSE \(divisor / 2) END) / \(divisor)"
        }
    }
}
