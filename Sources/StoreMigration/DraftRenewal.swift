public import SQLiteAccess

/// Recreates the store of an older draft without its data, for use during the development of a model.
public struct DraftRenewal {
    private let connection: SQLiteConnection

    /// - Parameter connection: a connection of its own, with no transaction open.
    public init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Removes everything, and makes the store that `ddl` says, in one transaction.
    /// - Parameters:
    ///   - hash: the hash of the draft to discard. A store with another hash, which another process created meanwhile, stays
    ///     unchanged, and so does a store of a frozen version.
    /// - Throws: ``MigrationError``
    public func run(givingUp hash: String, for ddl: String, busyTimeout: Double) throws {
        do {
            connection.setBusyTimeout(busyTimeout)
            try connection.execute("PRAGMA foreign_keys = OFF")
            guard try connection.rows("PRAGMA foreign_keys") == [["0"]] else { throw MigrationError.foreignKeysOn }
            // A store that was opened is on the disk, as after a migration.
            try connection.execute("PRAGMA synchronous = EXTRA")
            let end = try TransactionEnd(connection)
            defer { end.rollBackIfOpen() }
            try connection.execute("BEGIN IMMEDIATE")
            let record = try StoreRecord(reading: connection)
            if let record, record.isDraft, record.hash == hash {
                try removeAll()
                try connection.execute(ddl)
                try end.commit()
            }
        } catch {
            throw (error as? SQLiteError).map { MigrationError($0) } ?? error
        }
    }

    private func removeAll() throws {
        for kind in ["TRIGGER", "VIEW"] {
            for row in try connection.rows("SELECT name FROM sqlite_schema WHERE type = '\(kind.lowercased())'") {
                try connection.execute("DROP \(kind) \(SQL.identifier(row[0] ?? ""))")
            }
        }
        // Virtual tables take those along in which they keep what they hold.
        let tables = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = '"
        for kind in ["virtual", "table"] {
            for row in try connection.rows("\(tables)\(kind)' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'") {
                try connection.execute("DROP TABLE \(SQL.identifier(row[0] ?? ""))")
            }
        }
        // Keys begin from 1 again.
        if try !connection.rows("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").isEmpty {
            try connection.execute("DELETE FROM sqlite_sequence")
        }
    }
}
