import GRDB
import SQLiteAccess

/// Writes the rows of objects within a save, and keeps the statements that it uses: one for each entity and set of columns.
final class RowWriter {
    private let database: Database
    private let arena = TextArena()
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
    }

    private struct Prepared {
        /// Holds the statement, which the connection's cache may let go of.
        let statement: Statement
        let raw: RawStatement
        let columns: [Int]
    }

    init(_ database: Database) {
        self.database = database
    }

    /// - Throws: ``SQLiteError``
    func insert(_ object: ManagedObject) throws {
        let entity = object.scope.entity
        let prepared = try prepared(Key(entity: entity.index, work: .insert)) {
            (entity.insert, entity.writtenColumns)
        }
        try prepared.raw.bind(object.key, at: 1)
        try bind(prepared.columns, of: object, to: prepared.raw, from: 2)
        try run(prepared.raw, of: object)
        if database.changesCount != 1 { throw StoreError.ignoredByTrigger(table: entity.descriptor.table) }
    }

    /// The version that the object's row has now; nil if the table has no such row.
    /// - Throws: `SQLiteError`
    func version(of object: ManagedObject) throws -> Int64? {
        let statement = try database.rawStatement(object.scope.entity.selectVersion)
        defer { statement.reset() }
        try statement.bind(object.key, at: 1)
        return try statement.step() ? statement.integer(at: 0) : nil
    }

    /// Writes the changed columns.
    /// - Returns: whether the row is there and has the version that the object read.
    /// - Throws: ``SQLiteError``
    func update(_ object: ManagedObject) throws -> Bool {
        let entity = object.scope.entity
        if object.changes.isInexact {
            // The mask may stand for more columns than have changed, but what is not loaded has not.
            let columns = entity.writtenColumns(of: object.changes).filter(object.isLoaded)
            return try update(object, columns, ifOfVersion: object.rowVersion)
        }
        let prepared = try prepared(Key(entity: entity.index, work: .update(object.changes))) {
            let columns = entity.writtenColumns(of: object.changes)
            return (entity.update(columns), columns)
        }
        return try update(object, prepared.raw, prepared.columns, object.rowVersion)
    }

    /// Writes some columns.
    /// - Returns: whether the row is there and has the version.
    /// - Throws: ``SQLiteError``
    func update(_ object: ManagedObject, _ columns: [Int], ifOfVersion version: Int64) throws -> Bool {
        let statement = try database.rawStatement(object.scope.entity.update(columns))
        return try update(object, statement, columns, version)
    }

    private func update(
        _ object: ManagedObject, _ statement: RawStatement, _ columns: [Int], _ version: Int64
    ) throws -> Bool {
        try bind(columns, of: object, to: statement, from: 1)
        try statement.bind(object.key, at: Int32(columns.count + 1))
        try statement.bind(version, at: Int32(columns.count + 2))
        try run(statement, of: object)
        return database.changesCount == 1
    }

    /// - Returns: whether the row was there and had the version.
    /// - Throws: ``SQLiteError``
    func delete(_ object: ManagedObject, ifOfVersion version: Int64) throws -> Bool {
        let entity = object.scope.entity
        let prepared = try prepared(Key(entity: entity.index, work: .delete)) { (entity.delete, []) }
        try prepared.raw.bind(object.key, at: 1)
        try prepared.raw.bind(version, at: 2)
        try prepared.raw.run()
        return database.changesCount == 1
    }

    /// Makes a row's key lead nowhere for the time being.
    /// - Throws: ``SQLiteError``
    func cut(_ column: Int, of object: ManagedObject) throws {
        try run(object.scope.entity.cut(column), [object.key])
    }

    /// Has a row give up the values of some columns for the time being, so that others can have them.
    /// - Throws: ``SQLiteError``
    func giveUp(_ columns: [Int], of object: ManagedObject) throws {
        let sql = object.scope.entity.giveUp(columns)
        do {
            try run(sql, [object.key])
        } catch let error as SQLiteError where error.code == ResultCode.SQLITE_CONSTRAINT_CHECK.rawValue {
            // What stands there for a moment need not meet a CHECK; what is written in the end does.
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
            defer { try? database.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
            try run(sql, [object.key])
        }
    }

    /// - Throws: ``SQLiteError``
    func setVersion(_ version: Int64, of object: ManagedObject) throws {
        try run(object.scope.entity.setVersion, [version, object.key])
        if database.changesCount != 1 { throw StoreError.ignoredByTrigger(table: object.scope.entity.descriptor.table) }
    }

    // MARK: Statements

    /// - Throws: `SQLiteError`; ``StoreError/tooLarge(entity:property:)`` for a value that SQLite does not take.
    private func bind(_ columns: [Int], of object: ManagedObject, to statement: RawStatement, from first: Int32) throws {
        arena.clear()
        var writer = ColumnWriter(to: statement, at: first, arena: arena)
        for column in columns {
            object._write(column, to: &writer)
            if let failure = writer.failure {
                throw StoreError.tooLarge(failure, of: object.scope.entity, column: column) ?? failure
            }
            writer.index += 1
        }
    }

    /// Runs a statement that writes an object's row.
    private func run(_ statement: RawStatement, of object: ManagedObject) throws {
        do {
            try statement.run()
        } catch {
            throw StoreError.tooLarge(error, of: object.scope.entity, column: nil) ?? error
        }
    }

    private func prepared(_ key: Key, _ make: () -> (sql: String, columns: [Int])) throws -> Prepared {
        if let last, last.key == key { return last.prepared }
        let prepared: Prepared
        if let known = statements[key] {
            prepared = known
        } else {
            let (sql, columns) = make()
            let statement = try database.cachedStatement(sql: sql)
            prepared = Prepared(statement: statement, raw: RawStatement(statement.sqliteStatement), columns: columns)
            prepared.raw.reset()
            statements[key] = prepared
        }
        last = (key, prepared)
        return prepared
    }

    private func run(_ sql: String, _ parameters: [Int64]) throws {
        let statement = try database.rawStatement(sql)
        for (index, value) in parameters.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
        try statement.run()
    }
}
