import GRDB
import SQLiteAccess

/// Collects what a batch changes: for its caller, for its context and for other contexts.
struct BatchChanges {
    private(set) var result: BatchResult
    /// What other contexts are told.
    private(set) var report: SavedChanges
    /// The changed rows that the context has objects for.
    private var registered: [ObjectID] = []
    /// Whether a receiver of reports or a live result exists.
    private let isFollowed: Bool
    private let kind: Kind
    /// The objects of the context in the batch's table; nil without objects.
    private let registry: ObjectRegistry?

    enum Kind {
        case insert
        case update
        case delete
    }

    /// Receivers that have to read more rows than this read everything that they show, which is cheaper and needs no list.
    static let limit = 10_000

    /// - Parameter entity: the entity of the rows; nil for inserts.
    init(_ kind: Kind, of entity: EntityRuntime?, in context: ManagedObjectContext, collectingIDs: Bool) {
        self.kind = kind
        result = BatchResult(ids: collectingIDs ? [] : nil)
        report = SavedChanges(origin: context.token)
        isFollowed = context.coordinator.publisher.hasReceivers(for: context.token) || context.resultsFollower != nil
        registry = entity.map { context.registries[$0.root] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the identities of changed rows are needed.
    var needsIDs: Bool { isFollowed || registry != nil || result.ids != nil }

    /// Notes that rows may have changed that no list has, such as the rows that delete rules reach.
    mutating func noteOthers() { report.isComplete = false }

    mutating func note(count: Int) { result.count += count }

    mutating func note(_ id: ObjectID) {
        result.count += 1
        result.ids?.append(id)
        if registry?[id.key] != nil { registered.append(id) }
        guard isFollowed, report.isComplete else { return }
        switch kind {
        case .insert: report.inserted.append(id)
        case .update: report.updated.append(id)
        case .delete: report.deleted.append(id)
        }
        forgetListsIfTooLong()
    }

    /// Notes inserted rows, and the objects that have them among their members.
    mutating func note(_ changes: SavedChanges) {
        result.count += changes.inserted.count
        result.ids?.append(contentsOf: changes.inserted)
        guard report.isComplete else { return }
        report.inserted += changes.inserted
        report.reconnected.formUnion(changes.reconnected)
        forgetListsIfTooLong()
    }

    private mutating func forgetListsIfTooLong() {
        guard report.inserted.count + report.updated.count + report.deleted.count + report.reconnected.count > Self.limit else { return }
        let origin = report.origin
        report = SavedChanges(origin: origin)
        report.isComplete = false
    }

    /// What the context itself merges.
    fileprivate var own: SavedChanges {
        // Without receivers the report has no list.
        if isFollowed || !report.isComplete { return report }
        var own = report
        if kind == .delete { own.deleted = registered } else if kind == .update { own.updated = registered }
        return own
    }
}

extension ManagedObjectContext {
    /// Runs a batch in a transaction of its own.
    /// - Parameter repeats: whether it runs once more if a cluster has lost its leader and certainly has nothing of it.
    /// - Throws: ``StoreError``, and the errors of `body` that are not the store's; then nothing was written.
    func runBatch<Result>(repeats: Bool = false, _ body: (Database) throws -> Result) throws -> Result {
        try checkMayWrite()
        if parent != nil { throw BatchError.needsStore }
        try coordinator.checkOpen()
        try throwRememberedError()
        try Task.checkCancellation()
        hookState.beginSave()
        defer { hookState.endSave() }
        func runOnce() throws -> Result {
            do {
                return try coordinator.write(by: historyStamp) { database in
                    try observed(database, for: .batch) {
                        let result = try body(database)
                        try Task.checkCancellation()
                        return result
                    }
                }
            } catch {
                throw StoreError.isOurs(error) ? coordinator.storeError(error) : error
            }
        }
        do { return try runOnce() } catch StoreError.connectionLost where repeats { return try runOnce() }
    }

    /// Runs a batch that calls no closure of the program, so that it can run once more.
    /// - Returns: the batch after `body`.
    /// - Throws: as ``runBatch(_:)``
    func runBatch<Batch>(repeating batch: Batch, _ body: (inout Batch, StatementExecutor) throws -> Void) throws -> Batch {
        try runBatch(repeats: true) { database in
            var batch = batch
            try body(&batch, StatementExecutor(database))
            return batch
        }
    }

    /// Shows the changes of a committed batch in this context, and reports them to others.
    func finishBatch(_ changes: BatchChanges) -> BatchResult {
        // The batch is in the store, so an error of a later read must not look like its own. The next fetch throws it.
        do { try takeOwn(changes.own) } catch { remember(error) }
        if coordinator.publisher.hasReceivers(for: token) { coordinator.publisher.publish(changes.report) }
        followCompleted()
        return changes.result
    }
}

extension EntityRuntime {
    /// The entity and all that inherit from it whose rows a fetch may find.
    func kinds(_ fetch: ResolvedFetch, among entities: [EntityRuntime]) -> [EntityRuntime] {
        entities.filter { entity in fetch.includesSubentities ? entity.isKind(of: self) : entity === self }
    }

    /// The columns of a row from which ``identity(_:among:)`` reads it.
    var identityColumns: [String] { [key] + (hierarchy == nil ? [] : [FetchLayout.entityColumn]) }

    /// The identity of a statement's current row.
    func identity(_ statement: RawStatement, among entities: [EntityRuntime]) throws -> ObjectID {
        let entity = try hierarchy?.entity(of: statement, at: 1).map { entities[$0] } ?? self
        return entity.id(statement.integer(at: 0))
    }
}
