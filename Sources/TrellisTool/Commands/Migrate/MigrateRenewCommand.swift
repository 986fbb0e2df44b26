import ArgumentParser
import Diagnostics
import SchemaEvolution

struct MigrateRenewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Plan the migrations of frozen versions again and write their SQL",
        discussion: """
            Use it after you edited a decision, or with a newer Trellis that plans differently. Each changed plan is proved, and \
            nothing is written unless all proofs pass. The versions and the lock stay unchanged.

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
