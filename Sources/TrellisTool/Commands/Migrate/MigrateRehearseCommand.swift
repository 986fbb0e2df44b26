import ArgumentParser
import Diagnostics
import Foundation
import ProjectFiles
import SchemaEvolution
import StoreMigration

struct MigrateRehearseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Migrate a copy of a store and report the result",
        discussion: """
            Copies the store, applies all migrations ahead to the copy, checks the result, and removes the copy. It reports how long \
            each transaction took and how the file's size changed. The store itself is only read. Programs may use it meanwhile. Use it \
            before a release, on a copy of production or beside it.

            Examples:
              trellis migrate rehearse orders.sqlite               finds the model in trellis.yaml by its name
              trellis migrate rehearse orders.sqlite --to 3        stops at version 3, or goes back to it
              trellis migrate rehearse orders.sqlite --keep new.sqlite
            """)

    @Argument(help: "The store's file.", completion: .file())
    var file: String

    @OptionGroup var models: ModelSelection

    @Option(help: "The file with decisions for a step to a draft, or from one, or back.", completion: Completions.models)
    var decisions: String?

    @Option(name: .customLong("to"), help: "The target version. (default: that of the model's file)")
    var version: Int?

    @Option(help: "Keep the migrated copy as this new file. (default: a file beside the store, which is removed)", completion: .file())
    var keep: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate rehearse") { console in
            let request = MigrationRequest(
                store: file, models: models, decisions: decisions, version: version, allowsDown: true)
            let path = try MigrationPath.find(request, console)
            guard !path.plans.isEmpty else { return console.say(StoreText.upToDate(path.file)) }
            var report = FindingReport(RunFindings(today: console.today), on: console)
            let result = try Rehearsal(path, keep: keep, console).run()
            report.findings.add(result.findings)
            for line in result.lines { console.say(line) }
            try report.print()
        }
    }
}
