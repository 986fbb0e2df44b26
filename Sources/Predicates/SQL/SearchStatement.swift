import SQLiteAccess

/// The SQL of a full-text search.
public enum SearchStatement {
    /// What follows a SELECT from a table called `t0`: the rows that a pattern finds, the best first, and at most some. Takes
    /// the pattern and the limit.
    /// - Parameters:
    ///   - name: the search table.
    ///   - kinds: the entities whose rows count, by name; nil where all do.
    public static func clauses(searching name: String, kinds: [String]? = nil) -> String {
        let table = SQL.identifier(name)
        let key = "t0.\(FetchLayout.keyColumn)"
        var sql = " JOIN \(table) ON \(table).rowid = \(key) WHERE \(table) MATCH ?"
        if let kinds { sql += " AND \(FetchLayout.condition(ofKinds: kinds, row: "t0"))" }
        return sql + " ORDER BY \(table).rank, \(key) LIMIT ?"
    }
}
