import SQLiteAccess

/// Looks before a plan is run whether the file has what the plan goes by, and nothing that it would harm.
struct StoreCheck {
    private let plan: MigrationPlan

    init(_ plan: MigrationPlan) {
        self.plan = plan
    }

    /// - Throws: ``MigrationError``
    func check(_ connection: SQLiteConnection) throws {
        try checkNames(connection)
        try checkColumns(connection)
        do {
            try ForeignKeyViolations.areCheckable(connection)
        } catch let error as SQLiteError where error.primaryCode == 1 {
            throw MigrationError.keysNotChecked(reason: error.message)
        }
    }

    private func checkNames(_ connection: SQLiteConnection) throws {
        let present = try connection.rows("SELECT name FROM sqlite_schema").compactMap { $0[0] }
        let names = Set(present.map { $0.lowercased() })
        if let missing = plan.objects.first(where: { !names.contains($0.lowercased()) }) {
            throw MigrationError.missingObject(name: missing)
        }
        let known = Set(plan.objects.map { $0.lowercased() }).union([StoreRecord.tableOfSaves])
        for name in present where name.lowercased().hasPrefix("_trellis_") && !known.contains(name.lowercased()) {
            throw MigrationError.nameTaken(name: name)
        }
    }

    /// A table that is rebuilt keeps the columns that the plan knows. A missing one would become a text: SQLite reads a name in
    /// double quotes as a text if no such column exists.
    private func checkColumns(_ connection: SQLiteConnection) throws {
        for table in plan.tables where table.isRewritten {
            let present = try connection.rows("SELECT name FROM pragma_table_xinfo(\(SQL.literal(table.oldName)))").compactMap {
                $0[0]
            }
            let known = Set(table.columns.map { $0.oldName.lowercased() })
            if let own = present.first(where: { !known.contains($0.lowercased()) }) {
                throw MigrationError.ownColumn(table: table.oldName, column: own)
            }
            let names = Set(present.map { $0.lowercased() })
            if let missing = table.columns.first(where: { !names.contains($0.oldName.lowercased()) }) {
                throw MigrationError.missingColumn(table: table.oldName, column: missing.oldName)
            }
        }
    }
}
