/// The store whose batch insert runs a closure of the program. A save within it would wait for itself.
enum RunningBatch {
    @TaskLocal static var store: ObjectIdentifier?
}

extension StoreCoordinator {
    /// - Throws: ``StoreError/saveWithinSave`` within the closure of a batch insert.
    func checkNoBatch() throws {
        if RunningBatch.store == ObjectIdentifier(self) { throw StoreError.saveWithinSave }
    }
}
