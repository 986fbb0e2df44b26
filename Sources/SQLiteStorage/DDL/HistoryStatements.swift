import Predicates
public import SQLiteAccess

extension HistoryLayout {
    /// What makes the tables of the history, and the triggers that record changes.
    public var statements: [DDLStatement] { tableStatements + triggerStatements }

    /// What makes the tables.
    var tableStatements: [DDLStatement] {
        let comments = [
            "Every change of a row, in the order of the commits.",
            "Which changes a context has written in one transaction.",
            "Up to which change each reader has seen the history.",
        ]
        return zip(comments, Self.definitions).map { DDLStatement(comment: $0, sql: $1.sql) }
    }

    /// The tables as SQL defines them.
    public static let definitions: [TableDefinition] = [
        // Without AUTOINCREMENT, which costs a second write for each change: the newest change is never purged, so no token is
        // given twice.
        TableDefinition(
            changes,
            [
                .init("token", "INTEGER", key: .plain), .init("operation", "TEXT", isNullable: false),
                .init("entity", "TEXT", isNullable: false), .init("id", "INTEGER", isNullable: false), .init("properties", "TEXT"),
                .init("former_keys", "TEXT"), .init("preserved", "TEXT"),
            ]),
        TableDefinition(
            transactions,
            [
                .init("last_token", "INTEGER", key: .plain), .init("first_token", "INTEGER", isNullable: false),
                .init("writer", "INTEGER", isNullable: false), .init("time", "REAL", isNullable: false), .init("author", "TEXT"),
                .init("context", "TEXT"),
            ]),
        TableDefinition(readers, [.init("name", "TEXT", key: .plain), .init("token", "INTEGER", isNullable: false)]),
    ]

    /// What makes the triggers.
    var triggerStatements: [DDLStatement] {
        (tables.flatMap(\.triggers) + joinTables.flatMap(\.triggers)).map { DDLStatement(sql: $0.sql) }
    }

    /// The name of a trigger. No name of a model begins with an underscore, so no other trigger has it.
    fileprivate static func triggerName(_ table: String, _ event: String) -> String { "\(changes)__\(table)__\(event)" }

    /// A statement that records a change.
    fileprivate static func record(
        _ operation: String, entity: String, id: String, properties: String? = nil, formerKeys: String? = nil,
        preserved: String? = nil
    ) -> String {
        let fields = [
            ("operation", SQL.literal(operation)), ("entity", entity), ("id", id), ("properties", properties), ("former_keys", formerKeys),
            ("preserved", preserved),
        ].compactMap { name, value in value.map { (name: name, value: $0) } }
        let values = fields.map(\.value).joined(separator: ", ").replacing(" \n", with: "\n")
        return "INSERT INTO \(changes) (\(fields.map(\.name).joined(separator: ", ")))\n  VALUES (\(values))"
    }
}

extension HistoryLayout.RecordedTable {
    fileprivate var triggers: [TriggerStatement] {
        let key = FetchLayout.keyColumn
        let identity = [key] + (entity == nil ? [FetchLayout.entityColumn] : [])
        let isOther = identity.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
        let isSame = identity.map { "OLD.\($0) IS NEW.\($0)" }.joined(separator: " AND ")
        let deletion = HistoryLayout.record(
            "delete", entity: kind("OLD"), id: "OLD.\(key)", formerKeys: formerKeys(),
            preserved: preservedValues)
        let insertion = HistoryLayout.record("insert", entity: kind("NEW"), id: "NEW.\(key)")
        var triggers = [
            TriggerStatement(name: name("insert"), event: "AFTER INSERT", table: name, statements: [insertion]),
            TriggerStatement(name: name("delete"), event: "AFTER DELETE", table: name, statements: [deletion]),
            // Only plain SQL gives a row another key: it is another object then.
            TriggerStatement(
                name: name("replace"), event: "AFTER UPDATE OF \(identity.joined(separator: ", "))", table: name,
                condition: isOther, statements: [deletion, insertion]),
        ]
        if !columns.isEmpty {
            let changed = columns.map { Self.differs($0.name) }
            triggers.append(
                TriggerStatement(
                    name: name("update"), event: "AFTER UPDATE", table: name,
                    condition: "\(isSame)\n  AND (\(changed.nested(by: "\n    OR ")))",
                    statements: [
                        HistoryLayout.record(
                            "update", entity: kind("NEW"), id: "NEW.\(key)",
                            properties: "\n    " + changedProperties.nested(by: "\n    || "),
                            formerKeys: formerKeys { "CASE WHEN OLD.\($0) IS NOT NEW.\($0)\n      THEN \($1) ELSE '' END" })
                    ]))
        }
        return triggers
    }

    fileprivate static func differs(_ column: String) -> String {
        "OLD.\(SQL.identifier(column)) IS NOT NEW.\(SQL.identifier(column))"
    }

    private func name(_ event: String) -> String { HistoryLayout.triggerName(name, event) }

    private func kind(_ row: String) -> String { entity.map(SQL.literal) ?? "\(row).\(FetchLayout.entityColumn)" }

