import ArgumentParser

struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check models: their shape, names, relationships and fetches",
        discussion: """
            Reports all findings with their places. SQLite creates the schema and prepares every fetch in an empty database. Writes \
            nothing.

            Examples:
              trellis validate                 all models of trellis.yaml
              trellis validate Orders.yaml     one model
            """)

    @OptionGroup var selection: ModelSelection
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("validate") { console in
            var run = try Run(selection, console)
            // Migrations are not proved.
            run.addUnusedSuppressions { !$0.hasPrefix("TR21") }
            try run.report()
            for entry in run.entries {
                let model = entry.checked.model
                let count = model.entities.count
                console.say("\(model.name.text): valid, \(count) \(count == 1 ? "entity" : "entities")")
            }
        }
    }
}
