import SQLiteAccess

/// What has changed in a context since its live results were last brought up to date.
///
/// It knows objects with the values that they had then, and rows without objects. An object is listed once.
struct ChangeLog {
    private(set) var objects: [ObjectIdentifier: ChangedObject] = [:]
    /// Rows that have changed and of which nothing else is known.
    private(set) var rows: Set<RowIdentity> = []
    /// Those of them that were written. The others have their values still: they were deleted, or a deletion was taken back.
    private(set) var writtenRows: Set<RowIdentity> = []
    /// Those of the written rows that the change history has named. Plain SQL may have written them without another version.
    private(set) var recordedRows: Set<RowIdentity> = []
    /// Rows that another context has written, and that an object has shown since: it was read after the save, and before the report.
    private(set) var shownRows: Set<RowIdentity> = []
    /// Whether a save has written, so that values may have changed that the database derives.
    private(set) var includesSave = false
    /// What saves of this context have written, for values that the database derives.
    private(set) var saved = SavedRows()
    /// The entities of rows that a save has deleted. The rules of the schema may have changed rows that refer to them.
    private(set) var deletedEntities: Set<Int> = []
    /// The versions of rows whose objects are up to date, by the numbers of their tables' root entities.
    private(set) var versions: [Int: [Int64: Int64]] = [:]
    /// Rows whose to-many relationships have other members. Their values may be as they were.
    private(set) var reconnectedRows: Set<RowIdentity> = []
    /// The connections that were made or undone, by their join tables.
    private(set) var connections: [String: Set<Connection>] = [:]
    /// The join tables with other connections, which are unknown.
    private(set) var joinTables: Set<String> = []
    /// The permanent keys of objects that were new, by their temporary keys, which are unique in the context.
    private(set) var permanentKeys: [Int64: Int64] = [:]
    /// The permanent identities of objects that were new, by their temporary ones.
    private(set) var permanentIDs: [ObjectID: ObjectID] = [:]
    /// The objects that have taken values of the store.
    private(set) var refreshed: Set<ObjectIdentifier> = []
    /// The objects with other connections in a join table.
    private(set) var connected: Set<ManagedObject> = []
    /// The temporary keys, by the numbers of the tables' root entities.
    private(set) var temporaryKeys: [Int: [Int64]] = [:]
    /// Whether rows may have changed that the log does not list: another process has written, or your own SQL.
    private(set) var isIncomplete = false

    /// The rows that new objects have become, and whether their values were written.
    private(set) var adoptedRows: [RowIdentity: Bool] = [:]

    /// What saves have written.
    struct SavedRows {
        /// The rows that this context has updated.
        fileprivate(set) var updated: [SavedRow] = []
        /// The rows that another context has written and for which this context has an object. It may have kept its own values.
        fileprivate(set) var foreign: Set<RowIdentity> = []
        /// Rows with other members than before.
        fileprivate(set) var owners: Set<RowIdentity> = []
        /// The tables from which rows without objects were deleted, by the numbers of their root entities.
        fileprivate(set) var shrunkTables: Set<Int> = []

        var isEmpty: Bool { updated.isEmpty && foreign.isEmpty && owners.isEmpty && shrunkTables.isEmpty }
    }

    var isEmpty: Bool {
        objects.isEmpty && rows.isEmpty && shownRows.isEmpty && reconnectedRows.isEmpty && connections.isEmpty && joinTables.isEmpty
            && permanentKeys.isEmpty && versions.isEmpty && saved.isEmpty && !includesSave && !isIncomplete
    }

    // MARK: Noting changes

    /// Notes that an object exists now, or exists no longer.
    mutating func note(_ object: ManagedObject) {
        objects[ObjectIdentifier(object), default: ChangedObject(object)].noteLife()
    }

    /// Notes that a column changes.
    /// - Parameter original: the value that it has now.
    mutating func note(_ object: ManagedObject, _ original: OriginalValue) {
        objects[ObjectIdentifier(object), default: ChangedObject(object)].note(original)
    }

    /// Notes that a row was written.
    mutating func note(_ row: RowIdentity) {
        rows.insert(row)
        writtenRows.insert(row)
    }

    /// Notes that the change history names a row.
    mutating func noteRecorded(_ row: RowIdentity) {
        note(row)
        recordedRows.insert(row)
    }

    /// Notes that a row is deleted, or no longer.
    mutating func noteLife(of row: RowIdentity) { rows.insert(row) }

    mutating func noteShown(_ row: RowIdentity) { shownRows.insert(row) }

    mutating func noteSave() { includesSave = true }

    /// Notes that a save of this context has updated a row.
    mutating func noteSaved(_ row: SavedRow) { saved.updated.append(row) }

    /// Notes that a save of another context has written a row for which this context has an object.
    mutating func noteForeign(_ row: RowIdentity) { saved.foreign.insert(row) }

    /// Notes that a save has given a row other members.
    mutating func noteSavedOwner(_ row: RowIdentity) { saved.owners.insert(row) }

    /// Notes that a save has deleted rows without objects.
    mutating func noteShrunkTable(_ root: Int) { saved.shrunkTables.insert(root) }

    mutating func noteDeletedRows(of entity: Int) { deletedEntities.insert(entity) }

    /// - Parameter version: the version that the row has now.
    mutating func noteVersion(of object: ManagedObject, _ version: Int64) {
        versions[object.scope.entity.root, default: [:]][object.key] = version
    }

    mutating func noteReconnected(_ row: RowIdentity) { reconnectedRows.insert(row) }

    mutating func note(_ connection: Connection, in joinTable: String) { connections[joinTable, default: []].insert(connection) }

