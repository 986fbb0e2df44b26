import SQLiteAccess

/// The rows that an operation writes or checks, as queries.
struct WrittenRows {
    /// The table that the rows are from.
    let source: String
    /// The table that they are in after the plan.
    let finalTable: String
    private let values: [ColumnValue]
    /// What follows FROM: the source, under a name that values may have for it.
    private let rows: String
    private let condition: String?

    /// - Parameter columns: the columns of the table that is written; none if it is created.
    /// - Returns: nil for an operation that computes nothing, and for a statement of a user.
    init?(_ operation: Operation, _ columns: [String]) {
        func replacing(_ values: [ColumnValue]) -> [ColumnValue] {
            columns.map { column in values.first { $0.column == column } ?? ColumnValue(column, .column(column)) }
        }
        switch operation {
        case .rebuildTable(let rebuild): self.init(rebuild.values, of: rebuild.table.name, in: rebuild.table.name)
        case .moveRows(let move):
            self.init(move.values, of: move.source, in: move.table, where: "_entity IN (\(SQL.list(move.entities)))")
        case .updateRows(let update): self.init(replacing(update.values), of: update.table, in: update.table, where: update.condition)
        case .refuseValues(let refused, let fits, let table, let type):
            self.init(
                replacing([ColumnValue(refused, .literal(type.refusedValue))]), of: table, in: table,
                where: "NOT (\(fits.sql(on: refused)))")
        case .setNotNull(_, let table), .addCheck(_, let table): self.init(replacing([]), of: table, in: table)
        case .computeRows(let computed):
            self.init(
                computed.values, of: computed.rows.table, in: computed.name, from: computed.source,
                where: computed.rows.entities.map { "_entity IN (\(SQL.list($0)))" })
        case .addRows(let draft, let table, let columns):
            self.init(columns.map { ColumnValue($0, .column($0)) }, of: draft, in: table)
        case .recompute(let column, let table, let sql):
            guard let (value, condition) = Self.assignment(sql, of: column, in: table) else { return nil }
            self.init(replacing([ColumnValue(column, .user(sql: value, isDeterministic: true))]), of: table, in: table, where: condition)
        default: return nil
        }
    }

    private init(
        _ values: [ColumnValue], of source: String, in table: String, from rows: String? = nil, where condition: String? = nil
    ) {
        self.values = values
        self.source = source
        self.rows = rows ?? SQL.identifier(source)
        self.condition = condition
        finalTable = table
    }

    /// The columns that are written.
    var columns: [String] { values.map(\.column) }

    /// A query of the rows, with the names of their columns.
    var query: String {
        // A user-written value may end with a comment.
        let list = values.map { "(\($0.value.sql)\n) AS \(SQL.identifier($0.column))" }.joined(separator: ", ")
        return "SELECT \(list) FROM \(rows)" + (condition.map { " WHERE \($0)" } ?? "")
    }

    /// A query that computes the values of one column, and counts them, for rows whose keys are in a range.
    func count(of column: String, keys: ClosedRange<Int64>) -> String {
        let value = values.first { $0.column == column }?.value.sql ?? "NULL"
        return "SELECT count((\(value)\n)) FROM \(rows) WHERE _id >= \(SQL.integer(keys.lowerBound)) AND _id <= \(SQL.integer(keys.upperBound))"
            + (condition.map { " AND (\($0))" } ?? "")
    }

    /// A query of the value that a row gets in a column.
    func value(of column: String, key: Int64) -> String {
        "SELECT (\(values.first { $0.column == column }?.value.sql ?? "NULL")\n) FROM \(rows) WHERE _id = \(SQL.integer(key))"
    }

    /// The value that `UPDATE table SET column = value WHERE condition` gives a column, and which rows get it.
    private static func assignment(_ sql: String, of column: String, in table: String) -> (value: String, condition: String?)? {
        let beginning = "UPDATE \(SQL.identifier(table)) SET \(SQL.identifier(column)) = "
        guard sql.hasPrefix(beginning) else { return nil }
        let value = sql.dropFirst(beginning.count)
        var (depth, isQuoted) = (0, false)
        for index in value.indices {
            switch value[index] {
            case "'": isQuoted.toggle()
            case "(" where !isQuoted: depth += 1
            case ")" where !isQuoted: depth -= 1
            case " " where !isQuoted && depth == 0 && value[index...].hasPrefix(" WHERE "):
                return (String(value[..<index]), String(value[index...].dropFirst(" WHERE ".count)))
            default: break
            }
        }
        return (String(value), nil)
    }
}

extension SQL {
    /// An integer as an expression: SQLite reads the least one as a real number.
    fileprivate static func integer(_ value: Int64) -> String { value == .min ? "(\(Int64.min + 1) - 1)" : String(value) }
}
