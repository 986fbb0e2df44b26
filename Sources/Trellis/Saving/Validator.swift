import SQLiteAccess

/// Checks the rules of the model on the objects of a save, in memory.
struct Validator {
    private(set) var failures: [ObjectValidationError.Failure] = []

    /// The rules of an object that is inserted or updated.
    mutating func check(_ object: ManagedObject) {
        let entity = object.scope.entity
        for attribute in entity.checkedAttributes {
            // A value that is not loaded met the rules when it was saved.
            if attribute.isReadOnUse, !object._isLoaded(attribute.column) { continue }
            // The only rule of JSON is that it can be encoded, and a value that was read can.
            if attribute.form == .json, !object.isNew, !object.changes.contains(attribute.column) { continue }
            for broken in attribute.broken(by: object.writtenValue(attribute.column)) {
                // Another program may store infinite numbers.
                if broken.rule == .finite, !entity.hasVersion, !object.isNew, !object.changes.contains(attribute.column) { continue }
                fail(object, attribute.name, broken.rule, broken.value)
            }
        }
        for column in entity.toOneColumns {
            let reference = object[_reference: column]
            if reference.currentKey != 0, reference.object?.isRemoved != true { continue }
            let relationship = entity.toOne(at: column)
            if reference.currentKey == 0 {
                if !relationship.descriptor.isOptional { fail(object, relationship.descriptor.name, .required, nil) }
            } else if !object.mayDangle(relationship) {
                fail(object, relationship.descriptor.name, .deletedDestination, nil)
            }
        }
        if entity.hooks.contains(.validation) {
            failures += entity.hooks.validationErrors(object).flatMap { ObjectValidationError.Failure.failures($0, of: object) }
        }
    }

    /// Checks the counts of an object's members, and the required inverse side of a one-to-one.
    /// - Throws: ``StoreError`` if a relationship cannot be loaded.
    mutating func checkMembers(of object: ManagedObject) throws {
        for number in object.scope.entity.countedMembers {
            let descriptor = object.scope.entity.inverseSides[number].descriptor
            let count = try Relationships.loadedMembers(of: object, number).count
            if count == 0, descriptor.isOptional { continue }
            if count == 0, descriptor.isToOne { fail(object, descriptor.name, .required, nil) }
            if let least = descriptor.minCount, count < least { fail(object, descriptor.name, .minCount(least), "\(count)") }
            if let most = descriptor.maxCount, count > most { fail(object, descriptor.name, .maxCount(most), "\(count)") }
        }
    }

    /// The `deny` rules of an object that is deleted.
    /// - Throws: ``StoreError`` if a relationship cannot be loaded.
    mutating func checkDeletion(of object: ManagedObject) throws {
        let entity = object.scope.entity
        for (number, relationship) in entity.inverseSides.numbered where relationship.descriptor.deleteRule == .deny {
            let remaining = try Relationships.remainingMembers(of: object, number)
            if remaining > 0 { fail(object, relationship.descriptor.name, .deny(count: remaining), nil) }
        }
        for relationship in entity.toOne where relationship.descriptor.deleteRule == .deny {
            if Relationships.destination(of: object, relationship.column) != nil {
                fail(object, relationship.descriptor.name, .deny(count: 1), nil)
            }
        }
        for (name, count) in try object.scope.context?.requiredHolders(of: object) ?? [] {
            fail(object, name, .deny(count: count), nil)
        }
        if entity.hooks.contains(.deleteValidation) {
            failures += entity.hooks.deleteValidationErrors(object).flatMap { ObjectValidationError.Failure.failures($0, of: object) }
        }
    }

    private mutating func fail(
        _ object: ManagedObject, _ property: String, _ rule: ObjectValidationError.Rule, _ value: String?
    ) {
        failures.append(.init(objectID: object.objectID, property: property, rule: rule, value: value))
    }
}

extension ManagedObject {
    /// Whether a key may keep referring to a deleted object: with the rule `noAction` at the other end. A key to a new object may not.
    fileprivate func mayDangle(_ relationship: EntityRuntime.ToOneRuntime) -> Bool {
        guard self[_reference: relationship.column].currentKey > 0 else { return false }
        switch relationship.inverse {
        // The denied deletion of the destination is reported already.
        case .none: return state == .saved && !changes.contains(relationship.column)
        case .itself: return relationship.descriptor.deleteRule == .noAction
        case .members(let number):
            let destination = scope.context?.scopes[relationship.destination].entity
            return destination?.inverseSides[number].descriptor.deleteRule == .noAction
        }
    }
}
