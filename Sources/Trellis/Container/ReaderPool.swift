import Foundation
import GRDB

/// The read-only connections of a store's contexts; those of contexts that are gone serve new ones.
///
/// Unchecked, because the compiler does not know that `idle` is only touched while `lock` is held.
final class ReaderPool: @unchecked Sendable {
    private let source: Source
    private let lock = NSLock()
    private var idle: [DatabaseQueue] = []

    /// More than this many waiting connections are closed: each holds a file and a page cache.
    private static let idleLimit = 4

    private enum Source {
        case file(String, Configuration)
        /// A store in memory has one connection, which all share.
        case shared(DatabaseQueue)
    }

    init(path: String, configuration: Configuration) {
        source = .file(path, configuration)
    }

    init(shared queue: DatabaseQueue) {
        source = .shared(queue)
    }

    func take() throws -> DatabaseQueue {
        switch source {
        case .shared(let queue):
            return queue
        case .file(let path, let configuration):
            if let waiting = lock.withLock({ idle.popLast() }) { return waiting }
            return try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    func giveBack(_ queue: DatabaseQueue) {
        guard case .file = source else { return }
        lock.withLock {
            if idle.count < Self.idleLimit { idle.append(queue) }
        }
    }
}
