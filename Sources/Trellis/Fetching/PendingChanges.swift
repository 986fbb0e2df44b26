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

    /// - Parameter paths: what else is asked of the objects that are found.
    /// - Throws: ``StoreError``
    init(
        _ fetch: ResolvedFetch, reading paths: [ResolvedPath] = [], in context: ManagedObjectContext, _ scope: EntityScope
    ) throws {
        self.fetch = fetch
        self.context = context
        self.scope = scope
        if !context.mayHaveChanges {
            overlay = nil
            return
        }
        let passed = fetch.entitiesPassed.union(paths.flatMap { $0.steps.map(\.destination) })
        context.releaseKeysWithoutInverse()
        try context.loadCleared(for: passed.union([fetch.entity]))
        let overlay = context.overlay(for: TableReads(fetch, with: paths, in: context.coordinator.model.fetchLayout))
        self.overlay = overlay.isEmpty ? nil : overlay
    }
}

extension ManagedObjectContext {
    /// Whether anything is listed that may be a change; most fetches need to know no more.
    fileprivate var mayHaveChanges: Bool {
        !(changeSet.isEmpty && pendingDeletion.isEmpty)
    }

    /// The unsaved rows and connections of the tables that a fetch reads.
    fileprivate func overlay(for reads: TableReads) -> RowOverlay {
        let changes = changeSet.changedObjects
        let rows = coordinator.model.entities.compactMap { root -> RowOverlay.Rows? in
            guard root.root == root.index, let columns = reads.columns[root.descriptor.table] else { return nil }
            let (inserted, updated, deleted) = (
                changes.inserted.filter { $0.scope.entity.root == root.index },
                changes.updated.filter { $0.scope.entity.root == root.index },
                changes.deleted.filter { $0.scope.entity.root == root.index }
            )
            let hidden = registries[root.index].pendingDeletions
            if inserted.isEmpty, updated.isEmpty, deleted.isEmpty, hidden.isEmpty { return nil }
            let kind = root.hierarchy == nil ? [] : [FetchLayout.entityColumn]
            let names = [FetchLayout.keyColumn] + kind + columns.sorted()
            return RowOverlay.Rows(
                of: root.descriptor.table, columns: names,
                replacedKeys: KeyStatements.json(updated.map(\.key) + deleted.map(\.key) + hidden.sorted()),
                rows: (inserted + updated).map { object in names.map(object.unsavedValue) })
        }
        return RowOverlay(
            rows: rows, connections: reads.joinTables.values.compactMap(unsavedConnections), joined: reads.joined)
    }

    /// The connections of a join table that the next save changes; nil if it changes none.
    private func unsavedConnections(in table: FetchLayout.JoinTable) -> RowOverlay.Connections? {
        var (connected, disconnected) = (Set<[Int64]>(), Set<[Int64]>())
        for owner in changeSet.listedOwners {
            for (number, relationship) in owner.scope.entity.inverseSides.numbered {
                guard let join = relationship.join, join.table == table.name, let storage = owner.loadedStorage(number) else { continue }
                // Either end may list a connection.
                func pair(_ member: ManagedObject) -> [Int64] {
                    join.owner == table.owner ? [owner.key, member.key] : [member.key, owner.key]
                }
                connected.formUnion(storage.connected.map(pair))
                disconnected.formUnion(storage.disconnected.map(pair))
            }
        }
        return connected.isEmpty && disconnected.isEmpty
            ? nil : RowOverlay.Connections(of: table, connected: connected, disconnected: disconnected)
    }
}

extension ManagedObject {
    /// The stored form of the value that the object has in a column of its table; NULL for a column of another entity.
    fileprivate func unsavedValue(_ name: String) -> SQLiteValue {
        switch name {
        case FetchLayout.keyColumn: .integer(key)
        case FetchLayout.entityColumn: .text(scope.entity.descriptor.name)
        case FetchLayout.versionColumn: .integer(rowVersion)
        default: scope.entity.columns.firstIndex { $0.name == name }.map { storedValue($0) } ?? .null
        }
    }
}
