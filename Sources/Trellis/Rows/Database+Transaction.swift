import GRDB
import SQLiteAccess

extension Database {
    /// Runs `body` in a transaction, which is committed if `body` returns and rolled back if it throws.
    /// - Parameter kind: nil for GRDB's choice: immediate, if the connection can write.
    func transaction<Result>(_ kind: TransactionKind? = nil, _ body: (Database) throws -> Result) throws -> Result {
        try transaction(kind, collects: false, deciding: { (try body($0), true) })
    }

    /// Runs `body` in a transaction, which is committed if `body` returns a value, and rolled back if it returns nil or throws.
    ///
    /// A cluster takes the writes together. If one did not change one row, or the database refused it, the result is nil as well.
    func transactionUnlessNil<Result>(_ body: (Database) throws -> Result?) throws -> Result? {
        guard let remote else { return try decided(body) }
        do {
            return try decided(body)
        } catch {
            switch remote.refusal {
            case nil: throw error
            case .writes: return nil
            // The second time the keys are read.
            case .keys: do { return try decided(body) } catch { if remote.refusal == nil { throw error } else { return nil } }
            }
        }
    }

    private func decided<Result>(_ body: (Database) throws -> Result?) throws -> Result? {
        try transaction(nil, collects: true, deciding: { database in
            let result = try body(database)
            return (result, result != nil)
        })
    }

    /// GRDB's own transactions prepare COMMIT and ROLLBACK when they need them. Without memory for that, the transaction stays open,
    /// and GRDB stops the program. Here both are prepared before the transaction begins.
    /// - Parameter body: returns its result, and whether the transaction is committed.
    private func transaction<Result>(
        _ kind: TransactionKind?, collects: Bool, deciding body: (Database) throws -> (result: Result, commits: Bool)
    ) throws -> Result {
        let commit = try cachedStatement(sql: "COMMIT TRANSACTION")
        let rollback = try cachedStatement(sql: "ROLLBACK TRANSACTION")
        let remote = remote
        do {
            // GRDB may fail after BEGIN has run, when it looks for a further statement.
            try beginTransaction(kind)
            try remote?.begin(isWriting: kind != .deferred, collects: collects)
            let (result, commits) = try body(self)
            if commits { try remote?.commit() } else { remote?.rollBack() }
            try (commits ? commit : rollback).execute()
            return result
        } catch {
            remote?.rollBack()
            // After some errors SQLite has rolled back itself. A lack of memory that COMMIT met may fail the next statement as well.
            for _ in 0..<2 where isInsideTransaction { try? rollback.execute() }
            if isOutOfMemory(error) { try reconnectVirtualTables() }
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
    private func reconnectVirtualTables() throws {
        try execute(sql: "PRAGMA writable_schema = RESET")
    }
}
