import CSQLite

/// A prepared statement that another object owns: its columns, its binds and its steps, with nothing in between.
///
/// The hot paths of generated code and of the library run through this type, so everything here inlines into the caller. It
/// leaves all checks to SQLite and throws what SQLite reports. Columns count from 0 and parameters from 1, as in SQLite's own
/// interface.
@frozen
public struct RawStatement {
    /// nil stands for no statement: there is nothing to read in it and nothing to run.
    public let pointer: OpaquePointer?

    @inlinable
    public init(_ pointer: OpaquePointer?) {
        self.pointer = pointer
    }

    /// Advances to the next row: true for a row, false at the end.
    /// - Throws: ``SQLiteError``
    @inlinable
    public func step() throws -> Bool {
        let code = sqlite3_step(pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw SQLiteError(code: code, statement: pointer)
    }

    /// Runs a statement that gives no rows and makes it ready for the next run, also when it fails.
    /// - Throws: ``SQLiteError``
    @inlinable
    public func run() throws {
        let code = sqlite3_step(pointer)
        if code != SQLITE_DONE && code != SQLITE_ROW {
            let error = SQLiteError(code: code, statement: pointer)
            reset()
            throw error
        }
        // A statement that has not come to its end commits here, and that can fail.
        try check(sqlite3_reset(pointer))
    }

    /// Makes the statement ready to be bound and run again; bound values stay.
    @inlinable
    public func reset() {
        // The code repeats the error of the last step, which `step` has thrown.
        _ = sqlite3_reset(pointer)
    }

    /// Throws what a result code reports, unless that is success. Every call on a statement goes through here.
    @inlinable
    func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw SQLiteError(code: code, statement: pointer) }
    }
}

// MARK: - Columns

/// The storage class of a value in a row.
public enum StorageClass: String, Sendable {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
    case null = "NULL"

    @inlinable
    init(type: Int32) {
        switch type {
        case SQLITE_INTEGER: self = .integer
        case SQLITE_FLOAT: self = .real
        case SQLITE_TEXT: self = .text
        case SQLITE_BLOB: self = .blob
        default: self = .null
        }
    }
}

/// One value of the current row, good until the statement moves on.
///
/// Fetching the value once and asking it everything is a seventh faster than a `sqlite3_column_*` call for each question.
@frozen
public struct RawValue {
    @usableFromInline let pointer: OpaquePointer?

    @inlinable
    init(pointer: OpaquePointer?) {
        self.pointer = pointer
    }

    @inlinable public var storageClass: StorageClass { StorageClass(type: sqlite3_value_type(pointer)) }
    @inlinable public var isNull: Bool { sqlite3_value_type(pointer) == SQLITE_NULL }
    @inlinable public var isInteger: Bool { sqlite3_value_type(pointer) == SQLITE_INTEGER }
    @inlinable public var isReal: Bool { sqlite3_value_type(pointer) == SQLITE_FLOAT }
    @inlinable public var isText: Bool { sqlite3_value_type(pointer) == SQLITE_TEXT }
    @inlinable public var isBlob: Bool { sqlite3_value_type(pointer) == SQLITE_BLOB }

    @inlinable public var integer: Int64 { sqlite3_value_int64(pointer) }
    @inlinable public var real: Double { sqlite3_value_double(pointer) }

    /// The text, NULs within it included; of NULL the empty one.
    /// - Throws: ``SQLiteError`` if SQLite has no memory for it.
    @inlinable public var text: String {
        get throws { String(decoding: try textBytes, as: UTF8.self) }
    }

    /// The UTF-8 of the text, good until the statement moves on; of NULL none.
    /// - Throws: ``SQLiteError`` if SQLite has no memory for it.
    @inlinable public var textBytes: UnsafeBufferPointer<UInt8> {
        get throws {
            // Asked first: a value that SQLite had no memory to convert is NULL from then on.
            if isNull { return UnsafeBufferPointer(start: nil, count: 0) }
            guard let bytes = nonNullTextBytes else { throw SQLiteError.outOfMemory }
            return bytes
        }
    }

    /// The bytes of a BLOB, good until the statement moves on; an empty BLOB has no address.
    /// - Throws: ``SQLiteError`` if SQLite has no memory for them.
    @inlinable public var bytes: UnsafeRawBufferPointer {
        get throws {
            if isNull { return UnsafeRawBufferPointer(start: nil, count: 0) }
            guard let bytes = nonNullBytes else { throw SQLiteError.outOfMemory }
            return bytes
        }
    }

