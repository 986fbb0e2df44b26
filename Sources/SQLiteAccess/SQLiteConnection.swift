import CSQLite

/// A connection of one's own, for proving what is generated; programs reach their stores through the run-time library.
///
/// Not to be used from two threads at once.
public final class SQLiteConnection {
    let handle: OpaquePointer
    /// What decides which statements may run; nil for all.
    var authorizer: Authorizer?

    /// SQLite's version as a number: 3037000 for 3.37.0.
    public static var libraryVersionNumber: Int32 { sqlite3_libversion_number() }

    /// What SQLite was built from: the day and the hash of its sources.
    public static var librarySource: String { String(cString: sqlite3_sourceid()) }

    /// Keeps SQLite from counting the memory that it uses, under a lock for all connections of the process: several at once are
    /// slower than one after the other for it. To be called before the first connection; later it does nothing.
    public static func disableMemoryStatistics() {
        // SQLite refuses it once it is in use.
        _ = trellis_sqlite_disable_memory_statistics()
    }

    /// Opens an empty database in memory.
    /// - Throws: ``SQLiteError``
    public static func inMemory() throws -> SQLiteConnection {
        try SQLiteConnection(path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    }

    /// Opens a database file that exists.
    /// - Throws: ``SQLiteError``
    public convenience init(opening path: String, readOnly: Bool = false) throws {
        try self.init(path: path, flags: readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
    }

    init(path: String, flags: Int32) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let error = SQLiteError(code: code, connection: handle)
            _ = sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        try SQLiteError.check(sqlite3_extended_result_codes(handle, 1), handle)
    }

    deinit {
        // Statements may still be open: SQLite then closes the connection with the last of them, and reports success.
        _ = sqlite3_close_v2(handle)
    }

    /// Makes a name in double quotes that does not exist an error: SQLite takes it for a text otherwise.
    /// - Throws: ``SQLiteError``
    public func refuseQuotedStrings() throws {
        try SQLiteError.check(trellis_sqlite_refuse_quoted_strings(handle), handle)
    }

    /// The key of the row that was inserted last.
    public var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Keeps SQL that other programs wrote from opening files: ATTACH and VACUUM INTO fail.
    public func refuseOtherFiles() {
        // It gives the limit before, and cannot fail.
        _ = sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    }

    /// Whether a commit of the open transaction would fail, because deferred foreign keys lead to no row.
    public static func hasUnresolvedKeys(_ connection: OpaquePointer) -> Bool {
        var (current, highest) = (Int32(0), Int32(0))
        return sqlite3_db_status(connection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0) == SQLITE_OK && current != 0
    }

    /// SQLite's connection, for functions that take any. It is good as long as this object lives.
    public var pointer: OpaquePointer { handle }

    /// Runs one or more statements that give no rows.
    /// - Throws: ``SQLiteError``
    public func execute(_ sql: String) throws {
        try SQLiteError.check(sqlite3_exec(handle, sql, nil, nil, nil), handle, sql: sql)
    }

    /// Runs one statement to its end; rows that it gives are passed over.
    /// - Throws: ``SQLiteError``, also where `sql` holds no statement, or text after the first one: then nothing is run.
    public func run(_ sql: String) throws {
        let statement = try prepare(sql)
        while try statement.raw.step() {}
    }

    /// Whether a text ends where a statement ends, with a semicolon that is no part of a comment, a string or a trigger.
    public static func endsStatement(_ sql: String) -> Bool { sqlite3_complete(sql) == 1 }

    /// Prepares one statement.
    /// - Throws: ``SQLiteError``, also where `sql` holds no statement, or text after the first one.
    public func prepare(_ sql: String) throws -> PreparedStatement {
        var pointer: OpaquePointer?
        let (code, rest) = sql.withCString { start -> (Int32, Bool) in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, start, -1, &pointer, &tail)
            return (code, tail.map { $0.pointee != 0 } ?? false)
        }
        try SQLiteError.check(code, handle, sql: sql)
        guard let pointer else { throw SQLiteError(code: SQLITE_MISUSE, message: "no statement", sql: sql) }
        let statement = PreparedStatement(owning: pointer)
        if rest { throw SQLiteError(code: SQLITE_MISUSE, message: "more than one statement", sql: sql) }
        return statement
    }

    /// The rows of a query, each value as text and NULL as nil: for reports and tests, not for speed.
    /// - Throws: ``SQLiteError``
    public func rows(_ sql: String) throws -> [[String?]] {
        var rows = [[String?]]()
        try forEachRow(of: sql) { rows.append($0) }
        return rows
    }

    /// Gives each row of a query to `body`, its values as text. Rows before an error are given too.
    /// - Throws: ``SQLiteError``
    public func forEachRow(of sql: String, _ body: ([String?]) -> Void) throws {
        let statement = try prepare(sql)
        while try statement.raw.step() {
            body(
                try (0..<statement.raw.columnCount).map { column in
                    let value = statement.raw.value(at: column)
                    return value.isNull ? nil : try value.text
                })
        }
    }
}

/// A prepared statement that finalizes itself.
public final class PreparedStatement {
    /// The statement, good as long as this object lives.
    public let raw: RawStatement

    init(owning pointer: OpaquePointer) {
        raw = RawStatement(pointer)
    }

    deinit {
        // The code repeats the error of the last step, which `step` has thrown.
        _ = sqlite3_finalize(raw.pointer)
    }
}
