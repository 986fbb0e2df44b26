import SQLiteAccess

/// Sets of rows in temporary tables with keys.
///
/// `NOT IN` with several columns that may be NULL compares each row with each other one (https://www.sqlite.org/rowvalue.html).
struct ForeseenSets {
    private let connection: SQLiteConnection
    /// The names of the tables by their queries.
    private var names: [[String]: String] = [:]

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Whether some places are together in the rows of queries, as SQL.
    /// - Parameters:
    ///   - columns: the table and the key of each place.
    ///   - queries: what gives rows of as many places.
    /// - Throws: `SQLiteError`
    mutating func contains(_ columns: [String], _ queries: [String]) throws -> String {
        let places = columns.indices.map { "c\($0)" }
        let name = names[queries] ?? "_trellis_set_\(names.count)"
        if names.updateValue(name, forKey: queries) == nil {
            let list = places.joined(separator: ", ")
            // SQLite searches an index only if both sides have the same affinity.
            let typed = places.enumerated().map { "\($1) \($0.isMultiple(of: 2) ? "TEXT" : "INTEGER")" }.joined(separator: ", ")
            try connection.execute(
                "CREATE TEMP TABLE \(name) (\(typed), PRIMARY KEY (\(list))) WITHOUT ROWID; "
                    + "INSERT OR IGNORE INTO temp.\(name) \(queries.joined(separator: " UNION ALL "))")
        }
        let isSame = zip(places, columns).map { "_set.\($0) = \($1)" }.joined(separator: " AND ")
        return "EXISTS (SELECT 1 FROM temp.\(name) AS _set WHERE \(isSame))"
    }

    /// Drops the tables, as far as that is possible: they go with the connection, too.
    mutating func drop() {
        for name in names.values { try? connection.execute("DROP TABLE IF EXISTS temp.\(name)") }
        names = [:]
    }
}