    mutating func noteConnections(in joinTable: String) { joinTables.insert(joinTable) }

    /// Notes that the connections of an object are others, at both ends.
    mutating func noteConnections(of object: ManagedObject) {
        for relationship in object.scope.entity.inverseSides {
            if let table = relationship.join?.table { noteConnections(in: table) }
        }
    }

    /// Notes the keys that objects have got.
    /// - Parameter keys: by the numbers of the tables' root entities, and then by the keys before.
    mutating func notePermanentKeys(_ keys: [Int: [Int64: Int64]]) {
        permanentKeys.follow(keys.values.reduce(into: [:]) { $0.merge($1) { $1 } })
        for (root, keys) in keys { temporaryKeys[root, default: []] += keys.keys }
    }

    mutating func notePermanentID(_ id: ObjectID, for temporaryID: ObjectID) { permanentIDs[temporaryID] = id }

    /// Notes that a new object has become a row that existed.
    /// - Parameter isWritten: whether the row got the object's values; otherwise the object got those of the row.
    mutating func noteAdopted(_ row: RowIdentity, isWritten: Bool) { adoptedRows[row] = isWritten }

    mutating func noteRefreshed(_ object: ManagedObject) { refreshed.insert(ObjectIdentifier(object)) }

    mutating func noteConnected(_ object: ManagedObject) { connected.insert(object) }

    /// Forgets the objects, which have left the context.
    mutating func forgetObjects() { (objects, refreshed, connected) = ([:], [], []) }

    mutating func noteIncomplete() { isIncomplete = true }

    /// Adds later changes.
    mutating func add(_ later: ChangeLog) {
        objects.merge(later.objects) { $0.followed(by: $1) }
        rows.formUnion(later.rows)
        writtenRows.formUnion(later.writtenRows)
        recordedRows.formUnion(later.recordedRows)
        shownRows.formUnion(later.shownRows)
        includesSave = includesSave || later.includesSave
        saved.updated += later.saved.updated
        saved.foreign.formUnion(later.saved.foreign)
        saved.owners.formUnion(later.saved.owners)
        saved.shrunkTables.formUnion(later.saved.shrunkTables)
        deletedEntities.formUnion(later.deletedEntities)
        versions.merge(later.versions) { $0.merging($1) { $1 } }
        reconnectedRows.formUnion(later.reconnectedRows)
        connections.merge(later.connections) { $0.union($1) }
        joinTables.formUnion(later.joinTables)
        permanentKeys.follow(later.permanentKeys)
        permanentIDs.merge(later.permanentIDs) { $1 }
        refreshed.formUnion(later.refreshed)
        connected.formUnion(later.connected)
        temporaryKeys.merge(later.temporaryKeys) { $0 + $1 }
        adoptedRows.merge(later.adoptedRows) { $0 || $1 }
        isIncomplete = isIncomplete || later.isIncomplete
    }
}

extension [Int64: Int64] {
    /// Adds later changes of keys: what led to a key that is replaced leads to the new one.
    mutating func follow(_ later: [Int64: Int64]) {
        if !isEmpty { self = mapValues { later[$0] ?? $0 } }
        merge(later) { $1 }
    }
}

/// A row of a table: the number of the table's root entity, and the key.
struct RowIdentity: Hashable {
    let root: Int
    let key: Int64
}

/// A row that a save has updated.
struct SavedRow {
    let row: RowIdentity
    /// The names of the written columns.
    let columns: Set<String>
    /// The keys of the rows that it refers to, by the names of its columns.
    let keys: [String: Int64]
}

/// A connection in a join table, as one of its ends sees it.
struct Connection: Hashable {
    /// The column with the key of the owner.
    let column: String
    let owner: Int64
    let member: Int64
}

/// An object that has changed, with the values that it had before.
struct ChangedObject {
    let object: ManagedObject
    /// One for each column: its first value, which results last showed. Few columns of an object change at a time.
    private var originals: [OriginalValue] = []
    /// Whether the object has become, or ceased to be, one that fetches find.
    private(set) var hasOtherLife = false

    init(_ object: ManagedObject) {
        self.object = object
    }

    mutating func noteLife() { hasOtherLife = true }

    mutating func note(_ original: OriginalValue) {
        if self.original(original.column) == nil { originals.append(original) }
    }

    fileprivate func followed(by later: ChangedObject) -> ChangedObject {
        var both = self
        for original in later.originals { both.note(original) }
        both.hasOtherLife = hasOtherLife || later.hasOtherLife
        return both
    }

    /// The columns with other values than before. A value that was not loaded counts as another one.
    /// - Parameter permanentKeys: the keys of saved objects, by the temporary keys that references may have held.
    func changedColumns(_ permanentKeys: [Int64: Int64]) -> [ColumnIndex] {
        originals.compactMap { original in
            let column = original.column
            let type = object.scope.entity.columns[column].type
            guard var old = original.stored(as: type) else { return column }
            if case .integer(let key) = old, case .object = type { old = .integer(permanentKeys[key] ?? key) }
            return old.isSame(as: object.storedValue(column)) ? nil : column
        }
    }

    /// The key that a column held before; nil if it held none, or has not changed.
    func originalKey(_ column: ColumnIndex) -> Int64? {
        guard case .integer(let key)? = original(column)?.stored(as: object.scope.entity.columns[column].type) else { return nil }
        return key
    }

    private func original(_ column: ColumnIndex) -> OriginalValue? { originals.first { $0.column == column } }
}

extension ManagedObject {
    final var row: RowIdentity { RowIdentity(root: scope.entity.root, key: key) }
}
