import GRDB

extension Database {
    /// Runs `body` in a transaction, which is committed if `body` returns and rolled back if it throws.
    ///
    /// GRDB's own transactions prepare COMMIT and ROLLBACK when they come to them. Where there is no memory for that, the transaction
    /// stays open, and GRDB stops the program. Here both are prepared before the transaction begins.
    /// - Parameter kind: nil for GRDB's choice: immediate, if the connection can write.
    func transaction<Result>(_ kind: TransactionKind? = nil, _ body: (Database) throws -> Result) throws -> Result {
        let commit = try cachedStatement(sql: "COMMIT TRANSACTION")
        let rollback = try cachedStatement(sql: "ROLLBACK TRANSACTION")
        try beginTransaction(kind)
        do {
            let result = try body(self)
            try commit.execute()
            return result
        } catch {
            // After some errors SQLite has rolled back itself.
            if isInsideTransaction { try? rollback.execute() }
            throw error
        }
    }
}
