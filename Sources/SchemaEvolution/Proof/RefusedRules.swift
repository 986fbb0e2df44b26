import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Finds every rule of the new version that may refuse rows of the old one.
///
/// SQLite stops at the first rule that a row breaks. Here a table loses its rules when one of them refuses a statement; when the
/// plan has run, the rows that it has then are compared with each rule of the new version.
struct RefusedRules {
    private let old: StoredVersion
    private let new: StoredVersion
    private let decisions: MigrationDecisions
    private let match: ModelMatch
    private let plan: MigrationPlan
    private let connection: SQLiteConnection
    private let types: StrictColumns
    /// The tables without their rules, by the names that they have in the new version.
    private var lifted = Set<String>()
    private var refused = [RefusedRule]()

    /// - Returns: the rules, each once, in the order of the model.
    /// - Throws: `SQLiteError` where a statement of the plan is wrong: the proof reports it.
    static func find(
        in plan: MigrationPlan, from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions
    ) throws -> [RefusedRule] {
        var search = try RefusedRules(plan, old, new, decisions)
        try search.run()
        search.compareTables()
        search.compareKeys()
        var known = Set<RefusedRule>()
        return search.refused.filter { known.insert($0).inserted }
            .map { (rule: $0, span: new.span(of: $0.place)) }
            .sorted { ($0.span.start, $0.rule.place.description) < ($1.span.start, $1.rule.place.description) }
            .map(\.rule)
    }

    private init(
        _ plan: MigrationPlan, _ old: StoredVersion, _ new: StoredVersion, _ decisions: MigrationDecisions
    ) throws {
        self.plan = plan
        self.old = old
        self.new = new
        self.decisions = decisions
        match = ModelMatch(old, new, decisions)
        connection = try SQLiteConnection.inMemory()
        types = try StrictColumns()
        try connection.refuseQuotedStrings()
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        guard let seeds = SeedRows.all(for: old).first else { return }
        try seeds.insert(into: connection)
        for table in old.schema.tables { repeatRows(of: table) }
        EdgeRows(old: old, new: new, match: match).insert(into: connection)
    }

    /// Each row a second time with another key, as far as the old version allows it: a new unique key refuses them.
    private func repeatRows(of table: Table) {
        let columns = table.columns.filter { !$0.beginsWithZero }.map(\.name) + table.positions.map(\.name)
        let names = (["_version"] + (table.hasEntityColumn ? ["_entity"] : []) + columns.map(SQL.identifier))
            .joined(separator: ", ")
        let name = SQL.identifier(table.name)
        try? connection.execute("INSERT OR IGNORE INTO \(name) (\(names)) SELECT \(names) FROM \(name)")
    }

    // MARK: Running the plan

    private mutating func run() throws {
        try connection.execute("BEGIN IMMEDIATE")
        for operation in plan.steps.map(\.operation) {
            for statement in operation.statements {
                do {
                    try connection.run(statement)
                } catch let error as SQLiteError where error.isOfValues {
                    try goOn(after: error, operation, statement)
                }
            }
        }
    }

    private mutating func goOn(after error: SQLiteError, _ operation: Operation, _ statement: String) throws {
        // Values that do not fit their type are equal to each other here, and are reported as such.
        if let (index, table) = index(of: operation), lifted.contains(table.name), !hasDuplicates(index, table) { return }
        if let rule = ruleOfStatement(operation, error) {
            refused.append(rule)
            return
        }
        guard let table = operation.checkedTable, !lifted.contains(Self.finalName(table)) else {
            refused.append(.init(place: .init(new.model.name.text), kind: .other(error.message)))
            return
        }
        try lift(table)
        lifted.insert(Self.finalName(table))
        // A rule that is added is compared at the end.
        do { try connection.run(statement) } catch let error as SQLiteError where error.isOfValues {}
    }

    private static func finalName(_ table: String) -> String { String(table.trimmingPrefix("_trellis_new_")) }

    /// The rule that one operation alone stands for.
    private func ruleOfStatement(_ operation: Operation, _ error: SQLiteError) -> RefusedRule? {
        if let (index, table) = index(of: operation) { return new.place(of: index, on: table).map { .init(place: $0, kind: .unique) } }
        switch operation {
        case .user: return .init(place: .init(new.model.name.text), kind: .other(error.message))
        case .recompute(let column, let table, _):
            return new.schema.derivedColumns.first { $0.name == column && $0.table == table }.map {
                .init(place: .init($0.entity, $0.property), kind: .sum)
            }
        default: return nil
        }
    }

    /// The index of the new version that an operation creates, with its table.
    private func index(of operation: Operation) -> (Index, Table)? {
        guard case .createIndex(let created) = operation, let table = new.schema.tables.first(where: { $0.name == created.table })
        else { return nil }
        return table.indexes.first { $0.name == created.name }.map { ($0, table) }
    }

