import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// A plan that runs on rows of the old version, and what is not as it should be afterwards.
struct ProofRun {
    let old: StoredVersion
    let new: StoredVersion
    let decisions: MigrationDecisions
    let plan: MigrationPlan
    /// The target whose rules hold; nil for connections that apply plans to files.
    let target: StorageTarget?

    /// What a run gives that it should not give.
    struct Differences {
        var lines: [String] = []
        /// Differences between the two databases that no decision explains.
        var unexplained: [Finding] = []
    }

    /// A constraint of the new version refused what the old one allowed.
    struct Refusal: Error {
        var error: SQLiteError
        /// Whether a key of the old rows is why, which led nowhere before.
        var isOfKeys = false
    }

    /// What a person has written cannot be run or gives values that nothing reads.
    struct Mistakes: Error {
        var findings: [Finding]

        init(_ findings: [Finding]) { self.findings = findings }
    }

    /// SQLite refuses a statement of the plan.
    struct FailedStatement: Error {
        var sql: String
        /// What the user wrote of the operation.
        var texts: [String]
        var error: SQLiteError
    }

    /// Runs the plan as applying does it.
    /// - Throws: ``Refusal``, ``Mistakes``, ``FailedStatement``, or an error of SQLite.
    func differences(with seeds: SeedRows) throws -> Differences {
        let persons = PersonsObjects(from: old, to: new, decisions, beside: plan)
        let (connection, stray) = try begin(with: seeds, persons)
        let carried = try OwnObjects(connection, beside: plan).renamed(by: plan.tables, connection)
        try carried.remove(plan.tables, connection)
        let (before, rest) = (plan.steps.prefix(while: \.isOwn), plan.steps.drop(while: \.isOwn))
        let (planned, after) = (rest.prefix { !$0.isOwn }, rest.drop { !$0.isOwn })
        // The effect of user-defined statements is unknown, so rows are compared as they are between them.
        try run(before, decisions.before, connection)
        var result = try differences(after: planned, connection, comparesSchema: before.isEmpty)
        guard result.isComparable else { return result.differences }
        try run(after, decisions.after, connection)
        try carried.restore(plan.tables, connection)
        result.differences.lines += try persons?.lines(in: connection) ?? []
        do {
            try connection.execute("COMMIT")
        } catch let error as SQLiteError where keepsKeys && stray.looseKeys > 0 && error.isOfValues {
            // A key that gets a constraint and leads nowhere is what the rows are.
            throw Refusal(error: error, isOfKeys: true)
        }

        if !before.isEmpty || !after.isEmpty { result.differences.lines += try schemaDifferences(connection) }
        result.differences.lines += try UnreadableValues(version: new).lines(connection) + keyDifferences(since: stray, connection)
        result.differences.lines += try FinishedStore(old: old, new: new, decisions: decisions).lines(connection)
        return result.differences
    }

    /// How many rows each table of the new version has after the plan, and how many of its keys lead somewhere.
    /// - Throws: ``Refusal``, ``FailedStatement``, or an error of SQLite.
    func rowFacts(with seeds: SeedRows) throws -> [String: String] {
        let (connection, stray) = try begin(with: seeds, nil)
        for step in plan.steps { try run(step, connection) }
        do {
            try connection.execute("COMMIT")
        } catch let error as SQLiteError where error.isOfValues {
            throw Refusal(error: error, isOfKeys: stray.looseKeys > 0)
        }
        let tables = new.schema.tables.map(\.definition) + new.schema.joinTables.map(\.definition)
        return try Dictionary(uniqueKeysWithValues: tables.map { table in
            let counts = ["count(*)"] + table.columns.filter { $0.reference != nil }.map { "count(\(SQL.identifier($0.name)))" }
            let row = try connection.rows("SELECT \(counts.joined(separator: ", ")) FROM \(SQL.identifier(table.name))")[0]
            return (table.name, row.map { $0 ?? "" }.joined(separator: " "))
        })
    }

    /// Whether foreign keys are on while the plan runs.
    private var keepsKeys: Bool { target?.canDisableForeignKeys == false }

    /// Begins the transaction of the plan on a database of the old version.
    /// - Throws: ``Refusal`` for rows that a target cannot have; an error of SQLite.
    private func begin(with seeds: SeedRows, _ persons: PersonsObjects?) throws -> (connection: SQLiteConnection, stray: StrayRows) {
        let connection = try SQLiteConnection.inMemory()
        try connection.refuseQuotedStrings()
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        try seeds.insert(into: connection)
        try persons?.make(in: connection)
        let stray = try StrayRows(old, connection)
        if keepsKeys, stray.keysLeadingNowhere > 0 { throw Refusal(error: SQLiteError(code: 19, message: "foreign keys are on"), isOfKeys: true) }
        try connection.execute("PRAGMA foreign_keys = \(keepsKeys ? "ON" : "OFF"); BEGIN IMMEDIATE")
        return (connection, stray)
    }

    // MARK: Comparing

