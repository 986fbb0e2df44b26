// How relationships follow a row that was read again, and how loaded relationships are unloaded.

extension ManagedObject {
    /// Copies the values and the version of `state`, which was read from the row. The relationships that the object leaves or joins
    /// are loaded again.
    final func take(_ state: ManagedObject) {
        let former = scope.entity.toOne.map { self[_reference: $0.column] }
        if scope.isFollowed { noteForResults(valuesThatDifferFrom: state) }
        if isObserved { report(valuesThatDifferFrom: state) }
        _takeValues(from: state)
        if isNew || hasColumnChanges { scope.registry.noteUnsaved(self) }
        rowVersion = state.rowVersion
        for (relationship, former) in zip(scope.entity.toOne, former) {
            guard case .members(let number) = relationship.inverse else { continue }
            let reference = self[_reference: relationship.column]
            if reference.currentKey == former.currentKey { continue }
            for owner in [knownDestination(former, relationship), knownDestination(reference, relationship)] {
                if let owner, owner.isObserved { owner.noteUnload(number, hasOtherMembers: true) }
                owner?.unload(number)
            }
        }
    }

    /// Lets the object be among the members of the owners that its keys lead to.
    /// - Parameter isFound: whether the members that are loaded later include it, because its row has the key in a column.
    final func rejoinOwners(_ isFound: (ColumnIndex) -> Bool) {
        for relationship in scope.entity.toOne {
            guard case .members(let number) = relationship.inverse,
                let owner = knownDestination(self[_reference: relationship.column], relationship), owner.state != .gone
            else { continue }
            if owner.isRemoved {
                // It shows no members any more. But a rule may deny its deletion because of this one.
                if !owner.storage(number).contains(self) { owner.storage(number).insert(self) }
                continue
            }
            let storage = owner.loadedStorage(number)
            if storage?.contains(self) == true || (storage?.isLoaded != true && isFound(relationship.column)) { continue }
            owner.reportMembers(number)
            owner.storage(number).insert(self)
            owner.noteMembers(number)
            owner.reportFactsIfObserved()
        }
    }

    /// The object that a reference leads to, if the context knows it.
    final func knownDestination(_ reference: ToOneReference, _ relationship: EntityRuntime.ToOneRuntime) -> ManagedObject? {
        reference.object ?? scope.context?.scopes[relationship.destination].registered(reference.key)
    }

    /// What shows the object among its members, as far as the context knows: the owners, each with its relationship's number.
    final var knownOwners: [(owner: ManagedObject, number: RelationshipIndex)] {
        var owners = [(ManagedObject, RelationshipIndex)]()
        for relationship in scope.entity.toOne {
            guard case .members(let number) = relationship.inverse,
                let owner = knownDestination(self[_reference: relationship.column], relationship)
            else { continue }
            owners.append((owner, number))
        }
        for (number, relationship) in scope.entity.inverseSides.numbered {
            guard let inverse = relationship.join?.inverse, let storage = loadedStorage(number) else { continue }
            owners += (storage.members + storage.disconnected).map { ($0, inverse) }
        }
        return owners
    }

    /// Unloads a relationship: its next access reads the members. Members that were added or removed since the last save stay so, and
    /// so does an order that was set.
    final func unload(_ number: RelationshipIndex) {
        guard let storage = loadedStorage(number) else { return }
        if isObserved { noteUnload(number) }
        if storage.isLoaded, storage.isReordered, !isNew { return reload(number, storage) }
        unload(number, storage)
        if !isNew, storage.members.isEmpty, !storage.hasChanges { memberStorages[number] = nil }
    }

    /// Unloads all relationships: their next access reads them.
    final func unloadRelationships() {
        for number in memberStorages.indices { unload(number) }
        for relationship in scope.entity.toOne where !changes.contains(relationship.column) {
            let reference = self[_reference: relationship.column]
            if reference.object != nil, reference.currentKey > 0 {
                self[_reference: relationship.column] = ToOneReference(key: reference.currentKey)
            }
        }
    }

    private func unload(_ number: RelationshipIndex, _ storage: MemberStorage) {
        switch scope.entity.inverseSides[number].source {
        case .key(let column):
            // The store would not find them here.
            let unmerged = scope.context?.changeSet.unmerged ?? []
            storage.unload(isComplete: isNew) {
                ($0.isNew || $0.changes.contains(column) || unmerged.contains($0)) && $0[_reference: column].leads(to: self)
            }
        case .join where !storage.isLoaded || isNew:
            // What was added since the last save is all that is here.
            break
        case .join:
            let added = Set(storage.connected.map(ObjectIdentifier.init))
            storage.unload { added.contains(ObjectIdentifier($0)) }
        }
    }

    /// Loads the members again. They keep the order that was set, and members that other contexts added come last.
    private func reload(_ number: RelationshipIndex, _ storage: MemberStorage) {
        let given = storage.members
        unload(number, storage)
        do {
            let members = try Relationships.loadedMembers(of: self, number)
            let present = Set(members.map(ObjectIdentifier.init))
            let known = Set(given.map(ObjectIdentifier.init))
            storage.reorder(
                given.filter { present.contains(ObjectIdentifier($0)) } + members.filter { !known.contains(ObjectIdentifier($0)) })
        } catch {
            scope.context?.remember(error)
        }
    }

    /// Takes back the connections that were made and undone since the last save, at both ends.
    final func discardConnections() {
        for (number, relationship) in scope.entity.inverseSides.numbered {
            guard let join = relationship.join, let storage = loadedStorage(number) else { continue }
            if isObserved { noteDiscard(number) }
            memberStorages[number] = nil
            let changed = storage.connected + storage.disconnected
            if scope.isFollowed { noteForResults(discarded: changed, number) }
            guard let inverse = join.inverse else { continue }
            for member in changed where member !== self {
                if member.isObserved { member.noteDiscard(inverse) }
                member.loadedStorage(inverse)?.discardConnection(self)
                member.unload(inverse)
            }
        }
    }

    /// Marks the object as deleted by another context or process.
    final func noteForeignDeletion() {
        guard state != .gone else { return }
        scope.context?.reportRemoval(of: [self])
        if isObserved { noteUnload() }
        for (owner, number) in knownOwners { owner.loadedStorage(number)?.forgetDeleted(self) }
        if scope.isFollowed { noteLifeForResults() }
        state = .gone
        forgetChanges()
        scope.registry.unregister(key)
        memberStorages = []
        forgetDestinations()
        scope.context?.deletions.noteForeign()
    }
}
