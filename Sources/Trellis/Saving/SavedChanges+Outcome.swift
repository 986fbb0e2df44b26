extension SavedChanges {
    /// The report of a save, before the objects forget their changes. They have their keys already.
    init(_ plan: SavePlan, _ outcome: SaveOutcome, by origin: ContextToken) {
        self.init(origin: origin)
        inserted = (outcome.recreated + plan.inserted.filter { !outcome.adopted.contains($0) }).map(\.objectID)
        updated = outcome.updated.map(\.objectID) + outcome.unregistered.updated
        if outcome.adopted.isWritten { updated += outcome.adopted.objects.map(\.objectID) }
        deleted = outcome.deleted.map(\.objectID) + outcome.merged.compactMap { $0.stored == nil ? $0.object.objectID : nil }
        deleted += outcome.unregistered.deleted

        for object in [plan.inserted, outcome.recreated, outcome.deleted].joined() {
            for relationship in object.scope.entity.toOne {
                noteOwner(object[_reference: relationship.column].currentKey, relationship, of: object)
            }
        }
        for stored in outcome.overwritten {
            for relationship in stored.scope.entity.toOne {
                noteOwner(stored[_reference: relationship.column].currentKey, relationship, of: stored)
            }
        }
        let written = [outcome.updated, outcome.deleted].joined()
        let originals = plan.originals.index(of: written)
        for object in written {
            for (column, original) in originals[object] where object.scope.entity.columns[column].toOne != nil {
                let relationship = object.scope.entity.toOne(at: column)
                noteOwner(object[_reference: column].currentKey, relationship, of: object)
                if case .integer(let key) = original.stored(as: object.scope.entity.columns[column].type) {
                    noteOwner(key, relationship, of: object)
                }
            }
        }
        for object in [plan.owners, outcome.deleted].joined() { noteMembers(of: object) }
        reconnected.formUnion(outcome.unregistered.reconnected)
        reconnected.subtract(deleted)
    }

    /// Notes an owner that has another member than before.
    private mutating func noteOwner(_ key: Int64, _ relationship: EntityRuntime.ToOneRuntime, of object: ManagedObject) {
        guard key > 0, case .members = relationship.inverse, let context = object.scope.context else { return }
        let scope = context.scopes[relationship.destination]
        let owner = scope.registered(key)?.objectID ?? scope.entity.id(key)
        reconnected.insert(owner)
    }

    /// Notes an owner with changed connections, and its members at the other ends.
    private mutating func noteMembers(of owner: ManagedObject) {
        for (number, relationship) in owner.scope.entity.inverseSides.numbered {
            guard let storage = owner.loadedStorage(number) else { continue }
            let isDeleted = owner.state == .deleted
            if isDeleted, relationship.join != nil { reconnected.formUnion(storage.members.map(\.objectID)) }
            guard storage.hasChanges else { continue }
            if !isDeleted { reconnected.insert(owner.objectID) }
            reconnected.formUnion((storage.connected + storage.disconnected).map(\.objectID))
        }
    }
}
