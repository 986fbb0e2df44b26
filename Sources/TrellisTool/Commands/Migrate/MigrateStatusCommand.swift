import ArgumentParser

struct MigrateStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells which versions a model has, what of it is not frozen yet, and which version a store is of.",
        discussion: """
            Examples:
              trellis migrate status                          the models of trellis.yaml
              trellis migrate status Orders.yaml              one model
              trellis migrate status Orders.yaml --format json
              trellis migrate status orders.sqlite            what a store is, and what leads to its model's version
              trellis migrate status orders.sqlite Orders.yaml
            """)

    @OptionGroup var selection: ModelSelection

    @Argument(
        help: "The model's file of a store that is named in the place of a model, where trellis.yaml does not have it.",
        completion: Completions.models)
    var storeModel: String?

    @Option(
        help: "The file with decisions on a store's way to a live model that is not frozen yet, or from an earlier draft.",
        completion: Completions.models)
    var decisions: String?

    @Option(help: "How to print: text or json.")
    var format = DiffCommand.Format.text

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard selection.model.map(StoreFile.isMeant) != true else { return }
        if storeModel != nil || decisions != nil { throw ValidationError("A second file and --decisions belong to a store.") }
    }

    func run() throws {
        try output.run("migrate status") { console in
            if let file = selection.model, StoreFile.isMeant(by: file) {
                let way = try StoreWay.find(file, ModelSelection(storeModel, config: selection.config), decisions: decisions, to: nil, console)
                return console.printLines(StoreText.status(way))
            }
            let models = try ModelLoader.load(selection, console)
            var report = FindingReport(models.findings, on: console)
            let statuses = models.states.map(HistoryStatus.init)
            for state in models.states {
                guard let history = state.history, let model = state.model else { continue }
                report.findings.add(history.tightenedRules(in: model), ofModel: state.name)
            }
            switch format {
            case .text:
                console.printLines(statuses.flatMap(\.lines))
                try report.print()
            case .json:
                console.printResult(
                    JSONValue.object([("models", .array(statuses.map(\.json))), ("findings", .array(report.findings.judged.filter { $0.suppression == nil }.map(\.json)))]).rendered)
                try report.print(isPrinted: false)
            }
        }
    }
}
