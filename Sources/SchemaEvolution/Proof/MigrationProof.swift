public import Diagnostics
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
public import StoreMigration

extension FindingCode {
    static let failedProof = FindingCode("TR2107")
    static let dependsOnData = FindingCode("TR2108", .warning)
    static let notProvable = FindingCode("TR2112")
}

/// Runs a plan on a database of the old version, with rows that make it difficult, and checks the result.
public struct MigrationProof {
    private let old: StoredVersion
    private let new: StoredVersion
    private let decisions: MigrationDecisions

    /// - Parameter decisions: those that the plan was made with.
    public init(from old: StoredVersion, to new: StoredVersion, _ decisions: MigrationDecisions) {
        self.old = old
        self.new = new
        self.decisions = decisions
    }

    /// What is wrong with the plan: where SQLite refuses a statement, where the schema is another than a fresh one, or where
    /// rows, values or connections are not what the versions and the decisions say.
    ///
    /// Steps in Swift are not run: only the program has them.
    public func findings(of plan: MigrationPlan) -> [Finding] {
        let plan = plan.withoutSwiftSteps
        if let needed = plan.minimumSQLite, SQLiteVersion.linked < needed { return [notProvable(needed)] }
        // Rows that a new rule forbids stop a migration: without them it has to be right all the same.
        var refusal: SQLiteError?
        var refusals = [SQLiteError]()
        for seeds in SeedRows.all(for: old) {
            do throws(Refusal) {
                let findings = try findings(of: plan, seeds)
                return findings.isEmpty ? dependencies(plan, refusals) : findings
            } catch {
                refusal = refusal ?? error.error
                refusals.append(error.error)
            }
        }
        return [
            Finding(
                .failedProof, "SQLite refuses the plan on an empty database: \(refusal?.message ?? "")", at: new.model.name.span)
        ]
    }

    private func notProvable(_ needed: SQLiteVersion) -> Finding {
        Finding(
            .notProvable, "the plan needs SQLite \(needed), and this tool has \(SQLiteVersion.linked): it cannot be proved here",
            at: new.model.name.span,
            suggestion: .init(
                "use a tool with SQLite \(needed) or newer, or set an older '\(MinimumSQLite.key)' in trellis.yaml "
                    + "or the migration's file"))
    }

    /// The rules that rows may break, but those that are accepted; and what is accepted and no rule refuses.
    private func dependencies(_ plan: MigrationPlan, _ refusals: [SQLiteError]) -> [Finding] {
        var rules = (try? RefusedRules.find(in: plan, from: old, to: new, decisions)) ?? []
        if rules.isEmpty, let refusal = refusals.first {
            rules = [.init(place: .init(new.model.name.text), kind: .other(refusal.message))]
        }
        var places = [MigrationDecisions.Place]()
        for rule in rules where !places.contains(rule.place) { places.append(rule.place) }
        let open = places.compactMap { place -> (place: MigrationDecisions.Place, rules: [RefusedRule])? in
            let open = rules.filter { $0.place == place && !isAccepted($0) }
            return open.isEmpty ? nil : (place, open)
        }
        let findings = open.map { place, rules in
            Finding(
                .dependsOnData,
                "the migration stops, and changes nothing, if \(rules.map(\.condition).joined(separator: ", or if "))",
                at: new.span(of: place),
                suggestion: .init("accept it in the migration's file: \(RefusedRule.line(accepting: [place], because: "why"))"))
        }
        return findings + uselessAcceptances(places, open.map(\.place)).sortedByPlace()
    }

    /// Whether a finding may stand: TR2109 accepts values that do not fit a type, TR2108 every rule of its place.
    private func isAccepted(_ rule: RefusedRule) -> Bool {
        var codes = [FindingCode.dependsOnData]
        if case .type = rule.kind { codes.append(.narrowing) }
        return codes.contains { decisions.accepted[.init($0.name, at: rule.place)] != nil }
    }

