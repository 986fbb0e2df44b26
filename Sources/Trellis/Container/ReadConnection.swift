import Foundation
import GRDB
import SQLiteAccess

/// A connection that only reads, lent to one context at a time.
///
/// A query of a store in a file does not go through GRDB's queue, which costs as much as a fifth of a lookup: one context uses the
/// connection, and only closing can come from another thread. All else uses the queue: transactions, stores in memory, whose connection
/// is shared, and stores on a cluster, whose remote connection belongs to the queue.
///
/// Unchecked, because the compiler does not know that the variables are used only while `lock` is held, or on the queue once the
/// connection is closed.
final class ReadConnection: @unchecked Sendable {
    private let queue: DatabaseQueue
    private let usesQueue: Bool
    /// Recursive, because an observer of statements may run a fetch.
    private let lock = NSRecursiveLock()
    private var statements: [String: Statement] = [:]
    /// Finding the statement of before again compares two addresses. The table hashes the whole text.
    private var last: (sql: String, statement: Statement)?
    private var isClosed = false

    init(_ queue: DatabaseQueue, usesQueue: Bool) {
        self.queue = queue
        self.usesQueue = usesQueue
    }

    /// Lets `body` read on the queue.
    func read<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
        try queue.unsafeReentrantRead(body)
    }

    /// Lets `body` bind and step a query, and resets it.
    /// - Throws: ``StoreError/closed``; an error of GRDB if SQLite refuses the SQL; the errors of `body`.
    func query<Result>(_ sql: String, _ body: (RawStatement) throws -> Result) throws -> Result {
        if usesQueue { return try queue.unsafeReentrantRead { try $0.query(sql, body) } }
        lock.lock()
        defer { lock.unlock() }
        if isClosed { throw StoreError.closed }
        // Kept here, because `body` may run other queries.
        let owner = try statement(of: sql)
        let statement = RawStatement(owner.sqliteStatement)
        statement.reset()
        defer { statement.reset() }
        return try withExtendedLifetime(owner) { try body(statement) }
    }

    private func statement(of sql: String) throws -> Statement {
        if let last, last.sql == sql { return last.statement }
        let statement: Statement
        if let known = statements[sql] {
            statement = known
        } else {
            statement = try queue.unsafeReentrantRead { try $0.cachedStatement(sql: sql) }
            statements[sql] = statement
        }
        last = (sql, statement)
        return statement
    }

    /// Closes the connection when it has completed its work.
    /// - Throws: an error of GRDB.
    func close() throws {
        if usesQueue { return try queue.close() }
        lock.withLock { isClosed = true }
        // No query begins any more. What runs on the queue may still use the connection.
        queue.unsafeReentrantRead { _ in (statements, last) = ([:], nil) }
        try queue.close()
    }
}
