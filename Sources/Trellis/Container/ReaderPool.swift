import Foundation
import GRDB

/// The read-only connections of a store's contexts. Connections of released contexts serve new ones.
///
/// Unchecked, because the compiler does not know that the variables are used only while `lock` is held.
final class ReaderPool: @unchecked Sendable {
    private let source: Source
    private let lock = NSLock()
    private var idle: [DatabaseQueue] = []
    private var lent: [ObjectIdentifier: DatabaseQueue] = [:]
    private var isClosed = false

    /// Idle connections beyond this number are closed, because each holds a file and a page cache.
    private static let idleLimit = 4

    private enum Source {
        /// Opens a connection for each context.
        case own(@Sendable () throws -> DatabaseQueue)
        /// A store in memory has one connection, which all share.
        case shared(DatabaseQueue)
    }

    init(path: String, configuration: Configuration) {
        source = .own { try DatabaseQueue(path: path, configuration: configuration) }
    }

    /// - Parameter open: opens a connection.
    init(_ open: @escaping @Sendable () throws -> DatabaseQueue) {
        source = .own(open)
    }

    init(shared queue: DatabaseQueue) {
        source = .shared(queue)
    }

    /// - Throws: ``StoreError/closed``; an error of GRDB.
    func take() throws -> DatabaseQueue {
        switch source {
        case .shared(let queue):
            try checkOpen()
            return queue
        case .own(let open):
            if let waiting = try lend({ idle.popLast() }) { return waiting }
            let queue = try open()
            _ = try lend { queue }
            return queue
        }
    }

    private func lend(_ queue: () -> DatabaseQueue?) throws -> DatabaseQueue? {
        try lock.withLock {
            if isClosed { throw StoreError.closed }
            let queue = queue()
            if let queue { lent[ObjectIdentifier(queue)] = queue }
            return queue
        }
    }

    /// - Throws: ``StoreError/closed``
    func checkOpen() throws {
        if lock.withLock({ isClosed }) { throw StoreError.closed }
    }

    /// Closes all connections, those of existing contexts included, when each has completed its work.
    /// - Throws: the first error of GRDB, after an attempt to close all of them.
    func close() throws {
        let queues = lock.withLock {
            isClosed = true
            return idle + lent.values
        }
        var failure: (any Error)?
        for queue in queues {
            do { try queue.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    func giveBack(_ queue: DatabaseQueue) {
        guard case .own = source else { return }
        lock.withLock {
            lent[ObjectIdentifier(queue)] = nil
            if !isClosed, idle.count < Self.idleLimit { idle.append(queue) }
        }
    }
}
