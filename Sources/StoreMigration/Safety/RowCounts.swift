public import SQLiteAccess

/// How many rows each ordinary table of a database has: what a migration does to these numbers has to be what its plan says.
public struct RowCounts: Sendable, Hashable {
    /// The numbers, by the tables' names.
    public let counts: [String: Int64]

    /// Counts the rows. Tables of SQLite's own, virtual ones and what belongs to these are left out: they hold nothing that is
    /// not made from other tables, or is none of a migration's business.
    /// - Throws: `SQLiteError`
    public init(_ connection: SQLiteConnection) throws {
        let tables = try connection.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' "
                + "ESCAPE '\\'"
        )
        var counts: [String: Int64] = [:]
        for table in tables.compactMap({ $0[0] }) {
            let statement = try connection.prepare("SELECT count(*) FROM \(SQL.identifier(table))")
            counts[table] = try statement.raw.step() ? statement.raw.integer(at: 0) : 0
        }
        self.counts = counts
    }

    /// A table that has another number of rows than a plan says.
    public struct Discrepancy: Sendable, Hashable {
        /// The table's name before the migration.
        public var table: String
        public var before: Int64
        /// The number after the migration; nil where the table is gone.
        public var after: Int64?

        public init(table: String, before: Int64, after: Int64?) {
            self.table = table
            self.before = before
            self.after = after
        }
    }

    /// The tables that have more or fewer rows after a plan than it says: those of the old version by what becomes of them, and
    /// all others, which a plan leaves alone.
    public func discrepancies(after later: RowCounts, _ tables: [TableOutcome]) -> [Discrepancy] {
        let outcomes = Dictionary(tables.map { ($0.oldName.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        return counts.sorted { $0.key < $1.key }.compactMap { table, before in
            let outcome = outcomes[table.lowercased()] ?? TableOutcome(table, table)
            guard let newName = outcome.newName else { return nil }
            guard let after = later.counts[newName] else { return Discrepancy(table: table, before: before, after: nil) }
            let isExplained = after == before || (after < before ? outcome.mayLoseRows : outcome.mayGainRows)
            return isExplained ? nil : Discrepancy(table: table, before: before, after: after)
        }
    }
}
