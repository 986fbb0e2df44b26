import SQLiteAccess

/// Puts what a query finds in the store together with what the context has changed.
///
/// Where nothing that the fetch reads was changed, the store's answer stands. Where objects of the fetched entity were, these are
/// judged in memory, and the rest by the store. Where objects that its key paths lead through were, everything is judged in
/// memory: any row may have come in or dropped out.
struct PendingChanges {
    let fetch: ResolvedFetch
    let context: ManagedObjectContext
    let scope: EntityScope
    let answer: Answer

    /// Who answers the fetch.
    enum Answer {
        /// The store alone.
        case store
        /// The store, but for rows with some keys, a JSON array; in the place of these there are objects that meet the condition.
        case both(excludedKeys: String, [ManagedObject])
        /// Memory alone: these objects meet the condition.
        case memory([ManagedObject])
    }

    /// - Parameter paths: what else is asked of the objects that are found.
    /// - Throws: ``StoreError``
    init(
        _ fetch: ResolvedFetch, reading paths: [ResolvedPath] = [], in context: ManagedObjectContext, _ scope: EntityScope
    ) throws {
        self.fetch = fetch
        self.context = context
        self.scope = scope
        if !context.mayHaveChanges {
            answer = .store
            return
        }
        let passed = fetch.entitiesPassed.union(paths.flatMap { $0.steps.map(\.destination) })
        context.releaseKeysWithoutInverse()
        try context.loadCleared(for: passed.union([fetch.entity]))
        let changed = context.changedEntities
        if changed.isDisjoint(with: passed), !context.hasPendingConnections(in: fetch.joinTablesPassed) {
            answer = changed.contains(fetch.entity) ? try Self.judgeChanged(fetch, in: context, scope) : .store
        } else {
            answer = .memory(try Self.judgeAll(fetch, reading: paths, in: context, scope))
        }
    }

    private static func judgeChanged(
        _ fetch: ResolvedFetch, in context: ManagedObjectContext, _ scope: EntityScope
    ) throws -> Answer {
        let root = scope.entity.root
        let changes = context.changeSet.changedObjects
        let updated = changes.updated.filter { $0.scope.entity.root == root }
        let deleted = changes.deleted.lazy.filter { $0.scope.entity.root == root }.map(\.key)
        let excluded = updated.map(\.key) + deleted + scope.registry.pendingDeletions.sorted()
        let condition = PendingCondition(fetch.condition)
        return .both(
            excludedKeys: KeyStatements.json(excluded),
            try (changes.inserted + updated).filter { try fetch.isAbout($0, of: scope) && condition.holds(for: $0) })
    }

    private static func judgeAll(
        _ fetch: ResolvedFetch, reading paths: [ResolvedPath], in context: ManagedObjectContext, _ scope: EntityScope
    ) throws -> [ManagedObject] {
        var all = fetch
        (all.condition, all.sort, all.limit, all.offset) = (nil, [], nil, 0)
        let stored = try context.objects(in: scope, all.select(scope.entity.selectedColumns)).filter { $0.state == .saved }
        let new = context.changeSet.insertedObjects.filter { fetch.isAbout($0, of: scope) }
        let objects = stored + new
        // What the condition, sorting and choosing lead through is read with one query for each step, and not object by object.
        let ways = Set((fetch.sort.map(\.path) + paths).map { $0.steps.map(\.relationship).joined(separator: ".") })
            .union(fetch.condition?.relationshipPaths ?? [])
        try Prefetch(ways.subtracting([""]).sorted(), from: scope.entity, in: context.coordinator.model)
            .load(of: objects, in: context)
        return try objects.filter(PendingCondition(fetch.condition).holds)
    }
}

extension ManagedObjectContext {
    /// Whether anything is listed that may be a change; most fetches need to know no more.
    fileprivate var mayHaveChanges: Bool {
        !(changeSet.isEmpty && pendingDeletion.isEmpty)
    }

    /// The names of the entities of which objects have unsaved changes, and of those that these inherit from.
    fileprivate var changedEntities: Set<String> {
        var changed = pendingDeletion.entities
        let objects = changeSet.changedObjects
        for object in [objects.inserted, objects.updated, objects.deleted].joined() { changed.insert(object.scope.entity.index) }
        return Set(changed.flatMap { coordinator.model.entities[$0].lineage })
    }
}

// MARK: - Judging in memory

extension ResolvedFetch {
    /// Whether an object is of an entity whose objects the fetch is about: that of `store`, or one that inherits from it.
    fileprivate func isAbout(_ object: ManagedObject, of scope: EntityScope) -> Bool {
        let entity = object.scope.entity
        return includesSubentities ? entity.isKind(of: scope.entity) : entity === scope.entity
    }
}
