/// The live results of a context, and what has changed since they were last brought up to date.
///
/// A context has one from its first live result on, and none before: contexts without live results log nothing.
final class ResultsFollower {
    private var followers: [WeakFollower] = []
    private(set) var log = ChangeLog()
    private var isProcessing = false
    /// Whether the loops that wait were woken for what the log has.
    private var hasSignalled = false
    let wakeUp: WakeUp
    private let monitor: ForeignWriteMonitor

    /// How often results may change because their observers edit objects, before the rest has to wait for the next call.
    private static let mostRounds = 100

    private struct WeakFollower {
        weak var follower: (any ResultFollower)?
    }

    init(_ wakeUp: WakeUp, _ monitor: ForeignWriteMonitor) {
        (self.wakeUp, self.monitor) = (wakeUp, monitor)
        monitor.addListener()
    }

    deinit {
        monitor.removeListener()
    }

    func add(_ follower: any ResultFollower) {
        followers.removeAll { $0.follower == nil }
        followers.append(WeakFollower(follower: follower))
    }

    private var entitiesRead: Set<String> {
        followers.reduce(into: []) { $0.formUnion($1.follower?.entitiesRead ?? []) }
    }

    /// Whether no result is in use any more.
    var isUnused: Bool { followers.allSatisfy { $0.follower == nil } }

    /// Notes changes.
    func note(_ change: (inout ChangeLog) -> Void) {
        change(&log)
        if isProcessing || hasSignalled || log.isEmpty { return }
        hasSignalled = true
        wakeUp.signal()
    }

    /// Brings all results up to date and reports their changes. Observers may edit objects; that is reported as well.
    /// - Throws: the first error. Results that failed query again the next time.
    func process(in context: ManagedObjectContext) throws {
        // A call by an observer would report changes within a report.
        if isProcessing { return }
        isProcessing = true
        // After an error the next change wakes the loops again, and nothing before it: they would fail again and again.
        defer { (isProcessing, hasSignalled) = (false, false) }
        var failure: (any Error)?
        for _ in 0..<Self.mostRounds {
            try context.collectChanges(for: entitiesRead)
            if log.isEmpty { break }
            let changes = log
            log = ChangeLog()
            for follower in followers.compactMap(\.follower) {
                do { try follower.follow(changes) } catch { failure = failure ?? error }
            }
        }
        if !log.isEmpty { wakeUp.signal() }
        if let failure { throw failure }
    }
}

/// A result that follows the changes of its context.
protocol ResultFollower: AnyObject {
    /// The names of the entities that the result depends on.
    var entitiesRead: Set<String> { get }

    /// Takes changes in and reports the difference.
    /// - Throws: ``StoreError``; then the result queries again the next time.
    func follow(_ changes: ChangeLog) throws
}

extension ManagedObjectContext {
    /// Brings the live results of the context up to date and reports their changes now.
    ///
    /// Live results are ``FetchedResultsController``s and the streams of ``updates(of:)``. They follow saves, rollbacks, refreshes and
    /// merges at once. Other edits are reported when you call this, or soon if the result belongs to an actor.
    /// - Throws: ``StoreError`` if a row cannot be read. The results query again the next time.
    public func processPendingChanges() throws {
        guard let resultsFollower else { return }
        if resultsFollower.isUnused { return stopFollowing() }
        try resultsFollower.process(in: self)
    }

    /// Lets a result follow the changes of this context.
    func addFollower(_ follower: any ResultFollower) {
        startFollowing().add(follower)
    }

    /// Stops the log if a result that is released was the last.
    func removeFollower() {
        if resultsFollower?.isUnused == true { stopFollowing() }
    }

    private func startFollowing() -> ResultsFollower {
        if let resultsFollower { return resultsFollower }
        let new = ResultsFollower(wakeUp, coordinator.foreignWrites)
        resultsFollower = new
        automaticallyMergesChanges = true
        noteFollowing()
        return new
    }

    private func stopFollowing() {
        resultsFollower = nil
        noteFollowing()
    }

    /// Lets the context's objects know whether changes are logged.
    func noteFollowing() {
        for scope in scopes { scope.isFollowed = resultsFollower != nil }
    }

    /// Logs changes, if there are live results.
    func noteForResults(_ change: (inout ChangeLog) -> Void) {
        resultsFollower?.note(change)
    }

    /// Follows the context after an operation that is complete. An error must not make the operation look as if it had failed, and no
    /// later one either: delegates receive it, and the results query again the next time.
    func followCompleted() {
        reviewObservedObjects()
        try? processPendingChanges()
    }

    /// Reads what live results need from other contexts and processes, and applies the rules of pending deletions.
    fileprivate func collectChanges(for entities: Set<String>) throws {
        try mergeWaitingChanges()
        releaseKeysWithoutInverse()
        try loadCleared(for: entities)
    }
}
