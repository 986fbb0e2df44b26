import ResultLists

/// The results of a fetch, which stay current: objects in an order, in sections if you like, with reports of each change.
///
/// The results follow edits in the context before and after the save, saves of other contexts, rollbacks, refreshes, deletes by rules,
/// your own SQL through the container, and other processes. Where possible, only changed objects are judged; other fetches run again,
/// and the results are compared by identity.
///
///     let controller = FetchedResultsController(Person.all(), sections: .value(of: \.age), in: context)
///     try controller.performFetch()
///     for try await change in controller.changes { … }
///
/// A controller belongs to the isolation domain of its context. Saves, rollbacks, refreshes and merges are reported at once. Edits are
/// reported by ``ManagedObjectContext/processPendingChanges()``, by a stream that waits for changes, and soon after the edit if the
/// controller was created in an actor. Until a change is reported, the controller shows the results as they were.
///
/// A controller lets its context merge the saves of other contexts automatically.
public final class FetchedResultsController<Entity: ManagedObject> {
    public let managedObjectContext: ManagedObjectContext
    /// The fetch, which ``setFetch(_:sections:)`` replaces.
    public private(set) var fetch: Fetch<Entity>
    /// What divides the results into sections; nil for one section.
    public private(set) var sectionKey: SectionKey<Entity>?
    /// How many objects the controller reads at a time, at least 1.
    public let batchSize: Int
    /// Receives the changes.
    public weak var delegate: (any FetchedResultsControllerDelegate<Entity>)?

    private let keepsSortKeys: Bool
    /// nil before the first fetch.
    private(set) var state: ResultsState? {
        didSet {
            guard let tables = state?.query.tables else { return }
            managedObjectContext.setDependencies(of: self, tables.dependencies)
        }
    }
    private var listeners = ResultsListeners()
    private var batches = HeldBatches()

    /// Creates a controller. It fetches nothing before ``performFetch()``.
    /// - Parameters:
    ///   - fetch: which objects, in what order. Its `prefetch` is loaded with each batch.
    ///   - sections: what divides the results into sections; nil for one section.
    ///   - keepsSortKeys: whether the controller keeps the values that it sorts by. Without them a row costs 24 bytes, and placing an
    ///     object reads up to 20 others.
    ///   - batchSize: how many objects are read at a time.
    ///   - context: the context of the objects.
    ///   - isolation: the actor that the context belongs to. The controller reports edits there soon after they are made. If it is nil,
    ///     call ``ManagedObjectContext/processPendingChanges()``.
    public init(
        _ fetch: Fetch<Entity>, sections: SectionKey<Entity>? = nil, keepsSortKeys: Bool = true, batchSize: Int = 100,
        in context: ManagedObjectContext, isolation: isolated (any Actor)? = #isolation
    ) {
        (self.fetch, sectionKey, self.keepsSortKeys) = (fetch, sections, keepsSortKeys)
        self.batchSize = max(batchSize, 1)
        managedObjectContext = context
        context.addFollower(self)
        context.processAutomatically()
    }

    deinit {
        managedObjectContext.removeFollower()
    }

    // MARK: Fetching

    /// Fetches the results. It reports nothing itself; edits that were pending before are reported first.
    /// - Throws: ``StoreError``; `ConditionErrors` if the fetch or the section key names what the model does not have.
    public func performFetch() throws {
        try managedObjectContext.processPendingChanges()
        state = try newState(fetch, sectionKey)
        listeners.forgetChanges()
    }

    /// Replaces the fetch and the section key, and reports the difference.
    /// - Throws: as ``performFetch()`` does; then the earlier fetch stays.
    public func setFetch(_ fetch: Fetch<Entity>, sections: SectionKey<Entity>?) throws {
        try managedObjectContext.processPendingChanges()
        let new = try newState(fetch, sections)
        (self.fetch, sectionKey) = (fetch, sections)
        guard let old = state else {
            state = new
            return
        }
        let change = ListChange(from: old.snapshot, to: new.snapshot)
        show(isEmpty: change.isEmpty, from: old) {
            state = new
            return change
        }
    }

