import Predicates
import SQLiteAccess

extension DerivedColumn {
    /// The triggers that keep the column right: on the rows that lead to its row, and on its own row, which may come after them.
    public var statements: [DDLStatement] {
        let triggers =
            [
                TriggerStatement(
                    name: triggerName("insert"), event: "AFTER INSERT", table: leadingTable, condition: whenAdded,
                    statements: [change("NEW", "+")]),
                TriggerStatement(
                    name: triggerName("delete"), event: "AFTER DELETE", table: leadingTable, condition: leads("OLD"),
                    statements: [change("OLD", "-")]),
                TriggerStatement(
                    name: triggerName("update"), event: "AFTER UPDATE OF \(watched.joined(separator: ", "))",
                    table: leadingTable, condition: whenChanged, statements: [change("OLD", "-"), change("NEW", "+")]),
            ] + memberTriggers + [ownTrigger]
        return [DDLStatement(comment: comment, sql: triggers[0].sql)] + triggers.dropFirst().map { DDLStatement(sql: $0.sql) }
    }

    private var comment: String {
        let value =
            switch summed {
            case nil: "how many rows of \(leadingTable) lead to it by \(key)"
            case let summed? where summed.memberKey == nil: "the sum of \(summed.column) of the rows of \(summed.table) that lead to it by \(key)"
            case let summed?: "the sum of \(summed.column) of the rows of \(summed.table) that \(leadingTable) connects with it"
            }
        return "Keeps \(table).\(name) right: \(value)."
    }

    // No table has a name that begins with an underscore, so no table hides behind these aliases.

    /// The alias of the rows that lead to the column's row.
    private static let link = "_link"
    /// The alias of the rows whose values are summed, if a join table connects them.
    private static let member = "_member"

    private var keyColumn: String { SQL.identifier(key) }
    private var column: String { SQL.identifier(name) }

    /// What makes the column right in all rows at once.
    public var recomputation: String {
        let own = "\(SQL.identifier(table)).\(FetchLayout.keyColumn)"
        var source = "FROM \(SQL.identifier(leadingTable)) AS \(Self.link)"
        var value = "count(*)"
        if let summed {
            // The alias keeps the row's own table apart from that of its members, which may be the same.
            if let memberKey = summed.memberKey {
                source += " \(join(summed.table, by: memberKey))"
            }
            let column = "\(summed.memberKey == nil ? Self.link : Self.member).\(SQL.identifier(summed.column))"
            value = summed.isReal ? "total(\(column))" : "coalesce(sum(\(column)), 0)"
        }
        return "UPDATE \(SQL.identifier(table)) SET \(column) = (SELECT \(value) \(source) WHERE \(Self.link).\(keyColumn) = \(own))"
            + (kinds.map { " WHERE \(FetchLayout.condition(ofKinds: $0))" } ?? "")
    }

    // MARK: Rows that lead to one

    /// The columns of rows that lead to one whose change means something.
    private var watched: [String] {
        let others = summed.map { [$0.memberKey ?? $0.column] } ?? []
        return ([key] + others).map(SQL.identifier)
    }

    /// Whether a row leads anywhere; nil where each does.
    private func leads(_ row: String) -> String? { isKeyNullable ? "\(row).\(keyColumn) IS NOT NULL" : nil }

    private var whenAdded: String? {
        // A row that leads to itself is counted by its own trigger.
        let isOwn = table == leadingTable && !isRecomputed
        return isOwn ? "NEW.\(keyColumn) <> NEW.\(FetchLayout.keyColumn)" : leads("NEW")
    }

    private var whenChanged: String {
        watched.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
    }

    private func change(_ row: String, _ sign: String) -> String {
        let owner = "\(row).\(keyColumn)"
        if isRecomputed { return update(to: whole(of: owner), where: "= \(owner)") }
        let value = summed.map { summed in
            let value = "\(row).\(SQL.identifier(summed.column))"
            return summed.isNullable ? "coalesce(\(value), 0)" : value
        }
        return update(to: "\(column) \(sign) \(value ?? "1")", where: "= \(owner)", isWhole: false)
    }

