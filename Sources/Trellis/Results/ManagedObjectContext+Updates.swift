/// The objects of a fetch, again after each change.
///
/// The loop runs where the context is. Its first element comes at once. A loop that is slower than the changes gets the newest state.
public struct FetchedUpdates<Root: ManagedObject>: AsyncSequence {
    public typealias Element = [Root]

    let fetch: Fetch<Root>
    let context: ManagedObjectContext

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(fetch, context) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let controller: FetchedResultsController<Root>
        private var changes: FetchedResultsChanges<Root>.AsyncIterator
        private var isFirst = true

        fileprivate init(_ fetch: Fetch<Root>, _ context: ManagedObjectContext) {
            controller = FetchedResultsController(fetch, in: context, isolation: nil)
            changes = controller.changes.makeAsyncIterator()
        }

        /// The objects; nil if the task is cancelled.
        /// - Throws: ``StoreError``; `ConditionErrors` if the fetch names what the model does not have.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [Root]? {
            if isFirst {
                isFirst = false
                try controller.performFetch()
                return try controller.fetchedObjects
            }
            // One state includes all changes up to now.
            guard try await changes.next(isolation: actor) != nil else { return nil }
            while controller.hasUnreadChange, try await changes.next(isolation: actor) != nil {}
            return try controller.fetchedObjects
        }

        /// The objects, for callers of before Swift 6.
        public mutating func next() async throws -> [Root]? { try await next(isolation: nil) }
    }
}

extension ManagedObjectContext {
    /// The objects of a fetch now and after each change: `for try await list in context.updates(of: Person.all()) { … }`.
    public func updates<Root: ManagedObject>(of fetch: Fetch<Root>) -> FetchedUpdates<Root> {
        FetchedUpdates(fetch: fetch, context: self)
    }
}
