import GRDB

extension ManagedObjectContext {
    /// Writes all changes in one transaction: everything, or nothing.
    ///
    /// After an error nothing was written and the context still holds its changes, so that they can be mended and saved again.
    /// Classes with a ``SaveHook`` are told before; what that throws is thrown.
    /// - Throws: ``ObjectValidationError`` with every rule that is broken, before anything is written, or for a value that
    ///   another row already has; ``ConflictError`` where somebody else changed what is to be written; ``StoreError``.
    public func save() throws {
        if isSaving { throw StoreError.saveWithinSave }
        isSaving = true
        defer { isSaving = false }
        try throwRememberedError()
        releaseLonelyKeys()
        try runSaveHooks()
        let new = ContiguousArray(inserted.filter { $0.state == .inserted })
        let changed = ContiguousArray(updated.filter { $0.isUpdated })
        let doomed = ContiguousArray(deleted.filter { $0.state == .deleted })
        let owners = ContiguousArray(memberChanges.filter { $0.state != .gone })
        guard !(new.isEmpty && changed.isEmpty && doomed.isEmpty) || owners.contains(where: \.hasConnectionChanges)
        else { return }

        var validator = Validator()
        for object in new { validator.check(object) }
        for object in changed { validator.check(object) }
        for object in owners where object.state == .saved { try validator.checkMembers(of: object) }
        for object in new { try validator.checkMembers(of: object) }
        for object in doomed { try validator.checkDeletion(of: object) }
        try throwRememberedError()
        if !validator.failures.isEmpty { throw ObjectValidationError(failures: validator.failures) }

        let save = SaveOperation(
            inserted: new, updated: changed, deleted: doomed, owners: owners, policy: mergePolicy, baselines: baselines)
        do {
            do {
                try coordinator.writer.write { database in
                    try observed(database, for: .save) { try save.run(on: database) }
                }
            } catch is SaveOperation.NeedsCare {
                save.takeBackKeys()
                try coordinator.writer.write { database in
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
        settle(new, save.updated, save.deleted)
        settle(save.merged)
        finishSaving()
        if let changes { coordinator.publisher.publish(changes) }
    }

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
        // References remember the key of an object that was new when they were set.
        for object in [new, changed].joined() {
            for relationship in object.store.entity.toOne {
                let reference = object[_reference: relationship.column]
                if reference.key < 0 { object[_reference: relationship.column] = ToOneReference(reference.object) }
            }
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

    /// Makes the objects of conflicts what their rows are now.
    private func settle(_ merged: [(object: ManagedObject, stored: ManagedObject?)]) {
        for (object, stored) in merged {
            guard let stored else {
                object.noteForeignDeletion()
                continue
            }
            // Everybody had let go of what was to be deleted.
            let owners = object.state == .deleted ? object.knownOwners + lonelyOwners : []
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
    }
}
