/// The live results of a context, and what has changed since they were last brought up to date.
///
/// A context has one from its first live result on, and none before: contexts without live results log nothing.
final class ResultsFollower {
    private var followers = FollowerList()
    /// The changes since the last report, in parts: a result that is fetched in between follows from the next part on.
    private var logs = [ChangeLog()]
    /// The number of the first part.
    private var firstLog = 0
    private var isProcessing = false
    /// Whether the loops that wait were woken for what the log has.
    private var hasSignalled = false
    /// In a child the rows whose objects may show unsaved values of the contexts above.
    private var inheritedRows: Set<RowIdentity> = []
    let wakeUp: WakeUp
    private let monitor: ForeignWriteMonitor
    /// Whether the context merged automatically before it had live results.
    let mergedBefore: Bool

    /// How often results may change because their observers edit objects, before the rest has to wait for the next call.
    private static let mostRounds = 100

    init(_ wakeUp: WakeUp, _ monitor: ForeignWriteMonitor, mergedBefore: Bool) {
        (self.wakeUp, self.monitor, self.mergedBefore) = (wakeUp, monitor, mergedBefore)
        monitor.addListener()
    }

    deinit {
        monitor.removeListener()
    }

    func add(_ follower: any ResultFollower) {
        followers.add(follower, from: startPart())
    }

    /// Lets a result follow the changes from now on, because it is fetched now.
    func followFromNow(_ follower: any ResultFollower) {
        followers.setStart(of: ObjectIdentifier(follower), startPart())
    }

    func setDependencies(of follower: any ResultFollower, _ dependencies: Set<Dependency>) {
        followers.setDependencies(of: ObjectIdentifier(follower), dependencies)
    }

    /// Starts a part of the log, unless the last one is empty.
    /// - Returns: its number.
    private func startPart() -> Int {
        if !logs[logs.count - 1].isEmpty { logs.append(ChangeLog()) }
        return firstLog + logs.count - 1
    }

    /// Whether a result depends on values that the database derives.
    var readsDerivedValues: Bool { followers.readsDerivedValues }

    var isUnused: Bool { followers.isUnused }

    /// Notes changes.
    func note(_ change: (inout ChangeLog) -> Void) {
        change(&logs[logs.count - 1])
        if isProcessing || hasSignalled || logs[logs.count - 1].isEmpty { return }
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
        for round in 0..<Self.mostRounds {
            try context.collectChanges { followers.entitiesRead }
            if context.parent != nil, round == 0 || !logs.allSatisfy(\.isEmpty) {
                // The log does not have what the contexts above have changed.
                note { $0.noteIncomplete() }
                try takeChangesAbove(in: context)
            }
            if logs.allSatisfy(\.isEmpty) { break }
            for report in prepareReports(&failure) { report() }
        }
        if !logs.allSatisfy(\.isEmpty) { wakeUp.signal() }
        if let failure { throw failure }
    }

    /// Notes that an object of a child has taken values of a context above that are not saved.
    func noteInherited(_ row: RowIdentity) { inheritedRows.insert(row) }

    /// Lets the objects of a child show what the results are about to report of the contexts above: what is changed there, and what was,
    /// because a rollback or an undo has taken it back.
    private func takeChangesAbove(in context: ManagedObjectContext) throws {
        let changed = context.rowsChangedAbove
        inheritedRows.formUnion(changed)
        let kept = try context.takeValuesAbove(of: inheritedRows)
        inheritedRows = changed.union(kept)
    }

    /// Judges the changes for all results before an observer runs, so that all of them see the same state.
    /// - Returns: what changes the results and calls their observers.
    private func prepareReports(_ failure: inout (any Error)?) -> [() -> Void] {
        let (parts, first) = (logs, firstLog)
        (logs, firstLog) = ([ChangeLog()], firstLog + logs.count)
        var concerned: [FollowerList.Concerned] = []
        for start in parts.count == 1 ? [first] : followers.starts(notBefore: first) {
            let log = parts[(start - first)...].dropFirst().reduce(into: parts[start - first]) { $0.add($1) }
            concerned += followers.concerned(by: ChangesByTable(log), from: start, first: first)
        }
        concerned.sort { $0.number < $1.number }
        var reports: [() -> Void] = []
        for result in concerned {
            guard let follower = followers.follower(result) else { continue }
            do {
                let report = try follower.prepare(result.changes)
                followers.setFailed(result.id, false)
                if let report { reports.append(report) }
            } catch {
                followers.setFailed(result.id, true)
                failure = failure ?? error
                reports.append { [weak follower] in follower?.reportFailure(error) }
            }
        }
        return reports
    }
}

/// A result that follows the changes of its context.
protocol ResultFollower: AnyObject {
    /// The names of the entities that the result depends on.
    var entitiesRead: Set<String> { get }

    /// Works out what changes do to the result. No observer is called, and the result stays as it is.
    /// - Returns: what changes the result and reports the difference; nil if the changes do not matter.
    /// - Throws: ``StoreError``; then the result queries again the next time.
    func prepare(_ changes: ChangesByTable) throws -> (() -> Void)?

    /// Reports that the result could not be brought up to date.
    func reportFailure(_ error: any Error)
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

    /// Lets a result follow the changes from now on, because it is fetched now.
    /// - Throws: ``StoreError``
    func followFromNow(_ follower: any ResultFollower) throws {
        // The fetch sees what other contexts have saved.
        try mergeWaitingChanges()
        resultsFollower?.followFromNow(follower)
    }

    /// Notes what a result depends on from now on.
    func setDependencies(of follower: any ResultFollower, _ dependencies: Set<Dependency>) {
        resultsFollower?.setDependencies(of: follower, dependencies)
    }

    /// Stops the log if a result that is released was the last.
    func removeFollower() {
        if resultsFollower?.isUnused == true { stopFollowing() }
    }

    private func startFollowing() -> ResultsFollower {
        if let resultsFollower { return resultsFollower }
        let new = ResultsFollower(wakeUp, coordinator.foreignWrites, mergedBefore: automaticallyMergesChanges)
        resultsFollower = new
        automaticallyMergesChanges = true
        noteFollowing()
        return new
    }

    private func stopFollowing() {
        guard let former = resultsFollower else { return }
        resultsFollower = nil
        if !former.mergedBefore { automaticallyMergesChanges = false }
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
    /// - Parameter entities: the entities that the results read, which only pending deletions need.
    fileprivate func collectChanges(for entities: () -> Set<String>) throws {
        try mergeWaitingChanges()
        releaseKeysWithoutInverse()
        if !pendingDeletion.clears.isEmpty { try loadCleared(for: entities()) }
    }
}
