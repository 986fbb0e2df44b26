/// The objects of a fetch, batch by batch, for a loop that leaves its executor to others between batches.
///
/// Which objects, and their order, is decided when it is made, as for ``FetchedObjects``; objects that are gone when their batch
/// is read are passed over. The loop runs where its context is: objects do not leave the isolation domain.
///
///     for try await order in try context.stream(Fetch<Order>()) { … }
///
/// An error ends the loop. So does cancelling its task, before the next batch, with `CancellationError`: who has seen a part does
/// not take it for all.
public struct FetchedObjectStream<Root: ManagedObject>: AsyncSequence {
    public typealias Element = Root

    private let source: BatchSource<Root>

    init(_ source: BatchSource<Root>) {
        self.source = source
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let source: BatchSource<Root>
        private var place = 0

        fileprivate init(source: BatchSource<Root>) {
            self.source = source
        }

        /// The next object; nil at the end.
        /// - Throws: ``StoreError``; `CancellationError`
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Root? {
            while place < source.count {
                if source.isUnread(place) {
                    try Task.checkCancellation()
                    if place > 0 { await Task.yield() }
                    try Task.checkCancellation()
                }
                place += 1
                if let object = try source.object(at: place - 1) { return object }
            }
            return nil
        }

        /// The next object, for callers of before Swift 6; nil at the end.
        public mutating func next() async throws -> Root? { try await next(isolation: nil) }
    }
}

extension ManagedObjectContext {
    /// The objects that a fetch asks for, for a loop that waits between batches. Pending changes are seen as by `fetch(_:)`.
    /// - Parameters:
    ///   - fetch: what is asked for.
    ///   - batchSize: how many rows are read at a time, at least 1.
    /// - Throws: as `fetch(_:)` does.
    public func stream<Root: ManagedObject>(_ fetch: Fetch<Root>, batchSize: Int = 100) throws -> FetchedObjectStream<Root> {
        FetchedObjectStream(try BatchSource(fetch, batchSize: batchSize, in: self))
    }
}
