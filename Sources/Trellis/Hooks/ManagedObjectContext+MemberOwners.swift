// Which objects have other members than at the last save. The members hold the keys, so these are read: an owner that is listed may have
// got back what it lost, and an owner that has lost a member may not be registered.
extension ManagedObjectContext {
    /// The stored objects with a ``MembershipHook`` that the next save gives or takes members.
    ///
    /// Owners that are not registered are loaded, with one query for each entity. Edits that are taken back count for nothing, and neither do
    /// new objects that were deleted again.
    /// - Throws: ``StoreError``
    func ownersWithOtherMembers() throws -> [ManagedObject] {
        let model = coordinator.model
        guard model.hooks.contains(.members) else { return [] }
        var keys = changedOwnerKeys()
        var owners = [ManagedObject]()
        for owner in changeSet.changedOwners {
            let isNamed = keys[owner.scope.entity.root]?.remove(owner.key) != nil
            if isNamed || owner.hasConnectionChanges || changeSet.hasDeletedMember(owner) { owners.append(owner) }
        }
        for (root, keys) in keys.sorted(by: { $0.key < $1.key }) {
            let sorted = keys.sorted()
            // Held until they are in the list, because nothing else may hold them yet.
            let loaded = try load(sorted, in: scopes[root], for: .fault)
            withExtendedLifetime(loaded) { owners += sorted.compactMap { scopes[root].registered($0) } }
        }
        return owners.filter { $0.state == .saved && $0.scope.entity.hooks.contains(.members) }
    }

    /// The keys of stored owners that get or lose members which hold keys, by the entities whose tables have their rows.
    private func changedOwnerKeys() -> [Int: Set<Int64>] {
        var columns = [Int: [(column: ColumnIndex, root: Int)]]()
        var keys = [Int: Set<Int64>]()
        func note(_ object: ManagedObject, _ keysOf: (ColumnIndex) -> [Int64]) {
            let entity = object.scope.entity
            let known = columns[entity.index] ?? columnsOfToldOwners(of: entity)
            columns[entity.index] = known
            for (column, root) in known { keys[root, default: []].formUnion(keysOf(column).filter { $0 > 0 }) }
        }
        for object in changeSet.insertedObjects { note(object) { [object[_reference: $0].currentKey] } }
        for object in changeSet.deletedObjects { note(object) { [object.committedKey($0) ?? 0] } }
        for object in changeSet.updatedObjects where object.hasColumnChanges {
            note(object) { column in
                guard object.hasChanged(column) else { return [] }
                let (old, new) = (object.committedKey(column) ?? 0, object[_reference: column].currentKey)
                return old == new ? [] : [old, new]
            }
        }
        return keys
    }

    /// The columns of an entity with keys of owners that may have a ``MembershipHook``, and the entities whose tables have these owners.
    private func columnsOfToldOwners(of entity: EntityRuntime) -> [(column: ColumnIndex, root: Int)] {
        entity.toOne.compactMap { relationship in
            guard case .members = relationship.inverse else { return nil }
            let destination = scopes[relationship.destination].entity
            let isTold = coordinator.model.entities.contains { $0.root == destination.root && $0.hooks.contains(.members) }
            return isTold ? (relationship.column, destination.root) : nil
        }
    }
}
