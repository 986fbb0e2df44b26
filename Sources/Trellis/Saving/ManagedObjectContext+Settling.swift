// After the commit the objects become what the store has.
extension ManagedObjectContext {
    /// Gives objects the states and versions that a save has written. They have their keys already.
    func settle(_ plan: SavePlan, _ outcome: SaveOutcome) {
        for object in plan.inserted {
            object.state = .saved
            object.rowVersion = object.scope.entity.version(after: 0)
            object.changes.removeAll()
            object.scope.registry.register(object)
        }
        outcome.adopted.settle()
        undoHistory?.noteAdopted(outcome.adopted.objects)
        for object in outcome.updated {
            object.rowVersion = object.scope.entity.version(after: object.rowVersion)
            object.changes.removeAll()
        }
        if !plan.inserted.isEmpty {
            settleReferences(of: plan.inserted)
            settleReferences(of: outcome.updated)
        }
        if changeSet.hasDeletions, !observation.isEmpty { forgetDeletedDestinations() }
        for object in outcome.deleted {
            object.state = .gone
            object.changes.removeAll()
            object.scope.registry.unregister(object.key)
            // Releasing a long chain of objects that hold each other is recursive, and the stack has an end.
            object.forgetDestinations()
        }
        for object in changeSet.listedOwners { for storage in object.memberStorages { storage?.settle() } }
        for object in outcome.recreated { unloadConnections(of: object) }
        settle(outcome.merged)
    }

    /// Lets both ends of an object's connections be read again: those of its former row were deleted with it.
    func unloadConnections(of object: ManagedObject) {
        for (number, relationship) in object.scope.entity.inverseSides.numbered {
            guard let join = relationship.join, let storage = object.loadedStorage(number) else { continue }
            if let inverse = join.inverse { for member in storage.members { member.unload(inverse) } }
            object.unload(number)
        }
    }

    /// A reference keeps the temporary key of an object that was new when it was set.
    func settleReferences(of objects: ContiguousArray<ManagedObject>) {
        for object in objects {
            for column in object.scope.entity.toOneColumns {
                let reference = object[_reference: column]
                if reference.key < 0 { object[_reference: column] = ToOneReference(reference.object) }
            }
        }
    }

    /// Gives objects the values of their rows, or deletes them if they have none.
    func settle(_ merged: [(object: ManagedObject, stored: ManagedObject?)]) {
        for (object, stored) in merged {
            guard let stored else {
                object.noteForeignDeletion()
                continue
            }
            // No relationship shows an object whose deletion was pending.
            let owners = object.state == .deleted ? object.knownOwners + ownersOfHidden : []
            if object.scope.isFollowed, object.state == .deleted { object.noteLifeForResults() }
            if object.state == .deleted { reportRestoration(of: [object]) }
            for (owner, number) in owners where owner.isObserved { owner.noteUnload(number) }
            object.state = .saved
            object.changes.removeAll()
            object.take(stored)
            object.unloadRelationships()
            for (owner, number) in owners { owner.unload(number) }
        }
        forgetDestinations(goneAmong: merged.lazy.map(\.object))
    }

    /// Empties the change set and releases unused objects.
    func finishSaving() {
        forgetChanges()
        for scope in scopes where scope.entity.hasKeptAttributes { scope.saves += 1 }
        for registry in registries { registry.sweepAfterSave() }
        collectCyclesIfGrown()
    }
}