    /// The UTF-8 of a value that is known not to be NULL; nil if SQLite has no memory for it.
    @inlinable public var nonNullTextBytes: UnsafeBufferPointer<UInt8>? {
        guard let start = sqlite3_value_text(pointer) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(pointer)))
    }

    /// The bytes of a value that is known not to be NULL; nil if SQLite has no memory for them.
    @inlinable public var nonNullBytes: UnsafeRawBufferPointer? {
        let start = sqlite3_value_blob(pointer)
        let count = Int(sqlite3_value_bytes(pointer))
        // An empty BLOB has no address either. A BLOB that SQLite could not expand is NULL from then on.
        if start == nil, count > 0 || isNull { return nil }
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}

extension RawStatement {
    /// The value in a column of the current row.
    @inlinable
    public func value(at column: Int32) -> RawValue {
        RawValue(pointer: sqlite3_column_value(pointer, column))
    }

    /// The integer in a column of the current row, converted as SQLite does where it is something else.
    @inlinable
    public func integer(at column: Int32) -> Int64 {
        sqlite3_column_int64(pointer, column)
    }

    /// The text in a column of the current row.
    /// - Throws: ``SQLiteError`` if SQLite has no memory for it.
    @inlinable
    public func text(at column: Int32) throws -> String {
        try value(at: column).text
    }

    /// The statement's SQL with the bound values in place of parameters, which may be private; nil where there is no memory
    /// for it.
    public var sqlWithValues: String? {
        guard let text = sqlite3_expanded_sql(pointer) else { return nil }
        defer { sqlite3_free(text) }
        return String(cString: text)
    }

    /// How many parameters have to be bound.
    public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

    /// How many columns a row has.
    public var columnCount: Int32 { sqlite3_column_count(pointer) }

    /// The name of a column, as the statement gives it.
    public func columnName(at column: Int32) -> String {
        sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? ""
    }

    /// The table that a column comes from, or nil for an expression.
    public func tableName(at column: Int32) -> String? {
        sqlite3_column_table_name(pointer, column).map { String(cString: $0) }
    }
}

// MARK: - Binds

extension RawStatement {
    /// - Throws: ``SQLiteError``
    @inlinable
    public func bindNull(at index: Int32) throws {
        try check(sqlite3_bind_null(pointer, index))
    }

    /// - Throws: ``SQLiteError``
    @inlinable
    public func bind(_ value: Int64, at index: Int32) throws {
        try check(sqlite3_bind_int64(pointer, index, value))
    }

    /// - Throws: ``SQLiteError``
    @inlinable
    public func bind(_ value: Double, at index: Int32) throws {
        try check(sqlite3_bind_double(pointer, index, value))
    }

    /// Binds a text; SQLite keeps a copy.
    /// - Throws: ``SQLiteError``, also for a text that is longer than the connection allows. The parameter is NULL then.
    @inlinable
    public func bind(_ value: String, at index: Int32) throws {
        var value = value
        let code = value.withUTF8 { bytes -> Int32 in
            // An empty buffer may have no address, and SQLite takes a null address as NULL.
            let start = UnsafeRawPointer(bytes.baseAddress).map { $0.assumingMemoryBound(to: CChar.self) }
            guard let start else { return sqlite3_bind_text(pointer, index, "", 0, trellis_sqlite_static()) }
            return sqlite3_bind_text64(
                pointer, index, start, UInt64(bytes.count), trellis_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
        try check(code)
    }

    /// Binds bytes; SQLite keeps a copy.
    /// - Throws: ``SQLiteError``, also for more bytes than the connection allows. The parameter is NULL then.
    @inlinable
    public func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        if let start = bytes.baseAddress, !bytes.isEmpty {
            try check(sqlite3_bind_blob64(pointer, index, start, UInt64(bytes.count), trellis_sqlite_transient()))
        } else {
            try check(sqlite3_bind_zeroblob(pointer, index, 0))
        }
    }

    /// Binds text that the caller keeps in place until the statement has been stepped and reset.
    /// - Throws: ``SQLiteError``, also for a text that is longer than the connection allows. The parameter is NULL then.
    @inlinable
    public func bindTextInPlace(_ start: UnsafePointer<UInt8>, count: Int, at index: Int32) throws {
        let start = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        let code = sqlite3_bind_text64(
            pointer, index, start, UInt64(count), trellis_sqlite_static(), UInt8(SQLITE_UTF8))
        try check(code)
    }
}
