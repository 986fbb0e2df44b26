import ArgumentParser
import Diagnostics
import SchemaEvolution

struct MigrateRenewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Plans the migrations of frozen versions anew, and writes their SQL.",
        discussion: """
            For when a decision was edited, or a newer Trellis plans otherwise. Each plan that is another one is proved, and nothing \
            is written unless all are right. The versions themselves and the lock stay as they are.

            Examples:
              trellis migrate renew                 the models of trellis.yaml
              trellis migrate renew Orders.yaml     one model
            """)

    @OptionGroup var selection: ModelSelection

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate renew") { console in
            let models = try ModelLoader.load(selection, console, .init(forgiving: [.staleScript]))
            var report = FindingReport(models.findings, on: console)
            var changed = [(folder: String, scripts: [(name: String, bytes: [UInt8])])]()
            for entry in models.entries {
                let stale = entry.checked.history.scripts().filter { entry.historyFiles[$0.file] != Array($0.text.utf8) }
                for script in stale { report.findings.add(entry.checked.history.proof(ofVersion: script.file.version ?? 0)) }
                changed.append((entry.historyFiles.folder, stale.map { ($0.file.name, Array($0.text.utf8)) }))
            }
            try report.print()
            for change in changed where !change.scripts.isEmpty { try HistoryFolder.write(change.scripts, to: change.folder) }
            let count = changed.map(\.scripts.count).reduce(0, +)
            console.say("\(count) \(count == 1 ? "migration" : "migrations") written")
        }
    }
}
