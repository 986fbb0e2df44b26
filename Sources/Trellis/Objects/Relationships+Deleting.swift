// What deleting an object does to what shows it.

extension ManagedObject {
    /// Takes the object out of all that it is a member of, because it is deleted. What nothing leads back along finds out by
    /// itself.
    final func leaveInverses() {
        for relationship in store.entity.toOne {
            guard case .members(let number) = relationship.inverse else { continue }
            let reference = self[_reference: relationship.column]
            let known = reference.object ?? store.context?.stores[relationship.destination].registered(reference.key)
            let destinationEntity = store.context?.stores[relationship.destination].entity
            // An owner whose members are counted has to be looked at, also one that nobody has asked for yet.
            let owner =
                destinationEntity?.toMany[number].concernsOwner == true
                ? known ?? Relationships.destination(of: self, relationship.column) : known
            owner?.leave(self, number)
        }
        for (number, relationship) in store.entity.toMany.enumerated() {
            guard let inverse = relationship.join?.inverse, let members = loadedStorage(number)?.members else { continue }
            for member in members {
                member.loadedStorage(inverse)?.forgetDeleted(self)
                member.noteMembers(inverse)
            }
        }
    }

    /// Lets go of the objects that to-one relationships lead to and keeps their keys.
    final func forgetDestinations() {
        for relationship in store.entity.toOne {
            let reference = self[_reference: relationship.column]
            if reference.object != nil {
                self[_reference: relationship.column] = ToOneReference(key: reference.currentKey)
            }
        }
    }

    /// Lets go of deleted destinations that nothing leads back from, where that is allowed.
    fileprivate final func releaseLonelyKeys() {
        for relationship in store.entity.toOne {
            guard case .none = relationship.inverse, relationship.descriptor.isOptional else { continue }
            let reference = self[_reference: relationship.column]
            let destination = reference.object ?? store.context?.stores[relationship.destination].registered(reference.key)
            if destination?.isDeleted == true {
                Relationships.setDestination(of: self, relationship.column, to: nil)
            }
        }
    }
}

extension ManagedObjectContext {
    /// The objects whose rows lead to one along a key that may be empty and has no inverse, with the key's column.
    /// - Throws: ``StoreError``
    func lonelyMembers(of object: ManagedObject, _ key: LonelyKey) throws -> [(member: ManagedObject, column: Int)] {
        let store = stores[key.entity]
        let relationship = store.entity.toOne[key.number]
        guard relationship.descriptor.isOptional, object.key > 0 else { return [] }
        return try objects(in: store, sql: relationship.selectHolders) { $0.bind(object.key, at: 1) }
            .filter { !$0.isDeleted && $0[_reference: relationship.column].leads(to: object) }
            .map { ($0, relationship.column) }
    }

    /// Lets go of deleted destinations that nothing leads back from in objects with changes: these may have come to lead there
    /// after the delete, and rows do not tell of them.
    func releaseLonelyKeys() {
        guard deletions > 0 else { return }
        for object in [inserted, updated].joined() where !object.isDeleted { object.releaseLonelyKeys() }
    }

    /// How many objects lead to one that is deleted, along relationships that require it and have no inverse: by their names.
    /// - Throws: ``StoreError``
    func lonelyHolders(of object: ManagedObject) throws -> [(relationship: String, count: Int)] {
        guard object.key > 0 else { return [] }
        return try object.store.entity.lonelyKeys.compactMap { key in
            let store = stores[key.entity]
            let relationship = store.entity.toOne[key.number]
            if relationship.descriptor.isOptional { return nil }
            let remaining = try keys(relationship.selectHolders, object.key).filter { key in
                guard let holder = store.registered(key) else { return true }
                return !holder.isDeleted && holder[_reference: relationship.column].leads(to: object)
            }
            let name = "\(store.entity.descriptor.name).\(relationship.descriptor.name)"
            return remaining.isEmpty ? nil : (name, remaining.count)
        }
    }
}
