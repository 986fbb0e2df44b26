import GRDB

extension ManagedObjectContext {
    /// Reads an object's row anew, so that it shows what others have saved meanwhile; its relationships are loaded anew when
    /// somebody next looks at them.
    ///
    /// An object that the next save inserts or deletes stays as it is.
    /// - Parameters:
    ///   - object: an object of this context.
    ///   - mergeChanges: true keeps the object's own changes, which the next save writes over what others saved; only an object
    ///     with a value that cannot be stored, or whose row is gone, stays as it is. false discards its changes, and an object
    ///     whose row is gone is deleted. A ``FetchHook`` is told then, as after a fetch.
    /// - Throws: ``StoreError``, also for an object of another context; then it stays as it is.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool = true) throws {
        guard object.scope.context === self else { throw StoreError.notInContext(object.objectID) }
        try inSnapshot { try refresh(object, keepingChanges: mergeChanges, in: $0) }
        if !mergeChanges { awakeAgain([object]) }
        try throwRememberedError()
    }

    /// Reads the rows of all objects anew that somebody uses or that have changes, from one state of the store, and lets go of
    /// all others. No relationship stays loaded: objects that only held each other are let go of too.
    /// - Parameter mergeChanges: as for ``refresh(_:mergeChanges:)``.
    /// - Throws: ``StoreError``. Then some objects show what the store holds now, and others what they showed before.
    public func refreshAll(mergeChanges: Bool = true) throws {
        for object in registries.flatMap(\.objects) where object.state == .saved { object.unloadRelationships() }
        for registry in registries { registry.sweep() }
        let objects = registries.flatMap(\.objects)
        try inSnapshot { database in
            for object in objects { try refresh(object, keepingChanges: mergeChanges, in: database) }
        }
        if !mergeChanges { awakeAgain(objects) }
        try throwRememberedError()
    }

    /// Tells objects that they have their rows' values as if they had just been fetched.
    private func awakeAgain(_ objects: [ManagedObject]) {
        guard coordinator.model.hooks.contains(.fetch) else { return }
        awake(objects.filter { $0.state == .saved && $0.scope.entity.hooks.contains(.fetch) })
    }

    func refresh(_ object: ManagedObject, keepingChanges: Bool, in database: Database) throws {
        guard object.state == .saved else { return }
        guard let stored = try object.storedState(in: database) else {
            if !(keepingChanges && object.hasChanges) { object.noteForeignDeletion() }
            return
        }
        if keepingChanges, !object.changes.isEmpty {
            guard let merged = try object.merged(with: stored, in: database) else { return }
            object.take(merged)
            object.renewBaselines(from: stored)
        } else {
            if !keepingChanges { object.discardChanges(for: stored) }
            object.take(stored)
        }
        object.unloadRelationships()
        // The row may hold a key that the next save clears.
        if !pendingDeletion.clears.isEmpty { releaseCleared([object]) }
    }
}

extension ManagedObject {
    /// Forgets the object's own changes; what they did to others' ends of its relationships is undone.
    fileprivate func discardChanges(for stored: ManagedObject) {
        for relationship in scope.entity.toOne where changes.contains(relationship.column) {
            // The other end of such a connection has a row of its own, whose key must agree.
            guard case .itself = relationship.inverse else { continue }
            let former = scope.context?.scopes[relationship.destination].registered(stored[_reference: relationship.column].key)
            Relationships.setDestination(of: self, relationship.column, to: former.flatMap { $0.isDeleted ? nil : $0 })
        }
        discardConnections()
        forgetChanges()
    }
}
