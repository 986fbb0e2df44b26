public import Foundation
import SQLiteAccess

/// Which changes a purge removes.
public enum HistoryPurgeRule: Sendable, Hashable {
    /// Those that every registered reader has seen; all without readers.
    case seenByEveryReader
    /// Those up to the last transaction of a context before a time, also if a reader has not seen them.
    case before(Date)
    /// All but a number of the newest, also if a reader has not seen them.
    case keepingNewest(Int)
}

/// What a purge has done.
public struct HistoryPurge: Sendable, Hashable {
    /// The number of removed changes.
    public let removedCount: Int
    /// The readers that have not seen all changes, by their names. They keep the history long, or have lost changes.
    public let laggingReaders: [HistoryReaderStatus]
}

extension ChangeHistory {
    /// Removes old changes. The newest change always stays, because it holds the number of the next one.
    /// - Parameter rule: which changes are removed.
    /// - Returns: how many were removed, and the readers that lag.
    /// - Throws: ``HistoryError``; ``StoreError``
    @discardableResult
    public func purge(_ rule: HistoryPurgeRule = .seenByEveryReader) throws -> HistoryPurge {
        try writing { executor in
            let newest = try HistoryRecorder.newest(executor)
            let last = min(try lastRemoved(by: rule, newest, executor), newest - 1)
            try executor.run("DELETE FROM _trellis_history WHERE token <= ?", last)
            let count = executor.changesCount
            try executor.run("DELETE FROM _trellis_history_transaction WHERE last_token <= ?", last)
            return HistoryPurge(
                removedCount: count, laggingReaders: try HistoryReaderStatus.all(executor).filter { $0.unseenCount > 0 })
        }
    }

    private func lastRemoved(by rule: HistoryPurgeRule, _ newest: Int64, _ executor: StatementExecutor) throws -> Int64 {
        switch rule {
        case .seenByEveryReader:
            return try executor.integer("SELECT coalesce(min(token), ?) FROM _trellis_history_reader", newest) ?? newest
        case .before(let date):
            let sql = "SELECT coalesce(max(last_token), 0) FROM _trellis_history_transaction WHERE time < ?"
            return try executor.query(sql, [SQLiteValue.real(date.timeIntervalSinceReferenceDate)]) { row in
                try row.step() ? row.integer(at: 0) : 0
            }
        case .keepingNewest(let count):
            return newest - Int64(max(0, count))
        }
    }
}
