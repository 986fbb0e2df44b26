import GRDB
import SQLiteAccess

/// The original values of a context's changed columns, in the order of the changes.
struct OriginalValues {
    /// A column is in the list more than once if its changes were discarded; the last value counts.
    private var values: ContiguousArray<OriginalValue> = []
    /// The changed columns that an object's ``ChangeMask`` cannot tell apart.
    private var sharedColumns: Set<ChangedColumn> = []
    /// Where the last value of each column is in the list. Only columns that change more than once are looked up, so the places are nil
    /// until the first of them does.
    private var places: [ChangedColumn: Int]?

    private struct ChangedColumn: Hashable {
        let object: ObjectIdentifier
        let column: ColumnIndex
    }

    mutating func note(_ value: OriginalValue) {
        let column = ChangedColumn(object: value.object, column: value.column)
        places?[column] = values.count
        values.append(value)
        if ChangeMask.isShared(value.column) { sharedColumns.insert(column) }
    }

    /// The original value of a changed column, to be replaced by an equal one that is compared faster.
    mutating func withValue<Result>(
        of column: ColumnIndex, in object: ManagedObject, _ body: (inout OriginalValue) -> Result
    ) -> Result? {
        let known = places ?? Dictionary(
            values.enumerated().map { (ChangedColumn(object: $1.object, column: $1.column), $0) }, uniquingKeysWith: { $1 })
        places = known
        return known[ChangedColumn(object: ObjectIdentifier(object), column: column)].map { body(&values[$0]) }
    }

    /// Whether the value of a column that shares its bit in the mask is noted.
    func hasSharedColumn(_ column: ColumnIndex, of object: ManagedObject) -> Bool {
        sharedColumns.contains(ChangedColumn(object: ObjectIdentifier(object), column: column))
    }

    /// Forgets that a column has changed which shares its bit.
    /// - Returns: whether another column of the object with that bit has changed.
    mutating func forgetSharedColumn(_ column: ColumnIndex, of object: ManagedObject) -> Bool {
        sharedColumns.remove(ChangedColumn(object: ObjectIdentifier(object), column: column))
        return object.scope.entity.columns.indices.contains { ChangeMask.isShared($0) && hasSharedColumn($0, of: object) }
    }

    /// Forgets which of the columns that share a bit an object has changed.
    mutating func forgetSharedColumns(of object: ManagedObject) {
        let columns = object.scope.entity.columns
        guard ChangeMask.sharesBits(columns) else { return }
        for column in columns.indices where ChangeMask.isShared(column) {
            sharedColumns.remove(ChangedColumn(object: ObjectIdentifier(object), column: column))
        }
    }

    mutating func removeAll() {
        values.removeAll()
        sharedColumns.removeAll()
        places = nil
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
