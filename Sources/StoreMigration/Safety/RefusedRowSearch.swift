import SQLiteAccess

/// Finds a row that made SQLite refuse a statement of a plan. The transaction is still open, and the statement has done nothing.
struct RefusedRowSearch {
    private let plan: MigrationPlan
    private let connection: SQLiteConnection
    private let names: ModelNames
    private let model: String

    init(_ plan: MigrationPlan, _ connection: SQLiteConnection) {
        self.plan = plan
        self.connection = connection
        model = (try? StoreRecord(reading: connection))?.model ?? ""
        names = ModelNames(of: plan)
    }

    /// - Parameter error: what SQLite says, in the words that it has where a row is written.
    /// - Returns: the row; nil where it cannot be found, as for a user's own statement.
    func row(of step: MigrationPlan.Step, _ error: SQLiteError) -> RefusedRow? {
        guard let table = step.checkedTable else { return nil }
        if step.sql.hasPrefix("CREATE UNIQUE INDEX") { return duplicate(step.sql, table) }
        guard let written = WrittenRows(step.sql, table, columns(of: table)),
            let (column, condition) = rule(error, table)
        else { return nil }
        let found = "WITH refused AS (\(written.query)) SELECT _id FROM refused WHERE \(condition) LIMIT 1"
        guard let id = first(found, 1)?[0].flatMap({ Int64($0) }) else { return nil }
        let old = oldColumn(column, of: table)
        let former = old.flatMap { value("SELECT \(Self.bounded($0)) FROM \(written.source) WHERE _id = \(id)") }
        let shown =
            former
            ?? value("WITH refused AS (\(written.query)) SELECT \(Self.bounded(column)) FROM refused WHERE _id = \(id)") ?? "NULL"
        return refused(Place(source: written.source, table: final(table), id: id), [column], [shown])
    }

    /// The row of a key that leads nowhere, at the end of a plan.
    func row(of violation: ForeignKeyViolations.Violation) -> RefusedRow? {
        guard let id = violation.row else { return nil }
        let query =
            "SELECT \"from\" FROM pragma_foreign_key_list(\(SQL.literal(violation.table))) WHERE lower(\"table\") = "
            + "lower(\(SQL.literal(violation.parent)))"
        let parent = SQL.identifier(violation.parent)
        for column in ((try? connection.rows(query)) ?? []).compactMap({ $0[0] }) {
            let name = SQL.identifier(column)
            let table = SQL.identifier(violation.table)
            let found = value(
                "SELECT \(Self.bounded(column)) FROM \(table) WHERE _id = \(id) AND \(name) NOT IN (SELECT _id FROM \(parent))")
            if let found { return refused(Place(source: table, table: violation.table, id: id), [column], [found]) }
        }
        return nil
    }

    // MARK: Rules

    /// The column that a rule is about, and what a row meets that breaks it.
    private func rule(_ error: SQLiteError, _ table: String) -> (column: String, condition: String)? {
        let message = error.message
        if let name = message.firstMatch(of: /NOT NULL constraint failed: .+\.(.+)$/)?.output.1 {
            return (String(name), "\(SQL.identifier(String(name))) IS NULL")
        }
        if let match = message.firstMatch(of: /cannot store \w+ value in (\w+) column .+\.(.+)$/) {
            let name = SQL.identifier(String(match.output.2))
            return (String(match.output.2), Self.refusedValues(name, String(match.output.1)))
        }
        guard let text = message.firstMatch(of: /(?s)CHECK constraint failed: (.+)$/)?.output.1 else { return nil }
        // Of a condition that begins with a quoted name SQLite gives that name alone.
        let all = checks(of: table)
        let condition = all.first { Self.words($0) == Self.words(String(text)) } ?? all.first { $0.contains("\"\(text)\"") }
        guard let condition = condition ?? (text.contains(" ") ? String(text) : nil) else { return nil }
        let words = Set(Self.words(condition))
        guard let column = columns(of: table).first(where: { words.contains($0) }) else { return nil }
        return (column, "NOT (\(condition))")
    }

    /// The values that a column of a STRICT table refuses: those that it cannot convert.
    private static func refusedValues(_ name: String, _ type: String) -> String {
        switch type.uppercased() {
        case "INTEGER":
            "typeof(\(name)) = 'blob' OR typeof(\(name)) = 'text' AND CAST(CAST(\(name) AS INTEGER) AS TEXT) <> \(name) "
                + "OR typeof(\(name)) = 'real' AND NOT (abs(\(name)) < 9.2e18 AND CAST(\(name) AS INTEGER) = \(name))"
        case "REAL":
            "typeof(\(name)) = 'blob' OR typeof(\(name)) = 'text' AND CAST(CAST(\(name) AS REAL) AS TEXT) <> \(name) "
                + "AND CAST(CAST(\(name) AS INTEGER) AS TEXT) <> \(name)"
        case "TEXT": "typeof(\(name)) = 'blob'"
        default: "typeof(\(name)) NOT IN ('null', 'blob')"
        }
    }

