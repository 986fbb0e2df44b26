import Predicates
import SQLiteAccess

/// A recorded change of an object of one class, whose properties are asked for by their generated names.
@dynamicMemberLookup
public struct ObjectHistoryChange<Object: ManagedObject>: Sendable {
    /// The change itself.
    public let change: HistoryChange
    /// The entity that the row had.
    let entity: EntityRuntime
    let model: ModelRuntime

    /// A member of ``change``.
    /// - Parameter member: the member's key path.
    public subscript<Value>(dynamicMember member: KeyPath<HistoryChange, Value>) -> Value { change[keyPath: member] }

    fileprivate func formerDestination(at path: [String]) -> ObjectID? {
        guard let name = path.first, let key = change.formerKeys[name],
            let relationship = entity.toOne.first(where: { $0.descriptor.name == name })
        else { return nil }
        return model.entities[relationship.destination].id(key)
    }

    fileprivate func preservedValue<Value: FetchedValue>(at path: [String]) throws -> Value? {
        let name = path.joined(separator: ".")
        guard let value = change.preserved[name], let column = entity.columnByProperty[name] else { return nil }
        let type = entity.columns[column].type
        guard let result = Value(_stored: StoredResult(value: value.restored(as: type), type: type, kind: nil)) else {
            throw StoreError.unreadableResult(name: name, entity: entity.descriptor.name, type: "\(Value.self)")
        }
        return result
    }
}

extension ObjectHistoryChange where Object: Fetchable {
    /// The object that a to-one relationship led to before an update changed it, or before a deletion; nil if it led to none, or was not
    /// changed.
    /// - Parameter relationship: chooses the relationship, `{ $0.customer }`.
    public func formerDestination(_ relationship: (Object.Fields) -> some ObjectExpression) -> ObjectID? {
        formerDestination(at: relationship(Object.Fields(_path: FieldPath()))._path.names)
    }

    /// Whether an update changed a property, or a part of it if it is a composite: `change.hasChanged { $0.name }`.
    /// - Parameter property: chooses the property.
    public func hasChanged(_ property: (Object.Fields) -> some PathMember) -> Bool {
        change.hasChanged(property(Object.Fields(_path: FieldPath()))._path.names.joined(separator: "."))
    }

    /// The value that a deleted object had, if the model declares `preserveOnDeletion` for the attribute. Otherwise nil, and also if it
    /// did not when the object was deleted.
    /// - Parameter property: chooses the attribute, `{ $0.name }`.
    /// - Throws: ``StoreError/unreadableResult(name:entity:type:)`` if the attribute has had another type since.
    public func preservedValue<Chosen: FetchableField & PathMember>(
        _ property: (Object.Fields) -> Chosen
    ) throws -> Chosen._Fetched? {
        try preservedValue(at: property(Object.Fields(_path: FieldPath()))._path.names)
    }
}

extension ObjectHistoryChange where Object: FetchableHierarchy {
    /// The object that a to-one relationship led to before an update changed it, or before a deletion; nil if it led to none, or was not
    /// changed.
    /// - Parameter relationship: chooses the relationship, `{ $0.customer }`.
    public func formerDestination(_ relationship: (HierarchyFields<Object>) -> some ObjectExpression) -> ObjectID? {
        formerDestination(at: relationship(HierarchyFields(_path: FieldPath()))._path.names)
    }

    /// Whether an update changed a property, or a part of it if it is a composite: `change.hasChanged { $0.name }`.
    /// - Parameter property: chooses the property.
    public func hasChanged(_ property: (HierarchyFields<Object>) -> some PathMember) -> Bool {
        change.hasChanged(property(HierarchyFields(_path: FieldPath()))._path.names.joined(separator: "."))
    }

    /// The value that a deleted object had, if the model declares `preserveOnDeletion` for the attribute. Otherwise nil, and also if it
    /// did not when the object was deleted.
    /// - Parameter property: chooses the attribute, `{ $0.name }`.
    /// - Throws: ``StoreError/unreadableResult(name:entity:type:)`` if the attribute has had another type since.
    public func preservedValue<Chosen: FetchableField & PathMember>(
        _ property: (HierarchyFields<Object>) -> Chosen
    ) throws -> Chosen._Fetched? {
        try preservedValue(at: property(HierarchyFields(_path: FieldPath()))._path.names)
    }
}

extension SQLiteValue {
    /// The stored form of a preserved value, which JSON cannot hold for every type: a number with all digits is a text there, and data
    /// is one in hexadecimal digits.
    fileprivate func restored(as type: ValueType) -> SQLiteValue {
        guard case .text(let text) = self else { return self }
        switch type {
        case .real, .date, .unixDate: return Double(text).map { .real($0) } ?? self
        case .data, .uuid: return .blob(bytes(inHexadecimal: text))
        default: return self
        }
    }

    private func bytes(inHexadecimal text: String) -> [UInt8] {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
