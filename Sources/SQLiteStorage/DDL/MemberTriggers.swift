import Predicates
import SQLiteAccess

/// The triggers of a column that is computed from the rows that lead to its row.
struct MemberTriggers {
    let column: DerivedColumn
    let source: MemberSource

    var triggers: [TriggerStatement] {
        [
            TriggerStatement(
                name: column.triggerName("insert"), event: "AFTER INSERT", table: source.leadingTable, condition: whenAdded,
                statements: [change("NEW", "+")]),
            TriggerStatement(
                name: column.triggerName("delete"), event: "AFTER DELETE", table: source.leadingTable, condition: leads("OLD"),
                statements: [change("OLD", "-")]),
            TriggerStatement(
                name: column.triggerName("update"), event: "AFTER UPDATE OF \(watched.joined(separator: ", "))",
                table: source.leadingTable, condition: whenChanged, statements: [change("OLD", "-"), change("NEW", "+")]),
        ] + memberTriggers + [ownTrigger]
    }

    /// What the column is, in words.
    var comment: String {
        let which = source.read?.filter?.triggerExpression(on: nil).map { " where \($0)" } ?? ""
        guard let read = source.read, let value = read.column else {
            guard let read = source.read, read.memberKey != nil else {
                return "how many rows of \(source.leadingTable)\(which) lead to it by \(source.key)"
            }
            return "how many rows of \(read.table)\(which) \(source.leadingTable) connects with it"
        }
        let words =
            switch source.function {
            case .count: "the number of values of"
            case .sum: "the sum of"
            case .average: "the mean of"
            case .min: "the least"
            case .max: "the greatest"
            }
        return read.memberKey == nil
            ? "\(words) \(value) of the rows of \(read.table)\(which) that lead to it by \(source.key)"
            : "\(words) \(value) of the rows of \(read.table)\(which) that \(source.leadingTable) connects with it"
    }

    // No table has a name that begins with an underscore, so no table hides behind these aliases.

    /// The alias of the rows that lead to the column's row.
    private static let link = "_link"
    /// The alias of the rows whose values are read, if a join table connects them.
    private static let member = "_member"

    private static let rowKey = FetchLayout.keyColumn
    private var keyColumn: String { SQL.identifier(source.key) }
    private var name: String { SQL.identifier(column.name) }

    /// The whole value of each row of the column's table.
    var wholeOfEachRow: String {
        let own = "\(SQL.identifier(column.table)).\(Self.rowKey)"
        var from = "FROM \(SQL.identifier(source.leadingTable)) AS \(Self.link)"
        // The alias keeps the row's own table apart from that of its members, which may be the same.
        if let read = source.read, let memberKey = read.memberKey { from += " \(join(read.table, by: memberKey))" }
        let alias = source.read?.memberKey == nil ? Self.link : Self.member
        return "(SELECT \(value(of: alias)) \(from) WHERE \(Self.link).\(keyColumn) = \(own)\(filter(on: alias)))"
    }

    /// What rows come to that have a name.
    private func value(of alias: String?) -> String {
        guard let read = source.read, let name = read.column else { return "count(*)" }
        let column = (alias.map { "\($0)." } ?? "") + SQL.identifier(name)
        switch source.function {
        case .count: return "count(\(column))"
        case .sum: return read.isReal ? "total(\(column))" : "coalesce(sum(\(column)), 0)"
        case .average:
            if read.isReal { return "avg(\(column))" }
            // Exact up to the division, whatever the order of the rows.
            let divisor = (0..<read.scale).reduce("1") { text, _ in text + "0" }
            return "sum(\(column)) / (count(\(column)) * \(divisor).0)"
        case .min: return "min(\(column))"
        case .max: return "max(\(column))"
        }
    }

    /// The condition on members, after another one.
    private func filter(on row: String?) -> String {
        source.read?.filter?.triggerExpression(on: row).map { " AND \($0)" } ?? ""
    }

    // MARK: Rows that lead to one

    /// The columns of rows that lead to one whose change means something.
    private var watched: [String] {
        let others = source.read.map { read in read.memberKey.map { [$0] } ?? read.columns } ?? []
        return ([source.key] + others.filter { $0 != source.key }).map(SQL.identifier)
    }

