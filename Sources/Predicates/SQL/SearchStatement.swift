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
        let names = kinds.map { $0.map(SQL.literal).joined(separator: ", ") }
        return " JOIN \(table) ON \(table).rowid = t0.\(FetchLayout.keyColumn)"
            + " WHERE \(table) MATCH ?\(names.map { " AND t0.\(FetchLayout.entityColumn) IN (\($0))" } ?? "") ORDER BY \(table).rank, t0.\(FetchLayout.keyColumn) LIMIT ?"
    }
}
