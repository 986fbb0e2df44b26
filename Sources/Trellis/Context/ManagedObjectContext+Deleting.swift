extension ManagedObjectContext {
    /// Deletes an object with the next save, and follows the delete rules at once: destinations that a rule deletes or lets go
    /// of are so when this returns. `deny` is looked at by the save, which ignores what goes in the same save.
    ///
    /// Deleting an object that was never saved just takes it back.
    /// - Throws: ``StoreError`` where a relationship cannot be loaded, or for an object of another context; then nothing was
    ///   deleted.
    public func delete(_ object: ManagedObject) throws {
        try throwRememberedError()
        guard object.store.context === self else { throw StoreError.notInContext(object.objectID) }
        guard !object.isDeleted else { return }

        // First find out all that goes, which may fail, and only then change anything. A list and not recursion: chains are long.
        var doomed = [object]
        var known: Set<ManagedObject> = [object]
        var released = [(member: ManagedObject, column: Int)]()
        var next = 0
        while next < doomed.count {
            let current = doomed[next]
            next += 1
            for found in try destinationsToDelete(with: current, released: &released) where known.insert(found).inserted {
                doomed.append(found)
            }
        }

        for (member, column) in released where !known.contains(member) {
            Relationships.setDestination(of: member, column, to: nil)
        }
        deletions += 1
        for object in doomed {
            object.leaveInverses()
            if object.state == .inserted {
                object.state = .gone
            } else {
                object.state = .deleted
                deleted.append(object)
            }
        }
        inserted.removeAll { $0.state == .gone }
        // A long chain of objects that hold each other would be released link within link, and the stack has an end.
        for object in doomed where object.state == .gone { object.forgetDestinations() }
    }

    /// What the rules of one object delete with it; members that a rule lets go of are added to `released`.
    private func destinationsToDelete(
        with object: ManagedObject, released: inout [(member: ManagedObject, column: Int)]
    ) throws -> [ManagedObject] {
        let entity = object.store.entity
        var destinations = [ManagedObject]()
        for (number, relationship) in entity.toMany.enumerated() {
            switch (relationship.descriptor.deleteRule, relationship.source) {
            case (.cascade, _):
                destinations += try Relationships.loadedMembers(of: object, number)
            case (_, .join(let join)):
                // Who shows the object among its members has to be found: it leaves them.
                if join.inverse != nil { _ = try Relationships.loadedMembers(of: object, number) }
            case (.noAction, _) where object.state != .inserted, (.deny, _) where object.state != .inserted:
                break
            // An object that was never saved guards nothing, and has no key that could be left dangling.
            case (.noAction, .key(let column)), (.deny, .key(let column)), (.nullify, .key(let column)):
                released += try Relationships.loadedMembers(of: object, number).map { ($0, column) }
            }
        }
        for key in entity.lonelyKeys { released += try lonelyMembers(of: object, key) }
        for relationship in entity.toOne {
            let rule = relationship.descriptor.deleteRule
            if rule == .cascade, let destination = Relationships.destination(of: object, relationship.column) {
                destinations.append(destination)
            }
            // Of a relationship that is its own inverse, the other end has a key as well.
            guard case .itself = relationship.inverse, rule == .nullify || object.state == .inserted,
                let partner = Relationships.destination(of: object, relationship.column)
            else { continue }
            released.append((partner, relationship.column))
        }
        try throwRememberedError()
        return destinations
    }
}
