import SQLiteAccess

/// Checks the rules of the model on what a save is about to do; no rule is looked at in the database.
struct Validator {
    private(set) var failures: [ObjectValidationError.Failure] = []

    /// The rules of an object that is inserted or updated.
    mutating func check(_ object: ManagedObject) {
        let descriptor = object.store.entity.descriptor
        for (column, attribute) in descriptor.attributes.enumerated() {
            check(object.storedValue(column), of: attribute, object)
        }
        for relationship in object.store.entity.toOne where !relationship.descriptor.isOptional {
            // A destination that is deleted is none; a key without an object was read from the store.
            let reference = object[_reference: relationship.column]
            if reference.currentKey == 0 || reference.object?.isDeleted == true {
                fail(object, relationship.descriptor.name, .required, nil)
            }
        }
    }

    private mutating func check(_ value: SQLiteValue, of attribute: AttributeDescriptor, _ object: ManagedObject) {
        switch value {
        case .null:
            // A number that is none is stored as NULL; of a required attribute nothing else can be.
            if !attribute.isOptional { fail(object, attribute.name, .finite, "not a number") }
        case .real(let number):
            if let scale = attribute.type.scale {
                fail(object, attribute.name, .scale(scale), String(number))
            } else if !number.isFinite {
                fail(object, attribute.name, .finite, String(number))
            }
        case .text(let text):
            if let minLength = attribute.minLength, text.unicodeScalars.count < minLength {
                fail(object, attribute.name, .minLength(minLength), text)
            }
        case .blob(let bytes):
            if let minLength = attribute.minLength, bytes.count < minLength {
                fail(object, attribute.name, .minLength(minLength), "\(bytes.count) bytes")
            }
        case .integer:
            break
        }
    }

    /// The `deny` rules of an object that is deleted.
    /// - Throws: ``StoreError`` where a relationship cannot be loaded.
    mutating func checkDeletion(of object: ManagedObject) throws {
        let entity = object.store.entity
        for (number, relationship) in entity.toMany.enumerated() where relationship.descriptor.deleteRule == .deny {
            let remaining = try Relationships.loadedMembers(of: object, number).filter { !$0.isDeleted }
            if !remaining.isEmpty {
                fail(object, relationship.descriptor.name, .deny(count: remaining.count), nil)
            }
        }
        for relationship in entity.toOne where relationship.descriptor.deleteRule == .deny {
            if Relationships.destination(of: object, relationship.column) != nil {
                fail(object, relationship.descriptor.name, .deny(count: 1), nil)
            }
        }
    }

    private mutating func fail(
        _ object: ManagedObject, _ property: String, _ rule: ObjectValidationError.Rule, _ value: String?
    ) {
        failures.append(.init(objectID: object.objectID, property: property, rule: rule, value: value))
    }
}
