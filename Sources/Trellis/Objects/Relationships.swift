import SQLiteAccess

/// Moves along relationships and keeps both ends right.
///
/// The side that holds the key is the truth. What a to-many shows is a cache, changed along where somebody has looked at it.
enum Relationships {
    // MARK: To-one

    /// The object that a to-one relationship leads to, loaded on first use.
    static func destination(of object: ManagedObject, _ column: Int) -> ManagedObject? {
        let reference = object[_reference: column]
        if let known = reference.object { return known.isDeleted ? nil : known }
        guard reference.key != 0, let context = object.store.context else { return nil }
        let store = context.stores[object.store.entity.toOne(at: column).destination]
        do {
            guard let found = try context.object(in: store, key: reference.key) else { return nil }
            object[_reference: column] = ToOneReference(found)
            return found.isDeleted ? nil : found
        } catch {
            context.remember(error)
            return nil
        }
    }

    /// Leads a to-one relationship elsewhere; the former and the new destination's ends follow.
    static func setDestination(of object: ManagedObject, _ column: Int, to destination: ManagedObject?) {
        let relationship = object.store.entity.toOne(at: column)
        if let destination {
            // Mixing two contexts is a mistake in the program that no caller could handle, and storing it would corrupt data.
            precondition(
                destination.store.context === object.store.context,
                "'\(relationship.descriptor.name)' was set to an object of another context")
        }
        let old = object[_reference: column]
        if let destination { if old.leads(to: destination) { return } } else if old.key == 0 { return }

        object._willChange(column)
        object[_reference: column] = ToOneReference(destination)

        let former = old.object ?? object.store.context?.stores[relationship.destination].registered(old.key)
        former?.loadedStorage(relationship.inverse)?.remove(object)
        // A deleted object is nobody's member, wherever its key leads.
        if !object.isDeleted { destination?.storage(relationship.inverse).append(object) }
    }

    // MARK: To-many

    static func inverseColumn(of owner: ManagedObject, _ number: Int) -> Int {
        owner.store.entity.toMany[number].inverseColumn
    }

    static func contains(_ object: ManagedObject, in owner: ManagedObject, _ number: Int) -> Bool {
        !object.isDeleted && object[_reference: inverseColumn(of: owner, number)].leads(to: owner)
    }

    static func members(of owner: ManagedObject, _ number: Int) -> ContiguousArray<ManagedObject> {
        do {
            return try loadedMembers(of: owner, number)
        } catch {
            owner.store.context?.remember(error)
            return []
        }
    }

    /// The members, loaded if they are not.
    /// - Throws: ``StoreError``
    static func loadedMembers(of owner: ManagedObject, _ number: Int) throws -> ContiguousArray<ManagedObject> {
        let storage = owner.storage(number)
        if storage.isLoaded { return storage.members }
        guard let context = owner.store.context else { return storage.members }

        let relationship = owner.store.entity.toMany[number]
        let store = context.stores[relationship.destination]
        let rows = try context.objects(in: store, sql: relationship.selectMembers) { statement in
            statement.bind(owner.key, at: 1)
        }
        // A row may show what was true before an edit of this context; the object knows better.
        var members = ContiguousArray(rows.filter { contains($0, in: owner, number) })
        if !storage.members.isEmpty {
            let present = Set(members.map(ObjectIdentifier.init))
            members += storage.members.filter {
                !present.contains(ObjectIdentifier($0)) && contains($0, in: owner, number)
            }
        }
        owner.toManyStorages[number] = ToManyStorage(isLoaded: true, members: members)
        return members
    }
}

extension ManagedObject {
    /// What is known of a to-many relationship, if anything.
    fileprivate func loadedStorage(_ number: Int) -> ToManyStorage? {
        number < toManyStorages.count ? toManyStorages[number] : nil
    }

    /// What is known of a to-many relationship; of a new object everything is known.
    final func storage(_ number: Int) -> ToManyStorage {
        if let known = loadedStorage(number) { return known }
        if toManyStorages.isEmpty {
            toManyStorages = ContiguousArray(repeating: nil, count: store.entity.toMany.count)
        }
        let storage = ToManyStorage(isLoaded: state == .inserted)
        toManyStorages[number] = storage
        return storage
    }

    /// Takes the object out of every to-many that it stands in, because it is deleted.
    final func leaveInverses() {
        for relationship in store.entity.toOne {
            let reference = self[_reference: relationship.column]
            let destination = reference.object ?? store.context?.stores[relationship.destination].registered(reference.key)
            destination?.loadedStorage(relationship.inverse)?.remove(self)
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

    /// For generated code: where a to-one relationship leads.
    public final func _destination<Destination: ManagedObject>(
        _ column: Int, as type: Destination.Type = Destination.self
    ) -> Destination? {
        // The column's destination is of that class: only its setter and the destination's table fill it.
        Relationships.destination(of: self, column).map { unsafeDowncast($0, to: Destination.self) }
    }

    /// For generated code: leads a to-one relationship elsewhere.
    public final func _setDestination(_ column: Int, to destination: ManagedObject?) {
        Relationships.setDestination(of: self, column, to: destination)
    }
}
