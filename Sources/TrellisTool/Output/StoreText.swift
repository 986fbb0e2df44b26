import SchemaEvolution
import StoreMigration

/// The tool's messages about a store.
enum StoreText {
    static func upToDate(_ file: StoreFile) -> String {
        "\(file.path) already has version \(version(file.record)) of \(file.record.model)"
    }

    static func done(_ path: MigrationPath, _ outcome: StoreMigrator.Outcome, backup: String?) -> String {
        let steps = "\(outcome.steps) \(outcome.steps == 1 ? "step" : "steps")"
        let copy = backup.map { "; \($0) is a copy of the old store" } ?? ""
        let isDraft = path.plans.last?.isDraft == true
        let version = "\(isDraft ? "the draft of " : "")version \(outcome.toVersion)"
        let former = path.file.record.isDraft ? (isDraft ? "an earlier draft" : "a draft of version \(outcome.fromVersion)") : "version \(outcome.fromVersion)"
        return "\(path.file.path) now has \(version) of \(path.file.record.model): \(steps) from \(former)\(copy)"
    }

    /// The SQL that the store needs: steps that can be composed are one.
    /// - Throws: ``CouldNotRun`` if the store cannot be read.
    static func script(_ path: MigrationPath) throws -> String {
        if path.plans.isEmpty { return "-- \(upToDate(path.file))" }
        let jumps = Jump.jumps(along: path.plans, from: try StoredTables(path.file.connectReadOnly()))
        let notes = path.notes.map { "-- \($0)\n" }.joined()
        return notes + jumps.map { MigrationScript.text($0.plan, from: start(of: $0.plan, path), to: name(of: $0.plan)) }.joined(separator: "\n")
    }

    /// The SQL that a store on a cluster needs: each step is a transaction of its own.
    static func scriptOfSteps(_ path: MigrationPath) -> String {
        if path.plans.isEmpty { return "-- \(upToDate(path.file))" }
        let notes = path.notes.map { "-- \($0)\n" }.joined()
        return notes + path.plans.map { plan in
            let statements = plan.steps.flatMap(\.operation.statements).map { "\($0);\n" }.joined()
            return "-- From \(start(of: plan, path)) to \(name(of: plan)), in one transaction with foreign keys on.\n\(statements)"
        }.joined(separator: "\n")
    }

    /// The SQL between two frozen versions, as their plans make it.
    static func script(_ jumps: [Jump]) -> String {
        jumps.map { MigrationScript.text($0.plan, from: "version \($0.plan.fromVersion)", to: name(of: $0.plan)) }.joined(separator: "\n")
    }

    private static func version(_ record: StoreRecord) -> String { "\(record.version)\(record.isDraft ? ", a draft," : "")" }

    /// The version that a plan leads from.
    private static func start(of plan: MigrationPlan, _ path: MigrationPath) -> String {
        "\(path.file.record.isDraft && plan.fromHash == path.file.record.hash ? "an earlier draft of " : "")version \(plan.fromVersion)"
    }

    static func name(of plan: MigrationPlan) -> String { "version \(plan.toVersion)\(plan.isDraft ? ", a draft" : "")" }
}