    /// What is accepted by TR2108 and no rule refuses.
    /// - Parameters:
    ///   - places: those with rules that refuse rows.
    ///   - open: those of them that are not accepted.
    private func uselessAcceptances(
        _ places: [MigrationDecisions.Place], _ open: [MigrationDecisions.Place]
    ) -> [Finding] {
        decisions.accepted.filter { $0.key.code == FindingCode.dependsOnData.name && !places.contains($0.key.place) }
            .map { acceptance, decision in
                let place = acceptance.place
                let help = open.isEmpty
                    ? nil
                    : Finding.Suggestion(
                        "accept the rules of each place: \(RefusedRule.line(accepting: open, because: "why"))")
                return Finding(
                    .decisionOnNothing, "no rule of '\(place)' refuses a row, so there is nothing to accept there",
                    at: decision.span, suggestion: help)
            }
    }

    /// A constraint of the new version refused what the old one allowed.
    private struct Refusal: Error {
        var error: SQLiteError
    }

    private func findings(of plan: MigrationPlan, _ seeds: SeedRows) throws(Refusal) -> [Finding] {
        do {
            var unexplained = [Finding]()
            let lines = try lines(plan, seeds, &unexplained)
            return lines.map { line in
                Finding(.failedProof, "the plan does not give the expected result: \(line)", at: new.model.name.span)
            } + unexplained
        } catch let refusal as Refusal {
            throw refusal
        } catch let statement as BadStatement {
            return [statement.finding]
        } catch let values as WrongValues {
            return values.findings
        } catch let value as ExpectedRows.BadValue {
            return [
                Finding(
                    .failedProof, "SQLite refuses the value: \(value.reason)", at: value.decision.span,
                    suggestion: Self.quotes(value.decision.text, value.reason))
            ]
        } catch let failure as FailedStatement {
            let message = "SQLite refuses a statement of the plan: \(failure.error.message)"
            let lines = failure.sql.split(whereSeparator: \.isNewline)
            let statement = String((lines.first ?? "").prefix(Self.statementLength))
            let isWhole = lines.count == 1 && statement.count == lines[0].count
            // The name that there is not, where a person has written it.
            let name = failure.error.message.split(separator: " ").last ?? ""
            let value = decisions.values.values.filter { failure.texts.contains($0.text) && $0.text.contains(name) }
                .min { $0.span.start < $1.span.start }
            return [
                Finding(
                    .failedProof, message, at: value?.span ?? new.model.name.span,
                    notes: [.init("the statement is \(statement)\(isWhole ? "" : " …")")],
                    suggestion: value.flatMap { Self.quotes($0.text, failure.error.message) })
            ]
        } catch {
            return [Finding(.failedProof, "the proof could not run: \(error)", at: new.model.name.span)]
        }
    }

    /// How much of a statement a finding shows.
    private static let statementLength = 120

    /// A value that is one word, or a text in double quotes, is a column to SQLite.
    private static func quotes(_ value: String, _ message: String) -> Finding.Suggestion? {
        // The tool prints it where a value is to be written.
        if value == "…" { return .init("write a value in SQL for '…', for example 0 or 'a text'") }
        let name = message.split(separator: " ").last ?? ""
        guard message.hasPrefix("no such column"), value == name || value == "\"\(name)\"" else { return nil }
        return .init("a text stands in single quotes: \"'\(name)'\"")
    }

    private struct WrongValues: Error {
        var findings: [Finding]
    }

    private struct FailedStatement: Error {
        var sql: String
        /// What the user wrote of the operation.
        var texts: [String]
        var error: SQLiteError
    }

