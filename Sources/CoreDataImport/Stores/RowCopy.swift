import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// How the rows of one table of the new store are selected from the old one.
struct RowCopy {
    /// The entity that the table is named for.
    let root: String
    let source: SourceTable
    let target: Table
    /// The columns of the new table with their values, as SQL on a row of the old one.
    let values: [(column: String, expression: String)]
    /// The entities of the rows, each with the condition that a row of the old table is one.
    let kinds: [(entity: String, condition: String?)]
    /// The columns whose values are counted as they are, without the expressions above: a wrong one would agree with itself.
    let kept: [KeptColumn]
    /// The columns of Booleans, old ones as SQL, with their places.
    let flags: [(place: String, old: String)]

    /// A column of the old table, each of whose values becomes one of the new table's column.
    struct KeptColumn {
        /// Such as `Article.title`.
        let place: String
        /// The columns, the old one as SQL.
        let (old, new): (String, String)
        /// The keys that lead to no row.
        let strays: Int
    }

    var insertion: String {
        let columns = values.map { SQL.identifier($0.column) }.joined(separator: ", ")
        return "INSERT INTO main.\(SQL.identifier(target.name)) (\(columns)) SELECT \(values.map(\.expression).joined(separator: ", ")) FROM \(source.sql)"
    }

    /// Of each entity how many rows the old table has, and a checksum of their values, then the number of values of each kept column, and
    /// of numbers other than 0 and 1 of each Boolean: one scan for all.
    var expected: String {
        let values = Self.arguments(values.map(\.expression))
        let counts = kept.map { "count(\($0.old)) - \($0.strays)" }
        // Those that became 1 are not seen in the new table.
        let others = flags.map { "count(*) FILTER (WHERE typeof(\($0.old)) = 'integer' AND \($0.old) NOT IN (0, 1))" }
        return "SELECT \((kinds.map { Self.figures(values, $0.condition) } + counts + others).joined(separator: ", ")) FROM \(source.sql)"
    }

    /// The same of the new table.
    var found: String {
        let columns = Self.arguments(values.map { SQL.identifier($0.column) })
        let figures = kinds.map { kind in
            Self.figures(columns, kind.condition.map { _ in "\(FetchLayout.entityColumn) = \(SQL.literal(kind.entity))" })
        }
        let counts = kept.map { "count(\(SQL.identifier($0.new)))" }
        return "SELECT \((figures + counts).joined(separator: ", ")) FROM main.\(SQL.identifier(target.name))"
    }

    /// A function of SQLite takes at most 127 arguments, so the values of a wider table are one text from some place on.
    private static func arguments(_ values: [String]) -> String {
        let most = 100
        if values.count <= most { return values.joined(separator: ", ") }
        let rest = values[most...].map { "quote(\($0))" }.joined(separator: " || ',' || ")
        return (values[..<most] + [rest]).joined(separator: ", ")
    }

    private static func figures(_ values: String, _ condition: String?) -> String {
        let filter = condition.map { " FILTER (WHERE \($0))" } ?? ""
        return "count(*)\(filter), \(SQLiteConnection.checksum)(\(values))\(filter)"
    }
}

/// How the connections of one table of the new store are selected from the old one.
struct ConnectionCopy {
    /// Such as `Article.tags`.
    let place: String
    let table: JoinTable
    let source: SourceTable
    /// The columns of the new table with their values, as SQL on a row of the old one.
    let values: [(column: String, expression: String)]
    /// Which rows of the old table connect two rows.
    let condition: String
    /// How many do not, because one of their ends leads nowhere.
    let strays: Int

    private var columns: String { values.map { SQL.identifier($0.column) }.joined(separator: ", ") }

    /// Both directions of a relationship that is its own inverse, whichever stands there.
    private var selection: String {
        let expressions = values.map(\.expression)
        let rows = "SELECT \(expressions.joined(separator: ", ")) FROM \(source.sql) WHERE \(condition)"
        guard table.isMirrored, expressions.count >= 2 else { return rows }
        let mirrored = [expressions[1], expressions[0]] + expressions.dropFirst(2)
        return "\(rows) UNION SELECT \(mirrored.joined(separator: ", ")) FROM \(source.sql) WHERE \(condition)"
    }

    var insertion: String { "INSERT INTO main.\(SQL.identifier(table.name)) (\(columns)) \(selection)" }

    var expected: String {
        guard table.isMirrored else {
            return "SELECT count(*), \(SQLiteConnection.checksum)(\(values.map(\.expression).joined(separator: ", "))) FROM \(source.sql) WHERE \(condition)"
        }
        let names = values.indices.map { "c\($0)" }.joined(separator: ", ")
        return "WITH pairs (\(names)) AS (\(selection)) SELECT count(*), \(SQLiteConnection.checksum)(\(names)) FROM pairs"
    }

    var found: String { "SELECT count(*), \(SQLiteConnection.checksum)(\(columns)) FROM main.\(SQL.identifier(table.name))" }
}
