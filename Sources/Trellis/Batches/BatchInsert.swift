import GRDB
import SQLiteAccess

/// Writes new objects within one transaction, a few hundred at a time, and forgets them.
final class BatchInsert {
    /// The context in which the objects are created.
    private let context: ManagedObjectContext
    private let database: Database
    private let executor: StatementExecutor
    private let skipped: BatchRules
    /// Whether the new rows are reported to this context or to others.
    private let isReported: Bool
    private let token: ContextToken
    /// The first element since the last write, and for each element how many objects the change set had after it.
    private var firstRow = 0
    private var ends: [Int] = []
    private var tables: Set<String> = []

    /// How many elements are written together. The objects of so few are still in the processor's cache.
    static let chunk = 256

    init(into target: ManagedObjectContext, on database: Database, skipping skipped: BatchRules) {
        context = ManagedObjectContext(forBatchOf: target, on: database)
        self.database = database
        self.skipped = skipped
        executor = StatementExecutor(database)
        token = target.token
        isReported =
            target.coordinator.publisher.hasReceivers(for: target.token) || target.resultsFollower != nil
            || target.registries.contains { !$0.isEmpty }
        // No save of this context can begin.
        context.hookState.beginSave()
    }

    /// Separates the objects from the connection, which others use from now on.
    func end() {
        context.reset()
        context.batchConnection = nil
    }

    /// Lets the program create the objects of one element.
    func create(_ row: Int, _ body: (ManagedObjectContext) throws -> Void) throws {
        if ends.isEmpty { firstRow = row }
        try body(context)
        ends.append(context.changeSet.counts[0])
    }

    /// Writes the objects that were created since the last write.
    /// - Throws: ``ObjectValidationError``; ``BatchError``; ``StoreError``; `SQLiteError`; the errors of hooks
    func write(_ changes: inout BatchChanges) throws {
        if ends.isEmpty { return }
        try context.throwRememberedError()
        try context.runSaveHooks()
        let changed = context.changeSet.changedObjects
        if let other = changed.updated.first ?? changed.deleted.first { throw BatchError.changesObject(other.objectID) }
        try check(changed)
        let plan = SavePlan(changed, of: context)
        let keys = try NewKeys(for: plan.inserted, executor)
        try executor.collecting { try insert(plan, keys) }
        keys.assign()
        let outcome = SaveOutcome(keys: keys, updated: [], deleted: [])
        if isReported {
            changes.note(SavedChanges(plan, outcome, by: token))
        } else if changes.result.ids != nil {
            for object in plan.inserted { changes.note(object.objectID) }
        } else {
            changes.note(count: plan.inserted.count)
        }
        forget(plan, outcome)
    }

    func notifyObservers() throws {
        for table in tables.sorted() { try database.notifyObservers(of: table) }
    }

    // MARK: Rules

    private func check(_ changed: ChangedObjects) throws {
        var validator = Validator()
        var rules = Set<BatchRule>()
        for object in changed.inserted {
            validator.check(object)
            try validator.checkMembers(of: object)
            if object.scope.entity.hooks.contains(.saved), !skipped.contains(.hooks) {
                rules.insert(BatchRule(entity: object.scope.entity.descriptor.name, kind: .method("didSave")))
            }
        }
        for owner in changed.owners where owner.state == .saved { try validator.checkMembers(of: owner) }
        try context.throwRememberedError()
        if !rules.isEmpty { throw BatchError.skipsRules(rules.sorted { $0.entity < $1.entity }) }
        if !validator.failures.isEmpty { throw ObjectValidationError(failures: numbered(validator.failures)) }
    }

    /// The failures with the numbers of the elements whose objects they are about.
    private func numbered(_ failures: [ObjectValidationError.Failure]) -> [ObjectValidationError.Failure] {
        let numbers = Dictionary(
            context.changeSet.listedNewObjects.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        return failures.map { failure in
            guard let number = numbers[failure.objectID.key] else { return failure }
            var failure = failure
            failure.row = ends.firstIndex { $0 > number }.map { firstRow + $0 }
            return failure
        }
    }

    // MARK: Rows

    private func insert(_ plan: SavePlan, _ keys: NewKeys) throws {
        let rows = RowWriter(executor, keys)
        let connections = ConnectionWriter(owners: plan.owners, deleted: [], keys, executor)
        try connections.disconnect()
        for object in plan.inserted {
            do {
                try rows.insert(object)
            } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
                var uniqueness = UniquenessCheck(keys, executor)
                try uniqueness.note(object, error)
                throw ObjectValidationError(failures: numbered(uniqueness.failures))
            }
        }
        try connections.connect()
        tables.formUnion(connections.tables)
        var last: EntityRuntime?
        for object in plan.inserted where object.scope.entity !== last {
            last = object.scope.entity
            tables.insert(object.scope.entity.descriptor.table)
        }
    }

    /// Lets the objects go, apart from those that the program holds.
    private func forget(_ plan: SavePlan, _ outcome: SaveOutcome) {
        // An owner would hold all its members.
        let owners = context.changeSet.listedOwners
        context.settle(plan, outcome)
        context.finishSaving()
        for owner in owners { owner.unloadRelationships() }
        for object in plan.inserted where !object.memberStorages.isEmpty { object.unloadRelationships() }
        ends.removeAll(keepingCapacity: true)
    }
}
