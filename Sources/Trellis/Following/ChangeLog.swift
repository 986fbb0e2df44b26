import SQLiteAccess

/// What has changed in a context since its live results were last brought up to date.
///
/// It knows objects with the values that they had then, and rows without objects. An object is listed once.
struct ChangeLog {
    private(set) var objects: [ObjectIdentifier: ChangedObject] = [:]
    /// Rows that have changed and of which nothing else is known.
    private(set) var rows: Set<RowIdentity> = []
    /// Whether a save has written, so that values may have changed that the database derives.
    private(set) var includesSave = false
    /// The entities of rows that a save has deleted. The rules of the schema may have changed rows that refer to them.
    private(set) var deletedEntities: Set<Int> = []
    /// The versions of rows whose objects are up to date.
    private(set) var versions: [RowIdentity: Int64] = [:]
    /// Rows whose to-many relationships have other members. Their values may be as they were.
    private(set) var reconnectedRows: Set<RowIdentity> = []
    /// The join tables with other connections.
    private(set) var joinTables: Set<String> = []
    /// The permanent keys of objects that were new, by their temporary keys.
    private(set) var permanentKeys: [Int64: Int64] = [:]
    /// The permanent identities of objects that were new, by their temporary ones.
    private(set) var permanentIDs: [ObjectID: ObjectID] = [:]
    /// The objects that have taken values of the store.
    private(set) var refreshed: Set<ObjectIdentifier> = []
    /// The objects with other connections in a join table.
    private(set) var connected: Set<ManagedObject> = []
    /// Whether rows may have changed that the log does not list: another process has written, or your own SQL.
    private(set) var isIncomplete = false

    var isEmpty: Bool {
        objects.isEmpty && rows.isEmpty && reconnectedRows.isEmpty && joinTables.isEmpty && permanentKeys.isEmpty
            && versions.isEmpty && !includesSave && !isIncomplete
    }

    // MARK: Noting changes

    /// Notes that an object exists now, or exists no longer.
    mutating func note(_ object: ManagedObject) {
        objects[ObjectIdentifier(object), default: ChangedObject(object)].noteLife()
    }

    /// Notes that a column changes.
    /// - Parameter original: the value that it has now.
    mutating func note(_ object: ManagedObject, _ original: @autoclosure () -> OriginalValue) {
        let value = original()
        objects[ObjectIdentifier(object), default: ChangedObject(object)].note(value)
    }

    mutating func note(_ row: RowIdentity) { rows.insert(row) }

    mutating func noteSave() { includesSave = true }

    mutating func noteDeletedRows(of entity: Int) { deletedEntities.insert(entity) }

    /// - Parameter version: the version that the row has now.
    mutating func noteVersion(of object: ManagedObject, _ version: Int64) { versions[object.row] = version }

    mutating func noteReconnected(_ row: RowIdentity) { reconnectedRows.insert(row) }

    mutating func noteConnections(in joinTable: String) { joinTables.insert(joinTable) }

    mutating func notePermanentKey(of object: ManagedObject, for temporaryKey: Int64) {
        permanentKeys[temporaryKey] = object.key
        permanentIDs[ObjectID(entity: object.scope.entity.descriptor.name, key: temporaryKey)] = object.objectID
    }

    mutating func noteRefreshed(_ object: ManagedObject) { refreshed.insert(ObjectIdentifier(object)) }

    mutating func noteConnected(_ object: ManagedObject) { connected.insert(object) }

    /// Forgets the objects, which have left the context.
    mutating func forgetObjects() { (objects, refreshed, connected) = ([:], [], []) }

    mutating func noteIncomplete() { isIncomplete = true }
}

/// A row of a table: the number of the table's root entity, and the key.
struct RowIdentity: Hashable {
    let root: Int
    let key: Int64
}

/// An object that has changed, with the values that it had before.
struct ChangedObject {
    let object: ManagedObject
    /// The first value counts: it is the one that results last showed.
    private var originals: [ColumnIndex: OriginalValue] = [:]
    /// Whether the object has become, or ceased to be, one that fetches find.
    private(set) var hasOtherLife = false

    init(_ object: ManagedObject) {
        self.object = object
    }

    mutating func noteLife() { hasOtherLife = true }

    mutating func note(_ original: OriginalValue) {
        if originals[original.column] == nil { originals[original.column] = original }
    }

    /// The columns with other values than before. A value that was not loaded counts as another one.
    /// - Parameter permanentKeys: the keys of saved objects, by the temporary keys that references may have held.
    func changedColumns(_ permanentKeys: [Int64: Int64]) -> [ColumnIndex] {
        originals.compactMap { column, original in
            let type = object.scope.entity.columns[column].type
            guard var old = original.stored(as: type) else { return column }
            if case .integer(let key) = old, key < 0, case .object = type { old = .integer(permanentKeys[key] ?? key) }
            return old.isSame(as: object.storedValue(column)) ? nil : column
        }
    }
}

extension ManagedObject {
    final var row: RowIdentity { RowIdentity(root: scope.entity.root, key: key) }
}
