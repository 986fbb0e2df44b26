import ArgumentParser
import Diagnostics
import ProjectFiles

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check everything that must hold before you merge a change",
        discussion: """
            Checks that models are valid and formatted, generated files are current, and histories are complete. Live models must be \
            frozen or drafts ('draft: true' in trellis.yaml), and migrations must keep the data of a database. Models have the share of \
            documented parts that trellis.yaml demands. Each finding shows the command that fixes it.

            With --database it checks a store instead, and only reads it. It reports differences from the version that the store \
            claims, and rows that break a rule. It counts the rows that a migration ahead would lose or refuse. The step to a model \
            that is not frozen yet is planned with the next version's decisions, or with --decisions.

            The command writes no file of your project. It keeps its results in $XDG_CACHE_HOME/trellis or \
            ~/.cache/trellis, and checks an unchanged model only once.

            Examples:
              trellis check                                 all models of trellis.yaml
              trellis check --report sarif=findings.sarif   with a report for a code host
              trellis check --no-cache                      checks everything again
              trellis check Orders.yaml                     one model and its history
              trellis check --database orders.sqlite        a store: its schema, its rows, and the migrations ahead
              trellis check --database orders.sqlite --decisions 3.migration.yaml
              trellis check --database dqlite://host1:9001,host2:9002/orders
            """)

    @OptionGroup var selection: ModelSelection

    @OptionGroup var cache: CacheOptions

    @Option(help: "The file of a store to check instead of the models.", completion: .file())
    var database: String?

    @Option(
        help: "With --database, the file with decisions for a step to a draft, or from one. (default: that of the next version)",
        completion: Completions.models)
    var decisions: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if decisions != nil, database == nil { throw ValidationError("--decisions needs a store: add --database FILE.") }
    }

    func run() throws {
        try output.run("check") { console in
            if let database { return try check(database, console) }
            let memory = cache.memory(of: .check, goesByName: selection.model == nil)
            let models = try ModelLoader.load(selection, console, .init(memory: memory))
            var findings = models.findings
            var summaries = Dictionary(models.remembered.map { ($0.name, $0.record.summary) }, uniquingKeysWith: { first, _ in first })
            var outputs = [ModelOutputs]()
            for entry in models.entries {
                let check = try ModelCheck(entry, known: memory?.record(of: entry.configuration)?.proofs ?? [:], console)
                findings.add(check.findings, ofModel: entry.configuration.name)
                findings.keep(check.compared)
                outputs.append(check.outputs)
                let summary = summary(of: entry)
                summaries[entry.configuration.name] = summary
                memory?.keep(check, summary: summary)
            }
            findings = models.inOrder(findings)
            findings.add(outputs, of: models)
            findings.add(PluginMarkers.findings(of: models.configured))
            // The outputs of a model with errors, or with invalid templates, are unknown, and so are its orphans.
            if selection.model == nil, !models.hasBrokenModel, !outputs.contains(where: { $0.findings.containsError }) {
                let claims = models.rememberedClaims + outputs.flatMap(\.claims)
                findings.add(Orphan.all(of: models.configured, claims: claims))
            }
            if !models.hasBrokenModel { findings.addUnusedSuppressions { _ in true } }
            var report = FindingReport(findings, on: console)
            try report.print()
            for model in models.configured { summaries[model.name].map(console.say) }
        }
    }

    private func check(_ database: String, _ console: Console) throws {
        var report = FindingReport(RunFindings(today: console.today), on: console)
        let copy = try StoreCopy(ofStoreOnCluster: database)
        let request = MigrationRequest(store: database, copy: copy?.path, models: selection, decisions: decisions)
        let result = try DatabaseCheck(request, console).run(console)
        report.findings.add(result.findings)
        for line in result.summary { console.say(line) }
        try report.print()
    }

    private func summary(of entry: LoadedModels.Entry) -> String {
        let (model, history) = (entry.checked.model, entry.checked.history)
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        return [
            "\(model.name.text): no errors", count(model.entities.count, "entity", "entities"),
            count(history.versions.count, "version", "versions") + (entry.checked.schema.identity.isDraft ? ", a draft" : ""),
        ].joined(separator: ", ")
    }
}
