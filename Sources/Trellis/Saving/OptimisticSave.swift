import GRDB
import SQLiteAccess

/// Writes a save as if no other process had written and no unique value were taken.
///
/// Each statement verifies its own row, so a save without conflicts reads nothing in advance. It serves plans that do not touch
/// unregistered rows, because the context has not read their versions.
///
/// SQLite checks keys at the commit, so rows may refer to each other in any order. Deletions and unique values decide the order of
/// the statements: `Documentation/internals/life-of-a-save.md` lists it.
struct OptimisticSave {
    private let plan: SavePlan
    private let executor: StatementExecutor

    init(_ plan: SavePlan, on database: Database) {
        self.plan = plan
        executor = StatementExecutor(database)
    }

    /// - Returns: nil if a row is not as it was read or a unique value is taken. The transaction must be undone then.
    /// - Throws: `SQLiteError`; ``StoreError``
    func run() throws -> SaveOutcome? {
        var keys = try NewKeys(for: plan.inserted, executor)
        let adopted = try AdoptedRows(for: plan, &keys, executor)
        if adopted.overwritesOwnInverses { return nil }
        let rows = RowWriter(executor, keys)
        let connections = ConnectionWriter(owners: plan.owners, deleted: plan.deleted, keys, executor)
        try connections.disconnect()
        guard try delete(rows, connections), try update(rows), try insert(rows, adopted) else { return nil }
        try connections.connect()
        try executor.database.notifyObservers(of: plan.objects, and: connections.tables)
        return SaveOutcome(
            keys: keys, updated: plan.updated, deleted: plan.deleted, merged: try adopted.merged(keys, executor), adopted: adopted)
    }

    private func delete(_ rows: RowWriter, _ connections: ConnectionWriter) throws -> Bool {
        if plan.deleted.isEmpty { return true }
        for object in plan.updated { try rows.cutKeys(of: object) { object.changes.contains($0) } }
        let order = DeletionOrder(of: plan.deleted)
        for (holder, column) in order.cuts { try rows.cut(column, of: holder) }
        try connections.disconnectDeleted()
        for object in order.sorted {
            if try !rows.delete(object, ifOfVersion: object.rowVersion) { return false }
        }
        return true
    }

    private func update(_ rows: RowWriter) throws -> Bool {
        let result = try UpdateRounds(rows).write(plan.updated, columns: \.changedColumns, update: rows.update(_:))
        if case .written = result { return true }
        return false
    }

    private func insert(_ rows: RowWriter, _ adopted: AdoptedRows) throws -> Bool {
        do {
            for object in plan.inserted where try !adopted.write(object, rows) { try rows.insert(object) }
            return true
        } catch let error as SQLiteError where UniquenessFailure.isOne(error) {
            return false
        }
    }
}

extension RowWriter {
    /// Cuts the changed keys of a row ahead of its update, so that deletions do not reach it from its former owners.
    /// - Parameter isWritten: whether the update writes a column.
    func cutKeys(of object: ManagedObject, where isWritten: (ColumnIndex) -> Bool) throws {
        for relationship in object.scope.entity.toOne where isWritten(relationship.column) {
            try cut(relationship.column, of: object)
        }
    }
}

extension SavePlan {
    /// All objects whose rows it writes.
    var objects: some Sequence<ManagedObject> { [inserted, updated, deleted].joined() }
}

extension Database {
    /// Reports changed tables to GRDB's observers, which do not see statements that are stepped without GRDB.
    func notifyObservers(of objects: some Sequence<ManagedObject>, and others: Set<String>) throws {
        var tables = others
        var last: EntityRuntime?
        for object in objects where object.scope.entity !== last {
            last = object.scope.entity
            tables.insert(object.scope.entity.descriptor.table)
        }
        for table in tables.sorted() { try notifyObservers(of: table) }
    }

    /// Reports a changed table to GRDB's observers. A local connection to a cluster has no tables to observe.
    func notifyObservers(of table: String) throws {
        if remote == nil { try notifyChanges(in: Table(table)) }
    }
}
