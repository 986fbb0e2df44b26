import Foundation

/// The saves of a context from now on: `for await save in context.saves { … }`.
///
/// Saves that happen while the loop is busy are one element. ``PersistentContainer/saves`` has those of all contexts, each as its own.
public struct ContextSaves: AsyncSequence {
    public typealias Element = SavedChanges
    public typealias Failure = Never

    let context: ManagedObjectContext

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(context) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let mailbox: SaveMailbox
        private var signals: AsyncStream<Void>.Iterator

        init(_ context: ManagedObjectContext) {
            mailbox = SaveMailbox(of: context)
            signals = context.wakeUp.signals().makeAsyncIterator()
        }

        /// The next element; nil at the end, when the context is released, and if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SavedChanges? {
            while true {
                if let changes = mailbox.take() { return changes }
                if await signals.next(isolation: actor) == nil { return nil }
            }
        }

        /// The next element, for callers of before Swift 6.
        public mutating func next() async -> SavedChanges? { await next(isolation: nil) }
    }
}

extension ManagedObjectContext {
    /// What the saves of this context write, from now on. For edits before they are saved, see ``changes``.
    public var saves: ContextSaves { ContextSaves(context: self) }
}

/// The saves of a context that a loop has not read.
///
/// Unchecked, because the compiler does not know that `waiting` is used only while `lock` is held.
final class SaveMailbox: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: SavedChanges?
    private let publisher: SavePublisher
    private var number = 0

    init(of context: ManagedObjectContext) {
        publisher = context.coordinator.publisher
        let (token, wakeUp) = (context.token, context.wakeUp)
        number = publisher.subscribe { [weak self, weak wakeUp] changes in
            guard changes.origin === token else { return }
            self?.put(changes)
            wakeUp?.signal()
        }
    }

    deinit {
        publisher.unsubscribe(number)
    }

    private func put(_ changes: SavedChanges) {
        lock.withLock { if waiting?.add(changes) == nil { waiting = changes } }
    }

    func take() -> SavedChanges? {
        lock.withLock {
            defer { waiting = nil }
            return waiting
        }
    }
}

extension SavedChanges {
    /// Adds what a later save has changed.
    fileprivate mutating func add(_ later: SavedChanges) {
        let gone = Set(later.deleted)
        let (new, written) = (Set(inserted), Set(inserted + updated))
        inserted = inserted.filter { !gone.contains($0) } + later.inserted
        updated = updated.filter { !gone.contains($0) } + later.updated.filter { !written.contains($0) }
        deleted += later.deleted.filter { !new.contains($0) }
        reconnected = reconnected.subtracting(gone).union(later.reconnected)
    }
}
