import ArgumentParser

struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Checks models: their shape, their names, their relationships and their fetches.",
        discussion: """
            Everything that is wrong is reported, with its place. The schema is made and every fetch prepared in an empty \
            SQLite database. Nothing is written.

            Examples:
              trellis validate                 the models of trellis.yaml
              trellis validate Orders.yaml     one model
            """)

    @OptionGroup var selection: ModelSelection
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("validate") { console in
            var run = try Run(selection, console)
            // What migrations do is not looked at.
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
