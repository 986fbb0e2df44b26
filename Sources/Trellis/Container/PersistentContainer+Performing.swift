@preconcurrency import Dispatch

extension PersistentContainer {
    /// Runs `body` off the main actor, with a new context. Changes that `body` has not saved are gone when it returns.
    ///
    /// One piece of work runs after the other, in the order of the calls, on a thread of Dispatch: reading and saving wait for the disk,
    /// which must not block the threads of Swift's tasks. So performed work never conflicts with other performed work. For long reads
    /// use a separate context, from ``makeContext()``.
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
}

/// Runs one piece of work after the other on its own queue.
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
