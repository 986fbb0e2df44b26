// How a deletion changes the relationships that show the object.

extension ManagedObject {
    /// The objects that have this one as a member, by its keys, or whose member count changes with it; each with the number of its
    /// relationship.
    final var ownersToLeave: [(owner: ManagedObject, number: RelationshipIndex)] {
        scope.entity.toOne.compactMap { relationship in
            guard case .members(let number) = relationship.inverse else { return nil }
            let reference = self[_reference: relationship.column]
            let known = reference.object ?? scope.context?.scopes[relationship.destination].registered(reference.key)
            let destinationEntity = scope.context?.scopes[relationship.destination].entity
            // An owner whose members are counted is checked, so it is loaded if necessary.
            let owner =
                destinationEntity?.inverseSides[number].countsMembers == true
                ? known ?? Relationships.destination(of: self, relationship.column) : known
            return owner.map { ($0, number) }
        }
    }

    /// Releases the objects of to-one relationships, and keeps their keys.
    final func forgetDestinations() {
        for relationship in scope.entity.toOne {
            let reference = self[_reference: relationship.column]
            if reference.object != nil {
                self[_reference: relationship.column] = ToOneReference(key: reference.currentKey)
            }
        }
    }

    /// Clears references to deleted objects by optional relationships without inverse.
    fileprivate final func releaseKeysWithoutInverse() {
        for relationship in scope.entity.toOne {
            guard case .none = relationship.inverse, relationship.descriptor.isOptional else { continue }
            let reference = self[_reference: relationship.column]
            let destination = reference.object ?? scope.context?.scopes[relationship.destination].registered(reference.key)
            if destination?.isRemoved == true {
                Relationships.setDestination(of: self, relationship.column, to: nil)
            }
        }
    }
}

extension ManagedObjectContext {
    /// Clears references to deleted objects by relationships without inverse, in objects with changes. Such a reference may have been
    /// set after the delete, so no row has it.
    func releaseKeysWithoutInverse() {
        guard deletions.all > 0 else { return }
        withoutUndo { recordReleaseOfKeys() }
    }

    /// Clears such references as part of a delete that can be undone.
    func recordReleaseOfKeys() {
        for object in changeSet.listedObjects where !object.isRemoved { object.releaseKeysWithoutInverse() }
    }

    /// How many objects lead to one that is deleted, along relationships that require it and have no inverse: by their names.
    /// - Throws: ``StoreError``
    func requiredHolders(of object: ManagedObject) throws -> [(relationship: String, count: Int)] {
        guard object.key > 0 else { return [] }
        return try object.scope.entity.keysWithoutInverse.compactMap { key in
            let scope = scopes[key.entity]
            let relationship = scope.entity.toOne[key.number]
            if relationship.descriptor.isOptional { return nil }
            let name = "\(scope.entity.descriptor.name).\(relationship.descriptor.name)"
            if parent != nil {
                let count = try holders(of: [object.key], relationship.column, of: key.entity).count {
                    !$0.isRemoved && $0[_reference: relationship.column].leads(to: object)
                }
                return count == 0 ? nil : (name, count)
            }
            let remaining = try keys(relationship.selectHolders, object.key).filter { key in
                guard let holder = scope.registered(key) else { return !scope.registry.pendingDeletions.contains(key) }
                return !holder.isRemoved && holder[_reference: relationship.column].leads(to: object)
            }
            return remaining.isEmpty ? nil : (name, remaining.count)
        }
    }
}

extension Relationships {
    /// How many members an object has that are not deleted; they are not loaded for that.
    /// - Throws: ``StoreError``
    static func remainingMembers(of owner: ManagedObject, _ number: RelationshipIndex) throws -> Int {
        let relationship = owner.scope.entity.inverseSides[number]
        let storage = owner.storage(number)
        if owner.scope.isOfChild { return try loadedMembers(of: owner, number).count { !$0.isRemoved } }
        guard let context = owner.scope.context, !storage.isLoaded else { return storage.members.count { !$0.isRemoved } }
        let scope = context.scopes[relationship.destination]
        var known = Set(storage.members)
        var unknown = 0
        for key in try context.keys(relationship.selectMemberKeys(scope.entity), owner.key) {
            if let object = scope.registry[key] {
                switch relationship.source {
                case .key(let column): if object[_reference: column].leads(to: owner) { known.insert(object) }
                case .join: if !storage.hasRemoved(object) { known.insert(object) }
                }
            } else if !scope.registry.pendingDeletions.contains(key) {
                unknown += 1
            }
        }
        return unknown + known.count { !$0.isRemoved }
    }
}
