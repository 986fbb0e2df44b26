import Foundation

/// Reports to each subscriber what the saves of a store's contexts have changed.
///
/// Unchecked, because the compiler does not know that the subscribers are used only while `lock` is held.
final class SavePublisher: @unchecked Sendable {
    typealias Receiver = @Sendable (SavedChanges) -> Void

    private let lock = NSLock()
    private var receivers: [Int: (receive: Receiver, origin: ContextToken?)] = [:]
    private var lastNumber = 0

    /// - Parameter origin: a context whose own saves are not reported.
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

    /// Whether a subscriber receives the reports of a context's saves.
    func hasReceivers(for origin: ContextToken) -> Bool {
        lock.withLock { receivers.values.contains { $0.origin !== origin } }
    }

    func publish(_ changes: SavedChanges) {
        // Receivers run without the lock, because they may subscribe and unsubscribe.
        for receiver in lock.withLock({ Array(receivers.values) }) where receiver.origin !== changes.origin {
            receiver.receive(changes)
        }
    }
}

extension PersistentContainer {
    /// A report of each save of this container's contexts from now on. Every stream gets all reports.
    ///
    /// Saves of other programs and of other containers over the same file are not reported, and neither is your own SQL.
    public var saves: AsyncStream<SavedChanges> {
        let publisher = coordinator.publisher
        let (stream, continuation) = AsyncStream.makeStream(of: SavedChanges.self)
        let number = publisher.subscribe { continuation.yield($0) }
        continuation.onTermination = { _ in publisher.unsubscribe(number) }
        return stream
    }
}

/// The changes that other contexts have saved since a context last merged. It grows with the number of objects, not of saves.
///
/// Unchecked, because the compiler does not know that `waiting` is used only while `lock` is held.
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

    /// Removes and returns the changes; nil without changes.
    func take() -> ForeignChanges? {
        lock.withLock {
            if waiting.isEmpty { return nil }
            defer { waiting = ForeignChanges() }
            return waiting
        }
    }

    /// Keeps changes that could not be merged for the next time.
    func putBack(_ changes: ForeignChanges) {
        lock.withLock { waiting.add(changes) }
    }
}

/// The objects that other contexts have changed.
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
