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
    /// The old key of a row as text, for the list of keys.
    var oldKey = ""
    /// Keys of other rows that are written otherwise than there: the property, the entity, and what selects them.
    var respelled: [(place: String, entity: String, selection: String)] = []
    let greatestKey: Int64?
    let rowCount: Int64

    private var columns: String { values.map { SQL.identifier($0.column) }.joined(separator: ", ") }
    private var expressions: String { values.map(\.expression).joined(separator: ", ") }

    var insertion: String { "INSERT INTO main.\(SQL.identifier(target)) (\(columns)) SELECT \(expressions) FROM \(from)" }

    /// Queries that have to give the same on both sides: the number of rows, a checksum of their keys and of some values, and the numbers
    /// of these values. A function of SQLite takes at most 127 arguments.
    var comparisons: [(expected: String, found: String, places: [String])] {
        stride(from: 0, to: max(values.count, 1), by: Self.portion).map { start in
            let own = (start == 0 ? [] : [values[0]]) + values[start..<min(start + Self.portion, values.count)]
            let names = Set(own.map(\.column))
            let counts = self.counts.filter { names.contains($0.column) }
            let expected = ["count(*)", "\(SQLiteConnection.checksum)(\(own.map(\.expression).joined(separator: ", ")))"] + counts.map(\.expected)
            let columns = own.map { SQL.identifier($0.column) }.joined(separator: ", ")
            let found = ["count(*)", "\(SQLiteConnection.checksum)(\(columns))"] + counts.map { "count(\(SQL.identifier($0.column)))" }
            return (
                "SELECT \(expected.joined(separator: ", ")) FROM \(from)",
                "SELECT \(found.joined(separator: ", ")) FROM main.\(SQL.identifier(target))", counts.map(\.place))
        }
    }

    private static let portion = 100

    /// The old and the new key of each row.
    var keys: String { "SELECT \(oldKey), \(values[0].expression) FROM \(from) ORDER BY \(values[0].expression)" }
}