    // MARK: Members that are connected in another table

    private var memberTriggers: [TriggerStatement] {
        guard let summed, let memberKey = summed.memberKey else { return [] }
        let (join, value) = (SQL.identifier(leadingTable), SQL.identifier(summed.column))
        let owners =
            "IN (SELECT \(keyColumn) FROM \(join) WHERE \(SQL.identifier(memberKey)) = NEW.\(FetchLayout.keyColumn))"
        let change = update(to: whole(of: "\(SQL.identifier(table)).\(FetchLayout.keyColumn)"), where: owners)
        return [
            // Connections may be written before what they connect.
            TriggerStatement(
                name: triggerName("member_insert"), event: "AFTER INSERT", table: summed.table,
                condition: "NEW.\(value) IS NOT NULL", statements: [change]),
            TriggerStatement(
                name: triggerName("member_update"), event: "AFTER UPDATE OF \(value)", table: summed.table,
                condition: "NEW.\(value) IS NOT OLD.\(value)", statements: [change]),
        ]
    }

    // MARK: The row itself

    /// A save writes rows in any order, and keys are checked when it ends: what leads to a row may have come before it.
    private var ownTrigger: TriggerStatement {
        let key = "NEW.\(FetchLayout.keyColumn)"
        let differs =
            "NEW.\(column) IS NOT 0 OR EXISTS (SELECT 1 FROM \(SQL.identifier(leadingTable)) WHERE \(keyColumn) = \(key))"
        let condition = kinds.map { "\(FetchLayout.condition(ofKinds: $0, row: "NEW"))\n  AND (\(differs))" } ?? differs
        return TriggerStatement(
            name: triggerName("new"), event: "AFTER INSERT", table: table, condition: condition,
            statements: [update(to: whole(of: key), where: "= \(key)", isWhole: false)])
    }

    // MARK: Parts

    /// The whole value for the row of a key.
    private func whole(of owner: String) -> String {
        let leading = SQL.identifier(leadingTable)
        guard let summed else { return "(SELECT count(*) FROM \(leading) WHERE \(keyColumn) = \(owner))" }
        let value = (summed.memberKey == nil ? "" : "\(Self.member).") + SQL.identifier(summed.column)
        let sum = summed.isReal ? "total(\(value))" : "coalesce(sum(\(value)), 0)"
        guard let memberKey = summed.memberKey else {
            return "(SELECT \(sum) FROM \(leading) WHERE \(keyColumn) = \(owner))"
        }
        return """
            (
                SELECT \(sum)
                FROM \(leading) AS \(Self.link) \(join(summed.table, by: memberKey))
                WHERE \(Self.link).\(keyColumn) = \(owner)
              )
            """
    }

    private func join(_ table: String, by memberKey: String) -> String {
        "JOIN \(SQL.identifier(table)) AS \(Self.member)"
            + " ON \(Self.member).\(FetchLayout.keyColumn) = \(Self.link).\(SQL.identifier(memberKey))"
    }

    /// - Parameter isWhole: whether the value would be one for rows of other entities too, which have none.
    private func update(to value: String, where key: String, isWhole: Bool = true) -> String {
        // A whole value is a query, which takes lines of its own.
        let isLong = value.hasPrefix("(")
        let text = "UPDATE \(SQL.identifier(table)) SET \(column) = \(value)\(isLong ? "\n  " : " ")WHERE \(FetchLayout.keyColumn) \(key)"
        return text + (isWhole ? kinds.map { "\n    AND \(FetchLayout.condition(ofKinds: $0))" } ?? "" : "")
    }

    private func triggerName(_ kind: String) -> String { "\(table)__\(name)__\(kind)" }
}
