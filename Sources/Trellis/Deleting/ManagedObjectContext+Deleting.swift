extension ManagedObjectContext {
    /// Deletes an object with the next save, and follows the delete rules at once: destinations that a rule deletes or lets go
    /// of are so when this returns. `deny` is looked at by the save, which ignores what goes in the same save.
    ///
    /// What the context does not know is not loaded for that, as long as nobody can see the difference.
    ///
    /// Objects whose class is a ``DeleteHook`` are told first. Deleting an object that was never saved just takes it back.
    /// - Throws: ``StoreError`` where a relationship cannot be loaded, or for an object of another context; what a hook throws.
    ///   Then nothing was deleted.
    public func delete(_ object: ManagedObject) throws {
        try coordinator.checkOpen()
        try throwRememberedError()
        guard object.scope.context === self else { throw StoreError.notInContext(object.objectID) }
        guard !object.isDeleted else { return }

        // First find out all that goes, which may fail, and only then change anything. What hooks change may change that too.
        let isFirst = prepared.isEmpty
        defer { if isFirst { prepared = [] } }
        var search = try DeletionSearch(from: object, in: self)
        while try prepareForDeletion(search.objects) {
            // A hook may have deleted it, or given up the context's objects altogether.
            if object.isDeleted || object.scope.context !== self { return }
            search = try DeletionSearch(from: object, in: self)
        }

        // First of all nobody gets to see any more what goes: letting go of others may load some of them.
        for (root, keys) in search.rows {
            // Very many at once are the rule, and none before.
            if registries[root].pendingDeletions.isEmpty { registries[root].pendingDeletions = keys } else { registries[root].pendingDeletions.formUnion(keys) }
        }
        pendingDeletion.add(search.pending)
        deletions += 1
        // What the search has loaded was told of that, and may have deleted something itself.
        for object in search.objects where !object.isDeleted {
            if object.state == .inserted {
                object.state = .gone
                takenBack += 1
            } else {
                object.state = .deleted
                deleted.append(object)
            }
        }
        for (member, column) in search.released where !search.known.contains(member) {
            Relationships.setDestination(of: member, column, to: nil)
        }
        for (member, number, object) in search.leaving {
            member.loadedStorage(number)?.forgetDeleted(object)
            member.noteMembers(number)
        }
        leaveOwners(search.objects)
        forgetTakenBack()
        // A long chain of objects that hold each other would be released link within link, and the stack has an end.
        for object in search.objects where object.state == .gone { object.forgetDestinations() }
    }

    /// Takes deleted objects out of the members of those that their keys lead to: of an owner that loses many, all at once.
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

    /// Forgets the new objects that were taken back, when they are half of what is listed: each delete alone would go over all.
    private func forgetTakenBack() {
        guard takenBack > 0, takenBack * 2 >= inserted.count else { return }
        inserted.removeAll { $0.state == .gone }
        takenBack = 0
    }
}
