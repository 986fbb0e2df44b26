import SQLiteAccess

/// SQLite's statistics of the values in tables and indexes, from ANALYZE. SQLite removes them with a table or an index that is
/// dropped.
struct Statistics {
    /// The indexes that each table has figures of; an empty name stands for the table itself.
    private let indexes: [String: Set<String>]

    init(_ connection: SQLiteConnection) throws {
        guard try !connection.rows("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").isEmpty else {
            indexes = [:]
            return
        }
        var indexes: [String: Set<String>] = [:]
        for row in try connection.rows("SELECT tbl, idx FROM sqlite_stat1") {
            if let table = row[0] { indexes[table, default: []].insert(row[1] ?? "") }
        }
        self.indexes = indexes
    }

    /// Says ANALYZE for the tables that had figures and have another name or lack some now, and removes those of tables that are gone.
    func restore(_ tables: [TableOutcome], _ connection: SQLiteConnection) throws {
        guard !indexes.isEmpty else { return }
        let later = Dictionary(tables.map { ($0.oldName.lowercased(), $0.newName) }, uniquingKeysWith: { first, _ in first })
        try removeGone(connection)
        let current = try Statistics(connection).indexes
        for (table, known) in indexes.sorted(by: { $0.key < $1.key }) {
            guard let name = later[table.lowercased()] ?? table else { continue }
            // Tables may have exchanged their names.
            if name.lowercased() != table.lowercased() || current[name] != known { try connection.execute("ANALYZE \(SQL.identifier(name))") }
        }
    }

    /// SQLite leaves the figures of a table that had another name when they were made.
    private func removeGone(_ connection: SQLiteConnection) throws {
        let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE name IN ('sqlite_stat1', 'sqlite_stat4')").compactMap { $0[0] }
        for table in tables {
            try connection.execute(
                "DELETE FROM \(table) WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND lower(name) = lower(tbl))")
        }
    }
}
