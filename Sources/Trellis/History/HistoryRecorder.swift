import Foundation
import GRDB
import SQLiteAccess

/// Records which changes a transaction of a context has written. Triggers of the store record the changes themselves.
struct HistoryRecorder {
    private let executor: StatementExecutor
    private let last: Int64

    private static let selectLast = "SELECT max(token) FROM _trellis_history"
    private static let insert =
        "INSERT INTO _trellis_history_transaction (last_token, first_token, writer, time, author, context) VALUES (?, ?, ?, ?, ?, ?)"

    /// Begins to record within a transaction.
    /// - Throws: `SQLiteError`
    init(_ database: Database) throws {
        executor = StatementExecutor(database)
        last = try Self.newest(executor)
    }

    /// The token of the newest change; 0 without changes.
    /// - Throws: `SQLiteError`
    static func newest(_ executor: StatementExecutor) throws -> Int64 {
        // The column of no row is NULL, which SQLite reads as 0.
        try executor.integer(selectLast) ?? 0
    }

    /// Records the transaction, before its end, if it has changed objects.
    /// - Parameter writer: identifies the container.
    /// - Throws: `SQLiteError`
    func finish(_ stamp: HistoryStamp, by writer: Int64) throws {
        let newest = try Self.newest(executor)
        guard newest > last else { return }
        try executor.run(
            Self.insert, newest, last + 1, writer,
            [.real(Date().timeIntervalSinceReferenceDate), stamp.author.map { .text($0) } ?? .null, stamp.context.map { .text($0) } ?? .null])
    }
}

/// Who writes a transaction.
struct HistoryStamp: Sendable {
    var author: String?
    /// The name of the context.
    var context: String?
}

extension ManagedObjectContext {
    /// What the history records of this context's transactions.
    var historyStamp: HistoryStamp { HistoryStamp(author: transactionAuthor, context: name) }
}
