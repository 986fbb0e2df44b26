import SQLiteAccess

// All changes of an object by the names of properties, for logs and audits: Core Data's `changedValues` and `committedValues(forKeys:)`.
// Nothing is kept for it, so objects that are never asked pay nothing.
//
// These are members of a protocol, so a model can have properties with their names.

extension Identifiable where Self: ManagedObject {
    /// The attributes and to-one relationships that have changed since the last save, with their values now. Of a new object, all of them.
    ///
    /// Parts of composites have names with a dot, `address.city`; a relationship has the id of its destination, which is negative while that
    /// is new. Members of to-many relationships are not included: ask ``Fetchable/hasChanged(_:)``.
    public func changedValues() -> [String: StoredValue] { valuesOfChangedProperties() }

    /// The values of attributes and to-one relationships at the last save, or when the object was fetched if that was later. Empty for a
    /// new object.
    /// - Parameter properties: the names of properties, also of parts of composites, `address.city`; nil for all that are loaded.
    /// - Throws: ``StoreError/noStoredProperty(name:entity:)`` if the entity stores no such value; ``StoreError`` if a value is not loaded and
    ///   cannot be read.
    public func committedValues(for properties: [String]? = nil) throws -> [String: StoredValue] {
        try valuesBefore(of: properties)
    }
}

extension ManagedObject {
    fileprivate final func valuesOfChangedProperties() -> [String: StoredValue] {
        var values = [String: StoredValue]()
        for column in scope.entity.writtenColumns where isStoredProperty(column) && (state == .inserted || hasChanged(column)) {
            let runtime = scope.entity.columns[column]
            values[runtime.property] = shownStoredValue(storedValue(column), runtime)
        }
        return values
    }

    fileprivate final func valuesBefore(of properties: [String]?) throws -> [String: StoredValue] {
        guard state != .inserted, let context = scope.context else { return [:] }
        let entity = scope.entity
        let columns = try properties?.map { name in
            guard let column = entity.columnByProperty[name] else {
                throw StoreError.noStoredProperty(name: name, entity: entity.descriptor.name)
            }
            return column
        }
        var values = [String: StoredValue]()
        for column in columns ?? entity.writtenColumns where columns != nil || isStoredProperty(column) {
            let committed = committedStoredValue(column)
            if committed == nil, columns == nil { continue }
            let runtime = entity.columns[column]
            values[runtime.property] = shownStoredValue(try committed ?? committedUnloadedValue(column, in: context), runtime)
        }
        return values
    }

    /// Whether a column holds what a property is set to, and not what is derived from another one.
    private final func isStoredProperty(_ column: ColumnIndex) -> Bool { scope.entity.columns[column].derivation == nil }

    private final func shownStoredValue(_ value: SQLiteValue, _ runtime: ColumnRuntime) -> StoredValue {
        if runtime.toOne != nil {
            guard case .integer(let key) = value, key != 0 else { return .null }
            return .id(scope.isOfChild ? InheritedKey.key(aboveFor: key) : key)
        }
        let (type, scale) = StoredType.of(runtime.type)
        let column = StoredColumn(name: runtime.property, column: runtime.name, type: type, scale: scale, isOptional: true)
        return column.value(value) ?? .null
    }
}
