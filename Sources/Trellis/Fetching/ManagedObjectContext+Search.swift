import SQLiteAccess

extension ManagedObjectContext {
    /// The objects that a full-text search finds in the store, the best first.
    ///
    /// The search sees what is saved: texts that this context has changed are found as they were. Deleted objects are left out.
    /// - Parameter limit: how many objects at most; nil for all, and none for a negative number.
    /// - Throws: ``StoreError``, also for an entity that has no search, and for an expression that FTS5 does not understand.
    public func search<Root: ManagedObject>(
        _ type: Root.Type, for pattern: SearchPattern, limit: Int? = nil
    ) throws -> [Root] {
        try throwRememberedError()
        try mergeWaitingChanges()
        let store = try store(of: type)
        guard let sql = store.entity.selectFound else {
            throw StoreError.notSearchable(entity: store.entity.descriptor.name)
        }
        if pattern.text.isEmpty { return [] }
        // What is deleted and not saved is found too, and must not take the place of something else.
        let rows = limit.map { $0.addingReportingOverflow(deleted.count + store.registry.doomed.count) }
        let found = try objects(in: store, sql: sql, for: .search) { statement in
            statement.bind(pattern.text, at: 1)
            statement.bind(rows.map { $0.overflow ? -1 : Int64(max($0.partialValue, 0)) } ?? -1, at: 2)
        }
        let present = found.filter { !$0.isDeleted }.prefix(max(limit ?? .max, 0))
        // All are of the class: its store made them.
        return present.map { unsafeDowncast($0, to: Root.self) }
    }
}
