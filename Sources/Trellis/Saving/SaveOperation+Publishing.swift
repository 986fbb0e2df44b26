extension SaveOperation {
    /// What the save has changed. To be asked when it is done, before the objects take it for what was.
    func savedChanges(by origin: ContextToken) -> SavedChanges {
        var changes = SavedChanges(origin: origin)
        changes.inserted = (madeAgain + inserted).map(\.objectID)
        changes.updated = updated.map(\.objectID) + unknownUpdated
        changes.deleted = deleted.map(\.objectID) + merged.compactMap { $0.stored == nil ? $0.object.objectID : nil }
        changes.deleted += unknownDeleted

        let read = BaselineIndex(baselines, of: updated)
        for object in [inserted, madeAgain, deleted].joined() {
            for relationship in object.scope.entity.toOne {
                note(object[_reference: relationship.column].currentKey, relationship, of: object, in: &changes)
            }
        }
        for object in updated {
            for (column, baseline) in read[object] where object.scope.entity.columns[column].toOne != nil {
                let relationship = object.scope.entity.toOne(at: column)
                note(object[_reference: column].currentKey, relationship, of: object, in: &changes)
                if case .integer(let key) = baseline.stored(as: object.scope.entity.columns[column].type) {
                    note(key, relationship, of: object, in: &changes)
                }
            }
        }
        for object in [owners, deleted].joined() {
            for (number, relationship) in object.scope.entity.inverseSides.enumerated() {
                guard let storage = object.loadedStorage(number) else { continue }
                let isDeleted = object.state == .deleted
                if isDeleted, relationship.join != nil { changes.reconnected.formUnion(storage.members.map(\.objectID)) }
                guard storage.hasChanges else { continue }
                if !isDeleted { changes.reconnected.insert(object.objectID) }
                changes.reconnected.formUnion((storage.connected + storage.disconnected).map(\.objectID))
            }
        }
        changes.reconnected.formUnion(unknownReconnected)
        changes.reconnected.subtract(changes.deleted)
        return changes
    }

    /// Notes who has another member now.
    private func note(
        _ key: Int64, _ relationship: EntityRuntime.ToOneRuntime, of object: ManagedObject, in changes: inout SavedChanges
    ) {
        guard key > 0, case .members = relationship.inverse, let context = object.scope.context else { return }
        let scope = context.scopes[relationship.destination]
        let owner = scope.registered(key)?.objectID ?? ObjectID(entity: scope.entity.descriptor.name, key: key)
        changes.reconnected.insert(owner)
    }
}
