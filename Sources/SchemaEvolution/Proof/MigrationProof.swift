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
    let old: StoredVersion
    let new: StoredVersion
    let decisions: MigrationDecisions

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
        let (errors, refusals) = run(plan, on: nil)
        return errors.isEmpty ? dependencies(plan, refusals) : errors
    }

    /// What a plan does wrong on a target.
    func errors(of plan: MigrationPlan, on target: StorageTarget) -> [Finding] {
        if let needed = plan.minimumSQLite, SQLiteVersion.linked < needed { return [notProvable(needed)] }
        return run(plan, on: target).errors
    }

    /// Runs a plan on rows that become easier until no rule of the new version refuses them: rows that a new rule forbids stop a
    /// migration, and without them it has to be right all the same.
    private func run(_ plan: MigrationPlan, on target: StorageTarget?) -> (errors: [Finding], refusals: [SQLiteError]) {
        var refusals = [SQLiteError]()
        for seeds in SeedRows.all(for: old) {
            do throws(ProofRun.Refusal) {
                return (try findings(of: plan, seeds, on: target), refusals)
            } catch {
                refusals.append(error.error)
            }
        }
        let message = "SQLite refuses the plan on an empty database: \(refusals.first?.message ?? "")"
        return ([Finding(.failedProof, message, at: new.model.name.span)], refusals)
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

    private func findings(of plan: MigrationPlan, _ seeds: SeedRows, on target: StorageTarget?) throws(ProofRun.Refusal) -> [Finding] {
        do {
            let result = try ProofRun(old: old, new: new, decisions: decisions, plan: plan, target: target).differences(with: seeds)
            return result.lines.map { line in
                Finding(.failedProof, "the plan does not give the expected result: \(line)", at: new.model.name.span)
            } + result.unexplained
        } catch let refusal as ProofRun.Refusal {
            throw refusal
        } catch let mistakes as ProofRun.Mistakes {
            return mistakes.findings
        } catch let value as ExpectedRows.BadValue {
            return [
                Finding(
                    .failedProof, "SQLite refuses the value: \(value.reason)", at: value.decision.span,
                    suggestion: Self.quotes(value.decision.text, value.reason))
            ]
        } catch let failure as ProofRun.FailedStatement {
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
}
