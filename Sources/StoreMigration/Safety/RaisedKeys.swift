import SQLiteAccess

/// How much a plan has added to the keys of tables' rows so far, by the names that the tables have now.
struct RaisedKeys {
    private var offsets: [String: Int64] = [:]

    /// Notes an operation, before it runs.
    /// - Throws: `SQLiteError`
    mutating func note(_ operation: Operation, _ connection: SQLiteConnection) throws {
        switch operation {
        case .raiseKeys(let raising) where raising.column == "_id":
            let offset = try connection.rows("SELECT \(raising.offset.sql)").first?[0].flatMap { Int64($0) }
            offsets[raising.table] = offset
        case .renameTable(let old, let new): offsets[new] = offsets.removeValue(forKey: old)
        case .computeRows(let rows): offsets[rows.draft] = offsets[rows.rows.table]
        case .copyAside(let name, let rows): offsets[name] = offsets[rows.table]
        default: break
        }
    }

    /// The key that a row had before the plan.
    /// - Parameter table: its table, as SQL names it.
    func origin(of key: Int64, in table: String) -> Int64 {
        let offset = offsets.first { SQL.identifier($0.key) == table }?.value ?? 0
        // Keys that stayed are no greater than what was added to others: it is at least the greatest key of their table.
        return key > offset ? key - offset : key
    }
}
