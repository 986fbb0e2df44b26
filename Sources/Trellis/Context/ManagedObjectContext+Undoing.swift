import GRDB

extension ManagedObjectContext {
    /// Undoes all changes since the last save: new objects are gone, deleted objects exist again, and changed objects show the values of
    /// their rows, relationships and orders included.
    ///
    /// The context reads the rows from the store, so changed objects show what other contexts and processes have saved meanwhile. An
    /// object whose row another process deleted is deleted. What ``undo()`` could undo is forgotten.
    /// - Throws: ``StoreError`` if a row cannot be read. Then nothing was undone.
    public func rollback() throws {
        clearUndo()
        let new = changeSet.insertedObjects
        // The rows of unmerged objects may be gone, whatever has changed of them.
        let changed = changeSet.updatedObjects + changeSet.deletedObjects + changeSet.unmergedWithoutChangedColumns
        let stored = try inSnapshot { database in
            let states = StoredStates(of: changed, in: database)
            return try changed.map { try states.of($0) ?? $0.rowDeletedAbove(in: database) }
        }
        // The changes are gone from here on, so nothing can save them twice.
        uncertainSave = nil

        var owners = (new + changed).flatMap(\.knownOwners)
        if changeSet.hasDeletions { owners += ownersOfHidden }
        reportUndoing(of: new, changed, owners)
        for object in changeSet.listedOwners { object.memberStorages = [] }
        for object in new {
            object.state = .gone
            object.memberStorages = []
            object.forgetDestinations()
        }
        for object in changed {
            if object.scope.isFollowed { object.noteEditedLazyValuesForResults() }
            if object.state == .deleted { object.memberStorages = [] }
            object.state = .saved
            object.changes.removeAll()
        }
        for (object, stored) in zip(changed, stored) {
            if let stored { object.take(stored) } else { object.noteForeignDeletion() }
        }
        forgetDestinations(goneAmong: changed)
        noteRollbackForResults(of: new, changed)
        owners += changed.flatMap(\.knownOwners)
        for (owner, number) in owners where number < owner.memberStorages.endIndex { owner.memberStorages[number] = nil }
        forgetChanges()
        followCompleted()
    }

    /// The objects with loaded members that may lack one whose deletion is undone. The members of a join table, and those with hidden
    /// unregistered rows, do not name their owners.
    var ownersOfHidden: [(owner: ManagedObject, number: RelationshipIndex)] {
        let entities = scopes.map { scope in
            scope.entity.inverseSides.indices.filter { number in
                let relationship = scope.entity.inverseSides[number]
                return relationship.join != nil || !scopes[relationship.destination].registry.pendingDeletions.isEmpty
            }
        }
        if entities.allSatisfy(\.isEmpty) { return [] }
        return registries.flatMap(\.objects).flatMap { object in
            entities[object.scope.entity.index].filter { object.loadedStorage($0) != nil }.map { (object, $0) }
        }
    }
}
