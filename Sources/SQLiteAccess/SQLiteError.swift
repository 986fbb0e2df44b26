import CSQLite

/// An error that SQLite reported.
public struct SQLiteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's extended result code, such as 2067 for a UNIQUE constraint.
    public var code: Int32
    /// SQLite's own message.
    public var message: String
    /// The SQL that failed, with its parameters as placeholders: bound values may be private.
    public var sql: String?

    /// SQLite's primary result code: the low eight bits of ``code``.
    public var primaryCode: Int32 { code & 0xff }

    /// Whether values are what is wrong, and not the statement: a constraint refuses them, or a sum of integers is beyond 64 bits, for
    /// which SQLite has no code of its own.
    public var isOfValues: Bool { primaryCode == 19 || primaryCode == 1 && message == "integer overflow" }

    public init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// SQLite has no memory for a value that it should give or convert.
    public static let outOfMemory = SQLiteError(code: SQLITE_NOMEM, message: "out of memory")

    /// The error of a call that returned `code`, with the connection's own words for it if its last failure is that one.
    init(code: Int32, connection: OpaquePointer?, sql: String? = nil) {
        self.sql = sql
        // Not every call that fails notes it on the connection, which may still have the error of another call.
        if let connection, sqlite3_errcode(connection) & 0xff == code & 0xff {
            self.code = sqlite3_extended_errcode(connection)
            message = String(cString: sqlite3_errmsg(connection))
        } else {
            self.code = code
            message = String(cString: sqlite3_errstr(code))
        }
    }

    /// Throws what a result code reports, unless that is success. Every call on a connection goes through here.
    static func check(_ code: Int32, _ connection: OpaquePointer?, sql: String? = nil) throws {
        if code != SQLITE_OK { throw SQLiteError(code: code, connection: connection, sql: sql) }
    }

    @usableFromInline
    init(code: Int32, statement: OpaquePointer?) {
        self.init(
            code: code, connection: sqlite3_db_handle(statement),
            sql: sqlite3_sql(statement).map { String(cString: $0) })
    }

    public var description: String {
        "SQLite error \(code): \(message)" + (sql.map { " - while running `\($0)`" } ?? "")
    }
}
