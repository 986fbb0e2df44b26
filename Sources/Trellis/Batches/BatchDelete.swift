import GRDB
import SQLiteAccess

/// Deletes rows with one statement. SQLite applies the delete rules.
struct BatchDelete {
    private(set) var changes: BatchChanges
    private let fetch: ResolvedFetch
    private let entity: EntityRuntime
    private let entities: [EntityRuntime]
    /// The entities of the fetched rows, and those whose rows delete rules may reach.
    private let kinds: [EntityRuntime]
    private let reached: [EntityRuntime]

    /// An error has no more failures than this.
    private static let mostFailures = 100

    /// - Throws: ``BatchError``
    init(
        _ fetch: ResolvedFetch, of entity: EntityRuntime, in context: ManagedObjectContext, skipping skipped: BatchRules,
        collectingIDs: Bool
    ) throws {
        self.fetch = fetch
        self.entity = entity
        entities = context.coordinator.model.entities
        kinds = entity.kinds(fetch, among: entities)
        var search = BatchRuleSearch(entities)
        reached = search.findForDelete(of: kinds)
        try search.check(skipping: skipped)

        changes = BatchChanges(.delete, of: entity, in: context, collectingIDs: collectingIDs)
        // Owners, members and the rows of cascades are in no list.
        if kinds.contains(where: { !$0.toOne.isEmpty || !$0.inverseSides.isEmpty || !$0.keysWithoutInverse.isEmpty }) { changes.noteOthers() }
    }

    /// - Throws: ``StoreError``; `SQLiteError`; `ConditionError`
    mutating func run(_ executor: StatementExecutor) throws {
        try raiseVersions(executor)
        let statement = fetch.deleteStatement(returning: changes.needsIDs ? entity.identityColumns : [])
        let values = try statement.values([:])
        if changes.needsIDs {
            try executor.query(statement.sql, values) { row in
                while try row.step() { changes.note(try entity.identity(row, among: entities)) }
            }
        } else {
            try executor.run(statement.sql, values)
            changes.note(count: executor.changesCount)
        }
        for table in tables { try executor.database.notifyObservers(of: table) }
    }

    /// Raises the versions of the rows whose keys the delete clears: a context that has changed such a row must see a conflict. The keys
    /// themselves stay until the delete, because its condition may read them.
    private func raiseVersions(_ executor: StatementExecutor) throws {
        let keys = fetch.selectKeys()
        let values = try keys.values([:])
        for (holder, column) in clearedKeys where holder.hasVersion {
            let name = SQL.identifier(holder.columns[column].name)
            try executor.run(
                "UPDATE \(SQL.identifier(holder.descriptor.table)) SET \(holder.raisedVersion[0]) WHERE \(name) IN (\(keys.sql))", values)
        }
    }

    /// The keys of other rows that SQLite clears with the fetched rows.
    private var clearedKeys: [(holder: EntityRuntime, column: ColumnIndex)] {
        var cleared = [(EntityRuntime, ColumnIndex)]()
        func note(_ holder: EntityRuntime, _ column: ColumnIndex) {
            guard holder.toOne(at: column).descriptor.isOptional else { return }
            let name = holder.columns[column].name
            if !cleared.contains(where: { $0.0.root == holder.root && $0.0.columns[$0.1].name == name }) { cleared.append((holder, column)) }
        }
        for kind in kinds {
            for side in kind.inverseSides where side.descriptor.deleteRule == .nullify {
                if case .key(let column) = side.source { note(entities[side.destination], column) }
            }
            for key in kind.keysWithoutInverse { note(entities[key.entity], entities[key.entity].toOne[key.number].column) }
            for relationship in kind.toOne where relationship.isOwnInverse && relationship.descriptor.deleteRule == .nullify {
                note(entities[relationship.destination], relationship.column)
            }
        }
        return cleared
    }

    /// The tables whose rows may have changed.
    private var tables: [String] {
        var tables = Set(reached.map(\.descriptor.table))
        for kind in reached {
            tables.formUnion(kind.joinTablesWithoutInverse)
            for side in kind.inverseSides { tables.insert(side.join?.table ?? entities[side.destination].descriptor.table) }
            for key in kind.keysWithoutInverse { tables.insert(entities[key.entity].descriptor.table) }
        }
        return tables.sorted()
    }

    // MARK: Denied deletes

    /// The rows that the rule `deny` keeps, after SQLite has refused the delete; nil if it was another rule.
    func denials(_ executor: StatementExecutor) throws -> ObjectValidationError? {
        let keys = fetch.selectKeys()
        let values = try keys.values([:])
        var failures = [ObjectValidationError.Failure]()
        func note(_ property: String, _ sql: String, _ values: [SQLiteValue]) throws {
            try executor.query(sql + " LIMIT \(Self.mostFailures)", values) { row in
                while try row.step() {
                    let id = entity.id(row.integer(at: 0))
                    failures.append(.init(objectID: id, property: property, rule: .deny(count: Int(row.integer(at: 1)))))
                }
            }
        }
        /// Those that refer to the rows and stay.
        func noteHolders(_ property: String, in holder: EntityRuntime, _ column: String) throws {
            let name = SQL.identifier(column)
            var sql = "SELECT \(name), count(*) FROM \(SQL.identifier(holder.descriptor.table)) WHERE \(name) IN (\(keys.sql))"
            if holder.root == entity.root { sql += " AND \(holder.key) NOT IN (\(keys.sql))" }
            try note(property, sql + " GROUP BY \(name)", holder.root == entity.root ? values + values : values)
        }
        for side in entity.inverseSides where side.descriptor.deleteRule == .deny {
            switch side.source {
            case .key(let column):
                let holder = entities[side.destination]
                try noteHolders(side.descriptor.name, in: holder, holder.columns[column].name)
            case .join(let join):
                let owner = SQL.identifier(join.owner)
                try note(
                    side.descriptor.name,
                    "SELECT \(owner), count(*) FROM \(SQL.identifier(join.table)) WHERE \(owner) IN (\(keys.sql)) GROUP BY \(owner)", values)
            }
        }
        for relationship in entity.toOne where relationship.descriptor.deleteRule == .deny {
            let (table, column) = (SQL.identifier(entity.descriptor.table), SQL.identifier(relationship.descriptor.column))
            let destination = entities[relationship.destination]
            let other = SQL.identifier(destination.descriptor.table)
            try note(
                relationship.descriptor.name,
                "SELECT \(entity.key), 1 FROM \(table) AS own WHERE \(entity.key) IN (\(keys.sql))"
                    + " AND EXISTS (SELECT 1 FROM \(other) AS other WHERE other.\(destination.key) = own.\(column))", values)
        }
        for key in entity.keysWithoutInverse {
            let holder = entities[key.entity]
            let relationship = holder.toOne[key.number].descriptor
            if relationship.isOptional { continue }
            try noteHolders("\(holder.descriptor.name).\(relationship.name)", in: holder, relationship.column)
        }
        return failures.isEmpty ? nil : ObjectValidationError(failures: failures)
    }
}
