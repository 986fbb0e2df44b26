import SQLiteAccess

// What has changed of an object since the last save, and what was there before: Core Data's `changedValues` and
// `committedValues(forKeys:)`, with the types of the properties.
//
// These are members of protocols, so a model can have properties with their names.

extension Fetchable {
    /// Whether a property has changed since the last save: `order.hasChanged { $0.date }`. Everything of a new object has changed.
    ///
    /// An edit that is taken back is no change, except of JSON, of one-to-one relationships and of members of ordered relationships. A lazy
    /// attribute that was set before it was loaded counts as changed until its committed value was read. A
    /// to-many relationship has changed if the next save gives it another member, takes one away, or moves one.
    /// - Parameter property: chooses an attribute, a composite, a part of one, or a relationship of the entity.
    public func hasChanged(_ property: (Fields) -> some PathMember) -> Bool {
        hasChanged(at: property(Fields(_path: FieldPath()))._path)
    }

    /// The value of an attribute at the last save, or when the object was fetched if that was later; nil for a new object.
    /// - Parameter property: chooses an attribute, or a part of a composite: `order.committedValue { $0.date }`.
    /// - Throws: ``StoreError`` if the value was not loaded and cannot be read.
    public func committedValue<Chosen: FetchableField & PathMember>(
        _ property: (Fields) -> Chosen
    ) throws -> Chosen._Fetched? {
        try committedValue(at: property(Fields(_path: FieldPath()))._path)
    }

    /// The identity of the object that a to-one relationship led to at the last save; nil if it led to none, and for a new object.
    /// - Parameter relationship: chooses a relationship whose key is in the object's row: `order.committedDestination { $0.customer }`.
    public func committedDestination(_ relationship: (Fields) -> some ObjectExpression) -> ObjectID? {
        committedDestination(at: relationship(Fields(_path: FieldPath()))._path)
    }

    /// Whether a value or the members of a relationship are loaded, so that reading them runs no statement.
    /// - Parameter property: chooses an attribute or a relationship. Only lazy and derived attributes can be not loaded.
    public func hasLoaded(_ property: (Fields) -> some PathMember) -> Bool {
        hasLoaded(at: property(Fields(_path: FieldPath()))._path)
    }
}

extension FetchableHierarchy {
    /// Whether a property has changed since the last save: `manager.hasChanged { $0.salary }`. Everything of a new object has changed.
    ///
    /// An edit that is taken back is no change, except of JSON, of one-to-one relationships and of members of ordered relationships. A lazy
    /// attribute that was set before it was loaded counts as changed until its committed value was read. A
    /// to-many relationship has changed if the next save gives it another member, takes one away, or moves one.
    /// - Parameter property: chooses an attribute, a composite, a part of one, or a relationship of the entity.
    public func hasChanged(_ property: (HierarchyFields<Self>) -> some PathMember) -> Bool {
        hasChanged(at: property(HierarchyFields(_path: FieldPath()))._path)
    }

    /// The value of an attribute at the last save, or when the object was fetched if that was later; nil for a new object.
    /// - Parameter property: chooses an attribute, or a part of a composite: `manager.committedValue { $0.salary }`.
    /// - Throws: ``StoreError`` if the value was not loaded and cannot be read.
    public func committedValue<Chosen: FetchableField & PathMember>(
        _ property: (HierarchyFields<Self>) -> Chosen
    ) throws -> Chosen._Fetched? {
        try committedValue(at: property(HierarchyFields(_path: FieldPath()))._path)
    }

    /// The identity of the object that a to-one relationship led to at the last save; nil if it led to none, and for a new object.
    /// - Parameter relationship: chooses a relationship whose key is in the object's row.
    public func committedDestination(_ relationship: (HierarchyFields<Self>) -> some ObjectExpression) -> ObjectID? {
        committedDestination(at: relationship(HierarchyFields(_path: FieldPath()))._path)
    }

    /// Whether a value or the members of a relationship are loaded, so that reading them runs no statement.
    /// - Parameter property: chooses an attribute or a relationship. Only lazy and derived attributes can be not loaded.
    public func hasLoaded(_ property: (HierarchyFields<Self>) -> some PathMember) -> Bool {
        hasLoaded(at: property(HierarchyFields(_path: FieldPath()))._path)
    }
}

// MARK: - Looking them up

extension ManagedObject {
    fileprivate final func hasChanged(at path: FieldPath) -> Bool {
        let property = path.names.joined(separator: ".")
        if state == .inserted { return true }
        if let number = scope.entity.inverseSides.firstIndex(where: { $0.descriptor.name == property }) {
            return hasChangedMembers(number)
        }
        // A composite has changed if one of its parts has.
        return scope.entity.columns.numbered.contains { column, runtime in
            (runtime.property == property || runtime.property.hasPrefix(property + "."))
                && (runtime.isDerivedText ? hasChangedText(column) : hasChanged(column))
        }
    }

