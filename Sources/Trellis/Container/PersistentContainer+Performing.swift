@preconcurrency import Dispatch

extension PersistentContainer {
    /// Works off the main actor, with a context of its own: what `body` has not saved when it returns is gone with that.
    ///
    /// The work of all tasks is done one after the other, in the order in which they asked for it, on a thread of Dispatch and
    /// not on one of those that Swift's tasks share: reading and saving wait for the disk. So what is performed never conflicts
    /// with what else is; work that may take long and only reads does better with a context of its own, from ``makeContext()``.
    ///
    /// Objects and the context cannot leave `body`: its result is Sendable, such as an ``ObjectID``.
    /// - Throws: what `body` throws; ``StoreError`` where no connection can be opened; `CancellationError` where the task was
    ///   cancelled before its turn came.
    public func perform<Result: Sendable>(
        _ body: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        try await coordinator.worker.run {
            try Task.checkCancellation()
            return try body(makeContext())
        }
    }
}

/// Does one piece of work after the other on a queue of its own.
actor BackgroundWorker {
    private let executor: QueueExecutor

    init(label: String) {
        executor = QueueExecutor(label: label)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Result: Sendable>(_ work: @Sendable () throws -> Result) rethrows -> Result {
        try work()
    }
}

/// A serial queue of Dispatch as an actor's executor.
private final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}
