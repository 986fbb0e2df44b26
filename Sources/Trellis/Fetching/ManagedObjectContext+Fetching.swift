// What this context has changed and not yet saved is seen by all of these: new objects that meet the condition are among what is
// found, deleted ones are not, and order, limit and offset hold for what is returned.
extension ManagedObjectContext {
    /// The objects that a fetch asks for.
    ///
    /// What this context has changed and not yet saved is seen: new objects that meet the condition are among them, deleted ones
    /// are not, and order, limit and offset hold for what is returned.
    /// - Throws: ``StoreError``, also for an earlier failure to load a relationship, and for a path to prefetch that is none;
    ///   `ConditionErrors` where the condition names what the model does not have.
    public func fetch<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> [Root] {
        let scope = try beginFetch(of: Root.self)
        let prefetch = try Prefetch(fetch.prefetch, from: scope.entity, in: coordinator.model)
        let found = try answerOfFile(.objects, to: fetch, scope) { $0.select(scope.entity.selectedColumns) } _: { try self.objects(in: scope, $0) }
        let objects = try found ?? answers(to: fetch, resolved(fetch, scope), scope).objects()
        try prefetch.load(of: objects, in: self)
        try throwRememberedError()
        // All are of the class: its store made them. Copying the list to say so would cost a tenth of a fetch of known objects.
        return unsafeBitCast(objects, to: [Root].self)
    }

    /// All objects of a class, in the order in which they were saved.
    /// - Throws: ``StoreError``
    public func fetchAll<Root: ManagedObject>(_ type: Root.Type) throws -> [Root] {
        try fetch(Fetch<Root>())
    }

    /// The first object of a fetch; nil if no object meets the condition. No other object is read.
    /// - Throws: as `fetch(_:)` does.
    public func first<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> Root? {
        try self.fetch(fetch.limit(min(fetch.limit ?? 1, 1))).first
    }

    /// How many objects a fetch gives, its limit and offset included. No object is made.
    /// - Throws: ``StoreError``; `ConditionErrors`
    public func count<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> Int {
        let scope = try beginFetch(of: Root.self)
        let found = try answerOfFile(.count, to: fetch, scope) { $0.selectCount() } _: { try self.number($0) }
        let count = try found ?? answers(to: fetch, resolved(fetch, scope), scope).count()
        try throwRememberedError()
        return count
    }

    /// Whether a fetch gives any object. No object is made, as by ``count(_:)``.
    /// - Throws: ``StoreError``; `ConditionErrors`
    public func exists<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> Bool {
        try count(fetch.limit(min(fetch.limit ?? 1, 1))) > 0
    }

    /// The identities of the objects that a fetch asks for, in its order; those of objects that are not saved yet are temporary.
    /// No object is made, as by ``count(_:)``.
    /// - Throws: ``StoreError``; `ConditionErrors`
    public func ids<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> [ObjectID] {
        let (scope, resolved) = try resolve(fetch)
        let ids = try answers(to: fetch, resolved, scope).ids()
        try throwRememberedError()
        return ids
    }

    // MARK: For fetches

    /// The beginning of every fetch: throws remembered errors, merges the saves of other contexts, and resolves names.
    func resolve<Root: ManagedObject>(_ fetch: Fetch<Root>) throws -> (scope: EntityScope, fetch: ResolvedFetch) {
        let scope = try beginFetch(of: Root.self)
        return (scope, try resolved(fetch, scope))
    }

    private func resolved<Root: ManagedObject>(_ fetch: Fetch<Root>, _ scope: EntityScope) throws -> ResolvedFetch {
        try ResolvedFetch(fetch.query(of: scope.entity), in: coordinator.model.fetchLayout)
    }

    /// Answers a fetch with or without unsaved changes, as it asks.
    private func answers<Root: ManagedObject>(
        to fetch: Fetch<Root>, _ resolved: ResolvedFetch, _ scope: EntityScope
    ) throws -> PendingChanges {
        try PendingChanges(resolved, includingOwn: fetch.includesPendingChanges, in: self, scope)
    }

    /// What every question to the store begins with.
    func beginFetch(of type: ManagedObject.Type) throws -> EntityScope {
        try throwRememberedError()
        try mergeWaitingChanges()
        return try scope(of: type)
    }
}