    /// Whether a value that the object makes from another one is not the one of the last save. The other may have changed in case alone.
    private final func hasChangedText(_ column: ColumnIndex) -> Bool {
        guard let source = textSource(of: column), hasChanged(source), let committed = committedStoredValue(column) else { return false }
        return !committed.isSame(as: storedValue(column))
    }

    /// The column of the attribute that a derived text is made from.
    private final func textSource(of column: ColumnIndex) -> ColumnIndex? {
        guard case .text(_, let property)? = scope.entity.columns[column].derivation else { return nil }
        return scope.entity.columnByProperty[property]
    }

    /// Whether a column has changed, also of those that the mask cannot tell apart.
    final func hasChanged(_ column: ColumnIndex) -> Bool {
        guard changes.contains(column) else { return false }
        return !ChangeMask.isShared(column) || scope.context?.originalValues.hasSharedColumn(column, of: self) == true
    }

    private final func hasChangedMembers(_ number: RelationshipIndex) -> Bool {
        if loadedStorage(number)?.hasChanges == true { return true }
        guard case .key(let column) = scope.entity.inverseSides[number].source, let context = scope.context else { return false }
        // The members hold the keys: their changes tell.
        let member = context.scopes[scope.entity.inverseSides[number].destination].entity
        let inserted = context.changeSet.insertedObjects.contains {
            $0.scope.entity.isKind(of: member) && $0[_reference: column].leads(to: self)
        }
        let deleted = context.changeSet.deletedObjects.contains {
            $0.scope.entity.isKind(of: member) && $0.committedKey(column) == key
        }
        return inserted || deleted
            || context.changeSet.updatedObjects.contains {
                $0.scope.entity.isKind(of: member) && $0.hasChanged(column)
                    && ($0[_reference: column].leads(to: self) || $0.committedKey(column) == key)
            }
    }

    fileprivate final func committedDestination(at path: FieldPath) -> ObjectID? {
        guard path.names.count == 1, state != .inserted,
            let relationship = scope.entity.toOne.first(where: { $0.descriptor.name == path.names[0] }),
            let key = committedKey(relationship.column)
        else { return nil }
        return scope.context.map { scope.id(key, of: $0.scopes[relationship.destination].entity) }
    }

    /// The key that a column had at the last save; nil for none.
    final func committedKey(_ column: ColumnIndex) -> Int64? {
        guard case .integer(let key)? = committedStoredValue(column) else { return nil }
        return key
    }

    fileprivate final func committedValue<Value: FetchedValue>(at path: FieldPath) throws -> Value? {
        let property = path.names.joined(separator: ".")
        guard state != .inserted, let column = scope.entity.columnByProperty[property], let context = scope.context else { return nil }
        let type = scope.entity.columns[column].type
        let stored = try committedStoredValue(column) ?? committedUnloadedValue(column, in: context)
        guard let value = Value(_stored: StoredResult(value: stored, type: type, kind: nil)) else {
            throw StoreError.unreadableResult(
                name: property, entity: scope.entity.descriptor.name, type: "\(Value.self)")
        }
        return value
    }

    /// The stored form of a value that was not loaded before it was set. It is known from then on, so an edit can be taken back.
    /// - Throws: ``StoreError``
    final func committedUnloadedValue(_ column: ColumnIndex, in context: ManagedObjectContext) throws -> SQLiteValue {
        let value = try unloadedValue(column, in: context)
        if scope.entity.columns[column].isLazy, hasChanged(column) { learnOriginalValue(of: column, value) }
        return value
    }

    /// The stored form of a value at the last save; nil if it is not loaded.
    final func committedStoredValue(_ column: ColumnIndex) -> SQLiteValue? {
        if let source = textSource(of: column), hasChanged(source) {
            guard let committed = committedStoredValue(source) else { return nil }
            if case .text(let text) = committed { return .text(FoldedText.text(text)) }
            return .null
        }
        if hasChanged(column) {
            let type = scope.entity.columns[column].type
            return scope.context?.originalValues.withValue(of: column, in: self) { $0.stored(as: type) } ?? nil
        }
        if scope.entity.columns[column].toOne != nil { return self[_reference: column].storedKey }
        return isLoaded(column) ? storedValue(column) : nil
    }

    fileprivate final func hasLoaded(at path: FieldPath) -> Bool {
        let property = path.names.joined(separator: ".")
        if let number = scope.entity.inverseSides.firstIndex(where: { $0.descriptor.name == property }) {
            return state == .inserted || loadedStorage(number)?.isLoaded == true
        }
        guard let column = scope.entity.columnByProperty[property] else { return true }
        guard scope.entity.columns[column].toOne != nil else { return isLoaded(column) }
        let reference = self[_reference: column]
        return reference.key == 0 || reference.object != nil
    }
}
