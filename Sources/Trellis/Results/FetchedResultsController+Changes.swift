/// The changes of a ``FetchedResultsController`` from now on, one by one.
///
/// The loop runs where the context is, and brings the results up to date whenever something has changed. A loop that is slower than
/// the changes gets the newest state: what happens meanwhile is one change.
public struct FetchedResultsChanges<Entity: ManagedObject>: AsyncSequence {
    public typealias Element = FetchedResultsChange

    let controller: FetchedResultsController<Entity>

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(controller) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let subscription: Subscription
        private var signals: AsyncStream<Void>.Iterator

        /// Ends with the iterator.
        private final class Subscription {
            let controller: FetchedResultsController<Entity>
            let number: Int

            init(_ controller: FetchedResultsController<Entity>) {
                self.controller = controller
                number = controller.addListener()
            }

            deinit {
                controller.removeListener(number)
            }
        }

        init(_ controller: FetchedResultsController<Entity>) {
            subscription = Subscription(controller)
            signals = controller.managedObjectContext.wakeUp.signals().makeAsyncIterator()
        }

        /// The next change; nil if the task is cancelled.
        /// - Throws: ``StoreError`` if the results cannot be brought up to date. They are queried again the next time.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> FetchedResultsChange? {
            while true {
                try subscription.controller.managedObjectContext.processPendingChanges()
                if let change = subscription.controller.nextChange(for: subscription.number) { return change }
                if await signals.next(isolation: actor) == nil { return nil }
            }
        }

        /// The next change, for callers of before Swift 6.
        public mutating func next() async throws -> FetchedResultsChange? { try await next(isolation: nil) }
    }
}

extension FetchedResultsController {
    /// The changes from now on. Call ``performFetch()`` before.
    public var changes: FetchedResultsChanges<Entity> { FetchedResultsChanges(controller: self) }
}