    /// Whether a row leads anywhere; nil where each does.
    private func leads(_ row: String) -> String? { source.isKeyNullable ? "\(row).\(keyColumn) IS NOT NULL" : nil }

    private var whenAdded: String? {
        // A row that leads to itself is counted by its own trigger.
        let isOwn = column.table == source.leadingTable && !source.isRecomputed
        return isOwn ? "NEW.\(keyColumn) <> NEW.\(Self.rowKey)" : leads("NEW")
    }

    private var whenChanged: String {
        watched.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
    }

    private func change(_ row: String, _ sign: String) -> String {
        let owner = "\(row).\(keyColumn)"
        if source.isRecomputed { return update(to: whole(of: owner), where: "= \(owner)") }
        var (value, condition) = ("1", "= \(owner)")
        if let read = source.read, let column = read.column {
            let new = "\(row).\(SQL.identifier(column))"
            if source.function == .count {
                if read.isNullable { condition += " AND \(new) IS NOT NULL" }
            } else {
                value = read.isNullable ? "coalesce(\(new), 0)" : new
            }
        }
        return update(to: "\(name) \(sign) \(value)", where: condition + filter(on: row), isWhole: false)
    }

    // MARK: Members that are connected in another table

    private var memberTriggers: [TriggerStatement] {
        guard let read = source.read, let memberKey = read.memberKey else { return [] }
        let join = SQL.identifier(source.leadingTable)
        let owners = "IN (SELECT \(keyColumn) FROM \(join) WHERE \(SQL.identifier(memberKey)) = NEW.\(Self.rowKey))"
        let change = update(to: whole(of: "\(SQL.identifier(column.table)).\(Self.rowKey)"), where: owners)
        let columns = read.columns.map(SQL.identifier)
        return [
            // Connections may be written before what they connect.
            TriggerStatement(
                name: column.triggerName("member_insert"), event: "AFTER INSERT", table: read.table,
                condition: read.column.map { "NEW.\(SQL.identifier($0)) IS NOT NULL" }, statements: [change]),
            TriggerStatement(
                name: column.triggerName("member_update"), event: "AFTER UPDATE OF \(columns.joined(separator: ", "))", table: read.table,
                condition: columns.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR "), statements: [change]),
        ]
    }

    // MARK: The row itself

    /// A save writes rows in any order, and keys are checked when it ends: what leads to a row may have come before it.
    private var ownTrigger: TriggerStatement {
        let key = "NEW.\(Self.rowKey)"
        let differs =
            "NEW.\(name) IS NOT \(source.beginsWithZero ? "0" : "NULL")"
                + " OR EXISTS (SELECT 1 FROM \(SQL.identifier(source.leadingTable)) WHERE \(keyColumn) = \(key))"
        let condition = column.kinds.map { "\(FetchLayout.condition(ofKinds: $0, row: "NEW"))\n  AND (\(differs))" } ?? differs
        return TriggerStatement(
            name: column.triggerName("new"), event: "AFTER INSERT", table: column.table, condition: condition,
            statements: [update(to: whole(of: key), where: "= \(key)", isWhole: false)])
    }

    // MARK: Parts

    /// The whole value for the row of a key.
    private func whole(of owner: String) -> String {
        let leading = SQL.identifier(source.leadingTable)
        guard let read = source.read, let memberKey = read.memberKey else {
            return "(SELECT \(value(of: nil)) FROM \(leading) WHERE \(keyColumn) = \(owner)\(filter(on: nil)))"
        }
        return """
            (
                SELECT \(value(of: Self.member))
                FROM \(leading) AS \(Self.link) \(join(read.table, by: memberKey))
                WHERE \(Self.link).\(keyColumn) = \(owner)\(filter(on: Self.member))
              )
            """
    }

    private func join(_ table: String, by memberKey: String) -> String {
        "JOIN \(SQL.identifier(table)) AS \(Self.member)"
            + " ON \(Self.member).\(FetchLayout.keyColumn) = \(Self.link).\(SQL.identifier(memberKey))"
    }

    private func update(to value: String, where key: String, isWhole: Bool = true) -> String {
        column.update(to: value, where: "\(Self.rowKey) \(key)", isWhole: isWhole)
    }
}
