import GRDB
import SQLiteAccess

/// Writes a save after it has compared all versions, and finds every value that is not unique.
///
/// It runs if the optimistic save met an obstacle, or if unregistered rows are deleted.
struct CheckedSave {
    private let plan: SavePlan
    private let decisions: ConflictResolver.Decisions
    private let keys: NewKeys
    private let adopted: AdoptedRows
    private let rows: RowWriter
    private let executor: StatementExecutor
    /// What is written of the plan's objects; conflicts may leave other objects to the store.
    private let updated: ContiguousArray<ManagedObject>
    private let deleted: ContiguousArray<ManagedObject>
    private let recreated: ContiguousArray<ManagedObject>
    /// The objects in conflict that exist after the save.
    private let conflictedObjects: [ManagedObject]
    private let connections: ConnectionWriter

    private var unregistered = UnregisteredRows.Changes()
    /// Further objects that are read again when all is written, because a key of theirs is not as they have it.
    private var reread: [ManagedObject]
    private var uniqueness: UniquenessCheck

    /// Decides conflicts.
    /// - Throws: ``ConflictError`` if the merge policy refuses a conflict; `SQLiteError`; ``StoreError``
    init(_ plan: SavePlan, on database: Database) throws {
        self.plan = plan
        executor = StatementExecutor(database)
        let resolver = ConflictResolver(policy: plan.policy, originals: plan.originals, executor: executor)
        decisions = try resolver.decide(inserted: plan.inserted, updated: plan.updated, deleted: plan.deleted)
        var keys = try NewKeys(for: plan.inserted, executor)
        adopted = try AdoptedRows(for: plan, &keys, executor)
        self.keys = keys
        rows = RowWriter(executor, keys)
        uniqueness = UniquenessCheck(keys, executor)

        let decisions = decisions
        updated = plan.updated.filter { !decisions.keepsRow(of: $0) }
        deleted = plan.deleted.filter { !decisions.keepsRow(of: $0) }
        let existing = decisions.resolutions.values.filter { !$0.isDeletion }
        conflictedObjects = existing.map(\.object)
        recreated = ContiguousArray(existing.filter(\.isRecreation).map(\.object))
        let missing = try existing.lazy.map(\.object).filter { try $0.storedState(in: database) == nil }
        connections = ConnectionWriter(
            owners: plan.owners, deleted: deleted, missing: Set(missing.map(ObjectIdentifier.init)), keys, executor)
        reread = decisions.cleared.values.map(\.object)
    }

    /// - Throws: ``ObjectValidationError`` with all values that are not unique; ``ConflictError``; `SQLiteError`; ``StoreError``
    mutating func run() throws -> SaveOutcome {
        if !decisions.resolutions.isEmpty || adopted.overwritesOwnInverses { try completeConnections() }
        try connections.disconnect()
        if !deleted.isEmpty { try deleteRows() }
        try updateRows()
        try insertRows()
        if !uniqueness.failures.isEmpty { throw ObjectValidationError(failures: uniqueness.failures) }
        try connections.connect()
        let database = executor.database
        var merged = try adopted.merged(keys, executor)
        for object in try conflictedObjects + reread + changedByTriggers() { merged.append((object, try object.storedState(withKey: keys[object], in: database))) }
        try database.notifyObservers(
            of: [plan.inserted, updated, deleted, recreated].joined(), and: connections.tables.union(plan.unregistered.tables))
        return SaveOutcome(
            keys: keys, updated: updated, deleted: deleted, recreated: recreated, merged: merged,
            overwritten: decisions.resolutions.values.compactMap(\.overwritten), unregistered: unregistered, adopted: adopted)
    }

    /// The written objects of another program's tables, whose triggers may have changed the rows.
    private func changedByTriggers() throws -> [ManagedObject] {
        guard plan.writesExistingTables, try executor.hasRow("SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger'") else { return [] }
        let read = Set((conflictedObjects + reread + adopted.objects).map(ObjectIdentifier.init))
        return [updated, plan.inserted].joined().filter { !read.contains(ObjectIdentifier($0)) }
    }

    // MARK: Relationships that are their own inverse

    /// Makes the other ends refer back to the rows that are written over another save, and clears the keys of their former partners.
    private mutating func completeConnections() throws {
        let entities = plan.scopes.map(\.entity)
        let saved = updated + plan.inserted + recreated
        // A row that this save deletes keeps the version by which it is deleted.
        var halves = OtherHalves((saved + deleted).map { ($0.scope.entity.root, keys[$0]) }, executor)
        for entity in entities {
            for relationship in entity.toOne where relationship.isOwnInverse && relationship.destination == entity.index {
                var partners: [Int64: Int64] = [:]
                for object in saved where object.scope.entity.isKind(of: entity) && writes(relationship.column, of: object) {
                    partners[keys[object]] = keys[object[_reference: relationship.column].currentKey]
                }
                if !partners.isEmpty { try halves.complete(relationship, of: entity, partners, entities) }
            }
        }
        let known = Set(saved.map(keys.identity(of:)))
        unregistered.updated += halves.changed.subtracting(known)
        let read = Set((reread + conflictedObjects).map(ObjectIdentifier.init))
        for id in halves.changed {
            guard let index = entities.firstIndex(where: { $0.descriptor.name == id.entity }),
                let object = plan.scopes[index].registry[id.key], object.state == .saved, !read.contains(ObjectIdentifier(object))
            else { continue }
            reread.append(object)
        }
    }

