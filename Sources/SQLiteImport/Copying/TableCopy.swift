import Predicates
import SQLiteAccess
import SQLiteStorage
import StoreImport

/// How the rows of one table of the new store are selected from the database.
struct TableCopy {
    /// The entity, or the relationship of pairs.
    let place: String
    let source: String
    let target: String
    /// The tables that are read, the row's own as `origin`.
    let from: String
    /// The columns of the new table with their values, as SQL on `origin`.
    let values: [(column: String, expression: String)]
    /// Columns with the number of values that they have to have, as SQL without the conversions: a wrong one would agree with itself.
    let counts: [(place: String, column: String, expected: String)]
    /// The table of the new keys, where rows get others; and what fills it.
    var numbering: [String] = []
    /// The key of a row of the new store, and the old key as text, for the list of keys.
    var oldKey = ""
    let greatestKey: Int64?
    let rowCount: Int64

    private var columns: String { values.map { SQL.identifier($0.column) }.joined(separator: ", ") }
    private var expressions: String { values.map(\.expression).joined(separator: ", ") }

    var insertion: String { "INSERT INTO main.\(SQL.identifier(target)) (\(columns)) SELECT \(expressions) FROM \(from)" }

    var expected: String {
        "SELECT \((["count(*)", "\(SQLiteConnection.checksum)(\(expressions))"] + counts.map(\.expected)).joined(separator: ", ")) FROM \(from)"
    }

    var found: String {
        let figures = ["count(*)", "\(SQLiteConnection.checksum)(\(columns))"] + counts.map { "count(\(SQL.identifier($0.column)))" }
        return "SELECT \(figures.joined(separator: ", ")) FROM main.\(SQL.identifier(target))"
    }

    /// The old and the new key of each row.
    var keys: String { "SELECT \(oldKey), \(values[0].expression) FROM \(from) ORDER BY \(values[0].expression)" }
}
