@preconcurrency import Dispatch
import Foundation

extension PersistentContainer {
    /// Runs `body` off the main actor, with a new context. Changes that `body` has not saved are gone when it returns.
    ///
    /// One piece of work runs after the other, in the order of the calls, on a thread of Dispatch: reading and saving wait for the disk,
    /// which must not block the threads of Swift's tasks. So performed work never conflicts with other performed work. Work that only
    /// reads need not wait for it: see ``performRead(_:)``.
    ///
    /// Objects and the context cannot leave `body`: its result is Sendable, for example an ``ObjectID``.
    /// - Throws: the errors of `body`; ``StoreError`` if no connection can be opened; `CancellationError` if the task was cancelled
    ///   before its turn.
    public func perform<Result: Sendable>(
        _ body: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        try await coordinator.worker.run {
            try Task.checkCancellation()
            return try body(makeContext())
        }
    }

    /// Runs `body` off the main actor, with a new context that only reads. It does not wait for ``perform(_:)``, for saves or for other
    /// reads: as many run at the same time as there are processors.
    ///
    /// Everything that `body` fetches is one state of the store, whatever is saved meanwhile. The write-ahead log grows until `body` ends.
    /// With a rollback journal a save waits for `body`. A store in memory and one of your own have one connection: there `body` waits for
    /// performed work, and two fetches in it may see two states.
    ///
    /// Objects and the context cannot leave `body`. Saves and batches of the context throw ``StoreError/contextOnlyReads``.
    /// - Throws: the errors of `body`; ``StoreError`` if no connection can be opened; `CancellationError` if the task was cancelled
    ///   before its turn.
    public func performRead<Result: Sendable>(
        _ body: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        let worker = coordinator.location.hasReaders ? BackgroundWorker(sharing: coordinator.readThreads) : coordinator.worker
        return try await worker.run {
            try Task.checkCancellation()
            return try makeContext().onlyReading(body)
        }
    }
}

extension ManagedObjectContext {
    /// Lets `body` read one state of the store, if the context has a connection of its own.
    fileprivate func onlyReading<Success>(_ body: (ManagedObjectContext) throws -> Success) throws -> Success {
        onlyReads = true
        guard coordinator.location.hasReaders else { return try body(self) }
        var result: Result<Success, any Error>?
        do {
            try reading { database in
                try database.transaction(.deferred) { _ in result = Result { try body(self) } }
            }
        } catch {
            // The errors of `body` are its own.
            if result == nil { throw coordinator.storeError(error) }
        }
        guard let result else { throw StoreError.closed }
        return try result.get()
    }
}

/// Runs one piece of work after the other off the threads of Swift's tasks.
actor BackgroundWorker {
    private let executor: QueueExecutor

    /// A worker with a queue of its own.
    init(label: String) {
        let queue = DispatchQueue(label: label)
        executor = QueueExecutor { queue.async(execute: $0) }
    }

    /// A worker for one piece of work on threads that it shares with others.
    init(sharing threads: OperationQueue) {
        executor = QueueExecutor { threads.addOperation($0) }
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result {
        try work()
    }
}

/// A queue as an actor's executor. The actor sees to it that its jobs run one after the other.
private final class QueueExecutor: SerialExecutor {
    private let submit: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(_ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.submit = submit
    }

    func enqueue(_ job: UnownedJob) {
        submit { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
