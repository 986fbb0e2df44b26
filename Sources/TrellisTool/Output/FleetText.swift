import Diagnostics
import SchemaEvolution
import StoreFleet
import StoreMigration

/// The summary of a run over many stores, as text, as JSON and as findings.
struct FleetText {
    private let summary: FleetSummary
    private let target: MigrationChain
    private let time: Duration

    init(_ summary: FleetSummary, _ target: MigrationChain, seconds time: Duration) {
        (self.summary, self.target, self.time) = (summary, target, time)
    }

    private var milliseconds: Int { Int(time / .milliseconds(1)) }

    var lines: [String] {
        let draft = target.isDraft ? "the draft of " : ""
        let number = summary.outcomes.count
        var words = ["\(summary.migrated) migrated", "\(summary.current) already current", "\(summary.failed) failed"]
        if summary.notStarted > 0 { words.append("\(summary.notStarted) not started") }
        let tenths = (milliseconds + 50) / 100
        var lines = [
            "\(target.model), \(draft)version \(target.version): \(number) \(number == 1 ? "store" : "stores"), "
                + "\(words.joined(separator: ", ")), in \(tenths / 10).\(tenths % 10) s"
        ]
        if summary.continued > 0 { lines.append("\(summary.continued) of them were done before the run was interrupted") }
        if summary.restored > 0 { lines.append("\(summary.restored) more were done and had another version again: they were restored meanwhile") }
        if summary.journalWasCut { lines.append("the journal was cut within its first line, so the run began as with an empty one") }
        if summary.duplicates > 0 { lines.append("\(summary.duplicates) more paths lead to the same files") }
        return lines
    }

    /// One for each store that failed, and one if the run stopped.
    var findings: [Finding] {
        var findings = summary.outcomes.compactMap { outcome -> Finding? in
            guard case .failed(let failure) = outcome.result else { return nil }
            return FleetCheck.finding("the store is not migrated: \(failure.reason)", outcome.store.path)
        }
        guard summary.ending == .budget || summary.ending == .canary, let last = findings.last else { return findings }
        let reason =
            summary.ending == .canary
            ? "a store of the canary group failed"
            : "\(summary.failed) \(summary.failed == 1 ? "store" : "stores") failed, and \(summary.allowedFailures) may fail"
        findings.append(
            Finding(
                .stoppedRun, "the run stopped, because \(reason); \(summary.notStarted) stores are not started", at: last.span,
                suggestion: .init("fix the stores and run the same command again")))
        return findings
    }

    var json: JSONValue {
        let ending = switch summary.ending {
        case .complete: "complete"
        case .canary: "canary"
        case .budget: "budget"
        case .cancelled: "interrupted"
        }
        return .object([
            (
                "fleet",
                .object([
                    ("model", .string(target.model)), ("version", .integer(target.version)), ("draft", .bool(target.isDraft)),
                    ("ending", .string(ending)), ("milliseconds", .integer(milliseconds)),
                    ("migrated", .integer(summary.migrated)), ("current", .integer(summary.current)), ("failed", .integer(summary.failed)),
                    ("notStarted", .integer(summary.notStarted)), ("allowedFailures", .integer(summary.allowedFailures)),
                    ("continued", .integer(summary.continued)), ("duplicates", .integer(summary.duplicates)),
                    ("restored", .integer(summary.restored)), ("journalWasCut", .bool(summary.journalWasCut)),
                    ("stores", .array(summary.outcomes.map(\.json))),
                ])
            )
        ])
    }
}

extension StoreOutcome {
    fileprivate var json: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("file", .string(store.path))]
        if !store.group.isEmpty { entries.append(("group", .string(store.group))) }
        switch result {
        case .migrated(let from, let to): entries += [("result", "migrated"), ("from", .integer(from)), ("version", .integer(to))]
        case .current(let version): entries += [("result", "current"), ("version", .integer(version))]
        case .failed(let failure): entries += [("result", "failed"), ("kind", .string(failure.kind.rawValue)), ("reason", .string(failure.reason))]
        case .notStarted: entries.append(("result", "notStarted"))
        }
        return .object(entries)
    }
}

/// The result of a dry run over many stores.
struct FleetCheck {
    let model: String
    let target: Int
    private var stores: [JSONValue] = []
    private var counts: [Int: (stores: Int, steps: Int)] = [:]
    private var failed = 0
    private(set) var findings: [Finding] = []

    init(model: String, target: Int) { (self.model, self.target) = (model, target) }

    static func finding(_ message: String, _ path: String) -> Finding {
        Finding(.unmigratedStore, message, at: SourceSpan(startOf: path))
    }

    mutating func add(_ store: FleetStore, version: Int, steps: Int, _ check: DatabaseCheck.Result) {
        let found = check.findings
        counts[version, default: (0, steps)].stores += 1
        if check.stopsMigrations { failed += 1 }
        let kind: StoreFailure.Kind = found.contains { $0.code == .damagedDatabase } ? .damaged : .refused
        stores.append(
            .object(
                [("file", .string(store.path)), ("version", .integer(version)), ("steps", .integer(steps)), ("findings", .integer(found.count))]
                    + (check.stopsMigrations ? [("kind", .string(kind.rawValue))] : [])))
        findings += found
    }

    mutating func add(_ store: FleetStore, failure: StoreFailure) {
        failed += 1
        stores.append(
            .object([("file", .string(store.path)), ("kind", .string(failure.kind.rawValue)), ("reason", .string(failure.reason))]))
        findings.append(Self.finding("the store cannot be migrated: \(failure.reason)", store.path))
    }

    var lines: [String] {
        var lines = ["\(model), version \(target): \(stores.count) \(stores.count == 1 ? "store" : "stores"), \(failed) cannot be migrated"]
        for (version, count) in counts.sorted(by: { $0.key < $1.key }) {
            let steps = count.steps == 0 ? "no migration" : count.steps == 1 ? "1 migration" : "\(count.steps) migrations"
            lines.append("  version \(version): \(count.stores) \(count.stores == 1 ? "store" : "stores") with \(steps) ahead")
        }
        return lines
    }

    /// - Parameter findings: those of the stores, as JSON.
    func json(_ findings: [JSONValue]) -> JSONValue {
        .object([
            (
                "fleet",
                .object([
                    ("model", .string(model)), ("version", .integer(target)), ("dryRun", .bool(true)), ("failed", .integer(failed)),
                    ("stores", .array(stores)), ("findings", .array(findings)),
                ])
            )
        ])
    }
}
