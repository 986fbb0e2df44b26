import SQLiteAccess

/// The SQL of a full-text search.
public enum SearchStatement {
    /// What follows a SELECT from a table called `t0`: the rows that a pattern finds, the best first, and at most some. Takes
    /// the pattern and the limit.
    /// - Parameter name: the search table.
    public static func clauses(searching name: String) -> String {
        let table = SQL.identifier(name)
        return " JOIN \(table) ON \(table).rowid = t0.\(FetchLayout.keyColumn)"
            + " WHERE \(table) MATCH ? ORDER BY \(table).rank, t0.\(FetchLayout.keyColumn) LIMIT ?"
    }
}
