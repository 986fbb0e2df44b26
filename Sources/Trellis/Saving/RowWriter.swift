import GRDB
import SQLiteAccess

/// Writes the rows of objects within a save, and keeps the statements prepared: one for each entity and set of columns.
final class RowWriter {
    private let executor: StatementExecutor
    private let binding: BindingContext
    private var statements: [Key: Prepared] = [:]
    private var last: (key: Key, prepared: Prepared)?

    private struct Key: Hashable {
        let entity: Int
        let work: Work
    }

    private enum Work: Hashable {
        case insert
        case delete
        case update(ChangeMask)
        case overwrite(except: [ColumnIndex])
    }

    private struct Prepared {
        let statement: PreparedStatement
        let columns: [ColumnIndex]
    }

    init(_ executor: StatementExecutor, _ keys: NewKeys) {
        self.executor = executor
        binding = BindingContext(keys: keys)
    }

    // MARK: Rows

    /// - Parameter omitted: the columns of relationships that are NULL in the row, whatever the object has.
    /// - Throws: `SQLiteError`; ``StoreError``
    func insert(_ object: ManagedObject, omitting omitted: Set<ColumnIndex> = []) throws {
        let entity = object.scope.entity
        let prepared = try prepared(Key(entity: entity.index, work: .insert)) {
            (entity.insert, entity.writtenColumns)
        }
        let statement = prepared.statement.raw
        try statement.bind(binding.keys[object.key], at: 1)
        try bind(prepared.columns, of: object, to: statement, from: 2)
        for column in omitted {
            if let place = prepared.columns.firstIndex(of: column) { try statement.bindNull(at: Int32(place) + 2) }
        }
        try run(statement, of: object)
        if executor.changesCount != 1 { throw StoreError.ignoredByTrigger(table: entity.descriptor.table) }
    }

    /// Writes the columns of a row that exists for a new object.
    /// - Parameter shared: columns in which the row has the object's values already. SQLite would write their index again.
    /// - Throws: `SQLiteError`; ``StoreError``
    func overwrite(_ object: ManagedObject, ofVersion version: Int64, except shared: [ColumnIndex]) throws {
        let entity = object.scope.entity
        let prepared = try prepared(Key(entity: entity.index, work: .overwrite(except: shared))) {
            let columns = entity.writtenColumns.filter { !shared.contains($0) }
            return (entity.update(columns), columns)
        }
        // The version was read in this transaction, so only a trigger can stop the statement.
        if try !update(object, prepared.statement.raw, prepared.columns, version) {
            throw StoreError.ignoredByTrigger(table: entity.descriptor.table)
        }
    }

    /// The version of the object's row; nil if the table has no such row.
    /// - Throws: `SQLiteError`
    func version(of object: ManagedObject) throws -> Int64? {
        try executor.integer(object.scope.entity.selectVersion, object.key)
    }

    /// Writes the changed columns.
    /// - Returns: whether the row exists and has the version that the object read.
    /// - Throws: `SQLiteError`; ``StoreError``
    func update(_ object: ManagedObject) throws -> Bool {
        let entity = object.scope.entity
        // An inexact mask may stand for more columns than have changed, but a column that is not loaded has not changed.
        if object.changes.isInexact { return try update(object, object.changedColumns, ifOfVersion: object.rowVersion) }
        let prepared = try prepared(Key(entity: entity.index, work: .update(object.changes))) {
            let columns = entity.writtenColumns(of: object.changes)
            return (entity.update(columns), columns)
        }
        return try update(object, prepared.statement.raw, prepared.columns, object.rowVersion)
    }

    /// Writes some columns.
    /// - Returns: whether the row exists and has the version.
    /// - Throws: `SQLiteError`; ``StoreError``
    func update(_ object: ManagedObject, _ columns: [ColumnIndex], ifOfVersion version: Int64) throws -> Bool {
        let statement = try executor.database.rawStatement(object.scope.entity.update(columns))
        return try update(object, statement, columns, version)
    }

    private func update(
        _ object: ManagedObject, _ statement: RawStatement, _ columns: [ColumnIndex], _ version: Int64
    ) throws -> Bool {
        try bind(columns, of: object, to: statement, from: 1)
        try statement.bind(binding.keys[object.key], at: Int32(columns.count + 1))
        if object.scope.entity.hasVersion { try statement.bind(version, at: Int32(columns.count + 2)) }
        try run(statement, of: object)
        return executor.changesCount == 1
    }

