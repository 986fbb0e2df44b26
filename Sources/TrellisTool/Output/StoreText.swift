import SchemaEvolution
import StoreMigration

/// The tool's messages about a store.
enum StoreText {
    static func upToDate(_ file: StoreFile) -> String {
        "\(file.path) already has version \(version(file.record)) of \(file.record.model)"
    }

    static func done(_ file: StoreFile, _ outcome: StoreMigrator.Outcome, backup: String?) -> String {
        let steps = "\(outcome.steps) \(outcome.steps == 1 ? "step" : "steps")"
        let copy = backup.map { "; \($0) is a copy of the old store" } ?? ""
        return "\(file.path) now has version \(outcome.toVersion) of \(file.record.model): \(steps) from version \(outcome.fromVersion)\(copy)"
    }

    /// The SQL that the store needs, one step after the other.
    static func script(_ path: MigrationPath) -> String {
        if path.plans.isEmpty { return "-- \(upToDate(path.file))" }
        return path.plans.map { MigrationScript.text($0, from: "version \($0.fromVersion)", to: name(of: $0)) }.joined(separator: "\n")
    }

    /// The version of a store, and its path to the model's version.
    static func status(_ path: MigrationPath) -> [String] {
        let record = path.file.record
        var lines = ["\(path.file.path): \(record.model), version \(version(record)) (\(record.hash.prefix(8)))"]
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
            lines.append("  to \(name(of: plan)): \(words.joined(separator: "; "))")
        }
        if !path.plans.isEmpty { lines.append("  run 'trellis migrate apply \(path.file.path)' to migrate it") }
        return lines
    }

    private static func version(_ record: StoreRecord) -> String { "\(record.version)\(record.isDraft ? ", a draft," : "")" }

    private static func name(of plan: MigrationPlan) -> String { "version \(plan.toVersion)\(plan.isDraft ? ", a draft" : "")" }
}
