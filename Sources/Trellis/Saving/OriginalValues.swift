import GRDB
import SQLiteAccess

/// The original values of a context's changed columns, in the order of the changes.
struct OriginalValues {
    /// A column is in the list more than once if its changes were discarded; the last value counts.
    private var values: ContiguousArray<OriginalValue> = []
    /// The changed columns that an object's ``ChangeMask`` cannot tell apart.
    private var sharedColumns: Set<SharedColumn> = []

    private struct SharedColumn: Hashable {
        let object: ObjectIdentifier
        let column: ColumnIndex
    }

    mutating func note(_ value: OriginalValue) {
        values.append(value)
        if ChangeMask.isShared(value.column) { sharedColumns.insert(SharedColumn(object: value.object, column: value.column)) }
    }

    /// Whether the value of a column that shares its bit in the mask is noted.
    func hasSharedColumn(_ column: ColumnIndex, of object: ManagedObject) -> Bool {
        sharedColumns.contains(SharedColumn(object: ObjectIdentifier(object), column: column))
    }

    /// Forgets which of the columns that share a bit an object has changed.
    mutating func forgetSharedColumns(of object: ManagedObject) {
        let columns = object.scope.entity.columns
        guard ChangeMask.sharesBits(columns) else { return }
        for column in columns.indices where ChangeMask.isShared(column) {
            sharedColumns.remove(SharedColumn(object: ObjectIdentifier(object), column: column))
        }
    }

    mutating func removeAll() {
        values.removeAll()
        sharedColumns.removeAll()
    }

    /// The values of some objects, to look them up by object and column.
    func index(of objects: some Sequence<ManagedObject>) -> Index {
        var known = Dictionary(
            objects.map { (ObjectIdentifier($0), [ColumnIndex: OriginalValue]()) }, uniquingKeysWith: { first, _ in first })
        if !known.isEmpty { for value in values { known[value.object]?[value.column] = value } }
        return Index(known: known)
    }

    struct Index {
        fileprivate let known: [ObjectIdentifier: [ColumnIndex: OriginalValue]]

        /// The original values of an object's changed columns.
        subscript(object: ManagedObject) -> [ColumnIndex: OriginalValue] {
            (known[ObjectIdentifier(object)] ?? [:]).filter { object.changes.contains($0.key) }
        }
    }
}

extension OriginalValue {
    /// Whether the row has another value now, or the original value is not known.
    /// - Parameter stored: the object that the row makes now.
    func differs(from stored: ManagedObject, of object: ManagedObject, in database: Database) throws -> Bool {
        let value = try stored.storedValue(column, in: database)
        return self.stored(as: object.scope.entity.columns[column].type)?.isSame(as: value) != true
    }
}

extension ManagedObject {
    /// The value of a column in the row that the object was just read from, in the form in which the library writes it.
    final func storedValue(_ column: ColumnIndex, in database: Database) throws -> SQLiteValue {
        guard scope.entity.columns[column].isLazy else { return writtenValue(column) }
        if scope.isOfChild, let context = scope.context {
            return isLoaded(column) ? writtenValue(column) : try unloadedValue(column, in: context)
        }
        return try StatementExecutor(database).query(scope.entity.select(column), key) { statement in
            try statement.step() ? try statement.value(at: 1).value : .null
        }
    }
}
