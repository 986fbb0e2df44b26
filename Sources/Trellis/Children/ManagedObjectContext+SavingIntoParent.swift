extension ManagedObjectContext {
    /// Makes the changes of this context in the one above it.
    /// - Parameter changes: what has met the rules of the model.
    /// - Throws: ``ConflictError``; ``StoreError``. Then neither context has changed.
    func save(_ changes: ChangedObjects, into parent: ManagedObjectContext) throws {
        let decisions = try ParentConflicts(of: self, with: parent).decide(changes)
        let replay = ChangeReplay(changes, decisions, of: self, in: parent)
        try parent.atomically { try replay.run() }
        let objectsWithHook = [changes.inserted, changes.updated, changes.deleted].joined()
            .filter { $0.scope.entity.hooks.contains(.saved) }
        let temporaryKeys = resultsFollower == nil ? [] : changes.inserted.map(\.key)
        try settle(changes, decisions)
        noteForResults { log in
            log.notePermanentKeys(changes.inserted.keysByRoot(temporaryKeys))
            log.noteIncomplete()
        }
        finishSaving()
        parent.followCompleted()
        for object in objectsWithHook { object.scope.entity.hooks.didSave(object) }
    }

    /// Runs edits of a child, which are one group for undo. If they fail, what they have done is undone.
    private func atomically(_ edits: () throws -> Void) throws {
        let isTemporary = undoHistory == nil
        if isTemporary { undoLevels = 1 }
        defer { if isTemporary { undoLevels = nil } }
        try undoHistory?.attempt(edits) { try UndoRestoration($0, in: self).run() }
    }

    /// Gives objects the states that they have after the context above has their changes.
    private func settle(_ changes: ChangedObjects, _ decisions: ParentConflicts.Decisions) throws {
        for object in changes.inserted {
            object.key = InheritedKey.key(inChildFor: object.key)
            object.state = .saved
            object.changes.removeAll()
            object.scope.registry.register(object)
        }
        for object in changes.updated {
            object.changes.removeAll()
            if let above = try above(object) { object.rowVersion = above.rowVersion }
        }
        settleReferences(of: changes.inserted)
        settleReferences(of: changes.updated)
        for object in changes.deleted where !decisions.leaves(object) {
            object.state = .gone
            object.changes.removeAll()
            object.scope.registry.unregister(object.key)
            // Releasing a long chain of objects that hold each other is recursive, and the stack has an end.
            object.forgetDestinations()
        }
        forgetDestinations(goneAmong: changes.deleted)
        for object in changeSet.listedOwners { for storage in object.memberStorages { storage?.settle() } }
        try settle(decisions)
    }

    /// Gives the objects in conflict the values of the context above.
    private func settle(_ decisions: ParentConflicts.Decisions) throws {
        if decisions.isEmpty { return }
        let objects = decisions.objects.map { object in
            (object: object, stored: object.isRemoved && object.state == .gone ? nil : inheritedState(of: object))
        }
        settle(objects)
    }

    private func inheritedState(of object: ManagedObject) -> ManagedObject? {
        guard case .object(let other)? = inherited(object.key, root: object.scope.entity.root) else { return nil }
        return inheritedCopy(of: other)
    }
}
