import ArgumentParser
import Diagnostics
import SQLiteStorage
import SchemaEvolution
import StoreMigration

struct MigratePlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Prints the SQL that makes a store of one version one of another.",
        discussion: """
            Without versions it is the way from the newest frozen version to the live model, as 'migrate create' would write it. \
            A version is a model's file, one of a git revision as 'REVISION:FILE', or the number of a frozen version. What nothing \
            tells is decided in a file: new names, reasons for what is lost, values of what is new. Where a decision is missing, the \
            lines for it are printed. The plan is run on a database of the old version with difficult rows before it is printed, and \
            what comes of it is compared with a fresh one. Nothing is written.

            Examples:
              trellis migrate plan Orders.yaml                 from its newest version
              trellis migrate plan 1 2 --model Orders.yaml     between two frozen versions
              trellis migrate plan HEAD:Orders.yaml Orders.yaml
              trellis migrate plan old.yaml new.yaml --decisions 2.migration.yaml
              trellis migrate plan orders.sqlite              what this very store needs, as 'apply --dry-run' prints it
            """)

    @Argument(
        help: "The older version, or a store; alone, a model's file; without it the one model of trellis.yaml.",
        completion: .file())
    var old: String?

    @Argument(help: "The newer version; for a store its model's file, where trellis.yaml does not have it.", completion: .file())
    var new: String?

    @Option(help: "The file with the decisions.", completion: Completions.models)
    var decisions: String?

    @Option(
        help: "The model whose versions are meant by numbers; the one model of trellis.yaml where none is named.",
        completion: Completions.models)
    var model: String?

    @OptionGroup var store: StoreOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if isOfStore { return }
        if store.version != nil { throw ValidationError("--to belongs to a store.") }
        if store.config != nil, new != nil { throw ValidationError("--config belongs to a store or to a live model.") }
    }

    private var isOfStore: Bool { old.map(StoreFile.isMeant) ?? false }

    func run() throws {
        try output.run("migrate plan") { console in
            if let old, isOfStore {
                let way = try StoreWay.find(old, ModelSelection(new ?? model, config: store.config), decisions: decisions, to: store.version, console)
                return console.printResult(StoreText.script(way))
            }
            guard let old, let new else { return try planDraft(console) }
            var sources = ModelSources(console)
            let former = try sources.read(HistoryFolder.path(ofVersion: old, model: model))
            let latter = try sources.read(HistoryFolder.path(ofVersion: new, model: model))
            let decided = try sources.readDecisions(decisions ?? frozenDecisions(from: old, to: new))
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

    /// Prints what values become, as comments before the SQL.
    private func printSamples(_ lines: [String], _ console: Console) {
        if !lines.isEmpty { console.printResult(lines.map { "-- \($0)" }.joined(separator: "\n")) }
    }

    /// The way from the newest version to the live model is what freezing would write.
    private func planDraft(_ console: Console) throws {
        let named = old ?? model
        let path = try ModelSelection.onlyModel(named)
        // What trellis.yaml says of a model counts where the model was found there.
        let config = store.config ?? (named == nil ? ConfigurationReader.fileName : nil)
        let options = [("--decisions", decisions), ("--config", config)].flatMap { name, value in value.map { [name, $0] } ?? [] }
        let create = try MigrateCreateCommand.parse([path, "--dry-run"] + options)
        try create.run(console)
    }

    /// What a store says of a version: one that is frozen has a number, and what is named after it is the draft of the next.
    private func version(_ version: String, after former: String? = nil) throws(CouldNotRun) -> ModelVersion {
        if let number = try number(version) { return .init(number: number, isDraft: false) }
        let number = try former.flatMap { former throws(CouldNotRun) in try self.number(former) } ?? 0
        return .init(number: number + 1, isDraft: true)
    }

    /// The number by which a frozen version is named; nil for anything else.
    private func number(_ version: String) throws(CouldNotRun) -> Int? {
        try HistoryFolder.path(ofVersion: version, model: model) == version ? nil : Int(version)
    }

    /// What was decided between two frozen versions that follow each other; nil for others.
    private func frozenDecisions(from old: String, to new: String) throws(CouldNotRun) -> String? {
        guard let from = Int(old), let to = try number(new), to == from + 1 else { return nil }
        return "\(HistoryFolder.path(besideModel: try ModelSelection.onlyModel(model)))/\(HistoryFile.decisions(version: to).name)"
    }
}

/// What says more of a store that is named in the place of a version.
struct StoreOptions: ParsableArguments {
    @Option(
        help: "The configuration that has the model; trellis.yaml in this folder unless told otherwise.",
        completion: Completions.models)
    var config: String?

    @Option(name: .customLong("to"), help: "The version that the store is to have; that of the model's file unless told otherwise.")
    var version: Int?
}
