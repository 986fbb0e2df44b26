import SQLiteAccess

/// The foreign keys of user-defined tables. Migrations keep such tables, and know nothing of their rows: a key that leads to rows which
/// get new keys, or to a table that goes, would lead to other rows or nowhere.
struct OwnReferences {
    private let plan: MigrationPlan

    init(beside plan: MigrationPlan) { self.plan = plan }

    /// - Throws: ``MigrationError/notCarried(kind:name:reason:)`` for a table with such a key.
    func check(_ connection: SQLiteConnection) throws {
        let changed = changedTables
        if changed.isEmpty { return }
        let known = Set(plan.objects.map { $0.lowercased() })
        let keys = try connection.rows(
            """
            SELECT schema.name, list."from", list."table" FROM sqlite_schema AS schema, pragma_foreign_key_list(schema.name) AS list
            WHERE schema.type = 'table' ORDER BY schema.name, list.id, list.seq
            """)
        for row in keys {
            guard let table = row[0], let column = row[1], let destination = row[2], !known.contains(table.lowercased()),
                let reason = changed[destination.lowercased()]
            else { continue }
            throw MigrationError.notCarried(kind: "table", name: table, reason: "its foreign key '\(column)' leads to '\(destination)', \(reason)")
        }
    }

    /// Why keys must not lead to tables, by their names in lower case.
    private var changedTables: [String: String] {
        var reasons: [String: String] = [:]
        for table in plan.tables where table.newName == nil { reasons[table.oldName.lowercased()] = "which the migration removes" }
        for step in plan.steps {
            guard case .raiseKeys(let raising) = step.operation, raising.column == "_id" else { continue }
            reasons[raising.table.lowercased()] = "whose rows get new keys"
        }
        return reasons
    }
}
