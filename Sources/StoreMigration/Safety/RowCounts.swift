public import SQLiteAccess

/// How many rows each ordinary table of a database has, and how many of them have a value in the columns that a plan writes: the
/// difference that a migration makes has to be the one that its plan declares.
public struct RowCounts: Sendable, Hashable {
    /// The numbers of rows, by the tables' names.
    public let counts: [String: Int64]
    /// The numbers of values, by the names of tables and columns.
    private let values: [String: [String: Int64]]

    /// Which names of a plan's tables and columns a database has.
    public enum Moment: Sendable {
        case before, after
    }

    /// Counts the rows, and in the same pass the values. Tables of SQLite's own, virtual ones and what belongs to these are left
    /// out: they hold nothing that is not made from other tables, or is none of a migration's business. So is the store's record.
    /// - Parameters:
    ///   - tables: what a plan makes of the tables whose values are counted.
    ///   - moment: whether the database is the one before the plan or the one after it.
    /// - Throws: `SQLiteError`
    public init(_ connection: SQLiteConnection, values tables: [TableOutcome] = [], _ moment: Moment = .before) throws {
        let names = try connection.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' "
                + "ESCAPE '\\' AND name <> '\(StoreRecord.table)'"
        )
        var columns: [String: [String]] = [:]
        for outcome in tables where !outcome.mayLoseRows && !outcome.mayGainRows {
            guard let table = moment == .before ? outcome.oldName : outcome.newName else { continue }
            columns[table.lowercased()] = outcome.countedColumns.compactMap { moment == .before ? $0.oldName : $0.newName }
        }
        var counts: [String: Int64] = [:]
        var values: [String: [String: Int64]] = [:]
        for table in names.compactMap({ $0[0] }) {
            let counted = try Self.nullable(columns[table.lowercased()] ?? [], of: table, connection)
            // To count the rows without a value is faster, as most have one.
            let missing = counted.map { "count(*) FILTER (WHERE \(SQL.identifier($0)) IS NULL)" }
            let list = (["count(*)"] + missing).joined(separator: ", ")
            let statement = try connection.prepare("SELECT \(list) FROM \(SQL.identifier(table))")
            guard try statement.raw.step() else { continue }
            let rows = statement.raw.integer(at: 0)
            counts[table] = rows
            for (index, column) in counted.enumerated() {
                values[table.lowercased(), default: [:]][column.lowercased()] = rows - statement.raw.integer(at: Int32(index + 1))
            }
        }
        self.counts = counts
        self.values = values
    }

    /// The columns that may be NULL: every row has a value in the others.
    private static func nullable(_ columns: [String], of table: String, _ connection: SQLiteConnection) throws -> [String] {
        guard !columns.isEmpty else { return [] }
        let names = try connection.rows("SELECT lower(name) FROM pragma_table_xinfo(\(SQL.literal(table))) WHERE \"notnull\" = 0 AND pk = 0")
        let nullable = Set(names.compactMap { $0[0] })
        return columns.filter { nullable.contains($0.lowercased()) }
    }

    private func count(of column: String, in table: String) -> Int64? {
        values[table.lowercased()]?[column.lowercased()] ?? counts.first { $0.key.lowercased() == table.lowercased() }?.value
    }

    /// A table that has another number of rows, or of values in one of its columns, than a plan declares.
    public struct Discrepancy: Sendable, Hashable {
        /// The table's name before the migration.
        public var table: String
        /// The column's name before the migration; nil for the rows.
        public var column: String?
        public var before: Int64
        /// The number after the migration; nil where the table is gone.
        public var after: Int64?

        public init(table: String, column: String? = nil, before: Int64, after: Int64?) {
            self.table = table
            self.column = column
            self.before = before
            self.after = after
        }
    }

    /// The tables that have more or fewer rows after a plan than it states: those of the old version by their new state, and
    /// all others, which a plan does not change. For tables with the right number of rows, the columns with another number
    /// of values.
    public func discrepancies(after later: RowCounts, _ tables: [TableOutcome]) -> [Discrepancy] {
        let outcomes = Dictionary(tables.map { ($0.oldName.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        return counts.sorted { $0.key < $1.key }.flatMap { table, before -> [Discrepancy] in
            let outcome = outcomes[table.lowercased()] ?? TableOutcome(table, table)
            guard let newName = outcome.newName else { return [] }
            guard let after = later.counts[newName] else { return [Discrepancy(table: table, before: before, after: nil)] }
            let isExplained = after == before || (after < before ? outcome.mayLoseRows : outcome.mayGainRows)
            guard isExplained else { return [Discrepancy(table: table, before: before, after: after)] }
            return outcome.mayLoseRows || outcome.mayGainRows ? [] : lostValues(outcome, newName, later)
        }
    }

    private func lostValues(_ outcome: TableOutcome, _ newName: String, _ later: RowCounts) -> [Discrepancy] {
        outcome.countedColumns.compactMap { column in
            guard let newColumn = column.newName, let before = count(of: column.oldName, in: outcome.oldName),
                let after = later.count(of: newColumn, in: newName)
            else { return nil }
            let isExplained = after == before || after > before && column.values == .converted
            return isExplained
                ? nil : Discrepancy(table: outcome.oldName, column: column.oldName, before: before, after: after)
        }
    }
}

extension TableOutcome {
    /// The columns whose values the plan declares to be as many as before, or more.
    fileprivate var countedColumns: [ColumnOutcome] {
        columns.filter { $0.newName != nil && $0.values != .changed }
    }
}

extension RowCounts.Discrepancy: CustomStringConvertible {
    public var description: String {
        let kind = column == nil ? "rows" : "values"
        return "'\(table)\(column.map { ".\($0)" } ?? "")' had \(before) \(kind) and would have \(after ?? 0)"
    }
}
