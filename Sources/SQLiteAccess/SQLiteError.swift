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

    /// What a connection has to say about its last failure.
    init(code: Int32, connection: OpaquePointer?, sql: String? = nil) {
        let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
        self.code = extended == SQLITE_OK ? code : extended
        if let connection {
            message = String(cString: sqlite3_errmsg(connection))
        } else {
            message = String(cString: sqlite3_errstr(code))
        }
        self.sql = sql
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
