import GRDB

extension ManagedObjectContext {
    /// Shows in this context's objects what another context has saved: values, members and deletions.
    ///
    /// The context reads the rows of registered objects from the store. Its own changes stay. An object stays as it is if both contexts
    /// have changed the same property, or if the other has deleted it and this one has changed it: the save reports such a conflict, or
    /// the ``mergePolicy`` decides it.
    /// - Throws: ``StoreError``; then some objects show the new values and others the old ones.
    public func mergeChanges(from changes: SavedChanges) throws {
        if changes.isOf(self) { return }
        var all = ForeignChanges()
        all.add(changes)
        try merge(all)
        followCompleted()
    }

    /// Shows in this context's objects what a batch of its own has changed in the store.
    /// - Throws: ``StoreError``; then some objects show the new values and others the old ones.
    func takeOwn(_ changes: SavedChanges) throws {
        var all = ForeignChanges()
        all.add(changes)
        try merge(all)
    }

    /// Whether the context merges what other contexts of its container save, as ``mergeChanges(from:)`` does. It merges at the beginning
    /// of each `fetch`, `search` and `find`, in its own isolation domain; objects do not change in between. False in a new context.
    ///
    /// If the model has a change history, it merges what other processes and plain SQL have written too, some milliseconds later.
    public var automaticallyMergesChanges: Bool {
        get { inbox != nil }
        set {
            if newValue == (inbox != nil) { return }
            let monitor = coordinator.model.descriptor.hasHistory ? coordinator.foreignWrites : nil
            inbox = newValue ? SaveInbox(of: token, coordinator.publisher, wakeUp, monitor) : nil
        }
    }

    /// Merges the changes that other contexts have saved since the last call, if the context merges automatically.
    func mergeWaitingChanges() throws {
        try parent?.mergeWaitingChanges()
        if let changes = inbox?.take() {
            do {
                try merge(changes)
            } catch {
                // Otherwise no later call would read the remaining objects.
                inbox?.putBack(changes)
                throw error
            }
        }
        try showMissedRows()
    }

    private func merge(_ changes: ForeignChanges) throws {
        defer { reviewObservedObjects() }
        // Merging may load rows that had no object: an order that was set here reads the members again.
        let foreign = foreignRows(changes)
        // Triggers may have changed what the database derives for objects whose rows no save has written.
        for scope in scopes where scope.entity.hasKeptAttributes { scope.saves += 1 }
        if changes.isIncomplete {
            noteForResults { $0.noteIncomplete() }
            try refreshForResults()
        } else {
            do {
                try mergeObjects(changes)
            } catch {
                noteForResults { $0.noteIncomplete() }
                throw error
            }
        }
        noteForeign(foreign, changes)
    }

    /// The rows that others have written, for live results.
    private struct ForeignRows {
        /// The rows without objects. Objects log their changes themselves.
        var unregistered: [RowIdentity] = []
        var registered: [RowIdentity] = []
    }

    private func foreignRows(_ changes: ForeignChanges) -> ForeignRows {
        var rows = ForeignRows()
        if resultsFollower == nil { return rows }
        var all = changes.rows.subtracting(changes.lateRows).compactMap(row)
        for entity in coordinator.model.entities where entity.root == entity.index {
            all += (changes.written[entity.descriptor.table] ?? []).map { RowIdentity(root: entity.index, key: $0) }
        }
        for row in all {
            if registries[row.root][row.key] == nil { rows.unregistered.append(row) } else { rows.registered.append(row) }
        }
        return rows
    }

    /// Logs what others have written for live results.
    private func noteForeign(_ foreign: ForeignRows, _ changes: ForeignChanges) {
        let readsDerivedValues = resultsFollower?.readsDerivedValues == true
        noteForResults { log in
            log.noteSave()
            if changes.hasUnlistedRows { log.noteIncomplete() }
            for name in changes.deletedEntities {
                if let entity = coordinator.model.entity(named: name) { log.noteDeletedRows(of: entity.index) }
            }
            for id in changes.reconnected { if let row = row(of: id) { log.noteReconnected(row) } }
            for id in changes.recomputed.subtracting(changes.rows) { if let row = row(of: id) { log.noteLife(of: row) } }
            for row in changes.lateRows.compactMap(row) {
                log.noteRecorded(row)
                if readsDerivedValues, registries[row.root][row.key] != nil { log.noteForeign(row) }
            }
            for row in foreign.unregistered { log.note(row) }
            for row in foreign.registered {
                // Reading all objects again releases those that are not in use.
                guard let object = registries[row.root][row.key] else {
                    log.note(row)
                    continue
                }
                if log.objects[ObjectIdentifier(object)] == nil { log.noteShown(row) }
                if readsDerivedValues { log.noteForeign(row) }
            }
        }
    }

    private func mergeObjects(_ changes: ForeignChanges) throws {
        let everything = changes.hasUnlistedRows ? registries.flatMap(\.objects) : []
        let connected = changes.reconnected.compactMap(known) + everything
        // Triggers write attributes that SQLite derives from members to the owner's row.
        let kept = (connected + changes.recomputed.compactMap(known)).filter { $0.scope.entity.hasKeptAttributes }
        let all = Set(changes.rows.compactMap(known) + kept + everything)
        changeSet.noteUnmerged(all.filter { $0.state == .deleted })
        let objects = all.filter { $0.state == .saved }
        let originals = originalValues.index(of: objects.filter(\.hasColumnChanges))
        var unmerged = [ManagedObject]()
        if !objects.isEmpty {
            try inSnapshot { database in
                let states = StoredStates(of: objects, in: database)
                for object in objects {
                    if try !merge(object, states, originals[object], in: database) { unmerged.append(object) }
                }
            }
        }
        // Another context may have made them refer to an object whose deletion is pending here.
        if !pendingDeletion.clears.isEmpty { releaseCleared(Array(objects)) }
        for object in connected where object.state == .saved || object.state == .deleted {
            for number in object.memberStorages.indices { object.unload(number) }
        }
        noteUnmerged(unmerged)
        try throwRememberedError()
    }

    /// - Returns: whether the object shows its row now; otherwise it has kept its values.
    private func merge(
        _ object: ManagedObject, _ states: StoredStates, _ originals: [ColumnIndex: OriginalValue], in database: Database
    ) throws -> Bool {
        guard object.state == .saved else { return true }
        guard let stored = try states.of(object) else {
            if try object.takeRowDeletedAbove(in: database) { return true }
            if object.hasUnsavedChanges { keepWithoutRow(object) } else { object.noteForeignDeletion() }
            return object.state == .gone
        }
        if object.changes.isEmpty {
            object.take(stored)
            return true
        }
        if object.scope.entity.hasVersion, stored.rowVersion == object.rowVersion { return true }
        for (column, original) in originals where object.changes.contains(column) {
            if try original.differs(from: stored, of: object, in: database) { return false }
        }
        guard let merged = try object.merged(with: stored, in: database) else { return false }
        object.take(merged)
        object.renewOriginalValues(from: stored)
        return true
    }

    private func row(of id: ObjectID) -> RowIdentity? {
        coordinator.model.entity(named: id.entity).map { RowIdentity(root: $0.root, key: id.key) }
    }

    /// The registered object with an identity.
    private func known(_ id: ObjectID) -> ManagedObject? {
        coordinator.model.entity(named: id.entity).flatMap { registries[$0.root][id.key] }
    }
}
