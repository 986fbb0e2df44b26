/// The identities that a fetch has found, and the batches of their objects that were looked at last.
final class BatchSource<Root: ManagedObject> {
    let context: ManagedObjectContext
    private let keys: [Int64]
    private let batchSize: Int
    private let entity: EntityRuntime
    private let prefetch: Prefetch
    /// Whether objects that the context has deleted and not yet saved are passed over.
    private let hidesDeleted: Bool
    /// Objects that are not saved yet have no row to be read again, and another key when they are saved.
    private let new: [Int64: ManagedObject]
    /// The batches that are held, the latest last.
    private var held: [(number: Int, objects: [ManagedObject?])] = []

    /// One batch more than is looked at, so that going to and fro over an end does not read both again and again.
    private static var heldBatches: Int { 2 }

    /// - Throws: ``StoreError``; `ConditionErrors`
    init(_ fetch: Fetch<Root>, batchSize: Int, in context: ManagedObjectContext) throws {
        self.context = context
        self.batchSize = max(batchSize, 1)
        hidesDeleted = fetch.includesPendingChanges
        keys = try context.ids(fetch).map { context.ownKey(of: $0) }
        entity = try context.scope(of: Root.self).entity
        prefetch = try Prefetch(fetch.prefetch, from: entity, in: context.coordinator.model)
        var new = [Int64: ManagedObject]()
        if let least = keys.min(), least < 0 {
            let wanted = Set(keys.lazy.filter { $0 < 0 })
            for object in context.changeSet.insertedObjects where wanted.contains(object.key) { new[object.key] = object }
        }
        self.new = new
    }

    var count: Int { keys.count }

    /// The object at a place; nil where it is gone.
    /// - Throws: ``StoreError`` where its batch cannot be read.
    func object(at place: Int) throws -> Root? {
        let (number, index) = place.quotientAndRemainder(dividingBy: batchSize)
        let objects: [ManagedObject?]
        if let known = held.last(where: { $0.number == number }) {
            objects = known.objects
        } else {
            objects = try read(number)
            held.append((number, objects))
            if held.count > Self.heldBatches { held.removeFirst() }
        }
        guard let object = objects[index], object.state != .gone, !(hidesDeleted && object.isRemoved) else { return nil }
        // Its store made it, or it was found among new ones of the entity.
        return unsafeDowncast(object, to: Root.self)
    }

    /// Whether the object at a place stands in a batch that is yet to be read.
    func isUnread(_ place: Int) -> Bool {
        !held.contains { $0.number == place / batchSize }
    }

    private func read(_ number: Int) throws -> [ManagedObject?] {
        let batch = keys[number * batchSize..<min((number + 1) * batchSize, keys.count)]
        // A reset of the context gives it other stores.
        let scope = context.scopes[entity.index]
        let loaded = try context.load(batch, in: scope, for: .fetch)
        let objects = withExtendedLifetime(loaded) { batch.map { new[$0] ?? scope.registered($0) } }
        try prefetch.load(of: objects.compactMap { $0 }.filter { !$0.isRemoved }, in: context)
        return objects
    }
}
