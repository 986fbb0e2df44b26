import GRDB

extension ManagedObjectContext {
    /// Writes all changes in one transaction: everything, or nothing.
    ///
    /// After an error nothing was written and the context still holds its changes, so that they can be mended and saved again.
    /// Classes with a ``SaveHook`` are told before, and what that throws is thrown; classes with a ``SavedHook`` are told after.
    /// - Throws: ``ObjectValidationError`` with every rule that is broken, before anything is written, or for a value that
    ///   another row already has; ``ConflictError`` where somebody else changed what is to be written; ``StoreError``.
    public func save() throws {
        if isSaving || isAwakening || !prepared.isEmpty { throw StoreError.saveWithinSave }
        try coordinator.checkOpen()
        isSaving = true
        defer { isSaving = false }
        try throwRememberedError()
        releaseLonelyKeys()
        try runSaveHooks()
        // Hooks may have deleted what others lead to.
        releaseLonelyKeys()
        let pending = try checkedChanges()
        if pending.isEmpty { return }
        let (new, changed, doomed, owners) = (pending.new, pending.changed, pending.doomed, pending.owners)

        let save = SaveOperation(
            inserted: new, updated: changed, deleted: doomed, owners: owners, policy: mergePolicy, baselines: baselines,
            unknown: RowDeletion(self, with: doomed))
        do {
            do {
                // What is deleted takes along what nobody has read: versions are looked at before.
                if !pendingDeletion.isEmpty { throw SaveOperation.NeedsCare() }
                try coordinator.write { database in
                    try observed(database, for: .save) { try save.run(on: database) }
                }
            } catch is SaveOperation.NeedsCare {
                save.takeBackKeys()
                try coordinator.write { database in
                    try observed(database, for: .save) { try save.runCarefully(on: database) }
                }
            }
        } catch {
            save.takeBackKeys()
            switch error {
            case is ObjectValidationError, is ConflictError: throw error
            default: throw StoreError(error)
            }
        }
        let changes = coordinator.publisher.hasReceivers(for: token) ? save.savedChanges(by: token) : nil
        // Taken before the lists are emptied, and held until the hooks are done.
        let told = objectsToTellOfSave(save)
        settle(new, save.updated, save.deleted)
        settle(save.merged)
        finishSaving()
        if let changes { coordinator.publisher.publish(changes) }
        for object in told { object.store.entity.hooks.didSave(object) }
    }

    /// What a save is to write.
    private struct Changes {
        let new: ContiguousArray<ManagedObject>
        let changed: ContiguousArray<ManagedObject>
        let doomed: ContiguousArray<ManagedObject>
        let owners: ContiguousArray<ManagedObject>

        init(of context: ManagedObjectContext) {
            new = context.inserted.filter { $0.state == .inserted }
            changed = context.updated.filter { $0.isUpdated }
            doomed = context.deleted.filter { $0.state == .deleted }
            owners = context.memberChanges.filter { $0.state != .gone }
        }

        var isEmpty: Bool {
            new.isEmpty && changed.isEmpty && doomed.isEmpty && !owners.contains(where: \.hasConnectionChanges)
        }
    }

    /// What is to be written, and breaks no rule.
    /// - Throws: ``ObjectValidationError``; ``StoreError``
    private func checkedChanges() throws -> Changes {
        var rounds = 0
        while true {
            let count = changeCount
            let changes = Changes(of: self)
            if changes.isEmpty { return changes }
            var validator = Validator()
            for object in changes.new { validator.check(object) }
            for object in changes.changed { validator.check(object) }
            for object in changes.owners where object.state == .saved { try validator.checkMembers(of: object) }
            for object in changes.new { try validator.checkMembers(of: object) }
            for object in changes.doomed { try validator.checkDeletion(of: object) }
            try throwRememberedError()
            if !validator.failures.isEmpty { throw ObjectValidationError(failures: validator.failures) }
            // Checking loads, and what it loads may lose a key to what is deleted: then there is more to check and to save.
            if changeCount == count { return changes }
            rounds += 1
            if rounds > Self.mostGenerations {
                let entity = (inserted.last ?? updated.last ?? deleted.last)?.store.entity.descriptor.name
                throw StoreError.endlessHooks(entity: entity ?? "")
            }
        }
    }

    private var changeCount: [Int] { [inserted.count, updated.count, deleted.count, memberChanges.count] }

    /// Makes the objects what they are in the store now.
    private func settle(
        _ new: ContiguousArray<ManagedObject>, _ changed: ContiguousArray<ManagedObject>,
        _ doomed: ContiguousArray<ManagedObject>
    ) {
        for object in new {
            object.state = .saved
            object.rowVersion = 1
            object.changes.removeAll()
            object.store.registry.register(object)
        }
        for object in changed {
            object.rowVersion += 1
            object.changes.removeAll()
        }
        if !new.isEmpty {
            settleReferences(of: new)
            settleReferences(of: changed)
        }
        for object in doomed {
            object.state = .gone
            object.changes.removeAll()
            object.store.registry.unregister(object.key)
            // A long chain of objects that hold each other would be released link within link, and the stack has an end.
            object.forgetDestinations()
        }
        for object in memberChanges { for storage in object.toManyStorages { storage?.settle() } }
    }

    /// References remember the key of an object that was new when they were set.
    private func settleReferences(of objects: ContiguousArray<ManagedObject>) {
        for object in objects {
            for column in object.store.entity.toOneColumns {
                let reference = object[_reference: column]
                if reference.key < 0 { object[_reference: column] = ToOneReference(reference.object) }
            }
        }
    }

    /// Makes the objects of conflicts what their rows are now.
    private func settle(_ merged: [(object: ManagedObject, stored: ManagedObject?)]) {
        for (object, stored) in merged {
            guard let stored else {
                object.noteForeignDeletion()
                continue
            }
            // Everybody had let go of what was to be deleted.
            let owners = object.state == .deleted ? object.knownOwners + ownersOfHidden : []
            object.state = .saved
            object.changes.removeAll()
            object.take(stored)
            object.unloadRelationships()
            for (owner, number) in owners { owner.unload(number) }
        }
    }

    private func finishSaving() {
        forgetChanges()
        for store in stores where store.entity.hasKeptAttributes { store.saves += 1 }
        for registry in registries { registry.sweepAfterSave() }
        collectCyclesIfGrown()
    }
}
