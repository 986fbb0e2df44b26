import GRDB
import SQLiteAccess

/// The statements of one save, within a transaction that the caller holds.
///
/// Keys are checked when the transaction ends, so rows can be written in any order as far as they point at each other. What
/// decides the order is that deleting a row acts on the rows that still point at it, and that a unique value must be
/// given up before another row takes it: members move away first, then comes what goes, then the changes, then what is new.
struct SaveOperation {
    let inserted: ContiguousArray<ManagedObject>
    let updated: ContiguousArray<ManagedObject>
    let deleted: ContiguousArray<ManagedObject>
    /// The keys that new objects had before this save.
    private let temporaryKeys: [Int64]
    private let connections: ConnectionWriter
    private let arena = TextArena()

    init(
        inserted: ContiguousArray<ManagedObject>, updated: ContiguousArray<ManagedObject>,
        deleted: ContiguousArray<ManagedObject>, owners: ContiguousArray<ManagedObject>
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        temporaryKeys = inserted.map(\.key)
        connections = ConnectionWriter(owners: owners, deleted: deleted)
    }

    /// Undoes what a save that failed did to the objects: the keys that it gave were never used.
    func takeBackKeys() {
        for (object, key) in zip(inserted, temporaryKeys) { object.key = key }
    }

    func run(on database: Database) throws {
        try checkVersions(database)
        try assignKeys(database)
        try connections.disconnect(on: database)
        if !deleted.isEmpty {
            for object in updated { try moveAway(object, database) }
            let order = DeletionOrder(of: deleted)
            for (holder, column) in order.cuts { try cut(column, of: holder, database) }
            for object in order.sorted { try delete(object, database) }
        }
        try writeUpdates(database)
        for object in inserted { try insert(object, database) }
        try connections.connect(on: database)
        try notifyObservers(database)
    }

    // MARK: Conflicts

    /// Nobody else may have written what this save is about to change: all conflicts are found before the first write.
    private func checkVersions(_ database: Database) throws {
        var conflicts = [ConflictError.Conflict]()
        for object in [updated, deleted].joined() {
            let statement = try database.rawStatement(object.store.entity.selectVersion)
            statement.bind(object.key, at: 1)
            if try !statement.step() {
                conflicts.append(.init(objectID: object.objectID, kind: .deleted))
            } else if statement.integer(at: 0) != object.rowVersion {
                conflicts.append(.init(objectID: object.objectID, kind: .changed))
            }
            statement.reset()
        }
        if !conflicts.isEmpty { throw ConflictError(conflicts: conflicts) }
    }

    // MARK: Keys

    /// Gives new objects the keys that SQLite would give them, in their order, before the first is written: they may point
    /// at each other in circles.
    private func assignKeys(_ database: Database) throws {
        var last: [String: Int64] = [:]
        for object in inserted {
            let table = object.store.entity.descriptor.table
            let previous = try last[table] ?? Self.lastKey(of: table, database)
            let (key, isTooLarge) = previous.addingReportingOverflow(1)
            if isTooLarge { throw StoreError.diskFull(message: "the table '\(table)' has no keys left") }
            object.key = key
            last[table] = key
        }
    }

    private static func lastKey(of table: String, _ database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?"), arguments: [table]) ?? 0
    }

    // MARK: Rows

    private func insert(_ object: ManagedObject, _ database: Database) throws {
        let statement = try database.rawStatement(object.store.entity.insert)
        statement.bind(object.key, at: 1)
        arena.clear()
        for (place, column) in object.store.entity.writtenColumns.enumerated() {
            var writer = ColumnWriter(to: statement, at: Int32(place + 2), arena: arena)
            object._write(column, to: &writer)
        }
        try run(statement, for: object)
    }

    /// Writes the changed keys alone, ahead of the rest: what is deleted next must not take along what has left it, and values
    /// that it gives up are not free yet.
    private func moveAway(_ object: ManagedObject, _ database: Database) throws {
        let entity = object.store.entity
        let keys = object.changes.columns(of: entity.columns.count).filter { entity.columns[$0].toOne != nil }
        // The new partner of a one-to-one may still be another's.
        let exclusive = keys.filter { object.isExclusive($0) }
        for column in exclusive { try cut(column, of: object, database) }
        let shared = keys.filter { !exclusive.contains($0) }
        if !shared.isEmpty { try write(shared, of: object, entity.move(shared), database) }
    }

