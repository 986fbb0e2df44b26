// A list in a child reports unsaved edits of the contexts above. Then the child's objects must show them too.
extension ManagedObjectContext {
    /// The rows with unsaved values in the contexts above, by their keys in this one.
    var rowsChangedAbove: Set<RowIdentity> {
        var rows = Set<RowIdentity>()
        for context in ancestors {
            for object in context.changeSet.listedObjects where object.isNew || object.hasColumnChanges {
                rows.insert(RowIdentity(root: object.scope.entity.root, key: InheritedKey.key(inChildFor: object.key)))
            }
        }
        return rows
    }

    /// Lets objects take the values that the contexts above have, or the store's. Properties that this context has changed keep its values,
    /// and their original ones, so that a save still finds a conflict. Objects that are deleted above stay, because an undo there brings
    /// them back.
    /// - Returns: the rows of the objects that have kept their values because they are deleted above.
    /// - Throws: ``StoreError``
    func takeValuesAbove(of rows: Set<RowIdentity>) throws -> [RowIdentity] {
        let objects = rows.compactMap { registries[$0.root][$0.key] }.filter { $0.state == .saved }
        if objects.isEmpty { return [] }
        var deleted = [RowIdentity]()
        let originals = originalValues.index(of: objects.filter(\.hasColumnChanges))
        defer { reviewObservedObjects() }
        try inSnapshot { database in
            let states = StoredStates(of: objects, in: database)
            for object in objects {
                guard let stored = try states.of(object) else {
                    deleted.append(object.row)
                    continue
                }
                if object.changes.isEmpty {
                    object.take(stored)
                } else if object.knowsOriginals(originals[object]), let merged = try object.merged(with: stored, in: database) {
                    object.take(merged)
                }
            }
        }
        return deleted
    }
}

extension ManagedObject {
    /// Whether a conflict can be found by values. One of a value that was set before it was loaded is found by the object's version.
    fileprivate final func knowsOriginals(_ originals: [ColumnIndex: OriginalValue]) -> Bool {
        originals.allSatisfy { $1.stored(as: scope.entity.columns[$0].type) != nil }
    }
}
