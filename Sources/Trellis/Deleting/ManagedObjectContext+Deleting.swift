extension ManagedObjectContext {
    /// Deletes an object with the next save, and applies the rules `cascade` and `nullify` at once. The save checks the rule `deny`, which
    /// ignores objects that are deleted in the same save.
    ///
    /// Cascades reach rows that the context has no object for. These are loaded only if a hook or a rule needs their objects.
    ///
    /// A ``DeleteHook`` is called first. An object that was never saved is gone at once.
    /// - Throws: ``StoreError`` if a relationship cannot be loaded, or for an object of another context; the errors of a hook. Then
    ///   nothing was deleted.
    public func delete(_ object: ManagedObject) throws {
        try coordinator.checkOpen()
        try throwRememberedError()
        guard object.scope.context === self else { throw StoreError.notInContext(object.objectID) }
        guard !object.isRemoved else { return }

        // The search may fail, so it changes nothing. Hooks may change what it finds, so it is repeated after them.
        let isOutermost = !hookState.isPreparingDeletion
        defer { if isOutermost { hookState.endDelete() } }
        var search = try DeletionSearch(from: object, in: self)
        while try prepareForDeletion(search.objects) {
            // A hook may have deleted the object or reset the context.
            if object.isRemoved || object.scope.context !== self { return }
            search = try DeletionSearch(from: object, in: self)
        }
        try apply(search)
    }

    /// Deletes an object as ``delete(_:)`` does, without hooks.
    /// - Throws: ``StoreError``; then nothing was deleted.
    func remove(_ object: ManagedObject) throws {
        try apply(DeletionSearch(from: object, in: self))
    }

    private func apply(_ search: DeletionSearch) throws {
        try recordDeletion(of: search.objects)
        reportRemoval(of: search.objects, rows: search.rows)
        // Hidden first, because clearing keys may load some of these rows.
        for (root, keys) in search.rows {
            registries[root].notePendingDeletions(keys)
        }
        pendingDeletion.add(search.pending)
        deletions.note()
        noteForResults { log in
            for (root, keys) in search.rows { for key in keys { log.noteLife(of: RowIdentity(root: root, key: key)) } }
            for object in search.objects where !object.isRemoved { log.note(object) }
        }
        // Fetch hooks of the objects that the search has loaded may have deleted some of them.
        for object in search.objects where !object.isRemoved {
            if object.state == .inserted {
                if object.scope.isFollowed { object.noteDiscardForResults() }
                object.state = .gone
                changeSet.noteTakenBack()
            } else {
                object.state = .deleted
                changeSet.noteDeleted(object)
            }
        }
        for (member, column) in search.released where !search.known.contains(member) {
            Relationships.setDestination(of: member, column, to: nil)
        }
        for (member, number, object) in search.leaving {
            let isStored = object.state == .deleted && member.loadedStorage(number)?.isNewConnection(object) != true
            if isStored, member.scope.entity.hooks.contains(.members) { changeSet.noteDeletedMember(object, of: member) }
            member.loadedStorage(number)?.forgetDeleted(object)
            member.noteMembers(number)
        }
        leaveOwners(search.objects)
        if undoHistory != nil { recordReleaseOfKeys() }
        changeSet.forgetTakenBack()
        // Releasing a long chain of objects that hold each other is recursive, and the stack has an end.
        for object in search.objects where object.state == .gone { object.forgetDestinations() }
        reviewObservedObjects()
    }

    /// Removes deleted objects from the members of their owners: for an owner that loses many, all at once.
    private func leaveOwners(_ objects: [ManagedObject]) {
        if objects.count == 1 {
            for (owner, number) in objects[0].ownersToLeave { owner.leave(objects[0], number) }
            return
        }
        var left = Set<RelationshipSide>()
        for object in objects {
            for (owner, number) in object.ownersToLeave where left.insert(RelationshipSide(owner: owner, number: number)).inserted {
                owner.loadedStorage(number)?.forgetDeletedMembers()
                owner.noteMembers(number)
            }
        }
    }
}
