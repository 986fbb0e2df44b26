import SQLiteAccess

// To-one relationships of unsaved objects whose destinations others have deleted. The relationship shows nil, and the save reports the key.
extension ManagedObject {
    /// Whether keys of the object may lead to rows that others have deleted, because no row of the store holds these keys.
    final var mayLeadNowhere: Bool {
        guard let context = scope.context else { return false }
        if isNew || context.changeSet.unmerged.contains(self) { return true }
        guard scope.isOfChild, case .object(let above)? = context.inherited(key, root: scope.entity.root) else { return false }
        return above.mayLeadNowhere
    }

    /// Whether a to-one relationship leads to an object or a row that others have deleted.
    /// - Throws: ``StoreError``
    final func leadsNowhere(_ column: ColumnIndex) throws -> Bool {
        if let isKnown = isKnownToLeadNowhere(column) { return isKnown }
        guard let context = scope.context else { return false }
        let destination = context.scopes[scope.entity.toOne(at: column).destination].entity
        return try context.keys(destination.selectVersion, self[_reference: column].key).isEmpty
    }

    /// The same, as far as no row has to be read; nil if one has to.
    final func isKnownToLeadNowhere(_ column: ColumnIndex) -> Bool? {
        let reference = self[_reference: column]
        if let known = reference.object { return known.state == .gone }
        guard reference.key > 0, mayLeadNowhere, let context = scope.context else { return false }
        let destination = context.scopes[scope.entity.toOne(at: column).destination]
        if destination.registered(reference.key) != nil { return false }
        if scope.isOfChild, context.inherited(reference.key, root: destination.entity.root) != nil { return false }
        return nil
    }

    /// The stored form of a value as conditions see it: NULL for the key of a deleted destination.
    /// - Throws: ``StoreError``
    final func visibleStoredValue(_ column: ColumnIndex) throws -> SQLiteValue {
        if scope.entity.columns[column].toOne != nil, try leadsNowhere(column) { return .null }
        return storedValue(column)
    }
}
