import GRDB

extension ManagedObjectContext {
    /// Reads an object's row again, so that it shows what other contexts and processes have saved. Its relationships load again at their
    /// next use.
    ///
    /// An object that the next save inserts or deletes stays as it is.
    /// - Parameters:
    ///   - object: an object of this context.
    ///   - mergeChanges: true keeps the object's own changes, which the next save writes over the row. An object with a value that
    ///     cannot be stored, or whose row does not exist, stays as it is. false discards its changes, deletes an object whose row does
    ///     not exist, and calls a ``FetchHook`` as a fetch does.
    /// - Throws: ``StoreError``, also for an object of another context; then it stays as it is.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool = true) throws {
        guard object.scope.context === self else { throw StoreError.notInContext(object.objectID) }
        if try !inSnapshot({ try refresh(object, StoredStates(of: [object], in: $0), keepingChanges: mergeChanges, in: $0) }) { noteUnmerged([object]) }
        forgetDestinations(goneAmong: [object])
        if !mergeChanges { awakeAgain([object]) }
        try throwRememberedError()
        followCompleted()
    }

    /// Reads the rows of all objects that are in use or have changes again, from one state of the store, and releases all others. No
    /// relationship stays loaded, so objects that only held each other are released too.
    /// - Parameter mergeChanges: as for ``refresh(_:mergeChanges:)``.
    /// - Throws: ``StoreError``. Then some objects show the new values and others the old ones.
    public func refreshAll(mergeChanges: Bool = true) throws {
        try refreshObjects(mergeChanges: mergeChanges)
        noteForResults { $0.noteIncomplete() }
        followCompleted()
    }

    /// Reads the rows of all objects again because another process may have changed them.
    /// - Throws: ``StoreError``
    func refreshForResults() throws {
        try refreshObjects(mergeChanges: true, isAutomatic: true)
    }

    /// - Parameter isAutomatic: whether the program has not asked for it. Then objects that are deleted above stay, as in a merge.
    private func refreshObjects(mergeChanges: Bool, isAutomatic: Bool = false) throws {
        for object in registries.flatMap(\.objects) where object.state == .saved { object.unloadRelationships() }
        for registry in registries { registry.sweep() }
        let objects = registries.flatMap(\.objects)
        var unmerged = [ManagedObject]()
        try inSnapshot { database in
            let states = StoredStates(of: objects, in: database)
            for object in objects {
                if isAutomatic, object.state == .saved, try object.takeRowDeletedAbove(in: database) { continue }
                if try !refresh(object, states, keepingChanges: mergeChanges, in: database) { unmerged.append(object) }
            }
        }
        noteUnmerged(unmerged)
        // If their deletion is undone, they show what they have missed.
        changeSet.noteUnmerged(objects.lazy.filter { $0.state == .deleted })
        forgetDestinations(goneAmong: objects)
        if !mergeChanges { awakeAgain(objects) }
        try throwRememberedError()
    }

    /// Calls the fetch hooks of objects that have the values of their rows again.
    private func awakeAgain(_ objects: [ManagedObject]) {
        guard coordinator.model.hooks.contains(.fetch) else { return }
        awake(objects.filter { $0.state == .saved && $0.scope.entity.hooks.contains(.fetch) })
    }

    /// - Returns: whether the object shows its row now; otherwise it has kept its values.
    func refresh(_ object: ManagedObject, _ states: StoredStates, keepingChanges: Bool, in database: Database) throws -> Bool {
        guard object.state == .saved else { return true }
        guard let stored = try states.of(object) else {
            if keepingChanges, object.hasUnsavedChanges {
                keepWithoutRow(object)
                return false
            }
            object.noteForeignDeletion()
            return true
        }
        if keepingChanges, !object.changes.isEmpty {
            guard let merged = try object.merged(with: stored, in: database) else { return false }
            object.take(merged)
            object.renewOriginalValues(from: stored)
        } else {
            if !keepingChanges { object.discardChanges(for: stored) }
            object.take(stored)
        }
        object.unloadRelationships()
        // The next save may clear a key of the row.
        if !pendingDeletion.clears.isEmpty { releaseCleared([object]) }
        return true
    }
}

extension ManagedObject {
    /// Forgets the object's own changes, and undoes their effects at the other ends of its relationships.
    fileprivate func discardChanges(for stored: ManagedObject) {
        for relationship in scope.entity.toOne where changes.contains(relationship.column) {
            let destination = scope.context?.scopes[relationship.destination]
            switch relationship.inverse {
            case .none: continue
            // The other end of such a connection has a row of its own, whose key must agree.
            case .itself: break
            // Another object may have become the partner, and must lose it again.
            case .members(let number): guard destination?.entity.inverseSides[number].descriptor.isToOne == true else { continue }
            }
            let former = destination?.registered(stored[_reference: relationship.column].key)
            Relationships.setDestination(of: self, relationship.column, to: former.flatMap { $0.isRemoved ? nil : $0 })
        }
        discardConnections()
        if scope.isFollowed { noteEditedLazyValuesForResults() }
        forgetChanges()
    }
}
