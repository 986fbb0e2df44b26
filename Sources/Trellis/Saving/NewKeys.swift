import GRDB
import SQLiteAccess

/// The keys that a save gives to the rows of new objects.
///
/// The objects keep their temporary keys until the transaction is committed. New objects may refer to each other in circles, so
/// all keys are known before the first row is written.
struct NewKeys {
    private let inserted: ContiguousArray<ManagedObject>
    /// The temporary key of the first new object; those of the others are lower, in their order.
    private let first: Int64
    /// The keys by the distance of the temporary key from ``first``; 0 for a temporary key that no new object has.
    private var keys: ContiguousArray<Int64> = []

    /// No keys: nothing is inserted.
    init() {
        (inserted, first) = ([], 0)
    }

    /// Takes the keys that SQLite would choose, in the order of the objects.
    /// - Parameter inserted: new objects in the order of their temporary keys.
    /// - Throws: `SQLiteError`; ``StoreError/noKeysLeft(table:)``
    init(for inserted: ContiguousArray<ManagedObject>, _ executor: StatementExecutor) throws {
        self.inserted = inserted
        first = inserted.first?.key ?? 0
        guard let last = inserted.last else { return }
        keys = ContiguousArray(repeating: 0, count: Int(first - last.key) + 1)
        var lastKeys = [Int64?](repeating: nil, count: inserted[0].scope.context?.scopes.count ?? 0)
        for object in inserted {
            let entity = object.scope.entity
            let previous = try lastKeys[entity.root] ?? executor.lastKey(entity.selectLastKey)
            let (key, isTooLarge) = previous.addingReportingOverflow(1)
            if isTooLarge { throw StoreError.noKeysLeft(table: entity.descriptor.table) }
            keys[Int(first - object.key)] = key
            lastKeys[entity.root] = key
        }
        guard let remote = executor.database.remote, let scopes = inserted[0].scope.context?.scopes else { return }
        for (root, key) in lastKeys.enumerated() {
            if let key { remote.note(lastKey: key, of: scopes[root].entity.selectLastKey) }
        }
    }

    /// The key of a row for the key of its object: another one only for a new object.
    subscript(key: Int64) -> Int64 {
        if key >= 0 { return key }
        let distance = Int(first - key)
        guard distance >= 0, distance < keys.count, keys[distance] != 0 else { return key }
        return keys[distance]
    }

    /// The key of an object's row.
    subscript(object: ManagedObject) -> Int64 { self[object.key] }

    /// The identity that an object has if the transaction is committed.
    func identity(of object: ManagedObject) -> ObjectID {
        object.scope.entity.id(self[object.key])
    }

    /// The stored form of a column's value, with the keys of new objects.
    func stored(_ value: SQLiteValue, of column: ColumnRuntime) -> SQLiteValue {
        guard column.toOne != nil, case .integer(let key) = value else { return value }
        return .integer(self[key])
    }

    /// Gives a new object the key of a row that exists.
    mutating func adopt(_ key: Int64, for object: ManagedObject) {
        keys[Int(first - object.key)] = key
    }

    /// The new objects by the keys of their rows.
    func objects(ofRoot root: Int) -> [Int64: ManagedObject] {
        Dictionary(
            inserted.lazy.filter { $0.scope.entity.root == root }.map { (self[$0], $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Gives the new objects their keys, after the commit.
    func assign() {
        for object in inserted { object.key = self[object.key] }
    }
}
