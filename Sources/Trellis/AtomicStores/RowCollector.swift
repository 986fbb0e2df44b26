import GRDB
import SQLiteAccess

/// Reads everything that an atomic store saves.
struct RowCollector {
    let tables: [StoredTable]
    let schema: String

    func contents(_ database: Database) throws -> AtomicStoreContents {
        guard let record = try StoreRecord(reading: database) else { throw StoreError.damaged(message: "the store's record is missing") }
        let executor = StatementExecutor(database)
        var header = AtomicStoreHeader(metadata: StoreMetadata(record), tables: tables, schema: schema)
        var rows: [String: [StoredRow]] = [:]
        for (index, table) in tables.enumerated() {
            rows[table.name] = try self.rows(of: table, executor)
            guard !table.isConnection else { continue }
            let last = try executor.integer("SELECT seq FROM sqlite_sequence WHERE name = \(SQL.literal(table.table))")
            header.tables[index].lastID = last ?? 0
        }
        return AtomicStoreContents(header: header, rows: rows)
    }

    private func rows(of table: StoredTable, _ executor: StatementExecutor) throws -> [StoredRow] {
        let names = table.columns.map { SQL.identifier($0.column) }.joined(separator: ", ")
        return try executor.query("SELECT \(names), _id FROM \(SQL.identifier(table.table)) ORDER BY _id") { statement in
            var rows: [StoredRow] = []
            while try statement.step() {
                let values = try table.columns.enumerated().map { index, column in
                    let stored = try statement.value(at: Int32(index)).value
                    guard let value = column.value(stored) else {
                        throw StoreError.unreadableValue(
                            .init(
                                table: table.table, row: statement.integer(at: Int32(table.columns.count)), column: column.column,
                                storageClass: stored.storageClass.rawValue))
                    }
                    return value
                }
                rows.append(StoredRow(values))
            }
            return rows
        }
    }
}