    /// For each property its name, or nothing if its columns have not changed.
    private var changedProperties: [String] {
        // Several columns may store one property: the key of an owner and the place among its members.
        var conditions: [(property: String, columns: [String])] = []
        for column in columns {
            let condition = Self.differs(column.name)
            if let place = conditions.firstIndex(where: { $0.property == column.property }) {
                conditions[place].columns.append(condition)
            } else {
                conditions.append((column.property, [condition]))
            }
        }
        return conditions.map { property, columns in
            // Faster than iif().
            "CASE WHEN \(columns.joined(separator: "\n      OR ")) THEN \(SQL.literal(property + " ")) ELSE '' END"
        }
    }

    /// The old keys of to-one relationships, each behind its name; nil if the table has none.
    /// - Parameter guarded: makes the SQL for a column from that for its text.
    private func formerKeys(_ guarded: (_ column: String, _ text: String) -> String = { $1 }) -> String? {
        let keys = columns.filter(\.isKey).map { column in
            let name = SQL.identifier(column.name)
            return guarded(name, "coalesce(\(SQL.literal(column.property + " ")) || OLD.\(name) || ' ', '')")
        }
        return keys.isEmpty ? nil : "\n    " + keys.nested(by: "\n    || ")
    }

    /// The preserved values of a deleted row as a JSON object; nil if the model preserves none.
    private var preservedValues: String? {
        let fields = preserved.map { column -> String in
            let value = "OLD.\(SQL.identifier(column.name))"
            let form =
                switch column.type {
                case .integer, .text: value
                // JSON has no data, and SQLite writes fewer digits of a number than it has.
                case .blob: "hex(\(value))"
                case .real: "printf('%!.17g', \(value))"
                }
            let isThere = [.integer, .text].contains(column.type) ? [] : ["\(value) IS NOT NULL"]
            let isOfKind = column.kinds.map { [FetchLayout.condition(ofKinds: $0, row: "OLD")] } ?? []
            let conditions = isOfKind + isThere
            let guarded = conditions.isEmpty ? form : "CASE WHEN \(conditions.joined(separator: " AND ")) THEN \(form) END"
            return "\(SQL.literal(column.property)), \(guarded)"
        }
        // A function has at most 127 arguments.
        let objects = fields.chunks(of: 60).map { "json_object(\n      \($0.joined(separator: ",\n      ")))" }
        return objects.count > 1 ? "\n    json_array(\(objects.joined(separator: ", ")))" : objects.first.map { "\n    " + $0 }
    }
}

extension HistoryLayout.RecordedJoinTable {
    fileprivate var triggers: [TriggerStatement] {
        if ends.isEmpty { return [] }
        // Moving a connection is a change of both its old and its new rows.
        var triggers = [
            TriggerStatement(
                name: HistoryLayout.triggerName(name, "insert"), event: "AFTER INSERT", table: name,
                statements: ends.map { $0.record("NEW") }),
            TriggerStatement(
                name: HistoryLayout.triggerName(name, "delete"), event: "AFTER DELETE", table: name,
                statements: ends.map { $0.record("OLD") }),
            TriggerStatement(
                name: HistoryLayout.triggerName(name, "update"),
                event: "AFTER UPDATE OF \(keys.map(SQL.identifier).joined(separator: ", "))", table: name,
                condition: keys.map(HistoryLayout.RecordedTable.differs).joined(separator: " OR "),
                statements: ends.flatMap { [$0.record("OLD"), $0.record("NEW")] }),
        ]
        if !positions.isEmpty {
            triggers.append(
                TriggerStatement(
                    name: HistoryLayout.triggerName(name, "order"),
                    event: "AFTER UPDATE OF \(positions.map(SQL.identifier).joined(separator: ", "))", table: name,
                    condition: positions.map(HistoryLayout.RecordedTable.differs).joined(separator: " OR "),
                    statements: ends.map { $0.record("NEW") }))
        }
        return triggers
    }
}

extension HistoryLayout.RecordedJoinTable.End {
    /// Records a change of the relationship, unless the row itself is gone.
    fileprivate func record(_ row: String) -> String {
        let kind = entity.map(SQL.literal) ?? FetchLayout.entityColumn
        return """
            INSERT INTO \(HistoryLayout.changes) (operation, entity, id, properties)
              SELECT 'update', \(kind), \(FetchLayout.keyColumn), \(SQL.literal(relationship + " "))
              FROM \(SQL.identifier(table)) WHERE \(FetchLayout.keyColumn) = \(row).\(SQL.identifier(column))
            """
    }
}

extension [String] {
    /// The texts with an operator between them. SQLite allows expressions of 1,000 levels, so long lists are nested.
    fileprivate func nested(by separator: String) -> String {
        let size = 100
        if count <= size { return joined(separator: separator) }
        return chunks(of: size).map { "(\($0.joined(separator: separator)))" }.joined(separator: separator)
    }

    fileprivate func chunks(of size: Int) -> [ArraySlice<String>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