    /// Runs the planned steps, and compares rows, values and connections with what they were before.
    /// - Returns: the differences, and whether more can be asked: not without the new version's tables.
    private func differences(
        after planned: some Sequence<MigrationPlan.Step>, _ connection: SQLiteConnection, comparesSchema: Bool
    ) throws -> (differences: Differences, isComparable: Bool) {
        let wrongTypes = try WrongValueTypes(old: old, new: new, decisions: decisions).findings(connection)
        if !wrongTypes.isEmpty { throw Mistakes(wrongTypes) }
        let rows = try ExpectedRows(from: old, to: new, decisions, connection)
        let connections = try ExpectedConnections(from: old, to: new, decisions, connection)
        let counts = try RowCounts(connection, values: plan.tables, .before)
        let conservation = Conservation(from: old, to: new, decisions)
        let facts = try conservation.facts(before: connection)

        for step in planned { try run(step, connection) }

        var result = Differences()
        if comparesSchema { result.lines = try schemaDifferences(connection) }
        guard result.lines.isEmpty else { return (result, false) }
        result.unexplained = try conservation.findings(since: facts, in: connection) + UnmutualKeys.findings(new, decisions, connection)
        result.lines += try rows.differences(in: connection) + connections.differences(in: connection)
        let later = try RowCounts(connection, values: plan.tables, .after)
        result.lines += counts.discrepancies(after: later, plan.tables).map(\.description)
        return (result, true)
    }

    /// How the schema differs from a fresh one.
    private func schemaDifferences(_ connection: SQLiteConnection) throws -> [String] {
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(new.schema.ddl)
        return try SchemaSnapshot(connection, without: PersonsObjects.names).differences(from: SchemaSnapshot(fresh))
    }

    /// Keys that lead nowhere or to rows of another entity, which the old version's rows may have had before.
    private struct StrayRows {
        let keysLeadingNowhere: Int
        /// Those of them that no constraint forbade.
        let looseKeys: Int
        let leadAstray: Bool

        init(_ old: StoredVersion, _ connection: SQLiteConnection) throws {
            keysLeadingNowhere = try connection.rows("PRAGMA foreign_key_check").count
            looseKeys = try LooseKeys.count(in: old, connection)
            leadAstray = try !WrongDestinations.lines(in: old, connection).isEmpty
        }
    }

    /// The keys that lead nowhere or astray, and did not before.
    /// - Throws: ``Refusal`` where the old version's rows may be why.
    private func keyDifferences(since before: StrayRows, _ connection: SQLiteConnection) throws -> [String] {
        var lines = [String]()
        if !before.leadAstray {
            let constants = decisions.values.filter { !$0.value.text.lowercased().contains("select") }.map(\.key.description)
            lines += try WrongDestinations.lines(in: new, besides: Set(constants), connection)
        }
        let violations = try connection.rows("PRAGMA foreign_key_check").count
        guard violations > before.keysLeadingNowhere else { return lines }
        // A key that leads nowhere and had no constraint is what the rows are, not what the plan did.
        let message = "\(violations - before.keysLeadingNowhere) more keys refer to no row"
        if violations <= before.keysLeadingNowhere + before.looseKeys { throw Refusal(error: SQLiteError(code: 19, message: message), isOfKeys: true) }
        return lines + [message]
    }

    // MARK: Running

    private func run(_ step: MigrationPlan.Step, _ connection: SQLiteConnection) throws {
        for statement in step.operation.statements {
            do {
                try run(statement, connection)
            } catch let refused as TargetRefusal {
                let error = SQLiteError(code: 23, message: "the target '\(target?.name ?? "")' refuses \(refused.words)")
                throw FailedStatement(sql: statement, texts: step.operation.userTexts, error: error)
            } catch let error as SQLiteError {
                // A REAL that is no integer, or an integer beyond 64 bits, is refused as a constraint too.
                if error.isOfValues { throw Refusal(error: step.operation.naming(error)) }
                throw FailedStatement(sql: statement, texts: step.operation.userTexts, error: error)
            }
        }
    }

    /// Runs a statement under the rules of the target.
    /// - Throws: ``TargetRefusal``, or an error of SQLite.
    private func run(_ statement: String, _ connection: SQLiteConnection) throws {
        guard let target else { return try connection.run(statement) }
        try TargetRules(target).apply(to: connection) { try connection.run(statement) }
    }

    /// Runs statements of a person, each at the place of its decision, and what a target's form of the plan adds to them.
    private func run(
        _ steps: ArraySlice<MigrationPlan.Step>, _ decisions: [MigrationDecisions.Decision], _ connection: SQLiteConnection
    ) throws {
        // What a store records about itself. Stores that are found to be of another version are refused.
        let record = "SELECT key, value FROM \(SQL.identifier(StoreRecord.table)) ORDER BY key"
        let recorded = steps.isEmpty ? [] : try connection.rows(record)
        for (step, decision) in zip(steps, decisions) {
            do {
                try run(step.sql, connection)
            } catch let refused as TargetRefusal {
                throw Mistakes([
                    Finding(.badStatement, "the target '\(target?.name ?? "")' refuses \(refused.words)", at: decision.span)
                ])
            } catch let error as SQLiteError {
                if error.isOfValues { throw Refusal(error: error) }
                throw Mistakes([Finding(.badStatement, "SQLite refuses the statement: \(error.message)", at: decision.span)])
            }
            guard (try? connection.rows(record)) != recorded else { continue }
            throw Mistakes([
                Finding(
                    .badStatement, "the statement changes '\(StoreRecord.table)', which only Trellis writes", at: decision.span,
                    suggestion: .init("keep values of your own in another table"))
            ])
        }
        for step in steps.dropFirst(decisions.count) { try run(step, connection) }
    }
}
