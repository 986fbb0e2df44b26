import GRDB

extension ManagedObjectContext {
    /// Undoes all changes since the last save: new objects are gone, deleted ones are there again, and changed ones show what
    /// the store holds, relationships and orders included.
    ///
    /// Values of before are not kept in memory; they are read from the store. What others have saved in the rows of changed
    /// objects meanwhile is therefore seen afterwards, and an object whose row they deleted is deleted.
    /// - Throws: ``StoreError`` where a row cannot be read. Then nothing was undone.
    public func rollback() throws {
        let new = inserted.filter { $0.state == .inserted }
        let changed = updated.filter(\.isUpdated) + deleted.filter { $0.state == .deleted }
        let stored = try inSnapshot { database in try changed.map { try $0.storedState(in: database) } }

        var owners = (new + changed).flatMap(\.knownOwners)
        if !deleted.isEmpty { owners += ownersOfHidden }
        for object in memberChanges { object.memberStorages = [] }
        for object in new {
            object.state = .gone
            object.memberStorages = []
            object.forgetDestinations()
        }
        for object in changed {
            if object.state == .deleted { object.memberStorages = [] }
            object.state = .saved
            object.changes.removeAll()
        }
        for (object, stored) in zip(changed, stored) {
            if let stored { object.take(stored) } else { object.noteForeignDeletion() }
        }
        owners += changed.flatMap(\.knownOwners)
        for (owner, number) in owners where number < owner.memberStorages.count { owner.memberStorages[number] = nil }
        forgetChanges()
    }

    /// What may show its members without one that was going to be deleted, and that does not say itself where it belongs: along
    /// relationships in tables of their own, and where rows are hidden that the context does not know.
    var ownersOfHidden: [(owner: ManagedObject, number: Int)] {
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
