package import SQLiteAccess

/// What a store's tables will hold after operations that have not run, as temporary views over the file.
///
/// The file is only read. After each operation, a table's name leads to its foreseen rows: SQLite resolves the names of temporary
/// views first. So a rule of the new version is a query on that name.
package struct ForeseenStore {
    private let connection: SQLiteConnection
    private var tables: [String: ForeseenTable] = [:]
    /// The tables as they were at ``beginStep()``.
    private var oldTables: [String: ForeseenTable] = [:]
    private var states = 0

    /// The tables whose rows the operations have written or checked since ``beginStep()``.
    package private(set) var touched: Set<String> = []
    /// The tables that have lost rows since then, dropped ones included.
    package private(set) var shrunk: Set<String> = []
    /// The tables of the file that SQLite will write again, since then.
    package private(set) var rewritten: Set<String> = []

    /// - Parameter connection: reads the file, and has the functions that migrations call.
    /// - Throws: `SQLiteError`
    package init(_ connection: SQLiteConnection) throws {
        self.connection = connection
        let query = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        for name in try connection.rows(query).compactMap({ $0[0] }) {
            let columns = try connection.rows("SELECT name FROM pragma_table_xinfo(\(SQL.literal(name)))").compactMap { $0[0] }
            tables[name] = ForeseenTable(of: name, columns)
        }
    }

    /// Forgets what the operations so far have touched.
    package mutating func beginStep() {
        (touched, shrunk, rewritten) = ([], [], [])
        for name in tables.keys { tables[name]?.beginStep() }
        oldTables = tables
    }

    /// Whether values of a column are others than before the step, or rows have come to its table.
    package func isChanged(_ column: String, in table: String) -> Bool {
        guard let changed = tables[table]?.changed else { return true }
        return changed.contains(column)
    }

    // MARK: Operations

    /// Foresees one operation.
    /// - Returns: false for an operation whose rows only SQLite can tell, by running it.
    /// - Throws: `SQLiteError`, also if a value cannot be computed for some row.
    package mutating func apply(_ operation: Operation) throws -> Bool {
        if operation.strategy == .rebuild, let table = operation.sourceTable, let origin = tables[table]?.origin { rewritten.insert(origin) }
        if let table = operation.checkedTable { touched.insert(operation.finalTable ?? table) }
        switch operation {
        case .createTable(let table): try set(table.name, table.columns.map(\.name), "\(Self.nulls(table.columns.map(\.name))) WHERE 0")
        case .dropTable(let name): try drop(name)
        case .renameTable(let old, let new): try rename(old, new)
        case .rebuildTable(let rebuild): try rewrite(rebuild)
        case .addColumn(let column, let table):
            tables[table]?.noteChange(of: [column.name])
            try replace(table) { columns in columns + [(column.name, column.defaultValue?.expression ?? "NULL")] }
        case .dropColumn(let name, let table):
            try replace(table) { columns in columns.filter { $0.name != name } }
        case .renameColumn(let old, let new, let table):
            tables[table]?.noteChange(of: [new])
            try replace(table) { columns in columns.map { $0.name == old ? (new, $0.value) : $0 } }
        case .updateRows(let update): try change(update)
        case .refuseValues(let column, let fits, let table, let type):
            let refused = type.refusedValue.expression ?? "NULL"
            try replace(table, column) { "CASE WHEN NOT (\(fits.sql(on: column))) THEN \(refused) ELSE \($0) END" }
        case .deleteRows(let entity, let table): try delete(entity, table)
        case .moveRows(let move): try self.move(move)
        case .computeRows(let rows): try compute(rows)
        case .addRows(let draft, let table, let columns):
            try add(to: table, columns.map { ($0, SQL.identifier($0)) }, from: "FROM \(source(draft))")
        case .copyAside(let name, let rows):
            try set(name, tables[rows.table]?.columns ?? [], "SELECT * FROM \(source(rows.table))\(filter(rows))")
        case .raiseKeys(let raising):
            let condition = raising.rows.map { "IN (\(keys($0)))" } ?? "IS NOT NULL"
            try replace(raising.table, raising.column) { "CASE WHEN \($0) \(condition) THEN \($0) + \(raising.offset.sql) ELSE \($0) END" }
        case .renameTexts(let changes, let column, let table):
            try replace(table, column) { SQL.cases($0, changes.map { (.text($0.old), .text($0.new)) }, otherwise: $0) }
        case .emptyKeys(let column, let table, let rows):
            let keys = self.keys(rows)
            try replace(table, column) { "CASE WHEN \($0) IN (\(keys)) THEN NULL ELSE \($0) END" }
        case .deleteConnections(let column, let table, let rows):
            try keep(table, where: "\(SQL.identifier(column)) NOT IN (\(keys(rows)))")
        case .copyConnections(let copy): try connect(copy)
        case .raiseSequence, .raiseRecordedKeys, .raiseRecordedIDs, .copyPlaces, .renameRecordedProperties, .recompute: break
        case .dropNotNull, .setNotNull, .addCheck, .createIndex, .dropIndex, .createTrigger, .dropTrigger, .createView, .dropView,
            .createSearch, .dropSearch, .fillSearch, .recordVersion:
            break
        case .user, .runSwift, .frozen: return false
        }
        return true
    }

    private mutating func drop(_ name: String) throws {
        if !name.hasPrefix("_trellis_") { shrunk.insert(name) }
        tables[name] = nil
        touched.remove(name)
        try connection.execute("DROP VIEW IF EXISTS temp.\(SQL.identifier(name))")
    }

    private mutating func rename(_ old: String, _ new: String) throws {
        guard let table = tables[old] else { return }
        tables[old] = nil
        try connection.execute("DROP VIEW IF EXISTS temp.\(SQL.identifier(old))")
        try show(table, new)
        if touched.remove(old) != nil { touched.insert(new) }
        if shrunk.remove(old) != nil { shrunk.insert(new) }
    }

    private mutating func rewrite(_ rebuild: Rebuild) throws {
        let name = rebuild.table.name
        let values = rebuild.values.map { "\($0.value.sql)\n AS \(SQL.identifier($0.column))" }.joined(separator: ", ")
        let query = "SELECT \(values), \(ForeseenTable.originColumns) FROM \(source(name)) AS \(SQL.identifier(name))"
        let types = Dictionary(rebuild.table.columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        let columns = rebuild.values.map(\.column)
        tables[name]?.noteChange(of: rebuild.values.filter { $0.value != .column($0.column) }.map(\.column))
        try set(name, columns, query, stored: rebuild.values.readsOtherRows ? columns.map { types[$0] ?? "" } : nil)
    }

    private mutating func change(_ update: RowUpdate) throws {
        let condition = update.condition
        let values = Dictionary(update.values.map { ($0.column, $0.value.sql) }, uniquingKeysWith: { first, _ in first })
        let types = try update.values.readsOtherRows ? columnTypes(update.table) : nil
        tables[update.table]?.noteChange(of: update.values.map(\.column))
        try replace(update.table, stored: types) { columns in
            columns.map { name, old in
                guard let value = values[name] else { return (name, old) }
                return (name, condition.map { "CASE WHEN \($0) THEN \(value)\n ELSE \(old) END" } ?? "\(value)\n")
            }
        }
    }

    /// The declared types of a table's columns in the file; none for a column that is not in it.
    private func columnTypes(_ name: String) throws -> [String] {
        guard let table = tables[name] else { return [] }
        let rows = try table.origin.map { try connection.rows("SELECT name, type FROM pragma_table_xinfo(\(SQL.literal($0)))") } ?? []
        let types = Dictionary(rows.map { ($0[0] ?? "", $0[1] ?? "") }, uniquingKeysWith: { first, _ in first })
        return table.columns.map { types[$0] ?? "" }
    }

    private mutating func delete(_ entity: String?, _ table: String) throws {
        shrunk.insert(table)
        try keep(table, where: entity.map { "_entity IS NOT \(SQL.literal($0))" } ?? "0")
    }

    private mutating func move(_ move: RowMove) throws {
        let alias = SQL.identifier(move.namesTable == true ? move.table : move.source)
        let rows = "FROM \(source(move.source)) AS \(alias) WHERE _entity IN (\(SQL.list(move.entities)))"
        try add(to: move.table, move.values.map { ($0.column, $0.value.sql + "\n") }, from: rows, isStored: move.values.readsOtherRows)
    }

    private mutating func compute(_ computed: ComputedRows) throws {
        let from = source(computed.rows.table)
        let missing = computed.missing.map { ", NULL AS \(SQL.identifier($0))" }.joined()
        let values = computed.values.map { "\($0.value.sql)\n AS \(SQL.identifier($0.column))" }.joined(separator: ", ")
        let query = "SELECT \(values), \(ForeseenTable.originColumns) FROM (SELECT *\(missing) FROM \(from)) AS \(SQL.identifier(computed.name))\(filter(computed.rows))"
        let columns = computed.values.map(\.column)
        try set(computed.draft, columns, query, stored: computed.values.readsOtherRows ? columns.map { _ in "" } : nil)
    }

    private mutating func connect(_ copy: ConnectionCopy) throws {
        let conditions = copy.conditions.map { condition($0, in: copy) }
        let rows = "FROM \(source(copy.source)) AS \(SQL.identifier(copy.source))"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
        try add(to: copy.table, copy.columns.map { ($0.column, SQL.identifier($0.from)) }, from: rows)
    }

    private func condition(_ condition: ConnectionCopy.Condition, in copy: ConnectionCopy) -> String {
        switch condition {
        case .leads(let key, let table): "\(SQL.identifier(key)) IN (\(keys(RowSet(table))))"
        case .avoids(let key, let rows): "\(SQL.identifier(key)) NOT IN (\(keys(rows)))"
        case .isOfNone(let entities): "_entity NOT IN (\(SQL.list(entities)))"
        case .isNew(let owner, let member):
            "NOT EXISTS (SELECT 1 FROM \(source(copy.table)) AS _known WHERE "
                + [owner, member].map { "_known.\(SQL.identifier($0.column)) = \(SQL.identifier(copy.source)).\(SQL.identifier($0.from))" }
                .joined(separator: " AND ") + ")"
        case .never: "0"
        }
    }

    // MARK: States of tables

    /// The rows of a table as they are foreseen, with ``ForeseenTable/originNames``, as SQL for FROM; nil if it does not exist.
    package func rows(of table: String) -> String? { tables[table]?.source }

    /// The rows that a table had before the step.
    package func oldRows(of table: String) -> String? { oldTables[table]?.source }

    /// The row of the file that a foreseen row is.
    /// - Throws: `SQLiteError`
    package func origin(of key: Int64, in table: String) throws -> (table: String, key: Int64)? {
        guard let source = rows(of: table) else { return nil }
        let found = try connection.rows("SELECT \(ForeseenTable.originColumns) FROM \(source) WHERE _id = \(key)").first
        guard let table = found?[0], let key = found?[1].flatMap({ Int64($0) }) else { return nil }
        return (table, key)
    }

    private func source(_ name: String) -> String { rows(of: name) ?? "main.\(SQL.identifier(name))" }

    private func keys(_ rows: RowSet) -> String { "SELECT _id FROM \(source(rows.table))\(filter(rows))" }

    private func filter(_ rows: RowSet) -> String { rows.entities.map { " WHERE _entity IN (\(SQL.list($0)))" } ?? "" }

    private static func nulls(_ columns: [String]) -> String {
        "SELECT \((columns + ForeseenTable.originNames).map { "NULL AS \(SQL.identifier($0))" }.joined(separator: ", "))"
    }

    /// Gives a table other columns, computed on its rows.
    private mutating func replace(
        _ name: String, stored types: [String]? = nil, _ change: ([(name: String, value: String)]) -> [(name: String, value: String)]
    ) throws {
        guard let table = tables[name] else { return }
        let columns = change(table.columns.map { ($0, SQL.identifier($0)) })
        let list = columns.map { "\($0.value) AS \(SQL.identifier($0.name))" }.joined(separator: ", ")
        try set(name, columns.map(\.name), "SELECT \(list), \(ForeseenTable.originColumns) FROM \(table.source) AS \(SQL.identifier(name))", stored: types)
    }

    private mutating func replace(_ name: String, _ column: String, _ value: (String) -> String) throws {
        tables[name]?.noteChange(of: [column])
        try replace(name) { columns in columns.map { $0.name == column ? ($0.name, value($0.value)) : $0 } }
    }

    private mutating func keep(_ name: String, where condition: String) throws {
        guard let table = tables[name] else { return }
        try set(name, table.columns, "SELECT * FROM \(table.source) WHERE \(condition)")
    }

    private mutating func add(to name: String, _ values: [(String, String)], from rows: String, isStored: Bool = false) throws {
        tables[name]?.noteChange(of: nil)
        guard let table = tables[name] else { return }
        let values = Dictionary(values, uniquingKeysWith: { first, _ in first })
        let list = table.columns.map { "\(values[$0] ?? "NULL") AS \(SQL.identifier($0))" }.joined(separator: ", ")
        try set(
            name, table.columns, "SELECT * FROM \(table.source) UNION ALL SELECT \(list), \(ForeseenTable.originColumns) \(rows)",
            stored: isStored ? table.columns.map { _ in "" } : nil)
    }

    /// Gives a table a new state.
    ///
    /// A state is stored if values come from other rows or user-written SQL: these read tables as they are now, and take the types of their
    /// columns as SQLite would store them.
    private mutating func set(_ name: String, _ columns: [String], _ query: String, stored types: [String]? = nil) throws {
        states += 1
        let state = "temp._trellis_state_\(states)"
        if let types {
            let definitions = (zip(columns, types).map { "\(SQL.identifier($0)) \($1)" } + ForeseenTable.originDefinitions).joined(separator: ", ")
            try connection.execute("CREATE TEMP TABLE _trellis_state_\(states) (\(definitions))")
            try connection.execute("INSERT INTO \(state) \(query)")
        } else {
            try connection.execute("CREATE TEMP VIEW _trellis_state_\(states) AS \(query)")
        }
        var table = tables[name] ?? .new(state, columns)
        (table.source, table.columns) = (state, columns)
        try show(table, name)
    }

    private mutating func show(_ table: ForeseenTable, _ name: String) throws {
        let identifier = SQL.identifier(name)
        // User-written SQL finds the columns of the table alone.
        try connection.execute(
            "DROP VIEW IF EXISTS temp.\(identifier); CREATE TEMP VIEW \(identifier) AS SELECT \(SQL.names(table.columns)) FROM \(table.source)")
        tables[name] = table
    }
}
