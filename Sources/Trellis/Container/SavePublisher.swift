import Foundation

/// Tells whoever asks for it what each save of a store's contexts has changed.
///
/// Unchecked, because the compiler does not know that the subscribers are only touched while `lock` is held.
final class SavePublisher: @unchecked Sendable {
    typealias Receiver = @Sendable (SavedChanges) -> Void

    private let lock = NSLock()
    private var receivers: [Int: (receive: Receiver, origin: ContextToken?)] = [:]
    private var lastNumber = 0

    /// - Parameter origin: the context that does not want to hear of its own saves.
    func subscribe(notFrom origin: ContextToken? = nil, _ receive: @escaping Receiver) -> Int {
        lock.withLock {
            lastNumber += 1
            receivers[lastNumber] = (receive, origin)
            return lastNumber
        }
    }

    func unsubscribe(_ number: Int) {
        _ = lock.withLock { receivers.removeValue(forKey: number) }
    }

    /// Whether anybody wants to hear of a context's saves.
    func hasReceivers(for origin: ContextToken) -> Bool {
        lock.withLock { receivers.values.contains { $0.origin !== origin } }
    }

    func publish(_ changes: SavedChanges) {
        // Receivers run without the lock: they may subscribe and unsubscribe.
        for receiver in lock.withLock({ Array(receivers.values) }) where receiver.origin !== changes.origin {
            receiver.receive(changes)
        }
    }
}

extension PersistentContainer {
    /// What the contexts of this container save from now on, each save after it is done. Every stream gets all of them.
    ///
    /// Saves of other programs, and of other containers over the same file, are not among them; nor is what is written with SQL.
    public var saves: AsyncStream<SavedChanges> {
        let publisher = coordinator.publisher
        let (stream, continuation) = AsyncStream.makeStream(of: SavedChanges.self)
        let number = publisher.subscribe { continuation.yield($0) }
        continuation.onTermination = { _ in publisher.unsubscribe(number) }
        return stream
    }
}

/// What others have saved since a context has last looked: it grows with the number of objects, not of saves.
///
/// Unchecked, because the compiler does not know that `waiting` is only touched while `lock` is held.
final class SaveInbox: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting = ForeignChanges()
    private let publisher: SavePublisher
    private var number = 0

    init(of context: ContextToken, _ publisher: SavePublisher) {
        self.publisher = publisher
        number = publisher.subscribe(notFrom: context) { [weak self] changes in self?.put(changes) }
    }

    deinit {
        publisher.unsubscribe(number)
    }

    private func put(_ changes: SavedChanges) {
        lock.withLock { waiting.add(changes) }
    }

    /// Takes out what there is; nil for nothing.
    func take() -> ForeignChanges? {
        lock.withLock {
            if waiting.isEmpty { return nil }
            defer { waiting = ForeignChanges() }
            return waiting
        }
    }

    /// Keeps for the next time what was taken out and could not be shown.
    func putBack(_ changes: ForeignChanges) {
        lock.withLock { waiting.add(changes) }
    }
}

/// The objects that others have changed.
struct ForeignChanges {
    private(set) var rows: Set<ObjectID> = []
    private(set) var reconnected: Set<ObjectID> = []

    var isEmpty: Bool { rows.isEmpty && reconnected.isEmpty }

    mutating func add(_ changes: ForeignChanges) {
        rows.formUnion(changes.rows)
        reconnected.formUnion(changes.reconnected)
    }

    mutating func add(_ changes: SavedChanges) {
        rows.formUnion(changes.inserted)
        rows.formUnion(changes.updated)
        rows.formUnion(changes.deleted)
        reconnected.formUnion(changes.reconnected)
    }
}
