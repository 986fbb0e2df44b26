import GRDB
import SQLiteAccess

/// What the rows of several objects hold now. One statement reads many rows of an entity, because each statement is a round trip on a
/// cluster.
///
/// A group is read when the first of its objects is asked for, so not all rows are in memory at once.
final class StoredStates {
    private let database: Database
    /// The objects of an entity whose rows are still to be read, in the order in which they are asked for.
    private var waiting: [Int: ArraySlice<ManagedObject>]
    /// What was read and not asked for yet, by the keys; nil for a row that does not exist. One that cannot be read fails when its object
    /// is asked for.
    private var group: [Int: EntityScope.StoredRows] = [:]

    /// All rows of a group are in memory. On a file there is no round trip to save, so a group is small.
    private var groupSize: Int { database.remote == nil ? 50 : 500 }
    /// A file gives a few rows sooner one by one, without a list of keys that SQLite has to read.
    private var smallestGroup: Int { database.remote == nil ? 8 : 2 }

    /// - Parameters:
    ///   - objects: the objects in the order in which they are asked for. Some need not be.
    ///   - database: within a transaction.
    init(of objects: some Sequence<ManagedObject>, in database: Database) {
        self.database = database
        waiting = Dictionary(grouping: objects) { $0.scope.entity.index }.mapValues { $0[...] }
    }

    /// The object that a row makes now, as ``ManagedObject/storedState(withKey:in:)`` returns it.
    /// - Throws: ``StoreError``, or an error of SQLite.
    func of(_ object: ManagedObject) throws -> ManagedObject? {
        if let state = object.inheritedState { return object.copy(of: state) }
        let index = object.scope.entity.index
        if let known = group[index]?.removeValue(forKey: object.key) { return try known.get() }
        guard let rest = waiting[index]?.drop(while: { $0 !== object }), !rest.isEmpty else { return try object.storedState(in: database) }
        let keys = rest.prefix(groupSize).filter { $0.inheritedState == nil }.map(\.key)
        waiting[index] = rest.dropFirst(groupSize)
        if keys.count < smallestGroup { return try object.storedState(in: database) }
        var rows = try object.scope.storedRows(keys, in: database)
        defer { group[index] = rows }
        return try rows.removeValue(forKey: object.key)?.get()
    }
}

extension EntityScope {
    fileprivate typealias StoredRows = [Int64: Result<ManagedObject?, any Error>]

    /// What the rows of the entity with these keys make.
    /// - Throws: an error of SQLite
    fileprivate func storedRows(_ keys: [Int64], in database: Database) throws -> StoredRows {
        try StatementExecutor(database).query(entity.selectByKeys, KeyStatements.json(keys)) { statement in
            var rows = StoredRows(keys.map { ($0, .success(nil)) }) { first, _ in first }
            while try statement.step() { rows[statement.integer(at: 0)] = Result { try state(of: statement) } }
            return rows
        }
    }

    /// The object that a query's current row makes, which no registry has.
    /// - Throws: ``StoreError``
    func state(of statement: RawStatement) throws -> ManagedObject {
        if let hierarchy = entity.hierarchy, try hierarchy.entity(of: statement) != entity.index {
            throw entity.unreadable(HierarchyRuntime.entityPosition, of: statement)
        }
        var row = RowReader(statement: statement, scope: self)
        let state = entity.type.init(_row: &row)
        row.checkRequiredKeys()
        if row.hasFailed { throw row.failure }
        return state
    }
}
