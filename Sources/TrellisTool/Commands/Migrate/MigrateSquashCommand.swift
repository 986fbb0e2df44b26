import ArgumentParser
import ProjectFiles
import SchemaEvolution

struct MigrateSquashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "squash",
        abstract: "Remove the first versions of a history, which no store has any more",
        discussion: """
            The history then begins with the version that --before names. That version and all that follow keep their numbers, their \
            steps and their hashes, so stores of them open as before. A store of a removed version is refused: migrate it before \
            with a program that has the version. The removed files stay in git, and the command refuses a folder with uncommitted \
            changes. If it is stopped, the history is the old one or the new one; run it again to remove the rest of the files.

            Example:
              trellis migrate squash --before 80 Orders.yaml    versions 1 to 79 are removed
            """)

    @OptionGroup var selection: ModelSelection

    @Option(name: .customLong("before"), help: "The version with which the history begins afterwards.")
    var first: Int

    @Flag(name: .customLong("without-git"), help: "Remove files that git does not keep: they are lost.")
    var isWithoutGit = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate squash") { console in
            let models = try ModelLoader.load(selection, console)
            var report = FindingReport(models.findings, on: console)
            report.findings.leaveOut([.squashedFile])
            try report.print()
            let entry = try models.onlyEntry()
            try entry.checkHasVersions()
            let (name, history, files) = (entry.checked.model.name.text, entry.checked.history, entry.historyFiles)
            try check(history, of: entry.file.path)
            let squash = HistorySquash(history, files, before: first)
            if squash.removed.isEmpty { return console.say("\(name): the history begins with version \(first) already") }
            if !squash.versions.isEmpty {
                if !isWithoutGit { try checkCommitted(squash.removed, in: files.folder) }
                try HistoryFolder.write([(HistoryFile.lock.name, Array(squash.lock.utf8))], to: files.folder)
            }
            HistoryFolder.remove(squash.removed, from: files.folder)
            let count = squash.removed.count
            console.say("\(name): \(count) \(count == 1 ? "file" : "files") removed; the history begins with version \(first)")
            if !squash.versions.isEmpty {
                console.say("\(name): stores of older versions are refused from now on; run 'trellis generate' for programs without their plans")
            }
        }
    }

    private func check(_ history: ModelHistory, of model: String) throws(CouldNotRun) {
        guard let oldest = history.versions.first?.number, let newest = history.newest?.number else {
            throw CouldNotRun("'\(model)' has no frozen version: there is nothing to squash")
        }
        if first > newest {
            throw CouldNotRun(
                "version \(first) is not frozen, and the newest is \(newest): a history can only begin with a frozen version")
        }
        if first < oldest { throw CouldNotRun("the history begins with version \(oldest): it has no version \(first)") }
        if try JoinedBranches.arePending(at: model) {
            throw CouldNotRun("git is joining branches here: finish the merge, the rebase or the cherry-pick first")
        }
    }

    /// Removed versions can be restored only from git.
    private func checkCommitted(_ names: [String], in folder: String) throws(CouldNotRun) {
        guard let changed = try Git.line(["status", "--porcelain", "--", "."], in: folder, to: "look for changes") else {
            throw CouldNotRun(
                "git does not keep '\(folder)': removed versions would be lost; commit the folder to a git repository first, or remove "
                    + "them for good with '--without-git'")
        }
        if !changed.isEmpty {
            throw CouldNotRun("'\(folder)' has uncommitted changes: commit them first, so that git keeps the versions that are removed")
        }
        // An ignored file is no change, and git has no copy of it.
        if try Git.line(["ls-files", "--error-unmatch", "--"] + names, in: folder, to: "look for the files") == nil {
            throw CouldNotRun(
                "git ignores files of '\(folder)': removed versions would be lost; commit them first, or remove them for good with "
                    + "'--without-git'")
        }
    }
}
