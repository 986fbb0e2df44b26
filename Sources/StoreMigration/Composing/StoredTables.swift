package import SQLiteAccess

/// The tables of a store, as far as composing needs to know them.
package struct StoredTables: Sendable, Hashable {
    /// What is known of a table.
    struct StoredTable: Sendable, Hashable {
        /// The types of its columns, by their names.
        var types: [String: String]
        /// What created it. Each column has a line that begins with two spaces.
        var sql: String

        init(types: [String: String], sql: String) {
            self.types = types
            self.sql = sql
        }

        init(_ definition: TableDefinition) {
            types = Dictionary(definition.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            sql = definition.sql
        }

        /// Whether each row meets what a column demands, because the table demands the same.
        func demands(_ column: ColumnDefinition) -> Bool {
            let line = "\n  \(column.sql)"
            return sql.contains("\(line),\n") || sql.contains("\(line)\n)")
        }

        mutating func add(_ column: ColumnDefinition) {
            types[column.name] = column.type
            // As if it had been created with it.
            sql = sql.replacing("\n)", with: ",\n  \(column.sql)\n)", maxReplacements: 1)
        }
    }

    private(set) var tables: [String: StoredTable]

    /// Reads them.
    /// - Throws: `SQLiteError`
    package init(_ connection: SQLiteConnection) throws {
        var tables = [String: StoredTable]()
        let query =
            "SELECT s.name, s.sql, c.name, c.type FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS c "
            + "WHERE s.type = 'table' AND s.sql LIKE 'CREATE TABLE%'"
        for row in try connection.rows(query) {
            guard let name = row[0], let sql = row[1], let column = row[2] else { continue }
            tables[name, default: StoredTable(types: [:], sql: sql)].types[column] = row[3]
        }
        self.tables = tables
    }

    subscript(name: String) -> StoredTable? {
        get { tables[name] }
        set { tables[name] = newValue }
    }
}
