import SQLiteAccess

/// Collects the values of a save that other rows have already.
struct UniquenessCheck {
    private(set) var failures: [ObjectValidationError.Failure] = []
    private let keys: NewKeys
    private let uniqueKeys: UniqueKeys
    /// The new objects by the keys of their rows, for each root entity that was asked for.
    private var newObjects: [Int: [Int64: ManagedObject]] = [:]

    init(_ keys: NewKeys, _ executor: StatementExecutor) {
        self.keys = keys
        uniqueKeys = UniqueKeys(keys, executor)
    }

    /// Notes every unique key that an object shares with another row.
    /// - Parameter error: SQLite's error for the object's row. It is thrown if no key of that row is the cause, but a trigger.
    mutating func note(_ object: ManagedObject, _ error: SQLiteError) throws {
        let clashes = try uniqueKeys.clashes(of: object)
        if clashes.isEmpty { throw error }
        for clash in clashes {
            let other = identity(ofRow: clash.otherKey, clash.otherEntity, clashingWith: object)
            failures.append(UniquenessFailure.failure(of: object, clash.columns, other: other))
        }
    }

    /// The identity of a row's object if the save fails: a temporary one for a row that this save inserted.
    private mutating func identity(ofRow key: Int64, _ entity: String, clashingWith object: ManagedObject) -> ObjectID {
        let root = object.scope.entity.root
        let objects = newObjects[root] ?? keys.objects(ofRoot: root)
        newObjects[root] = objects
        return objects[key]?.objectID ?? object.scope.context?.coordinator.model.id(key, ofEntityNamed: entity)
            ?? ObjectID(entity: entity, rowID: key)
    }
}