    /// What is not as it should be after the plan was run.
    /// - Parameter unexplained: gets the differences between the two databases that no decision explains.
    private func lines(_ plan: MigrationPlan, _ seeds: SeedRows, _ unexplained: inout [Finding]) throws -> [String] {
        let connection = try SQLiteConnection.inMemory()
        try connection.refuseQuotedStrings()
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        try seeds.insert(into: connection)
        let persons = PersonsObjects(from: old, to: new, decisions, beside: plan)
        try persons?.make(in: connection)
        let keysLeadingNowhere = try connection.rows("PRAGMA foreign_key_check").count
        let looseKeys = try LooseKeys.count(in: old, connection)
        let leadsAstray = try WrongDestinations.lines(in: old, connection)
        try connection.execute("BEGIN IMMEDIATE")
        // As applying does it.
        let carried = try OwnObjects(connection, beside: plan).renamed(by: plan.tables, connection)
        try carried.remove(plan.tables, connection)
        let (before, rest) = (plan.steps.prefix(while: \.isOwn), plan.steps.drop(while: \.isOwn))
        let (planned, after) = (rest.prefix { !$0.isOwn }, rest.drop { !$0.isOwn })
        // The effect of user-defined statements is unknown, so rows are compared as they are between them.
        try run(before, decisions.before, connection)
        let wrongTypes = try WrongValueTypes(old: old, new: new, decisions: decisions).findings(connection)
        if !wrongTypes.isEmpty { throw WrongValues(findings: wrongTypes) }
        let rows = try ExpectedRows(from: old, to: new, decisions, connection)
        let connections = try ExpectedConnections(from: old, to: new, decisions, connection)
        let counts = try RowCounts(connection, values: plan.tables, .before)
        let conservation = Conservation(from: old, to: new, decisions)
        let facts = try conservation.facts(before: connection)
        for step in planned { try run(step, connection) }
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(new.schema.ddl)
        let expected = try SchemaSnapshot(fresh)
        var lines = [String]()
        if before.isEmpty { lines = try SchemaSnapshot(connection, without: PersonsObjects.names).differences(from: expected) }
        // Without its tables nothing more can be asked.
        guard lines.isEmpty else { return lines }
        unexplained = try conservation.findings(since: facts, in: connection) + UnmutualKeys.findings(new, decisions, connection)
        lines += try rows.differences(in: connection) + connections.differences(in: connection)
        let later = try RowCounts(connection, values: plan.tables, .after)
        lines += counts.discrepancies(after: later, plan.tables).map(\.description)
        try run(after, decisions.after, connection)
        try carried.restore(plan.tables, connection)
        lines += try persons?.lines(in: connection) ?? []
        try connection.execute("COMMIT")
        if !before.isEmpty || !after.isEmpty {
            lines += try SchemaSnapshot(connection, without: PersonsObjects.names).differences(from: expected)
        }
        lines += try UnreadableValues(version: new).lines(connection)
        // Rows of the old version may have led astray already.
        if leadsAstray.isEmpty {
            let constants = decisions.values.filter { !$0.value.text.lowercased().contains("select") }.map(\.key.description)
            lines += try WrongDestinations.lines(in: new, besides: Set(constants), connection)
        }
        let violations = try connection.rows("PRAGMA foreign_key_check").count
        if violations > keysLeadingNowhere {
            // A key that leads nowhere and had no constraint is what the rows are, not what the plan did.
            let message = "\(violations - keysLeadingNowhere) more keys refer to no row"
            if violations <= keysLeadingNowhere + looseKeys { throw Refusal(error: SQLiteError(code: 19, message: message)) }
            lines.append(message)
        }
        lines += try reusedKeys(connection) + wrongSearches(connection) + wrongDerivations(connection) + wrongTexts(connection)
        if try connection.rows("PRAGMA integrity_check") != [["ok"]] { lines.append("integrity_check fails") }
        return lines
    }

    private func run(_ step: MigrationPlan.Step, _ connection: SQLiteConnection) throws {
        for statement in step.operation.statements {
            do {
                try connection.run(statement)
            } catch let error as SQLiteError {
                // A REAL that is no integer, or an integer beyond 64 bits, is refused as a constraint too.
                if error.isOfValues { throw Refusal(error: step.operation.naming(error)) }
                throw FailedStatement(sql: statement, texts: step.operation.userTexts, error: error)
            }
        }
    }