    /// Whether the save writes a column of an object that it inserts, updates or recreates.
    private func writes(_ column: ColumnIndex, of object: ManagedObject) -> Bool {
        if object.isNew { return decisions.cleared[ObjectIdentifier(object)]?.columns.contains(column) != true }
        return recreated.contains { $0 === object } || columns(of: object).contains(column)
    }

    /// The columns that are written of an updated object.
    private func columns(of object: ManagedObject) -> [ColumnIndex] {
        if case .write(let columns) = decisions.resolutions[ObjectIdentifier(object)]?.decision { return columns }
        return object.changedColumns
    }

    /// The version that an object's row has when its statement runs.
    private func version(of object: ManagedObject) -> Int64 {
        decisions.resolutions[ObjectIdentifier(object)]?.version ?? object.rowVersion
    }

    // MARK: Rows

    private mutating func deleteRows() throws {
        for object in updated {
            // A key that a merge policy leaves to the store stays.
            let written = decisions.resolutions[ObjectIdentifier(object)] == nil ? nil : Set(columns(of: object))
            try rows.cutKeys(of: object) { written?.contains($0) ?? object.changes.contains($0) }
        }
        // An object that stays after all may keep the keys of others; SQLite clears the keys to the deleted rows.
        if deleted.count == plan.deleted.count { unregistered.updated += try plan.unregistered.clearKeys(executor) }
        let owners = try plan.unregistered.owners(executor)
        let order = DeletionOrder(of: deleted)
        for (holder, column) in order.cuts { try rows.cut(column, of: holder) }
        if plan.unregistered.needsLevels {
            try plan.unregistered.deleteLevels(of: deleted, executor)
        } else {
            try connections.disconnectDeleted()
            for object in order.sorted { try delete(object) }
        }
        unregistered.deleted = try plan.unregistered.missing(executor)
        unregistered.reconnected = plan.unregistered.reconnected(owners, byDeletionOf: unregistered.deleted)
    }

    private func delete(_ object: ManagedObject) throws {
        let version = version(of: object)
        if try rows.delete(object, ifOfVersion: version) { return }
        // All versions were compared before. A row that is missing now was deleted with another one, and a row with another version
        // was changed by a statement of this save.
        if let raised = try rows.version(of: object), try raised == version || !rows.delete(object, ifOfVersion: raised) {
            throw StoreError.ignoredByTrigger(table: object.scope.entity.descriptor.table)
        }
    }

    private mutating func updateRows() throws {
        var raised = [ManagedObject]()
        let result = try UpdateRounds(rows).write(updated, columns: columns(of:)) { object in
            if try !update(object) { raised.append(object) }
            return true
        }
        let read = Set(conflictedObjects.map(ObjectIdentifier.init))
        reread += raised.filter { !read.contains(ObjectIdentifier($0)) }
        if case .refused(let refusals) = result {
            for (object, error) in refusals { try uniqueness.note(object, error) }
        }
    }

    /// - Returns: whether the row still had the version that was compared.
    private func update(_ object: ManagedObject) throws -> Bool {
        let resolution = decisions.resolutions[ObjectIdentifier(object)]
        let isWritten =
            if let resolution { try rows.update(object, columns(of: object), ifOfVersion: resolution.version) } else {
                try rows.update(object)
            }
        if isWritten { return true }
        let version = version(of: object)
        guard let raised = try rows.version(of: object) else {
            // A user-defined trigger has deleted the row since its version was compared.
            throw ConflictError(conflicts: [.init(objectID: object.objectID, kind: .deleted, readVersion: object.rowVersion)])
        }
        // A statement of this save has raised the version since it was compared: it cleared a key that led to a deleted row.
        if try raised == version || !rows.update(object, columns(of: object), ifOfVersion: raised) {
            throw StoreError.ignoredByTrigger(table: object.scope.entity.descriptor.table)
        }
        return false
    }

    private mutating func insertRows() throws {
        for object in recreated {
            do {
                try rows.insert(object)
                // No context has read this version of the row.
                try rows.setVersion(object.rowVersion + 1 << 32, of: object)
            } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
                try uniqueness.note(object, error)
            }
        }
        for object in plan.inserted {
            do {
                if try adopted.write(object, rows) { continue }
                try rows.insert(object, omitting: decisions.cleared[ObjectIdentifier(object)]?.columns ?? [])
            } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
                try uniqueness.note(object, error)
            }
        }
    }
}
