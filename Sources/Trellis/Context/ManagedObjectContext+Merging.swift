import GRDB

extension ManagedObjectContext {
    /// Shows in this context's objects what another one has saved: values, members, and what is deleted.
    ///
    /// Rows are read from the store as they are now; only objects that the context knows are looked at. Changes of this context
    /// stay. An object of which both have changed the same property, or which others have deleted and this context has changed,
    /// stays as it is: that is a conflict, which the save tells or a ``mergePolicy`` solves.
    /// - Throws: ``StoreError``; then some objects show what was saved, and others what they showed before.
    public func mergeChanges(from changes: SavedChanges) throws {
        if changes.isOf(self) { return }
        var all = ForeignChanges()
        all.add(changes)
        try merge(all)
    }

    /// Whether the context takes over what other contexts of its container save, as ``mergeChanges(from:)`` does: at the beginning
    /// of each `fetch`, `search` and `find`, so in the context's own isolation domain, and between these objects do not change
    /// under one's hands. False in a new context.
    public var automaticallyMergesChanges: Bool {
        get { inbox != nil }
        set {
            if newValue == (inbox != nil) { return }
            inbox = newValue ? SaveInbox(of: token, coordinator.publisher) : nil
        }
    }

    /// Takes over what others have saved, where the context does so by itself.
    func mergeWaitingChanges() throws {
        guard let changes = inbox?.take() else { return }
        do {
            try merge(changes)
        } catch {
            // Otherwise the objects that were not read would stay as they are for good.
            inbox?.putBack(changes)
            throw error
        }
    }

    private func merge(_ changes: ForeignChanges) throws {
        let connected = changes.reconnected.compactMap(known)
        // What triggers keep of an object's members is in its row.
        let kept = connected.filter { $0.scope.entity.hasKeptAttributes }
        let objects = Set(changes.rows.compactMap(known) + kept).filter { $0.state == .saved }
        let known = BaselineIndex(baselines, of: objects.filter(\.isUpdated))
        try inSnapshot { database in
            for object in objects { try merge(object, known[object], in: database) }
        }
        // Others may have led them to what this context is going to delete.
        if !pendingDeletion.clears.isEmpty { releaseCleared(Array(objects)) }
        for object in connected where object.state == .saved || object.state == .deleted {
            for number in object.memberStorages.indices { object.unload(number) }
        }
        try throwRememberedError()
    }

    private func merge(_ object: ManagedObject, _ baselines: [Int: Baseline], in database: Database) throws {
        guard object.state == .saved else { return }
        guard let stored = try object.storedState(in: database) else {
            if !object.hasChanges { object.noteForeignDeletion() }
            return
        }
        if object.changes.isEmpty { return object.take(stored) }
        if stored.rowVersion == object.rowVersion { return }
        for (column, baseline) in baselines where object.changes.contains(column) {
            if try baseline.differs(from: stored, of: object, in: database) { return }
        }
        guard let merged = try object.merged(with: stored, in: database) else { return }
        object.take(merged)
        object.renewBaselines(from: stored)
    }

    /// The object of an identity, if the context knows it.
    private func known(_ id: ObjectID) -> ManagedObject? {
        coordinator.model.entity(named: id.entity).flatMap { registries[$0.root][id.key] }
    }
}
