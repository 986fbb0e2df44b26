import SQLiteAccess

/// Checks the rules of the model on what a save is about to do; no rule is looked at in the database.
struct Validator {
    private(set) var failures: [ObjectValidationError.Failure] = []

    /// The rules of an object that is inserted or updated.
    mutating func check(_ object: ManagedObject) {
        let entity = object.store.entity
        for attribute in entity.checkedAttributes {
            // What is still in the store alone met the rules when it came there.
            if attribute.isReadOnUse, !object._isLoaded(attribute.column) { continue }
            // JSON has no rule but that it can be encoded, and what was read can.
            if attribute.form == .json, !object.isInserted, !object.changes.contains(attribute.column) { continue }
            check(object.writtenValue(attribute.column), of: attribute, object)
        }
        for column in entity.toOneColumns {
            let reference = object[_reference: column]
            if reference.currentKey != 0, reference.object?.isDeleted != true { continue }
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

    /// The counts of an object's members, and the other side of a one-to-one that it requires.
    /// - Throws: ``StoreError`` where a relationship cannot be loaded.
    mutating func checkMembers(of object: ManagedObject) throws {
        for number in object.store.entity.countedMembers {
            let descriptor = object.store.entity.toMany[number].descriptor
            let count = try Relationships.loadedMembers(of: object, number).count
            if count == 0, descriptor.isOptional { continue }
            if count == 0, descriptor.isToOne { fail(object, descriptor.name, .required, nil) }
            if let least = descriptor.minCount, count < least { fail(object, descriptor.name, .minCount(least), "\(count)") }
            if let most = descriptor.maxCount, count > most { fail(object, descriptor.name, .maxCount(most), "\(count)") }
        }
    }

    private mutating func check(
        _ value: SQLiteValue, of attribute: CheckedAttribute, _ object: ManagedObject
    ) {
        // What cannot be stored at all breaks no further rule: it has no place in any order.
        if attribute.form == .json {
            if case .real = value { fail(object, attribute.name, .encodable, nil) }
            return
        }
        if case .real(let number) = value {
            if !number.isFinite { return fail(object, attribute.name, .finite, String(number)) }
            switch attribute.form {
            case .scaledDecimal: return fail(object, attribute.name, .scale(attribute.type.scale ?? 0), String(number))
            case .iso8601Date: return fail(object, attribute.name, .calendarYears, value.inWords(as: attribute.type))
            case .json, .other: break
            }
        }
        guard let rules = attribute.rules else { return }
        for rule in rules.broken(by: value) { fail(object, attribute.name, rule, value.inWords(as: attribute.type)) }
    }

    /// The `deny` rules of an object that is deleted.
    /// - Throws: ``StoreError`` where a relationship cannot be loaded.
    mutating func checkDeletion(of object: ManagedObject) throws {
        let entity = object.store.entity
        for (number, relationship) in entity.toMany.enumerated() where relationship.descriptor.deleteRule == .deny {
            let remaining = try Relationships.remainingMembers(of: object, number)
            if remaining > 0 { fail(object, relationship.descriptor.name, .deny(count: remaining), nil) }
        }
        for relationship in entity.toOne where relationship.descriptor.deleteRule == .deny {
            if Relationships.destination(of: object, relationship.column) != nil {
                fail(object, relationship.descriptor.name, .deny(count: 1), nil)
            }
        }
        for (name, count) in try object.store.context?.lonelyHolders(of: object) ?? [] {
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
    /// Whether a key may go on pointing at a deleted object: where the rule at the other end is to do nothing. An object that
    /// was never saved has no key to point at.
    fileprivate func mayDangle(_ relationship: EntityRuntime.ToOneRuntime) -> Bool {
        guard self[_reference: relationship.column].currentKey > 0 else { return false }
        switch relationship.inverse {
        // The delete of what its row leads to is denied; that says it already.
        case .none: return state == .saved && !changes.contains(relationship.column)
        case .itself: return relationship.descriptor.deleteRule == .noAction
        case .members(let number):
            let destination = store.context?.stores[relationship.destination].entity
            return destination?.toMany[number].descriptor.deleteRule == .noAction
        }
    }
}
