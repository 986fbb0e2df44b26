import Foundation
import GRDB

/// The read-only connections of a store's contexts. Connections of released contexts serve new ones.
///
/// Unchecked, because the compiler does not know that the variables are used only while `lock` is held.
final class ReaderPool: @unchecked Sendable {
    private let source: Source
    private let lock = NSLock()
    private var idle: [ReadConnection] = []
    private var lent: [ObjectIdentifier: ReadConnection] = [:]
    private var isClosed = false

    /// Idle connections beyond this number are closed, because each holds a file and a page cache.
    private static let idleLimit = 4

    private enum Source {
        /// Opens a connection for each context.
        case own(@Sendable () throws -> ReadConnection)
        /// A store in memory has one connection, which all share.
        case shared(ReadConnection)
    }

    init(path: String, configuration: Configuration) {
        source = .own { ReadConnection(try DatabaseQueue(path: path, configuration: configuration), usesQueue: false) }
    }

    /// - Parameter open: opens a connection to a cluster.
    init(_ open: @escaping @Sendable () throws -> DatabaseQueue) {
        source = .own { ReadConnection(try open(), usesQueue: true) }
    }

    init(shared queue: DatabaseQueue) {
        source = .shared(ReadConnection(queue, usesQueue: true))
    }

    /// - Throws: ``StoreError/closed``; an error of GRDB.
    func take() throws -> ReadConnection {
        switch source {
        case .shared(let connection):
            try checkOpen()
            return connection
        case .own(let open):
            if let waiting = try lend({ idle.popLast() }) { return waiting }
            let connection = try open()
            _ = try lend { connection }
            return connection
        }
    }

    private func lend(_ connection: () -> ReadConnection?) throws -> ReadConnection? {
        try lock.withLock {
            if isClosed { throw StoreError.closed }
            let connection = connection()
            if let connection { lent[ObjectIdentifier(connection)] = connection }
            return connection
        }
    }

    /// - Throws: ``StoreError/closed``
    func checkOpen() throws {
        if lock.withLock({ isClosed }) { throw StoreError.closed }
    }

    /// Closes all connections, those of existing contexts included, when each has completed its work.
    /// - Throws: the first error of GRDB, after an attempt to close all of them.
    func close() throws {
        let connections = lock.withLock {
            isClosed = true
            return idle + lent.values
        }
        var failure: (any Error)?
        for connection in connections {
            do { try connection.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    func giveBack(_ connection: ReadConnection) {
        guard case .own = source else { return }
        lock.withLock {
            lent[ObjectIdentifier(connection)] = nil
            if !isClosed, idle.count < Self.idleLimit { idle.append(connection) }
        }
    }
}
