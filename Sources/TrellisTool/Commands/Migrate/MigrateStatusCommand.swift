import ArgumentParser
import StoreClusters

struct MigrateStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the versions of a model, the state of its live model, and the version of a store",
        discussion: """
            Examples:
              trellis migrate status                          the models of trellis.yaml
              trellis migrate status Orders.yaml              one model
              trellis migrate status Orders.yaml --format json
              trellis migrate status orders.sqlite            the version of a store, and its path to the model's version
              trellis migrate status orders.sqlite Orders.yaml --format json
              trellis migrate status dqlite://host1:9001,host2:9002/orders
            """)

    @OptionGroup var selection: ModelSelection

    @Argument(
        help: "The model's file, if the first argument is a store whose model is not in trellis.yaml.",
        completion: Completions.models)
    var storeModel: String?

    @Option(
        help: "The file with decisions for a store's step to a draft, or from one.",
        completion: Completions.models)
    var decisions: String?

    @Option(help: "The output format: text or json.")
    var format = DiffCommand.Format.text

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard selection.model.map({ StoreFile.isMeant(by: $0) || ClusterStore.isMeant(by: $0) }) != true else { return }
        if storeModel != nil || decisions != nil { throw ValidationError("A second file and --decisions need a store.") }
    }

    func run() throws {
        try output.run("migrate status") { console in
            if let file = selection.model, StoreFile.isMeant(by: file) || ClusterStore.isMeant(by: file) {
                let models = ModelSelection(storeModel, config: selection.config)
                let copy = try StoreCopy(ofStoreOnCluster: file)
                let path = try MigrationPath.find(.init(store: file, copy: copy?.path, models: models, decisions: decisions), console)
                let status = StoreStatus(path)
                switch format {
                case .text: return console.printLines(status.lines(model: storeModel))
                case .json: return console.printResult(status.json.rendered)
                }
            }
            let models = try ModelLoader.load(selection, console)
            var report = FindingReport(models.findings, on: console)
            let isNamed = selection.model != nil || models.states.count > 1
            let statuses = models.states.map { HistoryStatus($0, isNamed: isNamed) }
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
