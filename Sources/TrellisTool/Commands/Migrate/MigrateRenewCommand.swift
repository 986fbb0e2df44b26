import ArgumentParser
import Diagnostics
import ProjectFiles
import SchemaEvolution

struct MigrateRenewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract: "Plan the migration of a version again that no store has",
        discussion: """
            A frozen migration never changes: a store may have run it. Use this command before you release a version, after you edited \
            one of its decisions, or to let a newer Trellis plan it. Every changed plan is proved. Nothing is written unless all proofs \
            pass. The versions stay unchanged.

            Examples:
              trellis migrate renew --unreleased                        the newest version
              trellis migrate renew --unreleased --from 4 Orders.yaml   version 4 and all that follow
            """)

    @OptionGroup var selection: ModelSelection

    @Flag(help: "State that no store has the versions. Without it nothing is planned.")
    var unreleased = false

    @Option(name: .customLong("from"), help: "The first version to plan again. (default: the newest)")
    var first: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !unreleased {
            throw ValidationError("A migration that a store has run must not change. If no store has the version, add --unreleased.")
        }
        if let first, first < 2 { throw ValidationError("The first version has no migration: --from is at least 2.") }
    }

    func run() throws {
        try output.run("migrate renew") { console in
            let models = try ModelLoader.load(selection, console, .init(forgiving: [.editedMigration, .newerPlanFormat, .unfrozenPlan]))
            var report = FindingReport(models.findings, on: console)
            var writing = RenewalWriting()
            for entry in models.entries {
                let history = entry.checked.history
                let first = first ?? history.nextNumber - 1
                // What the command does not plan again stays an error.
                report.findings.add(entry.forgiven.filter { $0.version(in: history, entry.historyFiles) < first })
                let (renewal, findings) = HistoryRenewal.renew(history, entry.historyFiles, from: first)
                report.findings.add(findings)
                writing.add(renewal, of: entry)
            }
            try report.print()
            try writing.write()
            console.say("\(writing.count) \(writing.count == 1 ? "migration" : "migrations") written")
        }
    }
}

extension Finding {
    /// The version that a finding in a history belongs to: its line in the lock, or the number of its file.
    fileprivate func version(in history: ModelHistory, _ files: HistoryFiles) -> Int {
        if span.file == files.path(.lock) { return history.number(atLockLine: span.start.line) ?? 0 }
        return files.contents.keys.compactMap(HistoryFile.init).first { files.path($0) == span.file }?.version ?? 0
    }
}

/// Renewed files of several models, written once all are known to be right.
struct RenewalWriting {
    private(set) var count = 0
    private var folders: [(folder: String, files: [(name: String, bytes: [UInt8])])] = []

    mutating func add(_ renewal: HistoryRenewal?, of entry: LoadedModels.Entry) {
        guard let renewal, !renewal.files.isEmpty else { return }
        count += renewal.versions.count
        folders.append((entry.historyFiles.folder, renewal.files.map { ($0.file.name, Array($0.text.utf8)) }))
    }

    /// - Throws: ``CouldNotRun``
    func write() throws(CouldNotRun) {
        for folder in folders { try HistoryFolder.write(folder.files, to: folder.folder) }
    }
}
