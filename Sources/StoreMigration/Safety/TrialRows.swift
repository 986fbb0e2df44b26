import SQLiteAccess

/// The rows that a statement would write if its table took all values, in a savepoint of the open transaction.
///
/// A plan of the first format consists of statements as texts, which tell nothing about their values. So the statement writes
/// its rows once more, into a table without rules, and the table with the rules is asked which row it refuses.
struct TrialRows {
    /// A row that the table refuses.
    struct Refused {
        var row: Int64
        /// SQLite's message for this row alone.
        var reason: String
        /// The values that its columns would get, in short.
        var values: [String: String]
    }

    private let connection: SQLiteConnection
    private let statement: String

    private static let savepoint = "trellis_trial"
    private static let ruled = "_trellis_ruled"

    init(of statement: String, _ connection: SQLiteConnection) {
        self.statement = statement
        self.connection = connection
    }

    /// The first row that a table refuses.
    func refused(by table: String) -> Refused? { undone { try search(table) } }

    /// Whether the statement fails for a table of which only some rows are left, such as one that creates a unique index.
    func isRefused(by rows: [Int64], in table: String) -> Bool {
        let list = rows.map(String.init).joined(separator: ", ")
        let isRefused = undone { () throws -> Bool? in
            try connection.execute("DELETE FROM \(SQL.identifier(table)) WHERE _id NOT IN (\(list))")
            do {
                try connection.run(statement)
                return false
            } catch let error as SQLiteError where error.isOfValues {
                return true
            }
        }
        return isRefused ?? false
    }

    /// Runs something and takes back what it did; nil if SQLite refuses a part of it.
    private func undone<Value>(_ body: () throws -> Value?) -> Value? {
        guard (try? connection.execute("SAVEPOINT \(Self.savepoint)")) != nil else { return nil }
        defer { try? connection.execute("ROLLBACK TO \(Self.savepoint); RELEASE \(Self.savepoint)") }
        return try? body()
    }

    private func search(_ table: String) throws -> Refused? {
        let name = SQL.identifier(table)
        let columns = try connection.rows("SELECT name, dflt_value FROM pragma_table_info(\(SQL.literal(table)))").map { row in
            (name: row[0] ?? "", definition: SQL.identifier(row[0] ?? "") + (row[1].map { " DEFAULT (\($0))" } ?? ""))
        }
        guard columns.contains(where: { $0.name == "_id" }) else { return nil }
        let definitions = columns.map { $0.name == "_id" ? "_id INTEGER PRIMARY KEY" : $0.definition }
        try connection.execute("ALTER TABLE \(name) RENAME TO \(Self.ruled)")
        try connection.execute("CREATE TABLE \(name) (\(definitions.joined(separator: ", ")))")
        try connection.execute("INSERT INTO \(name) SELECT * FROM \(Self.ruled); DELETE FROM \(Self.ruled)")
        try connection.run(statement)
        let keys = try connection.rows("SELECT _id FROM \(name) ORDER BY _id").compactMap { $0[0].flatMap { Int64($0) } }
        guard let (row, reason) = first(of: keys[...], from: name) else { return nil }
        let values = try connection.rows("SELECT \(columns.map { SQL.shown($0.name) }.joined(separator: ", ")) FROM \(name) WHERE _id = \(row)")
        let shown = zip(columns, values.first ?? []).map { ($0.name, $1 ?? "NULL") }
        return Refused(row: row, reason: reason, values: Dictionary(shown, uniquingKeysWith: { first, _ in first }))
    }

    /// The first of some rows that the rules refuse: a half is refused if one of its rows is.
    private func first(of keys: ArraySlice<Int64>, from name: String) -> (row: Int64, reason: String)? {
        guard let least = keys.first, let greatest = keys.last else { return nil }
        do {
            try connection.execute("INSERT INTO \(Self.ruled) SELECT * FROM \(name) WHERE _id BETWEEN \(least) AND \(greatest)")
            return nil
        } catch {
            if keys.count == 1 { return (error as? SQLiteError).map { (least, $0.message) } }
            let middle = keys.startIndex + keys.count / 2
            return first(of: keys[..<middle], from: name) ?? first(of: keys[middle...], from: name)
        }
    }
}

extension SQL {
    /// A value in short: the beginning of a text, the size of other bytes.
    static func shown(_ column: String) -> String {
        let name = identifier(column)
        return "CASE typeof(\(name)) WHEN 'text' THEN quote(substr(\(name), 1, 40)) || iif(length(\(name)) > 40, '…', '') "
            + "WHEN 'blob' THEN length(\(name)) || ' bytes' ELSE quote(\(name)) END"
    }
}
