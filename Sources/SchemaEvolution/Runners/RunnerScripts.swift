public import Diagnostics
import SQLiteAccess
public import SQLiteStorage
import SchemaModel
import StoreMigration

extension FindingCode {
    /// A step that a runner's script cannot have.
    static let notInScript = FindingCode("TR2504")
}

/// The frozen versions of a model as scripts for a runner.
public struct RunnerScripts {
    /// The names of the files, with their texts.
    public private(set) var files: [(name: String, text: String)] = []
    public private(set) var findings: [Finding] = []

    private let runner: MigrationRunner
    private let target: StorageTarget

    /// - Parameters:
    ///   - history: the frozen versions.
    ///   - model: the name of the model.
    ///   - target: where the scripts run.
    ///   - head: a comment of one line for the head of each file.
    public init(of history: ModelHistory, model: String, for runner: MigrationRunner, on target: StorageTarget, head: String) {
        self.runner = runner
        self.target = runner.rules(on: target)
        var former: StoredVersion?
        var formerFrozen: FrozenVersion?
        var defaults = LeftDefaults()
        var trial = ScriptTrial()
        for version in history.versions {
            guard let stored = version.read().version else { continue }
            let plan = formerFrozen.flatMap { version.planOfOperations(from: $0) }
            let step = former.map { Step(old: $0, new: stored) }
            let up = step.map { self.up($0, plan, &defaults) } ?? creation(of: stored)
            let down = step.map { self.down($0, along: history, defaults) } ?? Self.removal(of: stored)
            defer { (former, formerFrozen) = (stored, version) }
            guard let up else {
                trial.stop()
                continue
            }
            let (ups, downs) = (up.map(PlainStatement.init), down.map(PlainStatement.init))
            let (plainUp, plainDown) = (ups.map(\.text), downs.map(\.text))
            let all = ups + (runner.leadsBack ? downs : [])
            refuse(all.map(\.text), stored)
            if runner.leavesOutComments, all.contains(where: \.hasHiddenComment) {
                findings.append(refusal("a text of its schema has a line that begins with '--', which \(runner.rawValue) leaves out", stored))
            }
            if let error = trial.refusal(of: plainUp) { findings.append(refusal("SQLite refuses its text: \(error)", stored)) }
            let isReplacing = step != nil && (up + (runner.leadsBack ? down : [])).contains { $0.hasPrefix("DROP TABLE ") }
            files += runner.files(
                number: version.number, name: model.lowercased(), head: "-- \(head)\n" + (isReplacing ? Self.note : ""), up: plainUp,
                down: plainDown)
        }
    }

    /// A step between two versions.
    private struct Step {
        var old: StoredVersion
        var new: StoredVersion
    }

    /// What a script cannot do that the migrator does: it does not see the database.
    private static let note =
        "-- Tables are replaced. Views, triggers and indexes of your own are not carried over:\n"
        + "-- drop them before this script, and create them again after it.\n"

    /// What creates the first version.
    private func creation(of version: StoredVersion) -> [String] { version.schema.statements(for: target).map(\.sql) }

    /// What drops all of it.
    private static func removal(of version: StoredVersion) -> [String] {
        let definitions = version.schema.tables.map(\.definition) + version.schema.joinTables.map(\.definition)
        let replacement = TableReplacement(old: [], new: [], gone: definitions)
        let others = version.schema.statements.compactMap { $0.created }.filter { object in
            [.trigger, .view, .search].contains(object.kind) || object.kind == .table && !definitions.contains { $0.name == object.name }
        }
        let drops = others.filter { $0.kind != .table } + others.filter { $0.kind == .table }
        return drops.map { "DROP \($0.dropKeyword) \(SQL.identifier($0.name))" } + replacement.exchange.flatMap(\.statements)
    }

    private mutating func up(
        _ step: Step, _ plan: MigrationPlan?, _ defaults: inout LeftDefaults
    ) -> [String]? {
        guard let plan else { return nil }
        let made = TargetPlan.plan(plan, from: step.old, to: step.new, for: target, leaving: defaults)
        defaults.follow(plan)
        findings += made.findings.map { finding in
            Finding(
                .notInScript, "no script for \(runner.rawValue): \(finding.message)", at: step.new.model.name.span, suggestion: finding.suggestion)
        }
        return made.plan.map { $0.steps.flatMap(\.operation.statements) }
    }

    /// The step back, with all losses that it has: who runs it asks for them. Where rows would need a decision, it stops at once.
    private func down(_ step: Step, along history: ModelHistory, _ defaults: LeftDefaults) -> [String] {
        let (old, new) = (step.old, step.new)
        var decisions = history.decisionsBack(from: new.schema.identity.version, to: old.schema.identity.version, live: nil)
        var result = MigrationPlanner.plan(from: new, to: old, decisions)
        while result.plan == nil {
            let entries = result.findings.flatMap { $0.suggestion?.answers.flatMap(\.entries) ?? [] }.filter { $0.section == .drops }
            let places = entries.map { entry in
                let parts = entry.key.split(separator: ".", maxSplits: 1).map(String.init)
                return MigrationDecisions.Place(parts[0], parts.count > 1 ? parts[1] : nil)
            }
            let open = places.filter { decisions.drops[$0] == nil }
            if open.isEmpty { break }
            for place in open { decisions.drops[place] = .init("the step back", at: old.model.name.span) }
            result = MigrationPlanner.plan(from: new, to: old, decisions)
        }
        let hasOwn = !history.versionsWithOwnSteps(after: old.schema.identity.version, to: new.schema.identity.version).isEmpty
        guard !hasOwn, var plan = result.plan else { return [Self.refusal(to: old)] }
        plan.compatibleHashes = old.schema.identity.compatibleHashes
        let form = TargetPlan.plan(plan, from: new, to: old, for: target, leaving: defaults).plan
        return form?.steps.flatMap(\.operation.statements) ?? [Self.refusal(to: old)]
    }

    /// A statement that fails, and says why: a script without statements would count as a step back that was made.
    private static func refusal(to version: StoredVersion) -> String {
        "INSERT INTO \(SQL.identifier("no way back to version \(version.schema.identity.version): plan it with 'trellis migrate plan'")) DEFAULT VALUES"
    }

    private func refusal(_ reason: String, _ version: StoredVersion) -> Finding {
        Finding(
            .notInScript, "no script for \(runner.rawValue): version \(version.schema.identity.version): \(reason)", at: version.model.name.span,
            suggestion: .init("remove '\(runner.rawValue)' from 'migrations'"))
    }

    private mutating func refuse(_ statements: [String], _ version: StoredVersion) {
        for text in runner.forbiddenTexts where statements.contains(where: { $0.contains(text) }) {
            findings.append(
                Finding(
                    .notInScript, "no script for \(runner.rawValue): version \(version.schema.identity.version) has the text '\(text)', which \(runner.rawValue) reads as its own",
                    at: version.model.name.span, suggestion: .init("remove '\(runner.rawValue)' from 'migrations'")))
        }
        let rules = TargetRules(target)
        for excess in statements.compactMap(rules.excess) {
            findings.append(
                Finding(.notInScript, "no script for \(runner.rawValue): \(excess)", at: version.model.name.span, suggestion: .init("split the model, or remove '\(runner.rawValue)' from 'migrations'")))
        }
    }
}
