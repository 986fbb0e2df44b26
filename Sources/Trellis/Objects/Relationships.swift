import SQLiteAccess

/// Moves along relationships and keeps both ends right.
///
/// The object with the key's column decides a relationship. The inverse side is a cache, which is updated if it is loaded. The pairs of
/// a join table are those of the table with the changes since the last save.
enum Relationships {
    /// The object that a to-one relationship leads to, loaded on first use.
    static func destination(of object: ManagedObject, _ column: ColumnIndex) -> ManagedObject? {
        let reference = object[_reference: column]
        if let known = reference.object { return known.isRemoved ? nil : known }
        guard reference.key != 0, let context = object.scope.context else { return nil }
        let scope = context.scopes[object.scope.entity.toOne(at: column).destination]
        do {
            guard let found = try context.object(in: scope, key: reference.key) else { return nil }
            object[_reference: column] = ToOneReference(found)
            context.collectionPace.noteLoads(1)
            return found.isRemoved ? nil : found
        } catch {
            context.remember(error)
            return nil
        }
    }

    /// The object that a to-one relationship leads to, whichever side holds the key.
    static func destination(of object: ManagedObject, named name: String) -> ManagedObject? {
        let entity = object.scope.entity
        if let column = entity.columnByProperty[name] { return destination(of: object, column) }
        return entity.inverseSides.firstIndex { $0.descriptor.name == name }.flatMap { members(of: object, $0).first }
    }

    /// Leads a to-one relationship elsewhere; the former and the new destination's ends follow.
    /// - Parameter place: the place among the new destination's ordered members; nil for the last.
    static func setDestination(
        of object: ManagedObject, _ column: ColumnIndex, to destination: ManagedObject?, at place: Int? = nil
    ) {
        let relationship = object.scope.entity.toOne(at: column)
        if let destination { checkContext(of: object, destination, relationship.descriptor.name) }
        let old = object[_reference: column]
        if let destination { if old.leads(to: destination) { return } } else if old.key == 0 { return }
        let former = formerDestination(old, relationship, of: object)

        if object.isObserved { object.reportDestination(column, destination) }
        if case .members(let number) = relationship.inverse, !object.isRemoved {
            former?.reportMembers(number)
            destination?.reportMembers(number)
        }
        if object.scope.recordsUndo, case .members(let number) = relationship.inverse { former?.recordOrder(number) }
        let isChangedAgain = object.willChange(column, from: old)
        object[_reference: column] = ToOneReference(destination)
        if isChangedAgain, isForgotten(relationship, of: object) {
            object.didChangeAgain(column, toStored: object[_reference: column].storedKey)
        }
        switch relationship.inverse {
        case .none:
            break
        case .members(let number):
            former?.leave(object, number)
            former?.reportFactsIfObserved()
            // A deleted object is no member, whatever its key is.
            guard let destination, !object.isRemoved else { return }
            let storage = destination.storage(number)
            // What has its original key again is among the rows that are not loaded yet.
            if isChangedAgain, !storage.isLoaded, !object.changes.contains(column), object.state == .saved {
                storage.forget(object)
            } else {
                storage.insert(object, at: place)
            }
            destination.noteMembers(number)
            destination.reportFactsIfObserved()
            if destination.scope.entity.inverseSides[number].descriptor.isToOne {
                // The former object loses its partner.
                for partner in members(of: destination, number) where partner !== object {
                    setDestination(of: partner, column, to: nil)
                }
            }
        case .itself:
            if let former, former !== object {
                if former[_reference: column].leads(to: object) {
                    if former.isObserved { former.reportDestination(column, nil) }
                    former.willChange(column, from: former[_reference: column])
                    former[_reference: column] = ToOneReference()
                } else {
                    former.confirm(column)
                }
            }
            guard let destination, !object.isRemoved else { return }
            if destination[_reference: column].leads(to: object) {
                destination.confirm(column)
            } else {
                setDestination(of: destination, column, to: object)
            }
        }
    }

    /// Where a key led before: the object that is known, and where its rules have a say, also one that is not.
    private static func formerDestination(
        _ old: ToOneReference, _ relationship: EntityRuntime.ToOneRuntime, of object: ManagedObject
    ) -> ManagedObject? {
        if let known = old.object { return known }
        guard old.key != 0, let context = object.scope.context else { return nil }
        let scope = context.scopes[relationship.destination]
        switch relationship.inverse {
        case .none: return nil
        case .members(let number) where !scope.entity.inverseSides[number].concernsOwner: return scope.registered(old.key)
        case .members, .itself: return destination(of: object, relationship.column)
        }
    }

    /// Whether a key that has its original value again is no change. Of two objects that are each other's only partner, a save compares
    /// both rows; and a member that comes back to an ordered relationship comes last.
    private static func isForgotten(_ relationship: EntityRuntime.ToOneRuntime, of object: ManagedObject) -> Bool {
        switch relationship.inverse {
        case .none: return true
        case .itself: return false
        case .members(let number):
            let side = object.scope.context?.scopes[relationship.destination].entity.inverseSides[number]
            return side.map { !$0.descriptor.isToOne && $0.order == nil } ?? false
        }
    }

    /// Mixing two contexts is a mistake in the program that no caller could handle, and storing it would corrupt data.
    static func checkContext(of object: ManagedObject, _ other: ManagedObject, _ relationship: String) {
        require(
            other.scope.context === object.scope.context,
            "'\(relationship)' of \(object.objectID) cannot lead to \(other.objectID), which belongs to another context. "
                + "Find that object by its objectID in the first context.")
    }
}

extension ManagedObject {
    /// Lets the next save write a key as it is, and so compare the row's version. The object at the other end was read at another time, and
    /// one of the two rows may have a partner by now that the context does not know.
    fileprivate final func confirm(_ column: ColumnIndex) {
        if isRemoved || changes.contains(column) { return }
        willChange(column, from: self[_reference: column])
    }
}

// MARK: - For generated code

extension ManagedObject {
    /// For generated code: where a to-one relationship leads.
    @_spi(Generated) public final func _destination<Destination: ManagedObject>(
        _ column: ColumnIndex, as type: Destination.Type = Destination.self
    ) -> Destination? {
        if scope.notifiesObservers { access(column) }
        // The column's destination is of that class: only its setter and the destination's table fill it.
        return Relationships.destination(of: self, column).map { unsafeDowncast($0, to: Destination.self) }
    }

    /// For generated code: leads a to-one relationship elsewhere.
    @_spi(Generated) public final func _setDestination(_ column: ColumnIndex, to destination: ManagedObject?) {
        checkEdit(column)
        Relationships.setDestination(of: self, column, to: destination)
    }

    /// For generated code: the object at the other end of a one-to-one relationship that holds the key.
    @_spi(Generated) public final func _partner<Partner: ManagedObject>(
        _ number: RelationshipIndex, as type: Partner.Type = Partner.self
    ) -> Partner? {
        if scope.notifiesObservers { access(.members(number)) }
        return Relationships.members(of: self, number).first.map { unsafeDowncast($0, to: Partner.self) }
    }

    /// For generated code: makes another object the one at the other end that holds the key.
    @_spi(Generated) public final func _setPartner(_ number: RelationshipIndex, to partner: ManagedObject?) {
        if let partner {
            Relationships.insert(partner, into: RelationshipSide(owner: self, number: number))
        } else if let former = Relationships.members(of: self, number).first {
            Relationships.remove(former, from: RelationshipSide(owner: self, number: number))
        }
    }
}
