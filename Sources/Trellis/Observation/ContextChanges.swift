/// What has changed in a context since a loop last asked, saved or not.
public struct ContextChange: Sendable, Hashable {
    /// The new objects.
    public internal(set) var inserted: Set<ObjectID> = []
    /// The objects with edited values, or with other connections in a join table.
    public internal(set) var updated: Set<ObjectID> = []
    /// The deleted objects.
    public internal(set) var deleted: Set<ObjectID> = []
    /// The objects that have taken values of the store: by a merge, a refresh, a rollback, or a save whose merge policy prefers them.
    public internal(set) var refreshed: Set<ObjectID> = []
    /// The permanent identities of objects that a save has inserted, by their temporary ones.
    public internal(set) var permanentIDs: [ObjectID: ObjectID] = [:]

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && permanentIDs.isEmpty
    }
}

/// The changes of a context from now on, before they are saved: `for try await change in context.changes { … }`.
///
/// The loop runs where the context is. What happens while it is busy is one change. Its context merges automatically what others save.
public struct ContextChanges: AsyncSequence {
    public typealias Element = ContextChange

    let context: ManagedObjectContext

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(context) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let context: ManagedObjectContext
        private let follower: ContextChangeFollower
        private var signals: AsyncStream<Void>.Iterator

        init(_ context: ManagedObjectContext) {
            self.context = context
            follower = ContextChangeFollower(context)
            context.addFollower(follower)
            context.setDependencies(of: follower, [.anyChange])
            signals = context.wakeUp.signals().makeAsyncIterator()
        }

        /// The next change; nil if the task is cancelled.
        /// - Throws: ``StoreError`` if changes of other contexts cannot be merged.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> ContextChange? {
            while true {
                try context.processPendingChanges()
                let change = follower.take()
                if !change.isEmpty { return change }
                if await signals.next(isolation: actor) == nil { return nil }
            }
        }

        /// The next change, for callers of before Swift 6.
        public mutating func next() async throws -> ContextChange? { try await next(isolation: nil) }
    }
}

extension ManagedObjectContext {
    /// The changes of this context from now on, before and after they are saved. For what a save has written, see ``saves``.
    public var changes: ContextChanges { ContextChanges(context: self) }
}

/// Collects the changes of a context for a loop.
final class ContextChangeFollower: ResultFollower {
    private weak var context: ManagedObjectContext?
    private var waiting = ContextChange()
    /// The temporary identities of new objects that were reported.
    private var reported: Set<ObjectID> = []

    init(_ context: ManagedObjectContext) {
        self.context = context
    }

    deinit {
        context?.removeFollower()
    }

    /// It reports objects, and reads none.
    var entitiesRead: Set<String> { [] }

    func take() -> ContextChange {
        defer { waiting = ContextChange() }
        return waiting
    }

    /// Collects the changes. The loop takes them when it asks, so that there is nothing to report.
    func prepare(_ changes: ChangesByTable) -> (() -> Void)? {
        collect(changes.log)
        return nil
    }

    /// The loop's own call throws what fails.
    func reportFailure(_ error: any Error) {}

    private func collect(_ log: ChangeLog) {
        let saved = Set(log.permanentIDs.values)
        for change in log.objects.values {
            let (object, id) = (change.object, change.object.objectID)
            if change.hasOtherLife {
                noteLife(of: object, id, isInserted: object.isNew || saved.contains(id))
            } else if !change.changedColumns(log.permanentKeys).isEmpty {
                if log.refreshed.contains(ObjectIdentifier(object)) { waiting.refreshed.insert(id) }
                if !log.refreshed.contains(ObjectIdentifier(object)) || object.hasColumnChanges { noteUpdated(id) }
            }
        }
        for object in log.connected where !object.isRemoved {
            if log.refreshed.contains(ObjectIdentifier(object)) { waiting.refreshed.insert(object.objectID) } else { noteUpdated(object.objectID) }
        }
        for (old, new) in log.permanentIDs {
            if reported.remove(old) != nil { waiting.permanentIDs[old] = new }
            if waiting.inserted.remove(old) != nil { waiting.inserted.insert(new) }
            if waiting.updated.remove(old) != nil { noteUpdated(new) }
        }
    }

    private func noteUpdated(_ id: ObjectID) {
        if !waiting.inserted.contains(id) { waiting.updated.insert(id) }
    }

    private func noteLife(of object: ManagedObject, _ id: ObjectID, isInserted: Bool) {
        if object.isRemoved {
            waiting.updated.remove(id)
            waiting.refreshed.remove(id)
            // The loop has not seen an object that was created and deleted since it last asked.
            let isUnseen = waiting.inserted.remove(id) != nil || (id.isTemporary && !reported.contains(id))
            reported.remove(id)
            if !isUnseen { waiting.deleted.insert(id) }
        } else if isInserted {
            if id.isTemporary { reported.insert(id) }
            waiting.inserted.insert(id)
        } else if waiting.deleted.remove(id) == nil {
            waiting.refreshed.insert(id)
        }
    }
}
