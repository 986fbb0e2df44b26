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

    /// Lets objects without changes of their own take the values that the contexts above have, or the store's. Objects that are deleted
    /// above stay, because an undo there brings them back.
    /// - Throws: ``StoreError``
    func takeValuesAbove(of rows: Set<RowIdentity>) throws {
        let objects = rows.compactMap { registries[$0.root][$0.key] }.filter { $0.state == .saved && $0.changes.isEmpty }
        if objects.isEmpty { return }
        defer { reviewObservedObjects() }
        try inSnapshot { database in
            for object in objects { if let stored = try object.storedState(in: database) { object.take(stored) } }
        }
    }
}
