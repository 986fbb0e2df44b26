import Foundation

/// Reports to each subscriber what the saves of a store's contexts have changed.
///
/// Unchecked, because the compiler does not know that the subscribers are used only while `lock` is held.
final class SavePublisher: @unchecked Sendable {
    typealias Receiver = @Sendable (SavedChanges) -> Void

    private let lock = NSLock()
    private var receivers: [Int: Subscriber] = [:]
    private var lastNumber = 0

    private struct Subscriber {
        let receive: Receiver
        let origin: ContextToken?
        let onForeignWrite: (@Sendable (WrittenRows) -> Void)?
    }

    /// - Parameters:
    ///   - origin: a context whose own saves are not reported.
    ///   - onForeignWrite: is called after writes that no context reports, such as those of other processes, with the rows that are
    ///     known.
    func subscribe(
        notFrom origin: ContextToken? = nil, onForeignWrite: (@Sendable (WrittenRows) -> Void)? = nil, _ receive: @escaping Receiver
    ) -> Int {
        lock.withLock {
            lastNumber += 1
            receivers[lastNumber] = Subscriber(receive: receive, origin: origin, onForeignWrite: onForeignWrite)
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

    /// Reports writes that no context of the container has made, to subscribers that ask for them.
    func publish(_ write: ForeignWrite) {
        for receiver in lock.withLock({ Array(receivers.values) }) {
            guard let onForeignWrite = receiver.onForeignWrite else { continue }
            switch write {
            case .unknown(let rows): onForeignWrite(rows)
            case .recorded(let changes): receiver.receive(changes)
            }
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
    private let wakeUp: WakeUp
    private let monitor: ForeignWriteMonitor?
    private var number = 0

    /// - Parameters:
    ///   - wakeUp: is signalled when there are changes.
    ///   - monitor: looks for writes of other processes; nil if nothing tells what they have written.
    init(of context: ContextToken, _ publisher: SavePublisher, _ wakeUp: WakeUp, _ monitor: ForeignWriteMonitor?) {
        (self.publisher, self.wakeUp, self.monitor) = (publisher, wakeUp, monitor)
        number = publisher.subscribe(notFrom: context) { [weak self] rows in
            self?.put { $0.add(rows) }
        } _: { [weak self] changes in
            self?.put { $0.add(changes) }
        }
        monitor?.addListener()
    }

    deinit {
        monitor?.removeListener()
        publisher.unsubscribe(number)
    }

    private func put(_ change: (inout ForeignChanges) -> Void) {
        lock.withLock { change(&waiting) }
        wakeUp.signal()
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
    /// The objects of which only values have changed that the database derives.
    private(set) var recomputed: Set<ObjectID> = []
    /// The rows that fetches may have seen before they were reported, so that objects have no other values than before.
    private(set) var lateRows: Set<ObjectID> = []
    /// The names of the entities of deleted objects.
    private(set) var deletedEntities: Set<String> = []
    /// Rows that SQL has written without a context.
    private(set) var written: WrittenRows = [:]
    /// Whether other rows may have changed too.
    private(set) var isIncomplete = false
    /// Whether a context has changed rows that no list has.
    private(set) var hasUnlistedRows = false

    var isEmpty: Bool { rows.isEmpty && reconnected.isEmpty && recomputed.isEmpty && !isIncomplete && !hasUnlistedRows }

    mutating func add(_ changes: ForeignChanges) {
        rows.formUnion(changes.rows)
        reconnected.formUnion(changes.reconnected)
        recomputed.formUnion(changes.recomputed)
        lateRows.formUnion(changes.lateRows)
        deletedEntities.formUnion(changes.deletedEntities)
        written.merge(changes.written) { $0.union($1) }
        isIncomplete = isIncomplete || changes.isIncomplete
        hasUnlistedRows = hasUnlistedRows || changes.hasUnlistedRows
    }

    mutating func add(_ rows: WrittenRows) {
        written.merge(rows) { $0.union($1) }
        isIncomplete = true
    }

    mutating func add(_ changes: SavedChanges) {
        rows.formUnion(changes.inserted)
        rows.formUnion(changes.updated)
        rows.formUnion(changes.deleted)
        deletedEntities.formUnion(changes.deleted.lazy.map(\.entity))
        reconnected.formUnion(changes.reconnected)
        recomputed.formUnion(changes.recomputed)
        if changes.isLate {
            lateRows.formUnion([changes.inserted, changes.updated, changes.deleted].joined().lazy.filter { !changes.versioned.contains($0) })
        }
        if !changes.isComplete { hasUnlistedRows = true }
    }
}
