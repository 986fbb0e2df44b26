import SQLiteAccess

/// Ends a transaction, with statements that are prepared before it begins: there may be no memory to prepare them later.
struct TransactionEnd {
    private let connection: SQLiteConnection
    private let commitStatement: PreparedStatement
    private let rollbackStatement: PreparedStatement

    /// - Throws: `SQLiteError`
    init(_ connection: SQLiteConnection) throws {
        self.connection = connection
        commitStatement = try connection.prepare("COMMIT")
        rollbackStatement = try connection.prepare("ROLLBACK")
    }

    /// - Throws: `SQLiteError`; the transaction may still be open.
    func commit() throws {
        try commitStatement.raw.run()
    }

    /// - Throws: `SQLiteError`
    func rollBack() throws {
        try rollbackStatement.raw.run()
    }

    /// Rolls back after an error. After some errors SQLite has done so itself. If this fails too, the end of the connection rolls back.
    func rollBackIfOpen() {
        if connection.isInTransaction { try? rollBack() }
    }
}
