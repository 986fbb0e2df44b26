import GRDB
import SQLiteAccess

extension Database {
    /// Runs `body` in a transaction, which is committed if `body` returns and rolled back if it throws.
    ///
    /// GRDB's own transactions prepare COMMIT and ROLLBACK when they come to them. Where there is no memory for that, the transaction
    /// stays open, and GRDB stops the program. Here both are prepared before the transaction begins.
    /// - Parameter kind: nil for GRDB's choice: immediate, if the connection can write.
    func transaction<Result>(_ kind: TransactionKind? = nil, _ body: (Database) throws -> Result) throws -> Result {
        let commit = try cachedStatement(sql: "COMMIT TRANSACTION")
        let rollback = try cachedStatement(sql: "ROLLBACK TRANSACTION")
        do {
            // GRDB may fail after BEGIN has run, when it looks for a further statement.
            try beginTransaction(kind)
            let result = try body(self)
            try commit.execute()
            return result
        } catch {
            // After some errors SQLite has rolled back itself. A lack of memory that COMMIT met may fail the next statement as well.
            for _ in 0..<2 where isInsideTransaction { try? rollback.execute() }
            if isOutOfMemory(error) { reconnectVirtualTables() }
            throw error
        }
    }

    private func isOutOfMemory(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.resultCode == .SQLITE_NOMEM
        case let error as SQLiteError: error.code & 0xff == ResultCode.SQLITE_NOMEM.rawValue
        default: false
        }
    }

    /// FTS5 may keep numbers in memory that a rollback does not reset. Later changes on the connection would then fail as if the store
    /// were damaged.
    private func reconnectVirtualTables() {
        try? execute(sql: "PRAGMA writable_schema = RESET")
    }
}
