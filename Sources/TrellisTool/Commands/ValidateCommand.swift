import ArgumentParser
import ProjectFiles

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
            let models = try ModelLoader.load(selection, console)
            var report = FindingReport(models.findings, on: console)
            // Migrations are not proved.
            if !models.hasBrokenModel { report.findings.addUnusedSuppressions { !$0.hasPrefix("TR21") } }
            try report.print()
            for entry in models.entries {
                let model = entry.checked.model
                let count = model.entities.count
                console.say("\(model.name.text): valid, \(count) \(count == 1 ? "entity" : "entities")")
            }
        }
    }
}
