import SQLiteAccess

/// Finds a row that made SQLite refuse a statement of a plan. The transaction is still open, and the statement has done nothing.
struct RefusedRowSearch {
    let plan: MigrationPlan
    let connection: SQLiteConnection
    /// What was added to the keys of rows: a row is named by the key that it has in the file.
    private let raised: RaisedKeys
    private let names: ModelNames
    private let model: String

    init(_ plan: MigrationPlan, _ connection: SQLiteConnection, _ raised: RaisedKeys = RaisedKeys()) {
        self.plan = plan
        self.connection = connection
        self.raised = raised
        let record = try? StoreRecord(reading: connection)
        model = record?.model ?? ""
        names = ModelNames(of: plan, storedDefinition: record?.definition)
    }

    /// - Parameter error: what SQLite says, in the words that it has where a row is written.
    /// - Returns: the row; nil where it cannot be found, as for a user's own statement.
    func row(of operation: Operation, _ error: SQLiteError) -> RefusedRow? {
        if case .createIndex(let index) = operation { return duplicate(index.keys.map(\.column), of: index.table, where: index.condition) }
        if case .frozen(let frozen) = operation { return row(ofFrozen: frozen.sql, error) }
        let table = operation.checkedTable
        guard let written = WrittenRows(operation, table.map(columns) ?? []) else { return nil }
        if error.message == "integer overflow" { return overflow(written) }
        guard let table, let (column, condition) = rule(error, table, checks(of: table, operation)) else { return nil }
        let found = "WITH refused AS (\(written.query)) SELECT _id FROM refused WHERE \(condition) LIMIT 1"
        guard let id = first(found, 1)?[0].flatMap({ Int64($0) }) else { return nil }
        let source = SQL.identifier(written.source)
        let former = formerValue(column, operation, written, id)
        let shown =
            former
            ?? value("WITH refused AS (\(written.query)) SELECT \(SQL.shown(column)) FROM refused WHERE _id = \(id)") ?? "NULL"
        return refused(Place(source: source, table: written.finalTable, id: id), [column], [shown], ofEntity: entity(written, id))
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
                "SELECT \(SQL.shown(column)) FROM \(table) WHERE _id = \(id) AND \(name) NOT IN (SELECT _id FROM \(parent))")
            if let found { return refused(Place(source: table, table: violation.table, id: id), [column], [found]) }
        }
        return nil
    }

    /// What a row has in the column from which a refused value is computed; nil if it is computed from several, or from none.
    private func formerValue(_ column: String, _ operation: Operation, _ written: WrittenRows, _ id: Int64) -> String? {
        var (place, operation) = (written.source, operation)
        if case .addRows(let draft, _, _) = operation {
            // The rows that were computed before still stand where they were.
            let computations = plan.steps.map(\.operation).compactMap { step in
                if case .computeRows(let rows) = step, rows.draft == draft { rows } else { nil }
            }
            guard let rows = computations.first else { return nil }
            (place, operation) = (rows.rows.table, .computeRows(rows))
        }
        return oldColumn(column, operation).flatMap { value("SELECT \(SQL.shown($0)) FROM \(SQL.identifier(place)) WHERE _id = \(id)") }
    }

    // MARK: Calculations beyond 64 bits

    /// The row for which SQLite cannot compute a value. Halves of the rows are tried until one is left.
    private func overflow(_ written: WrittenRows) -> RefusedRow? {
        guard let ends = first("SELECT min(_id), max(_id) FROM \(SQL.identifier(written.source))", 2),
            let least = ends[0].flatMap({ Int64($0) }), let greatest = ends[1].flatMap({ Int64($0) })
        else { return nil }
        func overflows(_ query: String) -> Bool {
            do {
                _ = try connection.rows(query)
                return false
            } catch {
                return (error as? SQLiteError)?.message == "integer overflow"
            }
        }
        let column = written.columns.first { overflows(written.count(of: $0, keys: least...greatest)) }
        guard let column else { return nil }
        var keys = least...greatest
        while keys.lowerBound < keys.upperBound {
            // The mean of two keys, which never overflows itself.
            let middle = (keys.lowerBound & keys.upperBound) + ((keys.lowerBound ^ keys.upperBound) >> 1)
            let half = keys.lowerBound...middle
            keys = overflows(written.count(of: column, keys: half)) ? half : (middle + 1)...keys.upperBound
        }
        let place = Place(source: SQL.identifier(written.source), table: written.finalTable, id: keys.lowerBound)
        return refused(place, [column], ["beyond 64 bits"], ofEntity: entity(written, keys.lowerBound))
    }

    /// The entity that a written row gets; nil if its table has rows of one entity alone.
    private func entity(_ written: WrittenRows, _ id: Int64) -> String? {
        written.columns.contains("_entity") ? value(written.value(of: "_entity", key: id)) : nil
    }

    // MARK: Rules

    /// The column that a rule is about, and what a row meets that breaks it.
    private func rule(_ error: SQLiteError, _ table: String, _ checks: [ColumnCheck]) -> (column: String, condition: String)? {
        let message = error.message
        if let name = message.firstMatch(of: /NOT NULL constraint failed: .+\.(.+)$/)?.output.1 {
            return (String(name), "\(SQL.identifier(String(name))) IS NULL")
        }
        if let match = message.firstMatch(of: /cannot store \w+ value in (\w+) column .+\.(.+)$/) {
            let name = SQL.identifier(String(match.output.2))
            return (String(match.output.2), Self.refusedValues(name, String(match.output.1)))
        }
        guard let text = message.firstMatch(of: /(?s)CHECK constraint failed: (.+)$/)?.output.1 else { return nil }
        // SQLite gives the conditions as they stand in the table. If they begin with a quoted name, it gives that name alone.
        let words = Self.words(String(text))
        let check =
            checks.first { Self.words($0.conditions.joined(separator: " AND ")) == words }
            ?? checks.first { check in check.conditions.contains { $0.contains("\"\(text)\"") } }
        if let check { return (check.column, "NOT (\(check.conditions.joined(separator: " AND ")))") }
        // The table had the rule before.
        return columns(of: table).first(where: words.contains).map { ($0, "NOT (\(text))") }
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

    static func words(_ sql: String) -> [String] {
        sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// What an operation demands of the rows that it writes, or the one that created their table.
    private func checks(of table: String, _ operation: Operation) -> [ColumnCheck] {
        if !operation.checks.isEmpty { return operation.checks }
        let created = plan.steps.first { step in
            switch step.operation {
            case .createTable(let created): created.name == table
            case .rebuildTable(let rebuild): rebuild.table.name == table
            default: false
            }
        }
        return created?.operation.checks ?? []
    }

    private func columns(of table: String) -> [String] {
        let rows = try? connection.rows("SELECT name FROM pragma_table_info(\(SQL.literal(table)))")
        return (rows ?? []).compactMap { $0[0] }
    }

    // MARK: Values that occur twice

    /// - Parameter condition: which rows count; nil for all.
    func duplicate(_ columns: [String], of table: String, where condition: String? = nil) -> RefusedRow? {
        let name = SQL.identifier(table)
        let present = columns.map { "\(SQL.identifier($0)) IS NOT NULL" }.joined(separator: " AND ")
        let condition = condition.map { " AND (\($0))" } ?? ""
        let rows =
            "SELECT min(_id), max(_id) FROM \(name) WHERE \(present)\(condition) GROUP BY \(SQL.names(columns)) "
            + "HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
        guard let found = first(rows, 2), let id = found[0].flatMap({ Int64($0) }) else { return nil }
        let values = columns.map { value("SELECT \(SQL.shown($0)) FROM \(name) WHERE _id = \(id)") ?? "NULL" }
        var row = refused(Place(source: name, table: table, id: id), columns, values)
        row.otherRow = found[1].flatMap { Int64($0) }
        return row
    }

    // MARK: Names and values

    /// The place of a row.
    struct Place {
        /// The table that the row is in, as an identifier.
        var source: String
        /// The name of that table after the plan.
        var table: String
        var id: Int64
    }

    /// - Parameter entity: the row's entity; nil if the tables tell it.
    func refused(_ place: Place, _ columns: [String], _ values: [String], ofEntity entity: String? = nil) -> RefusedRow {
        let kind = entity ?? value("SELECT _entity FROM \(place.source) WHERE _id = \(place.id)")
        let entity = kind ?? names.entity(ofTable: place.table) ?? place.table
        let properties = columns.map { names.property(ofColumn: $0) ?? $0 }
        let key = raised.origin(of: place.id, in: place.source)
        return RefusedRow(model: model, entity: entity, properties: properties, row: key, values: values)
    }

    /// What a column of a table that is rewritten was called; nil if it was none.
    private func oldColumn(_ column: String, _ operation: Operation) -> String? {
        switch operation {
        case .rebuildTable(let rebuild):
            plan.tables.first { $0.newName == rebuild.table.name }?.columns.first { $0.newName == column }?.oldName
        case .moveRows(let move): move.values.first { $0.column == column }?.value.sourceColumn
        case .computeRows(let rows): rows.values.first { $0.column == column }?.value.sourceColumn
        // What is computed again had no value, or one that tells nothing.
        case .addRows, .copyConnections, .recompute: nil
        default: column
        }
    }

    func value(_ query: String) -> String? { first(query, 1)?[0] }

    private func first(_ query: String, _ count: Int) -> [String?]? {
        guard let row = (try? connection.rows(query))?.first, row.count == count else { return nil }
        return row
    }
}
