public import SQLiteAccess

/// Reads one row of a table into an object. Generated initializers call it with constant column numbers.
///
/// A value that does not fit its attribute does not stop the reader. The reader remembers it, and the code that reads rows checks
/// once for each row and throws an error with table, row and column.
@frozen
public struct RowReader {
    @usableFromInline let statement: RawStatement
    /// The objects of the row's own entity.
    @usableFromInline var scope: EntityScope
    @usableFromInline var failedColumn: Int32 = -1
    /// Whether the first failure was SQLite's lack of memory, and no value that does not fit.
    @usableFromInline var isOutOfMemory = false
    /// Whether there is no row because the object takes the values of another one.
    private(set) var isCopy = false

    init(statement: RawStatement, scope: EntityScope) {
        self.statement = statement
        self.scope = scope
    }

    /// What a new object is made of, which has no row yet.
    init(insertingThrough scope: EntityScope) {
        statement = RawStatement(nil)
        self.scope = scope
    }

    /// What a copy of an object is made of. SQLite reads NULL in every column of no statement, and the copy's owner gives it values.
    init(copyingThrough scope: EntityScope) {
        self.init(insertingThrough: scope)
        isCopy = true
    }

    /// Whether there is no row: the object is new.
    var isInsertion: Bool { statement.pointer == nil && !isCopy }

    @usableFromInline
    mutating func fail(at column: Int32) {
        if failedColumn < 0 { failedColumn = column }
    }

    /// Remembers that SQLite has no memory to give the value of a column.
    @usableFromInline
    mutating func failForMemory(at column: Int32) {
        if failedColumn < 0 { isOutOfMemory = true }
        fail(at: column)
    }

    /// Looks at the keys of the row that must lead somewhere and may be NULL in its table. Others are never NULL in the file.
    mutating func checkRequiredKeys() {
        for place in scope.entity.requiredKeyPlaces where statement.value(at: place).isNull { fail(at: place) }
    }

    /// The version of a row with all its columns; 0 for a row of another program's table, which has none.
    @inlinable
    mutating func version() -> Int64 {
        let value = statement.value(at: 1)
        if value.isInteger { return value.integer }
        failWithoutVersion(value.isNull)
        return 0
    }

    @usableFromInline
    mutating func failWithoutVersion(_ isNull: Bool) {
        if !isNull || scope.entity.hasVersion { fail(at: 1) }
    }

    /// A whole number that another program wrote into a column of numbers with a fraction. Trellis's own tables have none.
    @usableFromInline
    mutating func wholeNumber(at column: Int32) -> Double {
        let value = statement.value(at: column)
        guard value.isInteger, !scope.entity.hasVersion else {
            fail(at: column)
            return 0
        }
        return Double(value.integer)
    }

    /// Whether a value did not fit.
    var hasFailed: Bool { failedColumn >= 0 }

    /// The error for the current row, where a value did not fit.
    var failure: StoreError {
        isOutOfMemory ? failure(named: "") : scope.entity.unreadable(failedColumn, of: statement)
    }

    /// The error for the current row, where the value of the column with this name did not fit.
    func failure(named column: String) -> StoreError {
        if isOutOfMemory { return StoreError(SQLiteError.outOfMemory) }
        return scope.entity.unreadable(failedColumn, named: column, of: statement)
    }
}

extension EntityRuntime {
    /// The error for a value of a statement's current row.
    func unreadable(_ column: Int32, of statement: RawStatement) -> StoreError {
        let name = column == 0 ? descriptor.key : nil
        return unreadable(column, named: name ?? selectedColumns[Int(column)] ?? "", of: statement)
    }

    func unreadable(_ column: Int32, named name: String, of statement: RawStatement) -> StoreError {
        .unreadableValue(
            .init(
                table: descriptor.table, row: statement.integer(at: 0), column: name,
                storageClass: statement.value(at: column).storageClass.rawValue))
    }
}

extension EntityRuntime {
    /// The error for a value of a row that was read without its object.
    func unreadable(_ value: SQLiteValue, _ column: String, ofRow key: Int64) -> StoreError {
        .unreadableValue(.init(table: descriptor.table, row: key, column: column, storageClass: value.storageClass.rawValue))
    }
}
