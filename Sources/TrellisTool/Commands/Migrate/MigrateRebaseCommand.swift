import ArgumentParser
import Diagnostics
import ProjectFiles
import SchemaEvolution
import SchemaModel

struct MigrateRebaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebase",
        abstract: "Renumber versions after two branches added the same one",
        discussion: """
            Use it during a merge, a rebase or a cherry-pick in which git cannot join two histories. The versions of one branch keep \
            their numbers. Each version of the other branch gets the next number, combines the changes of both branches, and is \
            planned again with its decisions. Nothing is written unless all plans are proved.

            In a merge the incoming branch keeps its numbers: you merge 'main' into your own branch, and others have its versions. In \
            a rebase or a cherry-pick HEAD keeps them: git puts your commits on top of it. '--keep' chooses the other branch. Resolve \
            conflicts in the model's own file first.

            Example:
              git merge main                                       CONFLICT in versions/lock
              trellis migrate rebase Schemas/Orders/Orders.yaml
              git add Schemas/Orders && git merge --continue
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "The branch whose versions keep their numbers: 'head', or 'incoming' for the other branch or commit.")
    var keep: JoinedBranches.Name?

    @Option(
        help: ArgumentHelp(
            """
            A file with new decisions for the last version that gets another number. For an earlier one write its old number \
            first, as in '2=FILE'. Repeatable.
            """, valueName: "[N=]file"), completion: Completions.models)
    var decisions: [String] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate rebase") { console in
            if selection.config == nil { try checkThatLiveModelIsResolved() }
            let models = try ModelLoader.load(selection, console, .init(versions: .none))
            var report = FindingReport(models.findings, on: console)
            try report.print()
            let entry = try models.onlyEntry()
            try entry.checkHasVersions()
            let path = entry.file.path
            let branches = try JoinedBranches(model: path)
            let keptName = keep ?? branches.usuallyKept
            let kept = try side(branches.revision(keptName), of: path, &report.findings)
            let moving = try side(branches.revision(keptName.other), of: path, &report.findings)
            // A commit that git puts elsewhere adds its difference from its parent.
            let isOneCommit = keptName == .head && !branches.isMerge
            var past = kept
            if isOneCommit { past = try branches.parent.flatMap { try side($0, of: path, &report.findings) } }
            guard var kept, let moving else { return try report.print() }
            // The result is written to the working tree.
            kept.files.folder = HistoryFolder.path(besideModel: path)

            let base = moving.history.newestCommon(with: past?.history ?? .empty)
            let decided = try readDecisions(of: base + 1..<moving.history.nextNumber, &report.findings)
            try report.print()
            let (rebase, findings) = HistoryRebase.rebase(
                moving, after: base, onto: kept, live: entry.checked.model, targets: entry.configuration.targets, decisions: decided)
            report.findings.add(findings)
            if let rebase {
                report.findings.keep(rebase.files.inputs)
                report.findings.add(entry.configuration.scriptFindings(onVersions: rebase.moved.map(\.number), in: rebase.files, entry.checked.model))
            }
            try report.print()
            if let rebase {
                let finished = FinishedRebase(rebase: rebase, model: entry, movedBranch: branches.revision(keptName.other))
                try finished.write()
                finished.report(on: console)
            }
        }
    }

    /// The new decisions of versions that move, by their numbers on their branch.
    private func readDecisions(
        of versions: Range<Int>, _ found: inout RunFindings
    ) throws -> [Int: (decisions: MigrationDecisions, text: String)] {
        var decided: [Int: (decisions: MigrationDecisions, text: String)] = [:]
        for argument in decisions {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let named = parts.count == 2 ? Int(parts[0]) : nil
            let number = named ?? versions.upperBound - 1
            guard versions.contains(number) else {
                throw CouldNotRun("version \(number) does not move, so it needs no decisions")
            }
            decided[number] = try found.readDecisions(named == nil ? argument : parts[1])
        }
        return decided
    }

    /// You must join the live model before versions are created from it.
    private func checkThatLiveModelIsResolved() throws(CouldNotRun) {
        let path = try ModelSelection.onlyModel(selection.model)
        if ConflictMarkers.areIn(try InputFile(reading: path).bytes) {
            throw CouldNotRun("'\(path)' has conflicts itself: resolve them first, then run this command again")
        }
    }

    /// The history of a revision; nil if it has errors, which are added.
    private func side(_ revision: String, of model: String, _ found: inout RunFindings) throws(CouldNotRun) -> HistoryRebase.Side? {
        let files = try HistoryFolder.read(besideModel: model, revision: revision)
        found.keep(files.inputs)
        let (history, findings) = HistoryReader.read(files)
        found.add(findings.filter { $0.code != .unfinishedVersion })
        return history.map { .init(files: files, history: $0) }
    }
}

/// A rebased history that is ready to be written.
private struct FinishedRebase {
    let rebase: HistoryRebase
    let model: LoadedModels.Entry
    /// The revision whose versions got new numbers.
    let movedBranch: String

    private var folder: String { HistoryFolder.path(besideModel: model.file.path) }

    /// Replaces the history in the working tree.
    func write() throws(CouldNotRun) {
        let present = try HistoryFolder.visibleNames(besideModel: model.file.path)
        let files = rebase.files.contents.sorted { $0.key < $1.key }.map { (name: $0.key, bytes: $0.value) }
        let removed = present.filter { HistoryFile(name: $0) != nil && rebase.files.contents[$0] == nil }
        try HistoryFolder.write(files, removing: removed, to: folder)
    }

    func report(on console: Console) {
        let name = model.checked.model.name.text
        for move in rebase.moved { console.say("\(name): version \(move.former) of \(movedBranch) is version \(move.number)") }
        if rebase.moved.isEmpty { console.say("\(name): \(movedBranch) adds no version") }
        if rebase.leavesDecisionsOut {
            console.say("\(name): both branches have decisions for a next version; add those of \(movedBranch) by hand")
        }
        let checked = model.checked.model
        let live = rebase.history.version(ofLiveModel: checked, hash: checked.storageHash)
        if live.isDraft { console.say("\(name): the live model is a draft of version \(live.number)") }
        console.say("'\(folder)' is resolved: run 'git add'")
    }
}
