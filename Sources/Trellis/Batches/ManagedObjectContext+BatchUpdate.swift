extension ManagedObjectContext {
    /// Sets properties in all rows of a fetch, with one SQL statement in a transaction of its own:
    ///
    ///     try context.batchUpdate(Product.where { $0.stock == 0 }) { [$0.price *= 1.1, $0.note.set(to: nil)] }
    ///
    /// It works on the store: unsaved changes of this context are neither seen nor written. Objects of this context and of others show
    /// the new values as they do after a save. A save of an object with unsaved changes in an updated row is a conflict.
    /// - Parameters:
    ///   - fetch: the rows. Order, limit and offset count.
    ///   - rules: rules of Swift code that the update may skip.
    ///   - collectingIDs: whether the result has the identities of the rows.
    ///   - assignments: what is set. Expressions read the row as it is before the update.
    /// - Throws: ``BatchError`` for rules that would be skipped; ``ObjectValidationError`` for values that break a rule of the model;
    ///   `ConditionErrors`; ``StoreError``; `CancellationError`. Then nothing was written.
    @discardableResult
    public func batchUpdate<Root: Fetchable>(
        _ fetch: Fetch<Root>, skipping rules: BatchRules = [], collectingIDs: Bool = false,
        _ assignments: (Root.Fields) -> [FieldAssignment]
    ) throws -> BatchResult {
        try update(fetch, assignments(Root.Fields(_path: FieldPath())), rules, collectingIDs)
    }

    /// Sets properties in all rows of a fetch, also of entities that inherit: the other method says all about it.
    @discardableResult
    public func batchUpdate<Root: FetchableHierarchy>(
        _ fetch: Fetch<Root>, skipping rules: BatchRules = [], collectingIDs: Bool = false,
        _ assignments: (HierarchyFields<Root>) -> [FieldAssignment]
    ) throws -> BatchResult {
        try update(fetch, assignments(HierarchyFields(_path: FieldPath())), rules, collectingIDs)
    }

    private func update<Root: ManagedObject>(
        _ fetch: Fetch<Root>, _ assignments: [FieldAssignment], _ rules: BatchRules, _ collectingIDs: Bool
    ) throws -> BatchResult {
        let entity = try scope(of: Root.self).entity
        let update = try ResolvedUpdate(
            fetch.query(of: entity), assignments.map(\.assignment), in: coordinator.model.fetchLayout, rounding: entity.rounding)
        let batch = try BatchUpdate(update, of: entity, in: self, skipping: rules, collectingIDs: collectingIDs)
        return finishBatch(try runBatch(repeating: batch) { try $0.run($1) }.changes)
    }

    /// Deletes all rows of a fetch with one SQL statement in a transaction of its own. The delete rules of the model hold, because they
    /// are in the schema.
    ///
    /// It works on the store: unsaved changes of this context are neither seen nor written. Objects of this context and of others are
    /// deleted as they are after a save.
    /// - Parameters:
    ///   - fetch: the rows. Order, limit and offset count.
    ///   - rules: rules of Swift code that the delete may skip.
    ///   - collectingIDs: whether the result has the identities of the rows.
    /// - Throws: ``BatchError`` for rules that would be skipped; ``ObjectValidationError`` if the rule `deny` keeps a row;
    ///   `ConditionErrors`; ``StoreError``; `CancellationError`. Then nothing was deleted.
    @discardableResult
    public func batchDelete<Root: ManagedObject>(
        _ fetch: Fetch<Root>, skipping rules: BatchRules = [], collectingIDs: Bool = false
    ) throws -> BatchResult {
        let entity = try scope(of: Root.self).entity
        let resolved = try ResolvedFetch(fetch.query(of: entity), in: coordinator.model.fetchLayout)
        let batch = try BatchDelete(resolved, of: entity, in: self, skipping: rules, collectingIDs: collectingIDs)
        do {
            return finishBatch(try runBatch(repeating: batch) { try $0.run($1) }.changes)
        } catch StoreError.constraint(let message) {
            throw try inSnapshot { try batch.denials(StatementExecutor($0)) } ?? StoreError.constraint(message: message)
        }
    }
}
