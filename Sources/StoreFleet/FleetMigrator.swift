import Dispatch
import Foundation
public import StoreMigration

/// Migrates many stores of one model: in groups, a canary first, several at the same time, until more stores fail than are allowed.
///
/// Each store is migrated as ``StoreMigrator`` does it, and has exactly one version whatever happens. With a journal, a run that was
/// killed goes on where it was: no store is migrated or reported twice.
public struct FleetMigrator: Sendable {
    private let stores: [FleetStore]
    private let target: MigrationChain
    private let options: FleetOptions
    private let chain: @Sendable (StoreRecord) throws -> MigrationChain

    /// - Parameters:
    ///   - stores: the files. A file that several paths lead to is migrated once.
    ///   - chain: the wanted version, and the plans that lead there.
    public init(_ stores: [FleetStore], to chain: MigrationChain, _ options: FleetOptions = .init()) {
        self.init(stores, to: chain, options) { _ in chain }
    }

    /// - Parameter chain: the plans for a store; called from several threads. What it throws is the failure of that store.
    package init(
        _ stores: [FleetStore], to target: MigrationChain, _ options: FleetOptions,
        chain: @escaping @Sendable (StoreRecord) throws -> MigrationChain
    ) {
        (self.stores, self.target, self.options, self.chain) = (stores, target, options, chain)
    }

    /// Migrates the stores.
    /// - Parameter onProgress: hears of each outcome, on the thread that has it.
    /// - Returns: the outcome of each store.
    /// - Throws: ``FleetError``, or `CancellationError` if the task is cancelled. Stores that are being migrated then are completed, large
    ///   ones are stopped; with a journal, the same call goes on.
    @discardableResult
    public func migrate(onProgress: (@Sendable (FleetProgress) -> Void)? = nil) async throws -> FleetSummary {
        let flag = Flag()
        let summary = try await withTaskCancellationHandler {
            try await run(isStopped: { flag.isSet }, onProgress: onProgress)
        } onCancel: {
            flag.set()
        }
        if summary.ending == .cancelled { throw CancellationError() }
        return summary
    }

    /// The outcomes, one after the other, while the stores are migrated. The run begins with the first call, and ends if the task that
    /// iterates is cancelled or gives the sequence up.
    public var progress: AsyncThrowingStream<FleetProgress, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await migrate { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Migrates the stores until `isStopped` says so.
    /// - Throws: ``FleetError``
    package func run(
        isStopped: @escaping @Sendable () -> Bool, onProgress: (@Sendable (FleetProgress) -> Void)? = nil
    ) async throws -> FleetSummary {
        let run = try FleetRun(stores, to: target, options, chain: chain, isStopped: isStopped, onProgress: onProgress)
        // SQLite waits for locks and disks, which must not keep the threads of Swift's tasks.
        let queue = DispatchQueue(label: "trellis.fleet", attributes: .concurrent)
        for group in run.order.groups.indices where run.begin(group: group) {
            await withTaskGroup(of: Void.self) { tasks in
                for _ in 0..<max(1, options.jobs) {
                    tasks.addTask {
                        await withCheckedContinuation { continuation in
                            queue.async {
                                while case let batch = run.next(), !batch.isEmpty { StoreJob(run).migrate(batch) }
                                continuation.resume()
                            }
                        }
                    }
                }
            }
        }
        return try run.finish()
    }
}

/// Something that is set once, by another thread.
///
/// Unchecked, because the compiler does not know that the value is used only while `lock` is held.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
