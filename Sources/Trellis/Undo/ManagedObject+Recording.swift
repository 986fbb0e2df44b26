// What objects note for undo before they change. The callers check ``EntityScope/recordsUndo``.

extension ManagedObject {
    private final var history: UndoHistory? {
        guard let history = scope.context?.undoHistory, history.isRecording else { return nil }
        return history
    }

    /// Notes that the object is created.
    final func recordInsertion() { history?.noteInsertion(of: self) }

    /// Notes that a column is about to change. A value that is not loaded is loaded for that.
    final func recordChange(of column: ColumnIndex) {
        guard let history, !isRemoved else { return }
        if !isLoaded(column) { load(column) }
        history.note(self) { $0.note(column) }
    }

    /// Notes that a connection in a join table is about to be made or undone.
    final func recordConnection(_ number: RelationshipIndex, with member: ManagedObject, wasMember: Bool) {
        guard let history else { return }
        recordOrder(number)
        if let inverse = scope.entity.inverseSides[number].join?.inverse { member.recordOrder(inverse) }
        history.note(self, number, member, wasMember: wasMember)
    }

    /// Notes that the order of members is about to change, if they have one.
    final func recordOrder(_ number: RelationshipIndex) {
        guard let history, scope.entity.inverseSides[number].order != nil else { return }
        let members = Relationships.members(of: self, number)
        history.note(self) { $0.noteOrder(number, members) }
    }

    /// Notes that a to-one relationship is about to lead elsewhere, for the orders of the members at its other ends.
    final func recordOrders(_ former: ManagedObject?, _ destination: ManagedObject?, _ number: RelationshipIndex) {
        former?.recordOrder(number)
        destination?.recordOrder(number)
    }
}

extension ManagedObjectContext {
    /// Notes what is about to be deleted, with everything that is lost with it.
    /// - Throws: ``StoreError`` if something cannot be read.
    func recordDeletion(of objects: [ManagedObject]) throws {
        guard let history = undoHistory, history.isRecording else { return }
        for object in objects where !object.isRemoved {
            let entity = object.scope.entity
            for column in entity.attributeColumns where !object.isLoaded(column) { try object.tryLoad(column, in: self) }
            history.note(object) { image in
                image.noteDeletion()
                for column in entity.attributeColumns + entity.toOneColumns { image.note(column) }
            }
            try recordConnections(of: object, history)
            for relationship in entity.toOne {
                guard case .members(let number) = relationship.inverse else { continue }
                Relationships.destination(of: object, relationship.column)?.recordOrder(number)
            }
        }
        try throwRememberedError()
    }

    private func recordConnections(of object: ManagedObject, _ history: UndoHistory) throws {
        for (number, relationship) in object.scope.entity.inverseSides.numbered {
            object.recordOrder(number)
            guard let join = relationship.join else { continue }
            let members = try Relationships.loadedMembers(of: object, number)
            for member in members {
                if let inverse = join.inverse { member.recordOrder(inverse) }
                history.note(object, number, member, wasMember: true)
            }
            for member in object.loadedStorage(number)?.disconnected ?? [] {
                history.note(object, number, member, wasMember: false)
            }
        }
        for (owner, number) in try ownersWithoutInverse(of: object) {
            owner.recordOrder(number)
            history.note(owner, number, object, wasMember: true)
        }
        for (owner, number) in formerOwnersWithoutInverse(of: object) { history.note(owner, number, object, wasMember: false) }
    }

    /// The objects that have lost one as a member since the last save, by a join table along which nothing leads back. They forget that
    /// when the member is deleted.
    private func formerOwnersWithoutInverse(of object: ManagedObject) -> [(owner: ManagedObject, number: RelationshipIndex)] {
        changeSet.changedOwners.filter { !$0.isRemoved }.flatMap { owner in
            owner.scope.entity.inverseSides.numbered.compactMap { number, relationship in
                guard relationship.join != nil, relationship.descriptor.inverse == nil,
                    owner.loadedStorage(number)?.hasRemoved(object) == true
                else { return nil }
                return (owner, number)
            }
        }
    }

    /// The objects that have one as a member by a join table along which nothing leads back.
    private func ownersWithoutInverse(of object: ManagedObject) throws -> [(owner: ManagedObject, number: RelationshipIndex)] {
        var owners = [(ManagedObject, RelationshipIndex)]()
        let inherited = try inheritedOwnersWithoutInverse(of: object)
        for scope in scopes where scope.entity.inverseSides.contains(where: { $0.descriptor.inverse == nil && $0.join != nil }) {
            for (number, relationship) in scope.entity.inverseSides.numbered {
                guard let join = relationship.join, relationship.descriptor.inverse == nil,
                    object.scope.entity.isKind(of: scopes[relationship.destination].entity)
                else { continue }
                let keys = object.key > 0 ? try keys(join.selectOwners, object.key) : []
                // The registry of a hierarchy has objects of several entities; each is looked at by its own.
                let stored = try keys.compactMap { try self.object(in: scopes[scope.entity.root], key: $0) }
                let known = scope.registry.objects + changeSet.listedNewObjects
                let all = Set(inherited + stored + known.filter { $0.scope === scope && $0.loadedStorage(number) != nil })
                for owner in all where owner.scope === scope && !owner.isRemoved {
                    if Relationships.contains(object, in: RelationshipSide(owner: owner, number: number)) { owners.append((owner, number)) }
                }
            }
        }
        return owners
    }

    private func inheritedOwnersWithoutInverse(of object: ManagedObject) throws -> [ManagedObject] {
        guard let parent, hasChangesAbove, let above = try above(object) else { return [] }
        return try parent.ownersWithoutInverse(of: above).map { adopt($0.owner) }
    }
}