    /// Writes the updates; one that takes a value which another is about to give up waits for it. Where those that wait exchange
    /// their partners, they first let go of them.
    private func writeUpdates(_ database: Database) throws {
        var waiting = updated
        var hasCut = false
        while !waiting.isEmpty {
            var refused: ContiguousArray<ManagedObject> = []
            var refusal: ObjectValidationError?
            for object in waiting {
                do {
                    try update(object, database)
                } catch let error as ObjectValidationError {
                    refused.append(object)
                    refusal = refusal ?? error
                }
            }
            if let refusal, refused.count == waiting.count {
                if hasCut { throw refusal }
                hasCut = true
                for object in refused {
                    for relationship in object.store.entity.toOne
                    where object.changes.contains(relationship.column) && object.isExclusive(relationship.column) {
                        try cut(relationship.column, of: object, database)
                    }
                }
            }
            waiting = refused
        }
    }

    private func update(_ object: ManagedObject, _ database: Database) throws {
        let entity = object.store.entity
        // The mask may stand for more columns than have changed, but what is not loaded has not.
        let columns = entity.writtenColumns(of: object.changes).filter(object.isLoaded)
        try write(columns, of: object, entity.update(columns), database)
        // A trigger of the person's own may have taken the row away since its version was checked.
        if database.changesCount != 1 {
            throw ConflictError(conflicts: [.init(objectID: object.objectID, kind: .deleted)])
        }
    }

    /// Runs a statement whose parameters are columns, the key and the version.
    private func write(_ columns: [Int], of object: ManagedObject, _ sql: String, _ database: Database) throws {
        let statement = try database.rawStatement(sql)
        arena.clear()
        for (place, column) in columns.enumerated() {
            var writer = ColumnWriter(to: statement, at: Int32(place + 1), arena: arena)
            object._write(column, to: &writer)
        }
        statement.bind(object.key, at: Int32(columns.count + 1))
        statement.bind(object.rowVersion, at: Int32(columns.count + 2))
        try run(statement, for: object)
    }

    /// Makes a key of a row that is about to be deleted lead nowhere.
    private func cut(_ column: Int, of object: ManagedObject, _ database: Database) throws {
        let statement = try database.rawStatement(object.store.entity.cut(column))
        statement.bind(object.key, at: 1)
        try run(statement, for: object)
    }

    private func delete(_ object: ManagedObject, _ database: Database) throws {
        let statement = try database.rawStatement(object.store.entity.delete)
        statement.bind(object.key, at: 1)
        try run(statement, for: object)
    }

    /// Runs a statement; a unique value that another row has is told in the model's terms.
    private func run(_ statement: RawStatement, for object: ManagedObject) throws {
        do {
            try statement.run()
        } catch let error as SQLiteError {
            throw UniquenessFailure.translate(error, for: object, identity(ifFailed: object)) ?? error
        }
    }

    /// The identity that an object has once the save has failed.
    private func identity(ifFailed object: ManagedObject) -> ObjectID {
        let place = object.state == .inserted ? inserted.firstIndex(of: object) : nil
        let key = place.map { temporaryKeys[$0] } ?? object.key
        return ObjectID(entity: object.store.entity.descriptor.name, key: key)
    }

    /// Statements stepped by hand are invisible to GRDB's observations: they are told of the tables that changed.
    private func notifyObservers(_ database: Database) throws {
        let tables = Set([inserted, updated, deleted].joined().map { $0.store.entity.descriptor.table })
        for table in tables.union(connections.tables).sorted() { try database.notifyChanges(in: Table(table)) }
    }
}

extension ManagedObject {
    /// Whether no two rows may have the same key in a column: it is that of a one-to-one relationship.
    fileprivate func isExclusive(_ column: Int) -> Bool {
        let relationship = store.entity.toOne(at: column)
        switch relationship.inverse {
        case .none: return false
        case .itself: return true
        case .members(let number):
            return store.context?.stores[relationship.destination].entity.toMany[number].descriptor.isToOne == true
        }
    }
}