    /// Replaces the fetch, and reports the difference: `try controller.setFetch(Person.all().where { $0.name.contains(text) })`.
    /// - Throws: as ``performFetch()`` does; then the earlier fetch stays.
    public func setFetch(_ fetch: Fetch<Entity>) throws {
        try setFetch(fetch, sections: sectionKey)
    }

    private func newState(_ fetch: Fetch<Entity>, _ sections: SectionKey<Entity>?) throws -> ResultsState {
        let context = managedObjectContext
        let entity = try context.scope(of: Entity.self).entity
        let query = try ResultsQuery(
            fetch, sections: sections, of: entity, in: context.coordinator.model, readsContent: context.parent != nil)
        try context.followFromNow(self)
        return try ResultsState(query, keepsSortKeys: keepsSortKeys, in: context)
    }

    /// The results.
    /// - Throws: ``StoreError/resultsNotFetched`` before ``performFetch()``.
    var fetched: ResultsState {
        get throws {
            guard let state else { throw StoreError.resultsNotFetched }
            return state
        }
    }

    /// The object of a row, after its batch is loaded.
    /// - Throws: ``StoreError``
    func load(_ key: Int64, batch keys: () -> [Int64], of entity: EntityRuntime) throws -> ManagedObject? {
        let prefetch = try Prefetch(fetch.prefetch, from: entity, in: managedObjectContext.coordinator.model)
        // Hooks of loaded objects may read the controller, so the batches must not be in use.
        var held = batches
        defer { batches = held }
        return try held.object(key, in: managedObjectContext, of: entity, prefetch: prefetch, batch: keys)
    }

    // MARK: Reporting

    /// Changes the results and reports the difference.
    /// - Parameters:
    ///   - isEmpty: whether the change changes nothing that is reported.
    ///   - old: the results before.
    ///   - apply: changes the results.
    private func show(isEmpty: Bool, from old: ResultsState, _ apply: () -> ListChange) {
        if isEmpty {
            let change = apply()
            listeners.note(keys: change.replacedKeys)
            return
        }
        let before = listeners.needsSnapshot ? ResultsBefore(old) : nil
        delegate?.controllerWillChangeContent(self)
        // The delegate may have fetched other results.
        guard state === old else { return }
        let change = apply()
        guard let state else { return }
        let deleted = Set(change.deletedRows.map(\.key))
        let report = FetchedResultsChange(
            change, id: { deleted.contains($0) ? old.id(of: $0) : state.id(of: $0) }, oldName: old.query.name(of:),
            name: state.query.name(of:))
        listeners.note(report, change, before: before)
        managedObjectContext.wakeUp.signal()
        delegate?.report(report, of: self)
    }

    /// Whether a stream has not read a change.
    var hasUnreadChange: Bool { listeners.hasUnreadChange }

    func addListener() -> Int { listeners.add() }

    func removeListener(_ number: Int) { listeners.remove(number) }

    /// The next change that a stream has not read.
    func nextChange(for listener: Int) -> FetchedResultsChange? {
        switch listeners.next(listener) {
        case nil: return nil
        case .change(let change): return change
        case .later(let later):
            guard let state else { return nil }
            let change = ListChange(
                from: later.before.list, to: state.snapshot, updated: later.updated, replaced: later.permanentKeys)
            let report = FetchedResultsChange(
                change, id: { later.before.ids[$0] ?? state.id(of: $0) }, oldName: later.before.sectionName(of:),
                name: state.query.name(of:))
            return report.isEmpty ? nil : report
        }
    }
}

// MARK: - Following changes

extension FetchedResultsController: ResultFollower {
    var entitiesRead: Set<String> { state?.query.fetch.entitiesRead ?? [] }

    func prepare(_ changes: ChangesByTable) throws -> (() -> Void)? {
        guard let state else { return nil }
        do {
            guard let update = try state.update(for: changes, in: managedObjectContext) else { return nil }
            return { [weak self] in
                guard let self, self.state === state else { return }
                self.show(isEmpty: update.changesNothing, from: state) { state.apply(update) }
            }
        } catch {
            state.needsQuery = true
            throw error
        }
    }

    func reportFailure(_ error: any Error) {
        delegate?.controller(self, didFailWith: error)
    }
}
