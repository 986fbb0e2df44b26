import Predicates
public import SQLiteAccess

extension JoinTable {
    /// What makes the table, its indexes, and the triggers for what keys have no action for.
    public var statements: [DDLStatement] { statementsWithoutTriggers + triggers.map { DDLStatement(sql: $0.sql) } }

    /// What makes the table and its indexes: all that reading it asks for.
    var statementsWithoutTriggers: [DDLStatement] {
        [DDLStatement(comment: comment, sql: createStatement)]
            + indexes.map { DDLStatement(sql: $0.sql) }
    }

    private var comment: String {
        let pair = "Which \(target.entity) is among the '\(source.relationship ?? "")' of which \(source.entity)"
        let mirror = isMirrored ? "; each pair stands here twice, once for each direction" : ""
        return (doc.map { $0 + "\n" } ?? "") + pair + mirror + "."
    }

    public var createStatement: String { createStatement(called: name) }

    /// What makes the table under another name.
    public func createStatement(called name: String) -> String { definition.sql(called: name) }

    /// The table as SQL defines it.
    public var definition: TableDefinition {
        TableDefinition(
            name,
            // Another program's table may have any key, or none.
            (isExisting ? [] : [.init(FetchLayout.keyColumn, "INTEGER", key: .plain)]) + [definition(of: source), definition(of: target)]
                + [source.position, target.position].compactMap { $0.map { .init($0, "INTEGER") } })
    }

    /// Whether another program's file has it.
    private var isExisting: Bool { source.key != nil }

    private func definition(of end: End) -> ColumnDefinition {
        // An action of the key comes before the triggers of its row, which still have to see what was connected.
        let reference = ColumnDefinition.Reference(
            end.table, end.key ?? FetchLayout.keyColumn, onDelete: end.onDelete == .disconnect ? DeleteAction.cascade.rawValue : nil)
        return ColumnDefinition(end.column, "INTEGER", isNullable: false, reference: end.onDelete == .nothing ? nil : reference)
    }

    /// Unique, and both ways round: either end is asked for the members of one object.
    public var indexes: [IndexDefinition] {
        [(source, target), (target, source)].map { first, second in
            IndexDefinition(
                "\(name)__\(first.column)__\(second.column)", on: name, [.init(first.column), .init(second.column)], isUnique: true)
        }
    }

    // MARK: Triggers

    private var triggers: [TriggerStatement] {
        if isExisting { return [] }
        // Both directions of a mirrored one are the same rule.
        let ends = isMirrored ? [(source, target)] : [(source, target), (target, source)]
        return ends.flatMap { triggers(of: $0, connectedWith: $1) } + (isMirrored ? mirrors : [])
    }

    private func triggers(of end: End, connectedWith other: End) -> [TriggerStatement] {
        let connected = "\(SQL.identifier(end.column)) = OLD.\(FetchLayout.keyColumn)"
        let table = SQL.identifier(name)
        switch end.onDelete {
        case .cascade:
            return [
                deleteTrigger("cascade", on: end, [
                    "DELETE FROM \(SQL.identifier(other.table)) WHERE \(FetchLayout.keyColumn) IN"
                        + " (SELECT \(SQL.identifier(other.column)) FROM \(table) WHERE \(connected))",
                    "DELETE FROM \(table) WHERE \(connected)",
                ])
            ]
        case .deny, .nothing:
            // Where both ends go in one transaction, neither stands in the way of the other.
            guard end.onDelete == .deny || other.onDelete == .deny else { return [] }
            return [
                deleteTrigger("release", on: end, [
                    "DELETE FROM \(table) WHERE \(connected) AND NOT EXISTS"
                        + " (SELECT 1 FROM \(SQL.identifier(other.table))"
                        + " WHERE \(FetchLayout.keyColumn) = \(table).\(SQL.identifier(other.column)))"
                ])
            ]
        case .disconnect:
            return []
        }
    }

    /// Keep a counterpart for each row, even one that plain SQL writes.
    private var mirrors: [TriggerStatement] {
        let table = SQL.identifier(name)
        let (first, second) = (SQL.identifier(source.column), SQL.identifier(target.column))
        let counterpart = { (row: String) in "\(first) = \(row).\(second) AND \(second) = \(row).\(first)" }
        return [
            TriggerStatement(
                name: "\(name)__mirror_insert", event: "AFTER INSERT", table: name,
                condition: "NOT EXISTS (SELECT 1 FROM \(table) WHERE \(counterpart("NEW")))",
                statements: ["INSERT INTO \(table) (\(first), \(second)) VALUES (NEW.\(second), NEW.\(first))"]),
            TriggerStatement(
                name: "\(name)__mirror_delete", event: "AFTER DELETE", table: name,
                statements: ["DELETE FROM \(table) WHERE \(counterpart("OLD"))"]),
        ]
    }

    private func deleteTrigger(_ kind: String, on end: End, _ statements: [String]) -> TriggerStatement {
        TriggerStatement(
            name: "\(name)__\(end.column)__\(kind)", event: "AFTER DELETE", table: end.table, statements: statements)
    }
}
