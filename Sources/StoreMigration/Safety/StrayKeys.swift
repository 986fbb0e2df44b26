import SQLiteAccess

/// Keys that lead to no row of a table whose rows get new keys: after that, such a key could be that of another row.
public struct StrayKeys: Sendable, Hashable, CustomStringConvertible {
    /// The table that has the keys, and their column, by the names of the old version.
    public var table: String
    public var column: String
    /// The table that they lead to.
    public var destination: String
    /// One of the rows with such a key, and the key.
    public var row: Int64
    public var key: Int64
    /// How many there are.
    public var count: Int

    public var description: String {
        let others = count > 1 ? "; \(count - 1) more such \(count == 2 ? "key leads" : "keys lead") nowhere" : ""
        return "row \(row) of '\(table)' has '\(column)' \(key), and '\(destination)' has no such row\(others). The rows of "
            + "'\(destination)' get new keys; this step changed nothing"
    }

    /// Looks for them before an operation runs that gives rows new keys.
    /// - Throws: ``MigrationError/strayKeys(_:)``, or `SQLiteError`
    static func check(before operation: Operation, _ connection: SQLiteConnection) throws {
        guard case .raiseKeys(let raising) = operation, let destination = raising.offset.raisedTable else { return }
        let keys = try connection.rows("SELECT \"from\", \"table\" FROM pragma_foreign_key_list(\(SQL.literal(raising.table)))")
        if raising.column != "_id" {
            // Without a constraint a key may lead nowhere. One that its table has given stays apart from all others.
            let isConstrained = keys.contains { $0[0]?.lowercased() == raising.column.lowercased() }
            let given = "BETWEEN 1 AND (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = \(SQL.literal(destination)))"
            let condition = isConstrained || raising.rows != nil ? "" : " AND \(SQL.identifier(raising.column)) NOT \(given)"
            return try refuse(raising.column, of: raising.table, to: destination, where: condition, connection)
        }
        // The rows that get new keys take their own keys along.
        for key in keys {
            // Those within the table have been looked at and changed.
            guard let column = key[0], let parent = key[1], parent.lowercased() != raising.table.lowercased() else { continue }
            try refuse(
                column, of: raising.table, to: parent, where: raising.rows.map { " AND _id IN (\($0.query))" } ?? "", connection)
        }
    }

    private static func refuse(
        _ column: String, of table: String, to destination: String, where condition: String, _ connection: SQLiteConnection
    ) throws {
        let (key, name) = (SQL.identifier(column), SQL.identifier(table))
        let stray = "\(name) WHERE \(key) IS NOT NULL AND \(key) NOT IN (SELECT _id FROM \(SQL.identifier(destination)))"
            + condition
        let found = try connection.rows("SELECT _id, \(key), (SELECT count(*) FROM \(stray)) FROM \(stray) LIMIT 1")
        guard let first = found.first, let row = first[0].flatMap({ Int64($0) }), let value = first[1].flatMap({ Int64($0) }) else { return }
        throw MigrationError.strayKeys(
            .init(table: table, column: column, destination: destination, row: row, key: value, count: first[2].flatMap { Int($0) } ?? 1))
    }
}