    /// - Returns: whether the row existed and had the version.
    /// - Throws: `SQLiteError`
    func delete(_ object: ManagedObject, ifOfVersion version: Int64) throws -> Bool {
        let entity = object.scope.entity
        let statement = try prepared(Key(entity: entity.index, work: .delete)) { (entity.delete, []) }.statement.raw
        try statement.bind(object.key, at: 1)
        if entity.hasVersion { try statement.bind(version, at: 2) }
        try statement.run()
        return executor.changesCount == 1
    }

    // MARK: Parts of rows

    /// Cuts a row's key: until the row is deleted or updated, it refers to no row.
    /// - Throws: `SQLiteError`
    func cut(_ column: ColumnIndex, of object: ManagedObject) throws {
        try executor.run(object.scope.entity.cut(column), object.key)
    }

    /// Gives some columns of a row values that no other row has, until the row is updated: other rows can take the old values.
    /// - Throws: `SQLiteError`; an error of GRDB if checks cannot be switched off and on
    func setTemporaryValues(in columns: [ColumnIndex], of object: ManagedObject) throws {
        let sql = object.scope.entity.setTemporaryValues(in: columns)
        do {
            try executor.run(sql, object.key)
        } catch let error as SQLiteError where error.code == ResultCode.SQLITE_CONSTRAINT_CHECK.rawValue {
            // A temporary value need not meet a CHECK, because the update replaces it.
            try executor.database.withoutCheckConstraints { try executor.run(sql, object.key) }
        }
    }

    /// - Throws: `SQLiteError`; ``StoreError``
    func setVersion(_ version: Int64, of object: ManagedObject) throws {
        if !object.scope.entity.hasVersion { return }
        try executor.run(object.scope.entity.setVersion, version, object.key)
        if executor.changesCount != 1 { throw StoreError.ignoredByTrigger(table: object.scope.entity.descriptor.table) }
    }

    // MARK: Statements

    /// - Throws: `SQLiteError`; ``StoreError/tooLarge(entity:property:)`` for a value that SQLite refuses.
    private func bind(_ columns: [ColumnIndex], of object: ManagedObject, to statement: RawStatement, from first: Int32) throws {
        binding.clear()
        var writer = ColumnWriter(to: statement, at: first, binding)
        for column in columns {
            object._write(column, to: &writer)
            if let failure = writer.failure {
                throw StoreError.tooLarge(failure, of: object.scope.entity, column: column) ?? failure
            }
            writer.index += 1
        }
    }

    private func run(_ statement: RawStatement, of object: ManagedObject) throws {
        do {
            try statement.run()
        } catch {
            throw StoreError.tooLarge(error, of: object.scope.entity, column: nil) ?? error
        }
    }

    private func prepared(_ key: Key, _ make: () -> (sql: String, columns: [ColumnIndex])) throws -> Prepared {
        if let last, last.key == key { return last.prepared }
        let prepared: Prepared
        if let known = statements[key] {
            prepared = known
        } else {
            let (sql, columns) = make()
            prepared = Prepared(statement: try executor.prepared(sql), columns: columns)
            statements[key] = prepared
        }
        last = (key, prepared)
        return prepared
    }
}

extension ManagedObject {
    /// The columns that an update of the object writes.
    final var changedColumns: [ColumnIndex] { scope.entity.writtenColumns(of: changes).filter(isLoaded) }
}

extension Database {
    /// Runs `body` while the connection does not check CHECK constraints.
    /// - Throws: an error of GRDB if the checks cannot be switched off, or cannot be switched on again; the errors of `body`.
    fileprivate func withoutCheckConstraints(_ body: () throws -> Void) throws {
        try set(pragma: "PRAGMA ignore_check_constraints = ON")
        let result = Result(catching: body)
        // A connection that checks nothing any more is worse than what `body` may have thrown.
        try set(pragma: "PRAGMA ignore_check_constraints = OFF")
        try result.get()
    }

    private func set(pragma: String) throws {
        if let remote { try remote.execute(pragma: pragma) } else { try execute(sql: pragma) }
    }
}
