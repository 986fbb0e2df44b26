import ArgumentParser
import Diagnostics
import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration

struct MigratePlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Print the SQL that migrates a store from one version to another",
        discussion: """
            Without versions it plans from the newest frozen version to the live model, like 'migrate create'. A version is a model's \
            file, a file of a git revision as 'REVISION:FILE', or the number of a frozen version. A file has the decisions: new names, \
            reasons for lost data, values for new properties. If a decision is missing, the command prints lines for it. It runs the \
            plan on a database of the old version with difficult rows, and compares the result with a new database. It writes nothing.

            Examples:
              trellis migrate plan Orders.yaml                 from its newest version
              trellis migrate plan 1 2 --model Orders.yaml     between two frozen versions
              trellis migrate plan 3 17                        the frozen plans between them, as one
              trellis migrate plan 5 4                         back from 5 to 4, planned and proved now
              trellis migrate plan HEAD:Orders.yaml Orders.yaml
              trellis migrate plan old.yaml new.yaml --decisions 2.migration.yaml
              trellis migrate plan orders.sqlite              the SQL for this store, as 'apply --dry-run' prints it
            """)

    @Argument(
        help: "The old version, or a store. Alone, a model's file. (default: the only model of trellis.yaml)",
        completion: .file())
    var old: String?

    @Argument(help: "The new version. For a store, its model's file if trellis.yaml does not have it.", completion: .file())
    var new: String?

    @Option(help: "The file with the decisions.", completion: Completions.models)
    var decisions: String?

    @Option(
        help: "The model of numbered versions. (default: the only model of trellis.yaml)",
        completion: Completions.models)
    var model: String?

    @OptionGroup var store: StoreOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if isOfStore { return }
        if store.version != nil { throw ValidationError("--to needs a store.") }
        if store.config != nil, new != nil { throw ValidationError("--config needs a store or a live model.") }
    }

    private var isOfStore: Bool { old.map(StoreFile.isMeant) ?? false }

    func run() throws {
        try output.run("migrate plan") { console in
            if let old, isOfStore {
                let models = ModelSelection(new ?? model, config: store.config)
                let request = MigrationRequest(store: old, models: models, decisions: decisions, version: store.version, allowsDown: true)
                return console.printResult(try StoreText.script(MigrationPath.find(request, console)))
            }
            guard let old, let new else { return try planDraft(console) }
            if decisions == nil, let from = try number(old), let to = try number(new), to > from + 1 {
                return console.printResult(StoreText.script(try FrozenPath(from: from, to: to, model: model, console).jumps))
            }
            if let from = try number(old), from == (try number(new)) { throw CouldNotRun("both are version \(from): no plan is needed") }
            if let from = try number(old), let to = try number(new), to < from { return try planBack(from: from, to: to, console) }
            var sources = ModelSources(console)
            let former = try sources.read(HistoryFolder.path(ofVersion: old, model: model))
            let latter = try sources.read(HistoryFolder.path(ofVersion: new, model: model))
            let known = try latter.flatMap { try decisions == nil ? historyDecisions(from: old, to: new, $0) : nil }
            let decided = try known ?? sources.readDecisions(decisions ?? frozenDecisions(from: old, to: new))
            guard let former, let latter, let decided else { return try sources.printFindings() }
            let (from, to) = try (StoredVersion(former, as: version(old)), StoredVersion(latter, as: version(new, after: old)))
            let (plan, findings) = MigrationPlanner.plan(from: from, to: to, decided)
            sources.add(findings)
            if let plan { sources.add(MigrationProof(from: from, to: to, decided).findings(of: plan)) }
            try sources.printFindings()
            if let plan {
                printSamples(ValueSamples(from: from, to: to, decided).lines, console)
                console.printResult(MigrationScript.text(plan, from: String(plan.fromHash.prefix(8)), to: String(plan.toHash.prefix(8))))
            }
        }
    }

    /// Plans from a frozen version to an earlier one.
    private func planBack(from last: Int, to first: Int, _ console: Console) throws {
        let history = try FrozenPath.history(from: first, to: last, model: model, console)
        var sources = ModelSources(console)
        let (old, new) = (sources.read(history[version: last]), sources.read(history[version: first]))
        let decided = try sources.readDecisions(decisions)
        guard let old, let new, let decided else { return try sources.printFindings() }
        let step = StepBack(from: old, to: new, along: history, decided)
        sources.add(step.findings)
        try sources.printFindings()
        guard let plan = step.plan else { return }
        let notes = StepBack.notes(from: last, to: first, along: history).map { "-- \($0)\n" }.joined()
        console.printResult(notes + MigrationScript.text(plan, from: "version \(last)", to: "version \(first)"))
    }

    /// Prints sample values as comments before the SQL.
    private func printSamples(_ lines: [String], _ console: Console) {
        if !lines.isEmpty { console.printResult(lines.map { "-- \($0)" }.joined(separator: "\n")) }
    }

    /// Plans from the newest version to the live model, like freezing.
    private func planDraft(_ console: Console) throws {
        let named = old ?? model
        let path = try ModelSelection.onlyModel(named)
        // The options of trellis.yaml apply if the model was found there.
        let config = store.config ?? (named == nil ? ConfigurationReader.fileName : nil)
        let options = [("--decisions", decisions), ("--config", config)].flatMap { name, value in value.map { [name, $0] } ?? [] }
        let create = try MigrateCreateCommand.parse([path, "--dry-run"] + options)
        try create.run(console)
    }

    /// A version as a store records it: a frozen one has its number, and any other is a draft of the next version.
    private func version(_ version: String, after former: String? = nil) throws(CouldNotRun) -> ModelVersion {
        if let number = try number(version) {
            return .init(number: number, isDraft: false, hash: try HistoryFolder.hash(ofVersion: number, model: model))
        }
        let number = try former.flatMap { former throws(CouldNotRun) in try self.number(former) } ?? 0
        return .init(number: number + 1, isDraft: true)
    }

    /// The number of a frozen version; nil for any other version.
    private func number(_ version: String) throws(CouldNotRun) -> Int? {
        try HistoryFolder.path(ofVersion: version, model: model) == version ? nil : Int(version)
    }

    /// The decisions of the history from a frozen version to the live model; nil if these are not asked for.
    private func historyDecisions(from old: String, to new: String, _ live: Model) throws -> MigrationDecisions? {
        let path = try? ModelSelection.onlyModel(model)
        guard let path, path == new, let first = try number(old), let history = HistoryReader.read(try HistoryFolder.read(besideModel: path)).history
        else { return nil }
        return history.decisions(from: first, to: nil, live: live)
    }

    /// The decisions between two consecutive frozen versions; nil for others.
    private func frozenDecisions(from old: String, to new: String) throws(CouldNotRun) -> String? {
        guard let from = Int(old), let to = try number(new), to == from + 1 else { return nil }
        return "\(HistoryFolder.path(besideModel: try ModelSelection.onlyModel(model)))/\(HistoryFile.decisions(version: to).name)"
    }
}

/// Options for a store in the place of a version.
struct StoreOptions: ParsableArguments {
    @Option(
        help: "The configuration that has the model. (default: trellis.yaml)",
        completion: Completions.models)
    var config: String?

    @Option(name: .customLong("to"), help: "The target version of the store. (default: that of the model's file)")
    var version: Int?
}
