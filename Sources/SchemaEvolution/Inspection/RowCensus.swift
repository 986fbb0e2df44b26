import Predicates
import SQLiteAccess

/// Counts the rows of a database that break rules, in one pass over each table.
///
/// Names of tables are resolved by the connection: a temporary view of a table's name stands for the table.
struct RowCensus {
    private let connection: SQLiteConnection

    /// How many keys of rows a finding shows.
    static let sampleSize = 3

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Rows that break a rule.
    struct Violation {
        var rule: RowRule
        var rows: Int64
        /// Keys of some of the rows; none if the rows have none yet.
        var samples: [Int64]
    }

    /// Rows with the same values in the columns of a unique index.
    struct Duplicates {
        var rule: UniqueRule
        /// The number of values that occur more than once.
        var values: Int64
        /// The number of rows with these values.
        var rows: Int64
        var samples: [Int64]
    }

    /// Rows or values that are dropped.
    struct Count {
        var rows: Int64
        var samples: [Int64]
    }

    /// - Throws: `SQLiteError`
    func violations(of rules: [RowRule]) throws -> [Violation] {
        try Dictionary(grouping: rules, by: \.table).sorted { $0.key < $1.key }.flatMap { table, rules in
            let counts = try integers(
                "SELECT \(rules.map { "count(*) FILTER (WHERE \($0.isBroken))" }.joined(separator: ", ")) FROM \(SQL.identifier(table))")
            return try zip(rules, counts).filter { $0.1 > 0 }.map { rule, rows in
                Violation(rule: rule, rows: rows, samples: try samples(table, where: rule.isBroken))
            }
        }
    }

    /// - Throws: `SQLiteError`
    func duplicates(of rule: UniqueRule) throws -> Duplicates? {
        let keys = rule.columns.map(SQL.identifier)
        let present = (keys.map { "\($0) IS NOT NULL" } + (rule.condition.map { ["(\($0))"] } ?? [])).joined(separator: " AND ")
        // An index that does not match its table is not asked.
        let columns = keys.map { "+\($0)" }.joined(separator: ", ")
        let groups =
            "SELECT min(_id) AS first, count(*) AS number FROM \(SQL.identifier(rule.table)) WHERE \(present) GROUP BY \(columns) HAVING count(*) > 1"
        let counts = try integers("SELECT count(*), coalesce(sum(number), 0) FROM (\(groups))")
        guard counts[0] > 0 else { return nil }
        let samples = try connection.rows("SELECT first FROM (\(groups)) ORDER BY first LIMIT \(Self.sampleSize)")
        return Duplicates(rule: rule, values: counts[0], rows: counts[1], samples: samples.compactMap { $0[0].flatMap { Int64($0) } })
    }

    /// The rows of a table, or those that meet a condition.
    /// - Throws: `SQLiteError`
    func count(_ table: String, where condition: String? = nil) throws -> Count {
        let rows = try integers("SELECT count(*) FROM \(SQL.identifier(table))" + (condition.map { " WHERE \($0)" } ?? ""))[0]
        return Count(rows: rows, samples: rows == 0 ? [] : try samples(table, where: condition ?? "1"))
    }

    private func samples(_ table: String, where condition: String) throws -> [Int64] {
        let key = FetchLayout.keyColumn
        return try connection.rows("SELECT \(key) FROM \(SQL.identifier(table)) WHERE \(condition) LIMIT \(Self.sampleSize)")
            .compactMap { $0[0].flatMap { Int64($0) } }
    }

    private func integers(_ query: String) throws -> [Int64] {
        try connection.rows(query).first?.map { $0.flatMap { Int64($0) } ?? 0 } ?? []
    }
}
