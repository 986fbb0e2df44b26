/// The objects of the batches that were read last, so that they are not read again and again.
struct HeldBatches {
    private var batches: [[ManagedObject]] = []

    /// A list that is scrolled to and fro shows parts of two batches, and needs the next.
    private static let limit = 3

    /// The object of a row, after its batch is loaded; nil if the row does not exist.
    /// - Parameters:
    ///   - prefetch: what is loaded with each batch.
    ///   - keys: the keys of the batch.
    /// - Throws: ``StoreError``
    mutating func object(
        _ key: Int64, in context: ManagedObjectContext, of entity: EntityRuntime, prefetch: Prefetch, batch keys: () -> [Int64]
    ) throws -> ManagedObject? {
        let scope = context.scopes[entity.root]
        if let known = scope.registry[key] { return known }
        if key < 0 { return context.changeSet.newObject(withKey: key) }
        let keys = keys()
        let loaded = try context.load(keys, in: scope, for: .fetch)
        batches.append(loaded)
        if batches.count > Self.limit { batches.removeFirst() }
        try prefetch.load(of: keys.compactMap { scope.registry[$0] }, in: context)
        return scope.registry[key]
    }
}