    /// Whether two rows of a table without rules have the same values, all of their columns' types.
    private func hasDuplicates(_ index: Index, _ table: Table) -> Bool {
        let columns = index.keys.map(\.column)
        let conditions = columns.compactMap { name in
            table.columns.first { $0.name == name }.map {
                "typeof(\(SQL.identifier(name))) = \(SQL.literal($0.type.rawValue.lowercased()))"
            }
        }
        let names = columns.map(SQL.identifier).joined(separator: ", ")
        return hasRows(table.name, "\(conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")) GROUP BY \(names) HAVING count(*) > 1")
    }

    /// Takes all rules from a table: its columns hold any value then.
    private func lift(_ table: String) throws {
        let literal = SQL.literal(table)
        let columns = try connection.rows("SELECT name, pk, dflt_value FROM pragma_table_info(\(literal))").map { row in
            let name = SQL.identifier(row[0] ?? "")
            return row[1] == "1" ? "\(name) INTEGER PRIMARY KEY" : name + (row[2].map { " DEFAULT \($0)" } ?? "")
        }
        let indexes = try connection.rows(
            "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = \(literal) AND sql IS NOT NULL")
        let (name, draft) = (SQL.identifier(table), "_trellis_lifted")
        try connection.execute("CREATE TABLE \(draft) (\(columns.joined(separator: ", ")))")
        try connection.execute("INSERT INTO \(draft) SELECT * FROM \(name)")
        try connection.execute("DROP TABLE \(name)")
        try connection.execute("ALTER TABLE \(draft) RENAME TO \(name)")
        // Values that do not fit are equal to each other: unique keys are compared at the end.
        for index in indexes { try connection.execute((index[0] ?? "").replacing("CREATE UNIQUE INDEX", with: "CREATE INDEX")) }
    }

    // MARK: Comparing

    private mutating func compareTables() {
        for table in new.schema.tables where lifted.contains(table.name) {
            for index in table.indexes where index.isUnique && hasDuplicates(index, table) {
                if let place = new.place(of: index, on: table) { refused.append(.init(place: place, kind: .unique)) }
            }
            for column in table.columns {
                let place = RefusedRule.Place(column.entity, column.property)
                let name = SQL.identifier(column.name)
                if !column.isNullable, hasRows(table.name, "\(name) IS NULL") {
                    refused.append(.init(place: place, kind: .missing))
                }
                if !fits(column, table.name) { refused.append(.init(place: place, kind: .type(typeInWords(place, column)))) }
                let isOfType = "typeof(\(name)) IN ('null', \(SQL.literal(column.type.rawValue.lowercased())))"
                for check in column.checks where hasRows(table.name, "\(isOfType) AND NOT (\(check))") {
                    refused.append(.init(place: place, kind: .check(check)))
                }
            }
        }
    }

    private func typeInWords(_ place: RefusedRule.Place, _ column: Column) -> String {
        new.attributes[place].map { "'\($0.attribute.typeInWords)'" } ?? column.type.rawValue
    }

    /// Whether a STRICT table takes all values of a column.
    private func fits(_ column: Column, _ table: String) -> Bool {
        let name = SQL.identifier(column.name)
        let storageClass = SQL.literal(column.type.rawValue.lowercased())
        let others = try? connection.rows(
            "SELECT DISTINCT quote(\(name)) FROM \(SQL.identifier(table)) WHERE typeof(\(name)) NOT IN ('null', \(storageClass))")
        return (others ?? []).allSatisfy { types.takes($0[0] ?? "NULL", column.type) }
    }

    private func hasRows(_ table: String, _ condition: String) -> Bool {
        let rows = try? connection.rows("SELECT 1 FROM \(SQL.identifier(table)) WHERE \(condition) LIMIT 1")
        return rows?.isEmpty == false
    }

    /// Keys that no constraint looked after, and one does now.
    private mutating func compareKeys() {
        for table in new.schema.tables {
            for column in table.columns {
                let place = RefusedRule.Place(column.entity, column.property)
                guard let reference = column.reference, decisions.values[place] == nil,
                    let former = match.former(place, exists: { old.relationship($0)?.holdsKey == true }),
                    let formerColumn = old.column(former)?.column, formerColumn.reference == nil
                else { continue }
                compare(column.name, of: table.name, with: reference.table, at: place)
            }
        }
        for table in new.schema.joinTables {
            for end in [table.source, table.target] where end.onDelete != .nothing {
                guard let (place, former) = formerTable(of: table) else { continue }
                let formerEnds = [former.source, former.target]
                let isLoose = formerEnds.contains { match.later($0.entity) == end.entity && $0.onDelete == .nothing }
                if isLoose { compare(end.column, of: table.name, with: end.table, at: place) }
            }
        }
    }

    private func formerTable(of table: JoinTable) -> (RefusedRule.Place, JoinTable)? {
        for end in [table.source, table.target] {
            guard let relationship = end.relationship else { continue }
            let place = RefusedRule.Place(end.entity, relationship)
            guard let former = match.former(place, exists: { old.relationship($0) != nil }), let name = former.property,
                let formerTable = old.schema.joinTable(of: name, ofEntity: former.entity)
            else { continue }
            return (place, formerTable)
        }
        return nil
    }

    private mutating func compare(_ column: String, of table: String, with destination: String, at place: RefusedRule.Place) {
        let condition = "\(SQL.identifier(column)) NOT IN (SELECT _id FROM \(SQL.identifier(destination)))"
        if hasRows(table, condition) { refused.append(.init(place: place, kind: .key)) }
    }
}

/// A table with a column of each type, for finding out which values a STRICT table takes.
struct StrictColumns {
    private let connection: SQLiteConnection

    init() throws {
        connection = try SQLiteConnection.inMemory()
        try connection.execute("CREATE TABLE cell (integer INTEGER, real REAL, text TEXT, blob BLOB) STRICT")
    }

    /// - Parameter value: SQL without columns.
    func takes(_ value: String, _ type: ColumnType) -> Bool {
        (try? connection.execute("INSERT INTO cell (\(type.rawValue.lowercased())) VALUES (\(value))")) != nil
    }
}