    /// Runs statements of a person, each at the place of its decision.
    private func run(
        _ steps: ArraySlice<MigrationPlan.Step>, _ decisions: [MigrationDecisions.Decision], _ connection: SQLiteConnection
    ) throws {
        // What a store records about itself. Stores that are found to be of another version are refused.
        let record = "SELECT key, value FROM \(SQL.identifier(StoreRecord.table)) ORDER BY key"
        let recorded = steps.isEmpty ? [] : try connection.rows(record)
        for (step, decision) in zip(steps, decisions) {
            do {
                try connection.run(step.sql)
            } catch let error as SQLiteError {
                if error.isOfValues { throw Refusal(error: error) }
                throw BadStatement(
                    finding: Finding(.badStatement, "SQLite refuses the statement: \(error.message)", at: decision.span))
            }
            guard (try? connection.rows(record)) != recorded else { continue }
            throw BadStatement(
                finding: Finding(
                    .badStatement, "the statement changes '\(StoreRecord.table)', which only Trellis writes", at: decision.span,
                    suggestion: .init("keep values of your own in another table")))
        }
    }

    private struct BadStatement: Error {
        var finding: Finding
    }

    /// Tables whose next row would get a key that another one had.
    private func reusedKeys(_ connection: SQLiteConnection) throws -> [String] {
        let match = ModelMatch(old, new, decisions)
        let kept = new.schema.tables.filter { $0.entities.contains { match.former($0) != nil } }.map(\.name)
        return try kept.filter { table in
            let known = "(SELECT max(seq) FROM sqlite_sequence WHERE name = \(SQL.literal(table)))"
            let reuses = "SELECT 1 FROM \(SQL.identifier(table)) WHERE coalesce(\(known), 0) < \(SeedRows.greatestKey) LIMIT 1"
            return try !connection.rows(reuses).isEmpty
        }.map { "'\($0)' would give old keys again" }
    }

    /// Searches that would not find what their tables hold.
    private func wrongSearches(_ connection: SQLiteConnection) throws -> [String] {
        new.schema.tables.flatMap(\.searches).map(\.name).filter { search in
            let name = SQL.identifier(search)
            // With a rank FTS5 compares its index with the rows that it is made of.
            return (try? connection.execute("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")) == nil
        }.map { "'\($0)' does not find existing rows" }
    }

    /// Columns that triggers keep, and that are not what they are made of.
    private func wrongDerivations(_ connection: SQLiteConnection) throws -> [String] {
        try new.schema.derivedColumns.filter { column in
            guard let recomputation = column.recomputation else { return false }
            let values = "SELECT _id, \(SQL.identifier(column.name)) FROM \(SQL.identifier(column.table)) ORDER BY _id"
            let migrated = try connection.rows(values)
            try connection.execute(recomputation)
            return try connection.rows(values) != migrated
        }.map { "'\($0.table).\($0.name)' does not match its derivation" }
    }

    /// Derived texts that do not match their sources.
    private func wrongTexts(_ connection: SQLiteConnection) throws -> [String] {
        try new.attributes.sorted { "\($0.key)" < "\($1.key)" }.compactMap { place, stored in
            guard let derivation = stored.attribute.derivation, case .function(let function, let name) = derivation,
                let (table, column) = new.column(place), let source = table.column(.init(place.entity, name.text))
            else { return nil }
            let text = function.call(on: SQL.identifier(source.name))
            let condition = "\(SQL.identifier(column.name)) IS NOT \(text)"
            let isRight = try connection.rows("SELECT 1 FROM \(SQL.identifier(table.name)) WHERE \(condition) LIMIT 1").isEmpty
            return isRight ? nil : "'\(table.name).\(column.name)' does not match '\(derivation.text)'"
        }
    }
}
