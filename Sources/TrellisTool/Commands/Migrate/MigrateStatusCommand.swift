import ArgumentParser

struct MigrateStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells which versions a model has, and what of it is not frozen yet.",
        discussion: """
            Examples:
              trellis migrate status                          the models of trellis.yaml
              trellis migrate status Orders.yaml              one model
              trellis migrate status Orders.yaml --format json
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "How to print: text or json.")
    var format = DiffCommand.Format.text

    func run() throws {
        try reportingFailures {
            var run = try Run(selection)
            let statuses = run.states.map(HistoryStatus.init)
            switch format {
            case .text:
                Terminal.printResult(statuses.flatMap(\.lines).joined(separator: "\n"))
                try run.report()
            case .json:
                Terminal.printResult(
                    JSONValue.object([("models", .array(statuses.map(\.json))), ("findings", .array(run.findings.map(\.json)))]).rendered)
                if run.hasErrors { throw ExitCode.findings }
            }
        }
    }
}
