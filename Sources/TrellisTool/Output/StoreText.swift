import SchemaEvolution
import StoreMigration

/// What the tool says of a store.
enum StoreText {
    static func upToDate(_ file: StoreFile) -> String {
        "\(file.path) is of version \(version(file.record)) of \(file.record.model) already"
    }

    static func done(_ file: StoreFile, _ outcome: StoreMigrator.Outcome, backup: String?) -> String {
        let steps = "\(outcome.steps) \(outcome.steps == 1 ? "step" : "steps")"
        let copy = backup.map { ", and what it was before is in \($0)" } ?? ""
        return "\(file.path) is of version \(outcome.toVersion) of \(file.record.model) now: \(steps) from version \(outcome.fromVersion)\(copy)"
    }

    /// The SQL that the store needs, one step after the other.
    static func script(_ way: StoreWay) -> String {
        if way.plans.isEmpty { return "-- \(upToDate(way.file))" }
        return way.plans.map { MigrationScript.text($0, from: "version \($0.fromVersion)", to: name(of: $0)) }.joined(separator: "\n")
    }

    /// What a store is, and what leads to its model's version.
    static func status(_ way: StoreWay) -> [String] {
        let record = way.file.record
        var lines = ["\(way.file.path): \(record.model), version \(version(record)) (\(record.hash.prefix(8)))"]
        if way.plans.isEmpty { lines.append("  it is what its model is") }
        for plan in way.plans {
            let rewritten = plan.tables.filter(\.isRewritten).map(\.oldName)
            let gone = plan.tables.filter { $0.newName == nil }.map(\.oldName)
            var words = ["\(plan.steps.count) \(plan.steps.count == 1 ? "statement" : "statements")"]
            if !rewritten.isEmpty { words.append("written anew: \(rewritten.joined(separator: ", "))") }
            if !gone.isEmpty { words.append("dropped: \(gone.joined(separator: ", "))") }
            if let needed = plan.minimumSQLite { words.append("needs SQLite \(needed)") }
            lines.append("  to \(name(of: plan)): \(words.joined(separator: "; "))")
        }
        if !way.plans.isEmpty { lines.append("  'trellis migrate apply \(way.file.path)' goes there") }
        return lines
    }

    private static func version(_ record: StoreRecord) -> String { "\(record.version)\(record.isDraft ? ", a draft," : "")" }

    private static func name(of plan: MigrationPlan) -> String { "version \(plan.toVersion)\(plan.isDraft ? ", a draft" : "")" }
}
