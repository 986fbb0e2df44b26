import SQLiteAccess

/// The rows that new objects become the objects of, because they have the same unique values.
///
/// They are looked up in the save's transaction before it writes, because rows that are written first may refer to them.
struct AdoptedRows {
    /// The new objects that have a row already.
    private(set) var objects: ContiguousArray<ManagedObject> = []
    private var rows: [ObjectIdentifier: Row] = [:]
    private let policy: UniqueKeyPolicy

    private struct Row {
        let version: Int64
        /// The columns in which the row has the object's values already.
        let sharedColumns: [ColumnIndex]
    }

    /// No rows.
    init() { policy = .error }

    /// - Parameter keys: gets the keys of the rows for the new objects.
    /// - Throws: `SQLiteError`
    init(for plan: SavePlan, _ keys: inout NewKeys, _ executor: StatementExecutor) throws {
        policy = plan.uniqueKeyPolicy
        guard policy != .error, !plan.inserted.isEmpty else { return }
        let uniqueKeys = UniqueKeys(keys, executor)
        try uniqueKeys.lookUp(plan.inserted)
        var taken: Set<RowIdentity> = []
        for object in plan.inserted {
            guard let row = try uniqueKeys.rowToAdopt(for: object) else { continue }
            let entity = object.scope.entity
            let registry = object.scope.registry
            guard row.otherEntity == entity.descriptor.name, !registry.pendingDeletions.contains(row.otherKey),
                taken.insert(RowIdentity(root: entity.root, key: row.otherKey)).inserted, registry.releaseIfUnused(row.otherKey)
            else { continue }
            keys.adopt(row.otherKey, for: object)
            uniqueKeys.adopt(row.otherKey, for: object)
            objects.append(object)
            rows[ObjectIdentifier(object)] = Row(version: row.otherVersion, sharedColumns: row.columns.filter { entity.columns[$0].toOne == nil })
        }
    }

    var isEmpty: Bool { objects.isEmpty }

    func contains(_ object: ManagedObject) -> Bool { !rows.isEmpty && rows[ObjectIdentifier(object)] != nil }

    /// Whether the rows are written.
    var isWritten: Bool { policy == .objectWins }

    /// Whether a row is written with a key of a relationship that is its own inverse. The row of its former partner must follow.
    var overwritesOwnInverses: Bool {
        isWritten && objects.contains { $0.scope.entity.toOne.contains(where: \.isOwnInverse) }
    }

    /// Writes the row of an object that has one.
    /// - Returns: whether the object has one; if not, it must be inserted.
    /// - Throws: `SQLiteError`; ``StoreError``
    func write(_ object: ManagedObject, _ writer: RowWriter) throws -> Bool {
        guard !rows.isEmpty, let row = rows[ObjectIdentifier(object)] else { return false }
        if isWritten { try writer.overwrite(object, ofVersion: row.version, except: row.sharedColumns) }
        return true
    }

    /// The objects that take the values of their rows, with these.
    func merged(_ keys: NewKeys, _ executor: StatementExecutor) throws -> [(object: ManagedObject, stored: ManagedObject?)] {
        isWritten ? [] : try objects.map { ($0, try $0.storedState(withKey: keys[$0], in: executor.database)) }
    }

    /// Gives objects whose rows were written the rows' versions, after the commit.
    func settle() {
        guard isWritten else { return }
        for object in objects {
            object.rowVersion = object.scope.entity.version(after: rows[ObjectIdentifier(object)]?.version ?? 0)
            // The row may have more members than the object had when it was new.
            object.unloadRelationships()
        }
    }
}
