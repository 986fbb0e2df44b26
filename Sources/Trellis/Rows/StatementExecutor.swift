import CSQLite
import GRDB
import SQLiteAccess

/// Runs statements on one connection. GRDB's cache keeps them prepared.
struct StatementExecutor {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// How many rows the last statement changed, without those that its triggers changed.
    var changesCount: Int { Int(sqlite3_changes(database.sqliteConnection)) }

    /// Runs a statement that returns no rows.
    /// - Throws: `SQLiteError`
    func run<each Parameter: StatementParameter>(_ sql: String, _ parameter: repeat each Parameter) throws {
        let statement = try database.rawStatement(sql)
        var place: Int32 = 1
        repeat try (each parameter).bind(to: statement, at: &place)
        try statement.run()
    }

    /// Runs a query and resets it after `body` has stepped it.
    /// - Throws: `SQLiteError`, and the errors of `body`.
    func query<each Parameter: StatementParameter, Result>(
        _ sql: String, _ parameter: repeat each Parameter, body: (RawStatement) throws -> Result
    ) throws -> Result {
        let statement = try database.rawStatement(sql)
        defer { statement.reset() }
        var place: Int32 = 1
        repeat try (each parameter).bind(to: statement, at: &place)
        return try body(statement)
    }

    /// Whether a query returns a row.
    /// - Throws: `SQLiteError`
    func hasRow<each Parameter: StatementParameter>(_ sql: String, _ parameter: repeat each Parameter) throws -> Bool {
        try query(sql, repeat each parameter) { try $0.step() }
    }

    /// The integer in the first column of a query's first row; nil if the query returns no row.
    /// - Throws: `SQLiteError`
    func integer<each Parameter: StatementParameter>(_ sql: String, _ parameter: repeat each Parameter) throws -> Int64? {
        try query(sql, repeat each parameter) { try $0.step() ? $0.integer(at: 0) : nil }
    }

    /// A statement that stays prepared for as long as the result exists.
    /// - Throws: an error of GRDB if SQLite refuses the SQL.
    func prepared(_ sql: String) throws -> PreparedStatement {
        let statement = try database.statement(sql)
        let raw = RawStatement(statement.sqliteStatement)
        raw.reset()
        return PreparedStatement(owner: statement, raw: raw)
    }
}

/// A statement with the object that keeps it prepared, because the connection's cache may release it.
struct PreparedStatement {
    private let owner: Statement
    let raw: RawStatement

    fileprivate init(owner: Statement, raw: RawStatement) {
        self.owner = owner
        self.raw = raw
    }
}

/// A value of a statement's parameter, or the values of several that follow each other.
protocol StatementParameter {
    /// Binds the value to the parameter at `place`, and sets `place` to the next one.
    /// - Throws: `SQLiteError`
    func bind(to statement: RawStatement, at place: inout Int32) throws
}

extension Int64: StatementParameter {
    func bind(to statement: RawStatement, at place: inout Int32) throws {
        try statement.bind(self, at: place)
        place += 1
    }
}

extension String: StatementParameter {
    func bind(to statement: RawStatement, at place: inout Int32) throws {
        try statement.bind(self, at: place)
        place += 1
    }
}

extension [SQLiteValue]: StatementParameter {
    func bind(to statement: RawStatement, at place: inout Int32) throws {
        for value in self {
            try statement.bind(value, at: place)
            place += 1
        }
    }
}
