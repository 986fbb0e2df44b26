import ArgumentParser
import ProjectFiles
import SchemaEvolution

struct MigrateUpgradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Freeze the plans of versions that an earlier Trellis froze without them",
        discussion: """
            Run it once for a history whose versions have no file 'N.migration.json'. It writes that file for each version, and the hashes \
            of the decisions, the plan and the SQL into the lock. The SQL stays as it is: if this Trellis would write other SQL, the \
            command changes nothing and says so.

            Examples:
              trellis migrate upgrade                 the models of trellis.yaml
              trellis migrate upgrade Orders.yaml     one model
            """)

    @OptionGroup var selection: ModelSelection

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate upgrade") { console in
            let models = try ModelLoader.load(selection, console, .init(forgiving: [.unfrozenPlan]))
            var report = FindingReport(models.findings, on: console)
            var writing = RenewalWriting()
            for entry in models.entries {
                let (renewal, findings) = HistoryRenewal.upgrade(entry.checked.history, entry.historyFiles)
                report.findings.add(findings)
                writing.add(renewal, of: entry)
            }
            try report.print()
            try writing.write()
            console.say("\(writing.count) \(writing.count == 1 ? "plan" : "plans") frozen")
        }
    }
}
