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

    /// The SQL between two frozen versions, as their plans make it.
    static func script(_ jumps: [Jump]) -> String {
        jumps.map { MigrationScript.text($0.plan, from: "version \($0.plan.fromVersion)", to: name(of: $0.plan)) }.joined(separator: "\n")
    }

    /// The version of a store, and its path to the model's version.
    /// - Parameter model: the model's file, if the command names it.
    static func status(_ path: MigrationPath, model: String?) -> [String] {
        let record = path.file.record
        let draft = record.isDraft ? ", a draft" : ""
        var lines = ["\(path.file.path): \(record.model), version \(record.version)\(draft) (\(record.hash.prefix(8)))"]
        if path.plans.isEmpty { lines.append("  it is up to date") }
        for version in path.reachedOtherwise {
            lines.append("  it reached version \(version) by another plan than the frozen one: its rows may differ from those of other stores")
        }
        for plan in path.plans {
            let rewritten = plan.tables.filter(\.isRewritten).map(\.oldName)
            let gone = plan.tables.filter { $0.newName == nil }.map(\.oldName)
            var words = ["\(plan.statementCount) \(plan.statementCount == 1 ? "statement" : "statements")"]
            if !rewritten.isEmpty { words.append("rewritten: \(rewritten.joined(separator: ", "))") }
            if !gone.isEmpty { words.append("dropped: \(gone.joined(separator: ", "))") }
            if let needed = plan.minimumSQLite { words.append("needs SQLite \(needed)") }
            if !plan.swiftSteps.isEmpty { words.append("needs the program, for \(plan.swiftSteps.map(\.name).joined(separator: ", ")) in Swift") }
            lines.append("  to \(name(of: plan)): \(words.joined(separator: "; "))")
        }
        if path.plans.isEmpty { return lines }
        let command = "trellis migrate apply \(path.file.path)\(model.map { " \($0)" } ?? "")"
        if case .needsProgram(_, _, let reachable) = MigrationError.needsProgram(path.plans) {
            lines.append("  open it with the program to migrate it")
            if let reachable { lines.append("  or run '\(command) --to \(reachable)' to migrate it to version \(reachable)") }
        } else {
            lines.append("  run '\(command)' to migrate it")
        }
        return lines
    }

    private static func version(_ record: StoreRecord) -> String { "\(record.version)\(record.isDraft ? ", a draft," : "")" }

    /// The version that a plan leads from.
    private static func start(of plan: MigrationPlan, _ path: MigrationPath) -> String {
        "\(path.file.record.isDraft && plan.fromHash == path.file.record.hash ? "an earlier draft of " : "")version \(plan.fromVersion)"
    }

    private static func name(of plan: MigrationPlan) -> String { "version \(plan.toVersion)\(plan.isDraft ? ", a draft" : "")" }
}
