import GRDB
import SQLiteAccess

/// Updates rows with one statement, after a query has found no new value that a rule refuses.
struct BatchUpdate {
    private(set) var changes: BatchChanges
    private let update: ResolvedUpdate
    private let entity: EntityRuntime
    private let entities: [EntityRuntime]
    /// The columns of the assignments.
    private let columns: [ColumnIndex]
    private let positions: [GivenUpPosition]

    /// An error has no more failures than this.
    private static let mostFailures = 100

    /// - Throws: ``BatchError``
    init(
        _ update: ResolvedUpdate, of entity: EntityRuntime, in context: ManagedObjectContext, skipping skipped: BatchRules,
        collectingIDs: Bool
    ) throws {
        var update = update
        for column in entity.columns {
            if case .text(let derivation, let source) = column.derivation {
                update.setText(column.name, of: column.property, by: derivation, of: source)
            }
        }
        self.update = update
        self.entity = entity
        let entities = context.coordinator.model.entities
        self.entities = entities
        columns = update.assignments.compactMap { entity.columnByProperty[$0.property] }
        let relationships = entity.toOne.filter { [columns] in columns.contains($0.column) }
        positions = relationships.compactMap { relationship in
            guard case .members(let number) = relationship.inverse else { return nil }
            let order = entities[relationship.destination].inverseSides[number].descriptor.position
            return order.map { GivenUpPosition(key: relationship.descriptor.column, position: $0) }
        }
        if let own = relationships.first(where: \.isOwnInverse) {
            throw BatchError.needsObjects(entity: entity.descriptor.name, property: own.descriptor.name)
        }
        var search = BatchRuleSearch(entities)
        search.findForUpdate(of: entity.kinds(update.fetch, among: entities), columns)
        try search.check(skipping: skipped)

        changes = BatchChanges(.update, of: entity, in: context, collectingIDs: collectingIDs)
        // Owners that gain and lose members are in no list.
        if !relationships.isEmpty { changes.noteOthers() }
    }

    /// - Throws: ``ObjectValidationError``; ``StoreError``; `SQLiteError`; `ConditionError`
    mutating func run(_ executor: StatementExecutor) throws {
        try checkDestinations(executor)
        try checkValues(executor)
        do {
            try write(executor)
        } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
            if let failure = try uniquenessFailure(error, executor) { throw ObjectValidationError(failures: [failure]) }
            throw error
        }
        try executor.database.notifyObservers(of: entity.descriptor.table)
    }

    private mutating func write(_ executor: StatementExecutor) throws {
        let statement = update.statement(returning: changes.needsIDs ? entity.identityColumns : [], givingUp: positions)
        let values = try statement.values([:])
        guard changes.needsIDs else {
            try executor.run(statement.sql, values)
            return changes.note(count: executor.changesCount)
        }
        try executor.query(statement.sql, values) { row in
            while try row.step() { changes.note(try entity.identity(row, among: entities)) }
        }
    }

    // MARK: Rules

    /// Checks that the objects exist to which relationships are set.
    private func checkDestinations(_ executor: StatementExecutor) throws {
        for (assignment, column) in zip(update.assignments, columns) {
            guard case .object = assignment.type, case .constant(.integer(let key)) = assignment.value else { continue }
            let destination = entities[entity.toOne(at: column).destination]
            let exists = try executor.query(destination.selectKeys, KeyStatements.json([key])) { row in
                guard try row.step() else { return false }
                guard let hierarchy = destination.hierarchy else { return true }
                return try hierarchy.entity(of: row, at: 1).map { entities[$0].isKind(of: destination) } ?? false
            }
            if !exists { throw StoreError.notFound(destination.id(key)) }
        }
    }

    /// Checks the new values of all rows against the rules of the model.
    private func checkValues(_ executor: StatementExecutor) throws {
        let checks = zip(update.assignments, columns).map { assignment, column in
            BatchValueCheck(assignment, entity.checkedAttributes.first { $0.column == column })
        }
        let suspicions = checks.enumerated().flatMap { $1.suspicions("v\($0)") }
        if suspicions.isEmpty { return }
        let query = update.select(where: suspicions, hasEntityColumn: entity.hierarchy != nil)
        var failures = [ObjectValidationError.Failure]()
        try executor.query(query.sql, try query.values([:])) { row in
            while failures.count < Self.mostFailures, try row.step() {
                for (place, check) in checks.enumerated() {
                    for broken in check.broken(by: try row.value(at: Int32(place + 2)).value) {
                        failures.append(
                            .init(
                                objectID: try entity.identity(row, among: entities), property: check.assignment.property,
                                rule: broken.rule, value: broken.value))
                    }
                }
            }
        }
        if !failures.isEmpty { throw ObjectValidationError(failures: failures) }
    }

    /// Two rows that would have the same values, for the error of a unique key.
    private func uniquenessFailure(_ error: SQLiteError, _ executor: StatementExecutor) throws -> ObjectValidationError.Failure? {
        let clashing = UniquenessFailure.columns(error, of: entity)
        if clashing.isEmpty { return nil }
        let query = update.selectClash(of: clashing.map { entity.columns[$0].name })
        let found = try executor.query(query.sql, try query.values([:])) { row -> (Int64, Int64, [SQLiteValue])? in
            guard try row.step() else { return nil }
            let values = try clashing.indices.map { try row.value(at: Int32($0 + 2)).value }
            return (row.integer(at: 0), row.integer(at: 1), values)
        }
        guard let (key, other, values) = found else { return nil }
        let properties = clashing.map { entity.columns[$0].property }
        return .init(
            objectID: try identity(key, executor), property: properties.first,
            rule: properties.count == 1 ? .unique : .uniqueTogether(properties),
            value: zip(values, clashing).map { $0.inWords(as: entity.columns[$1].type) }.joined(separator: ", "),
            conflictingObjectID: try identity(other, executor))
    }

    private func identity(_ key: Int64, _ executor: StatementExecutor) throws -> ObjectID {
        try executor.query(entities[entity.root].selectKeys, KeyStatements.json([key])) { row in
            try row.step() ? try entity.identity(row, among: entities) : entity.id(key)
        }
    }
}
