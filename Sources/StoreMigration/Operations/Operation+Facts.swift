package import SQLiteAccess

extension Operation {
    /// How it changes the store, by its cost.
    package var strategy: MigrationPlan.Strategy {
        switch self {
        case .renameTable, .addColumn, .renameColumn, .dropNotNull, .setNotNull, .addCheck, .dropIndex: .alter
        case .createTable, .dropTable, .createTrigger, .dropTrigger, .createView, .dropView, .createSearch, .dropSearch: .schema
        // SQLite rewrites every row to drop a column.
        case .rebuildTable, .moveRows, .computeRows, .addRows, .copyAside, .dropColumn: .rebuild
        case .raiseKeys(let raising): raising.column == "_id" ? .rebuild : .update
        case .updateRows, .refuseValues, .deleteRows, .renameTexts, .emptyKeys, .deleteConnections, .copyConnections,
            .renameRecordedProperties, .raiseSequence, .raiseRecordedKeys, .raiseRecordedIDs, .copyPlaces, .recompute, .recordVersion, .user,
            .runSwift:
            .update
        case .createIndex, .fillSearch: .index
        case .frozen(let statement): statement.strategy
        }
    }

    /// The oldest SQLite that runs it; nil where each does that can open a store.
    package var minimumSQLite: SQLiteVersion? {
        switch self {
        case .dropNotNull, .setNotNull, .addCheck: .alteringConstraints
        default: nil
        }
    }

    /// Whether a person wrote it: it may remove any number of rows.
    package var isOwn: Bool {
        switch self {
        case .user, .runSwift: true
        default: false
        }
    }

    /// Whether it writes the store's record of its version.
    var isRecord: Bool { if case .recordVersion = self { true } else { false } }

    /// The values that it gives columns.
    private var values: [RowValue] {
        switch self {
        case .rebuildTable(let rebuild): rebuild.values.map(\.value)
        case .updateRows(let update): update.values.map(\.value)
        case .moveRows(let move): move.values.map(\.value)
        case .computeRows(let rows): rows.values.map(\.value)
        case .user(let sql): [.user(sql: sql, isDeterministic: false)]
        case .frozen(let statement): [.user(sql: statement.sql, isDeterministic: false)]
        default: []
        }
    }

    /// The functions of the library that it needs, which other programs do not have.
    package var textFunctions: Set<TextFunction> { values.reduce(into: []) { $0.formUnion($1.textFunctions) } }

    /// The user-written parts.
    package var userTexts: [String] { values.flatMap(\.userTexts) }

    /// The table whose rows it writes or checks against the rules of the table, by the name that this has then; nil for any other
    /// operation.
    package var checkedTable: String? {
        switch self {
        case .rebuildTable(let rebuild): Rebuild.rebuiltName(of: rebuild.table.name)
        case .updateRows(let update): update.table
        case .moveRows(let move): move.table
        case .copyConnections(let copy): copy.table
        case .addRows(_, let table, _): table
        case .raiseKeys(let raising): raising.table
        case .copyPlaces(let copy): copy.table
        case .createIndex(let index): index.isUnique ? index.table : nil
        case .addColumn(_, let table), .dropColumn(_, let table), .renameColumn(_, _, let table), .dropNotNull(_, let table),
            .setNotNull(_, let table), .addCheck(_, let table), .refuseValues(_, _, let table, _), .renameTexts(_, _, let table),
            .emptyKeys(_, let table, _), .renameRecordedProperties(_, _, let table), .recompute(_, let table, _):
            table
        case .createTable, .dropTable, .renameTable, .deleteRows, .deleteConnections, .dropIndex, .createTrigger, .dropTrigger,
            .createView, .dropView, .createSearch, .dropSearch, .fillSearch, .computeRows, .copyAside, .raiseSequence, .raiseRecordedKeys,
            .raiseRecordedIDs, .recordVersion, .user, .runSwift, .frozen:
            nil
        }
    }

    /// The table from which rows go, by the name that it has then.
    private var losingTable: String? {
        switch self {
        case .deleteRows(_, let table), .deleteConnections(_, let table, _): table
        default: nil
        }
    }

    /// The table to which rows come, by the name that it has then.
    private var gainingTable: String? {
        switch self {
        case .addRows(_, let table, _): table
        case .moveRows(let move): move.table
        case .copyConnections(let copy): copy.table
        default: nil
        }
    }

    private var rebuiltTable: String? { if case .rebuildTable(let rebuild) = self { rebuild.table.name } else { nil } }

    /// What the operations of a plan do to the rows of a table, which has its new name when they run.
    package static func rowOutcome(of table: String, after operations: [Operation]) -> (mayLose: Bool, mayGain: Bool, isRewritten: Bool) {
        func any(_ affected: (Operation) -> String?) -> Bool { operations.contains { affected($0) == table } }
        return (any(\.losingTable), any(\.gainingTable), any(\.rebuiltTable))
    }

    /// What the operation demands of columns.
    var checks: [ColumnCheck] {
        switch self {
        case .createTable(let table): table.checks
        case .rebuildTable(let rebuild): rebuild.table.checks
        case .updateRows(let update): update.checks
        case .addCheck(let check, _): [check]
        default: []
        }
    }

    /// An error of the operation in the words that SQLite has where a row is written: of a constraint that comes it says only that
    /// it failed.
    package func naming(_ error: SQLiteError) -> SQLiteError {
        guard error.message == "constraint failed" else { return error }
        var error = error
        switch self {
        case .addCheck(let check, _): error.message = "CHECK constraint failed: \(check.conditions.joined(separator: " AND "))"
        case .setNotNull(let column, let table): error.message = "NOT NULL constraint failed: \(table).\(column)"
        default: break
        }
        return error
    }
}

extension SQLiteVersion {
    /// The first with ALTER COLUMN … SET and DROP NOT NULL and with ADD CHECK.
    package static let alteringConstraints = SQLiteVersion(3, 53)
}

extension TableDefinition {
    fileprivate var checks: [ColumnCheck] { columns.filter { !$0.checks.isEmpty }.map { ColumnCheck($0.name, $0.checks) } }
}
