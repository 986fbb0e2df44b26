import SQLiteAccess

/// How many rows tables have, and about how many bytes these hold.
struct TableSizes: Sendable, Hashable {
    typealias Amount = MigrationProgress.Amount

    private var amounts: [String: Amount]

    init(_ amounts: [String: Amount] = [:]) {
        self.amounts = Dictionary(amounts.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// How many rows of a table tell how long a row is.
    private static let sample = 200
    /// What SQLite stores for a row besides its values, in bytes.
    private static let overhead: Int64 = 8

    /// Counts the rows of the ordinary tables of a database, and takes the length of a row from some of them.
    /// - Parameter look: is called now and then while SQLite counts. What it throws stops the counting and is thrown.
    /// - Throws: `SQLiteError`, or what `look` throws.
    init(_ connection: SQLiteConnection, _ look: () throws -> Void) throws {
        let names = try connection.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        var amounts: [String: Amount] = [:]
        for name in names.compactMap({ $0[0] }) {
            let table = SQL.identifier(name)
            func number(_ sql: String) throws -> Int64 {
                try connection.firstText(sql, every: PlanApplication.instructions) { _ in try look() }.flatMap { Int64($0) } ?? 0
            }
            let rows = try number("SELECT count(*) FROM \(table)")
            let columns = try connection.rows("SELECT name FROM pragma_table_info(\(SQL.literal(name)))").compactMap { $0[0] }
            let length = columns.map { "ifnull(length(CAST(\(SQL.identifier($0)) AS BLOB)), 0)" }.joined(separator: " + ")
            let bytes = rows == 0 || columns.isEmpty
                ? 0 : try number("SELECT CAST(avg(n) AS INTEGER) FROM (SELECT \(length) AS n FROM \(table) LIMIT \(Self.sample))")
            amounts[name] = Amount(rows: rows, bytes: rows * (bytes + Self.overhead))
        }
        self.init(amounts)
    }

    /// A table that does not exist has no rows.
    subscript(table: String) -> Amount {
        get { amounts[table.lowercased()] ?? .zero }
        set { amounts[table.lowercased()] = newValue }
    }

    mutating func remove(_ table: String) { amounts[table.lowercased()] = nil }

    /// All tables together.
    var all: Amount { amounts.values.reduce(.zero, +) }

    /// The largest table.
    var largest: Amount { amounts.values.max { $0.bytes < $1.bytes } ?? .zero }
}
