import SQLiteStorage

extension StorageSchema {
    /// The statements that create tables, and all others: indexes are created faster, and triggers do nothing, after the rows. What
    /// triggers compute is computed before they exist.
    package var statementsAroundRows: (tables: [String], rest: [String]) {
        let all = statements.map(\.sql)
        let tables = all.filter { $0.hasPrefix("CREATE TABLE") }
        let indexes = all.filter { $0.hasPrefix("CREATE INDEX") || $0.hasPrefix("CREATE UNIQUE INDEX") }
        let others = all.filter { !tables.contains($0) && !indexes.contains($0) }
        return (tables, indexes + derivedColumns.compactMap(\.recomputation) + others)
    }
}
