import SchemaEvolution
import StoreMigration

/// The version of a store and its path to the model's version, as text and as JSON.
struct StoreStatus {
    private let path: MigrationPath
    private let steps: [Step]
    /// Whether only the program can migrate the store, because of steps in Swift, and the version that the tool still reaches.
    private let needed: (isNeeded: Bool, reachable: Int?)

    /// A step of the path.
    private struct Step {
        let plan: MigrationPlan
        let rewritten: [String]
        let dropped: [String]
        let swiftSteps: [String]

        init(_ plan: MigrationPlan) {
            self.plan = plan
            rewritten = plan.tables.filter(\.isRewritten).map(\.oldName)
            dropped = plan.tables.filter { $0.newName == nil }.map(\.oldName)
            swiftSteps = plan.swiftSteps.map(\.name)
        }

        var words: String {
            var words = ["\(plan.statementCount) \(plan.statementCount == 1 ? "statement" : "statements")"]
            if !rewritten.isEmpty { words.append("rewritten: \(rewritten.joined(separator: ", "))") }
            if !dropped.isEmpty { words.append("dropped: \(dropped.joined(separator: ", "))") }
            if let needed = plan.minimumSQLite { words.append("needs SQLite \(needed)") }
            if !swiftSteps.isEmpty { words.append("needs the program, for \(swiftSteps.joined(separator: ", ")) in Swift") }
            return words.joined(separator: "; ")
        }

        var json: JSONValue {
            var entries: [(key: String, value: JSONValue)] = [
                ("version", .integer(plan.toVersion)), ("draft", .bool(plan.isDraft)), ("statements", .integer(plan.statementCount)),
                ("rewritten", .array(rewritten.map(JSONValue.string))), ("dropped", .array(dropped.map(JSONValue.string))),
            ]
            if let needed = plan.minimumSQLite { entries.append((MinimumSQLite.key, .string("\(needed)"))) }
            if !swiftSteps.isEmpty { entries.append(("swiftSteps", .array(swiftSteps.map(JSONValue.string)))) }
            return .object(entries)
        }
    }

    init(_ path: MigrationPath) {
        self.path = path
        steps = path.plans.map(Step.init)
        if case .needsProgram(_, _, let reachable) = MigrationError.needsProgram(path.plans) {
            needed = (true, reachable)
        } else {
            needed = (false, nil)
        }
    }

    /// - Parameter model: the model's file, if the command names it.
    func lines(model: String?) -> [String] {
        let record = path.file.record
        let draft = record.isDraft ? ", a draft" : ""
        var lines = ["\(path.file.path): \(record.model), version \(record.version)\(draft) (\(record.hash.prefix(8)))"]
        if steps.isEmpty { lines.append("  it is up to date") }
        for version in path.reachedOtherwise {
            lines.append("  it reached version \(version) by another plan than the frozen one: its rows may differ from those of other stores")
        }
        lines += steps.map { "  to \(StoreText.name(of: $0.plan)): \($0.words)" }
        if steps.isEmpty { return lines }
        let command = "trellis migrate apply \(path.file.path)\(model.map { " \($0)" } ?? "")"
        if needed.isNeeded {
            lines.append("  open it with the program to migrate it")
            if let reachable = needed.reachable { lines.append("  or run '\(command) --to \(reachable)' to migrate it to version \(reachable)") }
        } else {
            lines.append("  run '\(command)' to migrate it")
        }
        return lines
    }

    var json: JSONValue {
        let record = path.file.record
        var entries: [(key: String, value: JSONValue)] = [
            ("file", .string(path.file.path)), ("model", .string(record.model)), ("version", .integer(record.version)),
            ("draft", .bool(record.isDraft)), ("hash", .string(record.hash)), ("upToDate", .bool(steps.isEmpty)),
        ]
        if !path.reachedOtherwise.isEmpty { entries.append(("reachedOtherwise", .array(path.reachedOtherwise.map(JSONValue.integer)))) }
        entries.append(("steps", .array(steps.map(\.json))))
        if needed.isNeeded { entries.append(("needsProgram", .bool(true))) }
        if let reachable = needed.reachable { entries.append(("reachableVersion", .integer(reachable))) }
        return .object([("store", .object(entries))])
    }
}
