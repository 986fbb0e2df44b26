import SQLiteAccess

/// Puts together what a query finds in the store and what the context has changed.
///
/// SQLite answers alone if nothing that the fetch reads has unsaved changes. If something has, SQLite reads unsaved rows in place of
/// the stored ones. So objects with unsaved changes count with their own values, and all others with those of the store: registered
/// objects too, which may have older ones.
struct PendingChanges {
    let fetch: ResolvedFetch
    let context: ManagedObjectContext
    let scope: EntityScope
    /// The unsaved changes that the fetch reads; nil if it reads none.
    let overlay: RowOverlay?

    /// The answer of the file alone.
    init(ofFile fetch: ResolvedFetch, in context: ManagedObjectContext, _ scope: EntityScope) {
        self.fetch = fetch
        self.context = context
        self.scope = scope
        overlay = nil
    }

    /// - Parameters:
    ///   - includesOwn: whether the unsaved changes of the context count. Those of the contexts above it always do: to a child, they are
    ///     what is stored.
    ///   - paths: what else is asked of the objects that are found.
    /// - Throws: ``StoreError``
    init(
        _ fetch: ResolvedFetch, includingOwn includesOwn: Bool = true, reading paths: [ResolvedPath] = [], in context: ManagedObjectContext,
        _ scope: EntityScope
    ) throws {
        self.fetch = fetch
        self.context = context
        self.scope = scope
        if !context.mayHaveChanges(includingOwn: includesOwn) {
            overlay = nil
            return
        }
        let passed = fetch.entitiesPassed.union(paths.flatMap { $0.steps.map(\.destination) })
        try context.prepareAncestors()
        if includesOwn {
            context.releaseKeysWithoutInverse()
            try context.loadCleared(for: passed.union([fetch.entity]))
        }
        let reads = TableReads(fetch, with: paths, in: context.coordinator.model.fetchLayout)
        let overlay = UnsavedRows(of: context, includingOwn: includesOwn).overlay(for: reads)
        self.overlay = overlay.isEmpty ? nil : overlay
    }
}

extension ManagedObjectContext {
    /// Whether unsaved changes may count for a fetch.
    /// - Parameter includesOwn: whether those of the context do.
    func mayHaveChanges(includingOwn includesOwn: Bool) -> Bool {
        (includesOwn ? mayHaveOwnChanges : !pendingDeletion.isEmpty) || hasChangesAbove
    }
}
