import GRDB
import SQLiteAccess

extension ManagedObject {
    /// An object of the same class with the same stored values, which no registry has.
    final func copy() -> ManagedObject {
        var row = RowReader(copyingThrough: scope)
        let copy = scope.entity.type.init(_row: &row)
        (copy.key, copy.rowVersion) = (key, rowVersion)
        copy._takeValues(from: self)
        return copy
    }

    /// Takes the values of attributes from a copy of the object, and keeps all others.
    /// - Parameter columns: those of the attributes, which the caller has noted as changed.
    final func takeValues(of columns: Set<ColumnIndex>, from copy: ManagedObject) {
        let before = self.copy()
        reportTexts(derivedFrom: columns, asIn: copy)
        let others = scope.entity.attributeColumns.filter { !columns.contains($0) && differs(from: copy, $0) }
        _takeValues(from: copy)
        for relationship in scope.entity.toOne { self[_reference: relationship.column] = before[_reference: relationship.column] }
        if others.isEmpty { return }
        // Another context has changed these since the copy was made.
        if let mixed = try? mixed(copy, columns, before) {
            _takeValues(from: mixed)
            for relationship in scope.entity.toOne { self[_reference: relationship.column] = before[_reference: relationship.column] }
        } else {
            // A value that no row can hold stands among them. All values are those of the copy then, and changes. Observers are notified
            // while the object has the values from before.
            _takeValues(from: before)
            for column in others { willChange(column, fromStored: before.storedValue(column)) }
            reportTexts(derivedFrom: Set(others), asIn: copy)
            _takeValues(from: copy)
            for relationship in scope.entity.toOne { self[_reference: relationship.column] = before[_reference: relationship.column] }
        }
    }

    /// Whether the value of a column is not that of a copy. One that is not loaded is what the store has.
    private final func differs(from copy: ManagedObject, _ column: ColumnIndex) -> Bool {
        switch (isLoaded(column), copy.isLoaded(column)) {
        case (true, true): !writtenValue(column).isSame(as: copy.writtenValue(column))
        case (true, false): hasOwnValue(column)
        case (false, _): false
        }
    }

    /// Whether no row has the value of a loaded column.
    private final func hasOwnValue(_ column: ColumnIndex) -> Bool { isNew || changes.contains(column) }

    /// An object with some values of a copy and all others of `rest`; nil if no row could hold them.
    private final func mixed(_ copy: ManagedObject, _ columns: Set<ColumnIndex>, _ rest: ManagedObject) throws -> ManagedObject? {
        guard let context = scope.context else { return nil }
        for column in columns { copy.changes.insert(column) }
        defer { copy.changes.removeAll() }
        return try context.inSnapshot { database in
            guard let mixed = try copy.merged(with: rest, in: database) else { return nil }
            for column in scope.entity.attributeColumns where scope.entity.columns[column].isLazy {
                if !columns.contains(column), rest.isLoaded(column), hasOwnValue(column) {
                    try mixed.read(column, from: rest.writtenValue(column), in: database)
                }
            }
            return mixed
        }
    }
}

extension EntityRuntime {
    /// The columns of attributes that objects write.
    var attributeColumns: [ColumnIndex] { writtenColumns.filter { columns[$0].toOne == nil && !columns[$0].isDerivedText } }
}
