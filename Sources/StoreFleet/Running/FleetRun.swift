import Foundation
import SQLiteAccess
import StoreMigration

/// The state of a run, which its jobs share.
///
/// Unchecked, because the compiler does not know that the variables are used only while `lock` is held.
final class FleetRun: @unchecked Sendable {
    let order: FleetOrder
    let options: FleetOptions
    let chain: @Sendable (StoreRecord) throws -> MigrationChain
    private let journal: JournalFile?
    private var state: JournalState
    private let isStopped: @Sendable () -> Bool
    private let onProgress: (@Sendable (FleetProgress) -> Void)?
    private let allowed: Int
    private let start = ContinuousClock.now

    private let lock = NSLock()
    private var results: [StoreResult]
    private var (done, failed, continued, restored) = (0, 0, 0, 0)
    private let journalWasCut: Bool
    private var ending: FleetSummary.Ending?
    private var error: FleetError?
    /// The stores of the present group that no job has.
    private var waiting: ArraySlice<Int> = []
    private var isCanary = false

    /// Opens the journal, and reads the outcomes of a run that was killed.
    /// - Parameters:
    ///   - target: the version that the stores are to have, as the journal records it.
    ///   - isStopped: whether the user wants the run to end; asked before each store.
    /// - Throws: ``FleetError``
    init(
        _ stores: [FleetStore], to target: MigrationChain, _ options: FleetOptions, chain: @escaping @Sendable (StoreRecord) throws -> MigrationChain,
        isStopped: @escaping @Sendable () -> Bool, onProgress: (@Sendable (FleetProgress) -> Void)?
    ) throws(FleetError) {
        order = FleetOrder(stores, canary: options.canary)
        (self.options, self.chain, self.isStopped, self.onProgress) = (options, chain, isStopped, onProgress)
        allowed = options.budget.count(of: order.stores.count)
        results = Array(repeating: .notStarted, count: order.stores.count)
        guard let path = options.journalPath else {
            (journal, state, journalWasCut) = (nil, JournalState([]), false)
            return
        }
        let (file, entries, wasCut) = try JournalFile.open(path)
        (journal, state, journalWasCut) = (file, JournalState(entries), wasCut)
        let run = JournalEntry.run(format: JournalEntry.format, model: target.model, version: target.version, hash: target.hash)
        guard let former = state.run else {
            try file.append([run], isDurable: true)
            return
        }
        if former != run, case .run(_, let model, let version, _) = former {
            throw .otherRun(path: path, model: model, version: version)
        }
        for (index, store) in order.stores.enumerated() {
            guard let result = state.results[store.path] else { continue }
            guard Self.isStill(result, of: store.path, target) else {
                restored += 1
                state.forget(store.path)
                continue
            }
            results[index] = result
            (done, continued) = (done + 1, continued + 1)
            if result.isFailure { failed += 1 }
        }
    }

    /// Whether a store has the version that its outcome in the journal says. One that was restored meanwhile has not. A store that cannot
    /// be read is not judged.
    private static func isStill(_ result: StoreResult, of path: String, _ target: MigrationChain) -> Bool {
        switch result {
        case .failed, .notStarted: return true
        case .migrated, .current: break
        }
        guard access(path, F_OK) == 0 else { return false }
        do {
            let connection = try SQLiteConnection(opening: path, readOnly: FileManager.default.fileExists(atPath: path + "-wal"))
            guard let record = try StoreRecord(reading: connection) else { return false }
            return record.version == target.version && record.isDraft == target.isDraft
        } catch {
            return true
        }
    }

    // MARK: Groups and jobs

    /// Begins a group, if nothing has ended the run.
    func begin(group: Int) -> Bool {
        lock.withLock {
            waiting = order.groups[group].filter { results[$0] == .notStarted }[...]
            isCanary = order.hasCanary && group == 0
            // A failure of the part before a kill counts as well.
            if failed > 0, isCanary, order.groups[0].contains(where: { results[$0].isFailure }) { ending = .canary }
            if failed > allowed { ending = ending ?? .budget }
            return !hasEnded
        }
    }

    /// The next stores for a job: several, so that one entry of the journal that has to be on the disk is enough for them. The last ones
    /// of a group are spread over all jobs.
    func next() -> [Int] {
        lock.withLock {
            if hasEnded { return [] }
            let count = min(16, max(1, waiting.count / (max(1, options.jobs) * 2)))
            let batch = waiting.prefix(count)
            waiting = waiting.dropFirst(count)
            return Array(batch)
        }
    }

    /// Whether no other store may begin.
    var isEnding: Bool { lock.withLock { hasEnded } }

    private var hasEnded: Bool {
        if ending == nil, error == nil, isStopped() { ending = .cancelled }
        return ending != nil || error != nil
    }

    // MARK: Outcomes

    /// What a store had when an earlier part of the run began to migrate it.
    func formerStart(of index: Int) -> JournalState.Start? { state.starts[order.stores[index].path] }

    /// Records that stores are about to be migrated, on the disk.
    func recordStarts(_ stores: [(index: Int, record: StoreRecord)]) {
        let entries = stores.map { store in
            JournalEntry.start(path: order.stores[store.index].path, version: store.record.version, hash: store.record.hash)
        }
        if !entries.isEmpty { write(entries, isDurable: true) }
    }

    /// Records an outcome. It need not be on the disk at once: if the entry is lost, the store is read again.
    func record(_ result: StoreResult, of index: Int) {
        write([.done(path: order.stores[index].path, result: result)], isDurable: false)
        let progress = lock.withLock {
            results[index] = result
            done += 1
            if result.isFailure {
                failed += 1
                if isCanary { ending = ending ?? .canary } else if failed > allowed { ending = ending ?? .budget }
            }
            return FleetProgress(
                latest: StoreOutcome(order.stores[index], result), done: done, total: order.stores.count, failed: failed, timeLeft: timeLeft)
        }
        onProgress?(progress)
    }

    private var timeLeft: Duration? {
        let own = done - continued
        guard own >= 10 else { return nil }
        return (ContinuousClock.now - start) * (Double(order.stores.count - done) / Double(own))
    }

    private func write(_ entries: [JournalEntry], isDurable: Bool) {
        do {
            try journal?.append(entries, isDurable: isDurable)
        } catch {
            lock.withLock { self.error = self.error ?? error }
        }
    }

    /// The summary, after the last job has ended.
    /// - Throws: ``FleetError``
    func finish() throws(FleetError) -> FleetSummary {
        if let error = lock.withLock({ error }) { throw error }
        let ending: FleetSummary.Ending = lock.withLock { self.ending } ?? .complete
        // A run that was stopped goes on where it was, like one that was killed.
        if ending != .cancelled { try journal?.append([.end], isDurable: true) }
        return FleetSummary(
            outcomes: zip(order.stores, results).map { StoreOutcome($0, $1) }, ending: ending, continued: continued,
            duplicates: order.duplicates, allowedFailures: allowed, restored: restored, journalWasCut: journalWasCut)
    }
}

extension StoreResult {
    var isFailure: Bool { if case .failed = self { true } else { false } }
}
