import GRDB

extension ManagedObjectContext {
    /// Inserts the objects that a closure creates for each element of a sequence, in a transaction of its own and in bounded memory:
    ///
    ///     try context.batchInsert(lines) { line, batch in
    ///         Product(in: batch, name: line.name, price: line.price)
    ///     }
    ///
    /// The closure gets a context for the new objects. The library writes them after some hundred elements and forgets them. Defaults,
    /// hooks, validations, rules of the model and relationships hold as in a save, except ``SavedHook``. The objects of one element
    /// are checked without those of later elements.
    ///
    /// To set a relationship, `find` the other object in the closure's context. An object from an earlier call of the closure can be
    /// used as well.
    /// - Parameters:
    ///   - rows: what the objects are created from. The sequence is read once, while the rows are written.
    ///   - rules: ``BatchRules/hooks`` allows to skip ``SavedHook``s.
    ///   - collectingIDs: whether the result has the identities of all objects.
    ///   - onProgress: is called after each write with the number of elements so far. An error that it throws stops the batch.
    ///   - create: creates one or more objects. It must not save any context of the store, nor change objects that exist.
    /// - Throws: ``ObjectValidationError`` with the numbers of the elements; ``BatchError``; ``StoreError``; `CancellationError`; the
    ///   errors of the closures and of hooks. Then nothing was inserted.
    @discardableResult
    public func batchInsert<Element>(
        _ rows: some Sequence<Element>, skipping rules: BatchRules = [], collectingIDs: Bool = false,
        onProgress: ((Int) throws -> Void)? = nil, _ create: (Element, ManagedObjectContext) throws -> Void
    ) throws -> BatchResult {
        var changes = BatchChanges(.insert, of: nil, in: self, collectingIDs: collectingIDs)
        try runBatch { database in
            try RunningBatch.$store.withValue(ObjectIdentifier(coordinator)) {
                let batch = BatchInsert(into: self, on: database, skipping: rules)
                defer { batch.end() }
                var waiting = 0
                for (number, row) in rows.enumerated() {
                    try batch.create(number) { try create(row, $0) }
                    waiting += 1
                    if waiting < BatchInsert.chunk { continue }
                    try batch.write(&changes)
                    waiting = 0
                    try Task.checkCancellation()
                    try onProgress?(number + 1)
                }
                try batch.write(&changes)
                try batch.notifyObservers()
            }
        }
        return finishBatch(changes)
    }
}