    private static func words(_ sql: String) -> [String] {
        sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// The conditions of a table's CHECKs.
    private func checks(of table: String) -> [String] {
        let sql = value("SELECT sql FROM sqlite_schema WHERE type = 'table' AND lower(name) = lower(\(SQL.literal(table)))") ?? ""
        return sql.ranges(of: "CHECK (").compactMap { range in
            SQLScan.bracketed(sql[sql.index(before: range.upperBound)...]).map { String($0.dropFirst().dropLast()) }
        }
    }

    private func columns(of table: String) -> [String] {
        let rows = try? connection.rows("SELECT name FROM pragma_table_info(\(SQL.literal(table)))")
        return (rows ?? []).compactMap { $0[0] }
    }

    // MARK: Values that occur twice

    private func duplicate(_ sql: String, _ table: String) -> RefusedRow? {
        guard let open = sql.firstRange(of: "("), let list = SQLScan.bracketed(sql[open.lowerBound...]) else { return nil }
        let keys = SQLScan.split(list.dropFirst().dropLast()).map { $0.replacing(/\s(DESC|ASC)$/, with: "") }
        let condition = sql[list.endIndex...].firstRange(of: "WHERE ").map { " AND (\(sql[$0.upperBound...]))" } ?? ""
        let present = keys.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        let name = SQL.identifier(table)
        let rows =
            "SELECT min(_id), max(_id) FROM \(name) WHERE \(present)\(condition) GROUP BY \(keys.joined(separator: ", ")) "
            + "HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
        guard let found = first(rows, 2), let id = found[0].flatMap({ Int64($0) }) else { return nil }
        let columns = keys.map { key in key.hasPrefix("\"") ? String(key.dropFirst().dropLast()).replacing("\"\"", with: "\"") : key }
        let values = columns.map { value("SELECT \(Self.bounded($0)) FROM \(name) WHERE _id = \(id)") ?? "NULL" }
        var row = refused(Place(source: name, table: table, id: id), columns, values)
        row.otherRow = found[1].flatMap { Int64($0) }
        return row
    }

    // MARK: Names and values

    /// The place of a row.
    private struct Place {
        /// The table that the row is in, as an identifier.
        var source: String
        /// The name of that table after the plan.
        var table: String
        var id: Int64
    }

    private func refused(_ place: Place, _ columns: [String], _ values: [String]) -> RefusedRow {
        let kind = value("SELECT _entity FROM \(place.source) WHERE _id = \(place.id)")
        let entity = kind ?? names.entity(ofTable: place.table) ?? place.table
        let properties = columns.map { names.property(ofColumn: $0) ?? $0 }
        return RefusedRow(model: model, entity: entity, properties: properties, row: place.id, values: values)
    }

    private func final(_ table: String) -> String { String(table.trimmingPrefix("_trellis_new_")) }

    /// What a column of a table that is rewritten was called; nil where the table is another one.
    private func oldColumn(_ column: String, of table: String) -> String? {
        let outcome = plan.tables.first { $0.newName == final(table) }
        guard table.hasPrefix("_trellis_new_") else { return column }
        return outcome?.columns.first { $0.newName == column }?.oldName
    }

    private static func bounded(_ column: String) -> String {
        let name = SQL.identifier(column)
        return "CASE typeof(\(name)) WHEN 'text' THEN quote(substr(\(name), 1, 40)) || iif(length(\(name)) > 40, '…', '') "
            + "WHEN 'blob' THEN length(\(name)) || ' bytes' ELSE quote(\(name)) END"
    }

    private func value(_ query: String) -> String? { first(query, 1)?[0] }

    private func first(_ query: String, _ count: Int) -> [String?]? {
        guard let row = (try? connection.rows(query))?.first, row.count == count else { return nil }
        return row
    }
}

/// The rows that a statement writes, with the names of their columns.
private struct WrittenRows {
    /// A query of the rows.
    let query: String
    /// The table that they are from, as an identifier.
    let source: String

    init?(_ sql: String, _ table: String, _ columns: [String]) {
        let name = SQL.identifier(table)
        if sql.hasPrefix("INSERT") {
            guard let open = sql.firstRange(of: "("), let list = SQLScan.bracketed(sql[open.lowerBound...]),
                let from = sql.ranges(of: /\sFROM\s/).last
            else { return nil }
            var rest = sql[from.upperBound...]
            guard let source = rest.takeIdentifier() else { return nil }
            query = "SELECT * FROM (WITH written \(list) AS (\(sql[list.endIndex...])) SELECT * FROM written)"
            self.source = SQL.identifier(source)
            return
        }
        source = name
        guard sql.hasPrefix("UPDATE"), let set = sql.firstRange(of: " SET ") else {
            query = "SELECT * FROM \(name)"
            return
        }
        let parts = SQLScan.split(sql[set.upperBound...], at: "WHERE")
        var values: [String: String] = [:]
        for assignment in SQLScan.split(parts[0][...]) {
            var rest = assignment[...]
            guard let column = rest.takeIdentifier(), let sign = rest.firstRange(of: "=") else { return nil }
            values[column] = String(rest[sign.upperBound...])
        }
        let list = columns.map { "\(values[$0].map { "(\($0))" } ?? SQL.identifier($0)) AS \(SQL.identifier($0))" }
        let condition = parts.count > 1 ? " WHERE \(parts[1])" : ""
        query = "SELECT \(list.joined(separator: ", ")) FROM \(name)\(condition)"
    }
}
