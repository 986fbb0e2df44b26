import GRDB
import SQLiteAccess

extension Database {
    /// The statement of `sql` from the connection's cache, ready to be bound. A caller that does not step it to its end must reset it,
    /// or it keeps its transaction open.
    func rawStatement(_ sql: String) throws -> RawStatement {
        let statement = RawStatement(try statement(sql).sqliteStatement)
        statement.reset()
        return statement
    }

    /// Lets `body` bind and step a query, and resets it.
    func query<Result>(_ sql: String, _ body: (RawStatement) throws -> Result) throws -> Result {
        let statement = try rawStatement(sql)
        defer { statement.reset() }
        return try body(statement)
    }

    /// The statement of `sql` from the connection's cache: of a remote database the local one that stands for it.
    func statement(_ sql: String) throws -> Statement {
        try cachedStatement(sql: remote?.localSQL(for: sql) ?? sql)
    }
}
