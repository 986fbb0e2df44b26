public import Foundation
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

    init(statement: RawStatement, scope: EntityScope) {
        self.statement = statement
        self.scope = scope
    }

    /// What a new object is made of, which has no row yet.
    init(insertingThrough scope: EntityScope) {
        statement = RawStatement(nil)
        self.scope = scope
    }

    /// Whether there is no row: the object is new.
    var isInsertion: Bool { statement.pointer == nil }

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

    /// Whether a value did not fit.
    var hasFailed: Bool { failedColumn >= 0 }

    /// The error for the current row, where a value did not fit.
    var failure: StoreError { failure(named: scope.entity.selectedColumns[Int(failedColumn)] ?? "") }

    /// The error for the current row, where the value of the column with this name did not fit.
    func failure(named column: String) -> StoreError {
        if isOutOfMemory { return StoreError(SQLiteError.outOfMemory) }
        return scope.entity.unreadable(failedColumn, named: column, of: statement)
    }
}

extension EntityRuntime {
    /// The error for a value of a statement's current row.
    func unreadable(_ column: Int32, of statement: RawStatement) -> StoreError {
        unreadable(column, named: selectedColumns[Int(column)] ?? "", of: statement)
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

// MARK: - Integers and Booleans

extension RowReader {
    @inlinable
    public mutating func bool(at column: Int32) -> Bool {
        let value = int64(at: column)
        if value & ~1 != 0 { fail(at: column) }
        return value != 0
    }

    @inlinable
    public mutating func boolIfPresent(at column: Int32) -> Bool? {
        statement.value(at: column).isNull ? nil : bool(at: column)
    }

    @inlinable
    public mutating func int64(at column: Int32) -> Int64 {
        let value = statement.value(at: column)
        if !value.isInteger { fail(at: column) }
        return value.integer
    }

    @inlinable
    public mutating func int64IfPresent(at column: Int32) -> Int64? {
        let value = statement.value(at: column)
        if value.isInteger { return value.integer }
        if !value.isNull { fail(at: column) }
        return nil
    }

    @inlinable
    public mutating func int32(at column: Int32) -> Int32 {
        guard let value = Int32(exactly: int64(at: column)) else {
            fail(at: column)
            return 0
        }
        return value
    }

    @inlinable
    public mutating func int32IfPresent(at column: Int32) -> Int32? {
        statement.value(at: column).isNull ? nil : int32(at: column)
    }

    @inlinable
    public mutating func int16(at column: Int32) -> Int16 {
        guard let value = Int16(exactly: int64(at: column)) else {
            fail(at: column)
            return 0
        }
        return value
    }

    @inlinable
    public mutating func int16IfPresent(at column: Int32) -> Int16? {
        statement.value(at: column).isNull ? nil : int16(at: column)
    }
}

// MARK: - Numbers with a fraction

extension RowReader {
    @inlinable
    public mutating func double(at column: Int32) -> Double {
        let value = statement.value(at: column)
        if !value.isReal { fail(at: column) }
        return value.real
    }

    @inlinable
    public mutating func doubleIfPresent(at column: Int32) -> Double? {
        let value = statement.value(at: column)
        if value.isReal { return value.real }
        if !value.isNull { fail(at: column) }
        return nil
    }

    @inlinable
    public mutating func float(at column: Int32) -> Float {
        let value = double(at: column)
        let float = Float(value)
        // Rounding is what a float is; becoming infinite is not.
        if float.isInfinite, value.isFinite { fail(at: column) }
        return float
    }

    @inlinable
    public mutating func floatIfPresent(at column: Int32) -> Float? {
        statement.value(at: column).isNull ? nil : float(at: column)
    }

    public mutating func decimal(at column: Int32, scale: Int) -> Decimal {
        ScaledDecimal.decimal(int64(at: column), scale: scale)
    }

    public mutating func decimalIfPresent(at column: Int32, scale: Int) -> Decimal? {
        statement.value(at: column).isNull ? nil : decimal(at: column, scale: scale)
    }
}

extension RowReader {
    /// A decimal without a scale, stored as canonical text.
    public mutating func exactDecimal(at column: Int32) -> Decimal {
        let text = string(at: column)
        guard let value = ExactDecimal.decimal(text) else {
            fail(at: column)
            return 0
        }
        return value
    }

    public mutating func exactDecimalIfPresent(at column: Int32) -> Decimal? {
        statement.value(at: column).isNull ? nil : exactDecimal(at: column)
    }
}

// MARK: - Enums

extension RowReader {
    /// An enum of texts; a raw value that no case has is remembered as one that does not fit, and `placeholder` stands in.
    @inlinable
    public mutating func enumeration<Enum: RawRepresentable<String>>(at column: Int32, placeholder: Enum) -> Enum {
        if let value = Enum(rawValue: string(at: column)) { return value }
        fail(at: column)
        return placeholder
    }

    @inlinable
    public mutating func enumerationIfPresent<Enum: RawRepresentable<String>>(at column: Int32) -> Enum? {
        guard let text = stringIfPresent(at: column) else { return nil }
        let value = Enum(rawValue: text)
        if value == nil { fail(at: column) }
        return value
    }

    /// An enum of integers; a raw value that no case has is remembered as one that does not fit, and `placeholder` stands in.
    @inlinable
    public mutating func enumeration<Enum: RawRepresentable<Int>>(at column: Int32, placeholder: Enum) -> Enum {
        if let integer = Int(exactly: int64(at: column)), let value = Enum(rawValue: integer) { return value }
        fail(at: column)
        return placeholder
    }

    @inlinable
    public mutating func enumerationIfPresent<Enum: RawRepresentable<Int>>(at column: Int32) -> Enum? {
        guard let integer = int64IfPresent(at: column) else { return nil }
        let value = Int(exactly: integer).flatMap(Enum.init(rawValue:))
        if value == nil { fail(at: column) }
        return value
    }
}

// MARK: - Texts, URLs, days and dates

extension RowReader {
    public mutating func url(at column: Int32) -> URL {
        let text = string(at: column)
        // Foundation escapes what has no place in a URL; such a text would be another one in memory than in the file.
        guard let url = URL(string: text), url.absoluteString == text else {
            fail(at: column)
            return URL(filePath: "/")
        }
        return url
    }

    public mutating func urlIfPresent(at column: Int32) -> URL? {
        statement.value(at: column).isNull ? nil : url(at: column)
    }

    @inlinable
    public mutating func string(at column: Int32) -> String {
        let value = statement.value(at: column)
        guard value.isText else {
            fail(at: column)
            return ""
        }
        return text(of: value, at: column)
    }

    @inlinable
    public mutating func stringIfPresent(at column: Int32) -> String? {
        let value = statement.value(at: column)
        if value.isText { return text(of: value, at: column) }
        if !value.isNull { fail(at: column) }
        return nil
    }

    /// The text of a value that is one.
    @inlinable
    mutating func text(of value: RawValue, at column: Int32) -> String {
        guard let bytes = value.nonNullTextBytes else {
            failForMemory(at: column)
            return ""
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @inlinable
    public mutating func date(at column: Int32) -> Date {
        Date(timeIntervalSinceReferenceDate: double(at: column))
    }

    @inlinable
    public mutating func dateIfPresent(at column: Int32) -> Date? {
        doubleIfPresent(at: column).map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    public mutating func day(at column: Int32) -> Day {
        guard let day = dayIfPresent(at: column) else {
            fail(at: column)
            return .today()
        }
        return day
    }

    public mutating func dayIfPresent(at column: Int32) -> Day? {
        guard let text = stringIfPresent(at: column) else { return nil }
        let day = Day(text)
        if day == nil { fail(at: column) }
        return day
    }
}

// MARK: - JSON

extension RowReader {
    /// A value that is stored as JSON. A text that does not decode is remembered as one that does not fit, and nil stands in.
    public mutating func json<Value: Codable & Sendable>(at column: Int32) -> Value? {
        let stored = statement.value(at: column)
        if stored.isText, let value: Value = StoredJSON.value(of: text(of: stored, at: column)) { return value }
        fail(at: column)
        return nil
    }

    public mutating func jsonIfPresent<Value: Codable & Sendable>(at column: Int32) -> Value? {
        statement.value(at: column).isNull ? nil : json(at: column)
    }
}

// MARK: - Bytes and keys

extension RowReader {
    @inlinable
    public mutating func data(at column: Int32) -> Data {
        let value = statement.value(at: column)
        if !value.isBlob { fail(at: column) }
        return Data(bytes(of: value, at: column))
    }

    @inlinable
    public mutating func dataIfPresent(at column: Int32) -> Data? {
        statement.value(at: column).isNull ? nil : data(at: column)
    }

    @inlinable
    public mutating func uuid(at column: Int32) -> UUID {
        let value = statement.value(at: column)
        guard value.isBlob else {
            fail(at: column)
            return UUID()
        }
        let bytes = bytes(of: value, at: column)
        guard bytes.count == 16 else {
            fail(at: column)
            return UUID()
        }
        return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }

    @inlinable
    public mutating func uuidIfPresent(at column: Int32) -> UUID? {
        statement.value(at: column).isNull ? nil : uuid(at: column)
    }

    /// The bytes of a value that is not NULL.
    @inlinable
    mutating func bytes(of value: RawValue, at column: Int32) -> UnsafeRawBufferPointer {
        if let bytes = value.nonNullBytes { return bytes }
        failForMemory(at: column)
        return UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// The key of a to-one relationship; NULL leads nowhere.
    @inlinable
    public mutating func reference(at column: Int32) -> ToOneReference {
        let value = statement.value(at: column)
        if value.isNull { return ToOneReference() }
        return ToOneReference(key: key(at: column))
    }

    /// The key of a row. Keys that no store gives mean something else in a context: nothing, or an object not saved yet.
    @inlinable
    mutating func key(at column: Int32) -> Int64 {
        let key = int64(at: column)
        if key < 1 { fail(at: column) }
        return key
    }
}
