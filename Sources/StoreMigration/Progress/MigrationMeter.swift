import SQLiteAccess

/// Measures how far a migration is, and reports it.
///
/// It is used on one thread, by the migration that created it.
final class MigrationMeter {
    typealias Amount = MigrationProgress.Amount

    private let report: (MigrationProgress) throws -> Void
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    /// What is ahead: the works before the first statement, and those of each transaction.
    private var parts: [Part] = []
    /// The weight and the amount of everything ahead.
    private var whole = (weight: 0.0, amount: Amount.zero)
    /// The fraction at which `parts` begin, because other ones were planned before them.
    private var base = 0.0
    /// The number of the transaction that the first of `parts` is.
    private var firstStep = 1
    /// The greatest values that were reported.
    private var highest = (fraction: 0.0, done: Amount.zero)
    private var last: MigrationProgress?

    /// What is done one after the other without a commit.
    private struct Part {
        /// Before the first statement, each statement, and after the last one.
        var works: [Work]
        /// The weight and the amount of all parts before it.
        var before: (weight: Double, amount: Amount)
    }

    /// While a store is checked and copied, only bytes are read and written.
    private static let checkFactor = 0.1
    private static let copyFactor = 0.1
    /// The last report alone has the fraction 1.
    private static let almost = 0.999
    /// After how much of the whole, and after which time, the rest can be estimated.
    private static let least = (fraction: 0.02, time: Duration.milliseconds(500))

    init(_ report: @escaping (MigrationProgress) throws -> Void) {
        self.report = report
        start = clock.now
    }

    // MARK: What is ahead

    /// The stages before the first statement.
    enum Stage: Int { case check, copy }

    /// Plans what is ahead. Called again if that changes: then the fraction goes on from where it is.
    /// - Parameters:
    ///   - step: the number of the first transaction, from 1.
    ///   - stages: those before the first statement.
    func plan(_ jumps: [Jump], _ sizes: TableSizes, firstStep step: Int, stages: Set<Stage>) {
        var estimate = WorkEstimate(sizes)
        let bytes = Amount(rows: 0, bytes: sizes.all.bytes)
        let preparation = [
            stages.contains(.check) ? Work(bytes, Self.checkFactor) : Work.nothing,
            stages.contains(.copy) ? Work(bytes, Self.copyFactor) : Work.nothing,
        ].map { Work.untold($0) }
        var lists = [preparation]
        for jump in jumps {
            // Rows are counted before and after, and keys are checked.
            let check = jump.plan.writesRows ? Work.untold(Work(estimate.sizes.all, 0.1)) : .nothing
            lists.append([check] + jump.plan.steps.flatMap { estimate.works(of: $0.operation) } + [check])
        }
        (parts, whole, base, firstStep) = ([], (0, .zero), highest.fraction, step)
        for works in lists {
            parts.append(Part(works: works, before: whole))
            whole = (works.reduce(whole.weight) { $0 + $1.weight }, works.reduce(whole.amount) { $0 + $1.amount })
        }
        // What was done before counts too.
        whole.amount = whole.amount + highest.done
        for index in parts.indices { parts[index].before.amount = parts[index].before.amount + highest.done }
    }

    /// Whether the transactions from a step on are those that were planned.
    func isPlanned(_ count: Int, fromStep step: Int) -> Bool { step >= firstStep && parts.count - 1 == count + step - firstStep }

    // MARK: Reports

    /// Reports a moment before the first statement.
    /// - Parameter share: how much of the stage is done, from 0 to 1.
    func tell(_ progress: MigrationProgress, _ stage: Stage, share: Double) throws {
        try tell(progress, part: 0, place: stage.rawValue, share: share)
    }

    /// Reports a moment within a transaction.
    func tell(_ progress: MigrationProgress) throws {
        let part = progress.step - firstStep + 1
        guard parts.indices.contains(part) else { return try tell(progress, part: parts.count - 1, place: 0, share: 0) }
        let works = parts[part].works
        let expected = works.indices.contains(progress.statement) ? works[progress.statement].amount.rows : 0
        try tell(progress, part: part, place: progress.statement, share: expected > 0 ? min(Double(progress.rows) / Double(expected), 1) : 0)
    }

    private func tell(_ progress: MigrationProgress, part: Int, place: Int, share: Double) throws {
        var (weight, done) = (0.0, highest.done)
        if parts.indices.contains(part) {
            let part = parts[part]
            (weight, done) = part.before
            for work in part.works.prefix(place) { (weight, done) = (weight + work.weight, done + work.amount) }
            if part.works.indices.contains(place) {
                (weight, done) = (weight + part.works[place].weight * share, done + part.works[place].amount.part(share))
            }
        }
        let fraction = base + (1 - base) * (whole.weight > 0 ? weight / whole.weight : 0)
        highest.fraction = max(highest.fraction, min(fraction, Self.almost))
        highest.done = Amount(rows: max(highest.done.rows, done.rows), bytes: max(highest.done.bytes, done.bytes))
        var progress = progress
        (progress.done, progress.total, progress.fraction) = (highest.done, whole.amount, highest.fraction)
        progress.timeLeft = timeLeft
        last = progress
        try report(progress)
    }

    private var timeLeft: Duration? {
        let time = clock.now - start
        guard highest.fraction >= Self.least.fraction, time >= Self.least.time else { return nil }
        return time * ((1 - highest.fraction) / highest.fraction)
    }

    /// Reports the end, when everything is committed. An error cannot stop the migration any more.
    func finish() {
        guard var progress = last else { return }
        (progress.statement, progress.fraction, progress.timeLeft) = (progress.statements + 1, 1, .zero)
        (progress.rows, progress.done, progress.total) = (0, whole.amount, whole.amount)
        progress.purpose = "Done"
        try? report(progress)
    }
}

extension Work {
    /// Work whose rows are not counted: they are read between the statements.
    fileprivate static func untold(_ work: Work) -> Work {
        var work = work
        work.amount = .zero
        return work
    }
}
