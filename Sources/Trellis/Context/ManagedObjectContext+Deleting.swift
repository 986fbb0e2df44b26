extension ManagedObjectContext {
    /// Deletes an object with the next save, and follows the delete rules at once: destinations that a rule deletes or lets go
    /// of are so when this returns. `deny` is looked at by the save, which ignores what goes in the same save.
    ///
    /// Objects whose class is a ``DeleteHook`` are told first. Deleting an object that was never saved just takes it back.
    /// - Throws: ``StoreError`` where a relationship cannot be loaded, or for an object of another context; what a hook throws.
    ///   Then nothing was deleted.
    public func delete(_ object: ManagedObject) throws {
        try throwRememberedError()
        guard object.store.context === self else { throw StoreError.notInContext(object.objectID) }
        guard !object.isDeleted else { return }

        // First find out all that goes, which may fail, and only then change anything. What hooks change may change that too.
        let isFirst = prepared.isEmpty
        defer { if isFirst { prepared = [] } }
        var search = try search(from: object)
        while try prepareForDeletion(search.doomed) {
            if object.isDeleted { return }
            search = try self.search(from: object)
        }
        let (doomed, known, released) = (search.doomed, search.known, search.released)

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

    private typealias Search = (
        doomed: [ManagedObject], known: Set<ManagedObject>, released: [(member: ManagedObject, column: Int)]
    )

    /// What goes with an object, and what is let go of. A list and not recursion: chains are long.
    private func search(from object: ManagedObject) throws -> Search {
        var search: Search = ([object], [object], [])
        var next = 0
        while next < search.doomed.count {
            let current = search.doomed[next]
            next += 1
            for found in try destinationsToDelete(with: current, released: &search.released)
            where search.known.insert(found).inserted {
                search.doomed.append(found)
            }
        }
        return search
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
