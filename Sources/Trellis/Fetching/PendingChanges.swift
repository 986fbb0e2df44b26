import SQLiteAccess

/// Puts what a query finds in the store together with what the context has changed.
///
/// Where nothing that the fetch reads was changed, the store's answer stands. Where objects of the fetched entity were, these are
/// judged in memory, and the rest by the store. Where objects that its key paths lead through were, everything is judged in
/// memory: any row may have come in or dropped out.
struct PendingChanges {
    private let fetch: ResolvedFetch
    private let context: ManagedObjectContext
    private let store: EntityStore
    private let changedEntities: Set<String>

    /// - Throws: ``StoreError`` where objects that lose a key cannot be loaded.
    init(_ fetch: ResolvedFetch, in context: ManagedObjectContext, _ store: EntityStore) throws {
        self.fetch = fetch
        self.context = context
        self.store = store
        context.releaseLonelyKeys()
        try context.loadCleared(for: fetch.entitiesRead)
        var changed = context.pendingDeletion.entities
        for object in context.inserted where object.state == .inserted { changed.insert(object.store.entity.index) }
        for object in context.updated where object.isUpdated { changed.insert(object.store.entity.index) }
        for object in context.deleted where object.state == .deleted { changed.insert(object.store.entity.index) }
        // An object is one of every entity that its own inherits from.
        changedEntities = Set(changed.flatMap { context.coordinator.model.entities[$0].lineage })
    }

    /// The objects that the fetch asks for.
    /// - Parameter query: asks the store.
    func merged(_ query: (ResolvedFetch) throws -> [ManagedObject]) throws -> [ManagedObject] {
        let touched = changedEntities.intersection(fetch.entitiesRead)
        if touched.isEmpty, !context.hasPendingConnections(in: fetch.joinTablesPassed) { return try query(fetch) }

        let condition = PendingCondition(fetch.condition)
        var wider = fetch
        let found: [ManagedObject]
        if fetch.entitiesPassed.isDisjoint(with: touched), !context.hasPendingConnections(in: fetch.joinTablesPassed) {
            let changed = (context.inserted + context.updated).filter {
                $0.store.entity.isKind(of: store.entity) && ($0.state == .inserted || $0.isUpdated)
            }
            // Each row that the store's answer may have and that is left out of it could have taken the place of another one.
            let leftOut = changed.count { $0.isUpdated } + context.deleted.count + store.registry.doomed.count
            wider.limit = fetch.limit.flatMap {
                let (limit, isTooLarge) = $0.addingReportingOverflow(leftOut)
                return isTooLarge ? nil : limit
            }
            found = try query(wider).filter { $0.state == .saved && !$0.isUpdated } + changed.filter(condition.holds)
        } else {
            wider.limit = nil
            wider.condition = nil
            wider.sort = []
            let stored = try query(wider).filter { $0.state == .saved }
            let new = context.inserted.filter {
                $0.store.entity.isKind(of: store.entity) && $0.state == .inserted
            }
            found = try (stored + new).filter(condition.holds)
        }
        return Array(sorted(found).prefix(fetch.limit ?? .max))
    }

    private func sorted(_ objects: [ManagedObject]) -> [ManagedObject] {
        let keyed = objects.map { object in
            (object: object, values: fetch.sort.map { object.value(at: $0.path) })
        }
        return keyed.sorted { left, right in
            fetch.sort.order(left.values, right.values) ?? (left.object.savingOrder < right.object.savingOrder)
        }.map(\.object)
    }
}

extension ManagedObject {
    /// The order in which objects were saved, new ones after all others.
    fileprivate var savingOrder: (Int, Int64) { key < 0 ? (1, -key) : (0, key) }
}
