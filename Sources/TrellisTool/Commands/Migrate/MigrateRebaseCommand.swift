import ArgumentParser
import Diagnostics
import SchemaEvolution
import SchemaModel

struct MigrateRebaseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebase",
        abstract: "Gives versions another number where two branches added the same one.",
        discussion: """
            For when git could not join the histories of two branches: in the middle of a merge, a rebase or a cherry-pick. The \
            versions of one branch keep their numbers. Those of the other follow them: each gets the next number, says what both \
            branches say, and is planned anew with what was decided of it. Nothing is written unless all plans are proved.

            In a merge the versions of the branch that comes in keep their numbers, because others have them: one merges 'main' into \
            one's own branch. In a rebase and a cherry-pick those of HEAD do, which the commits are put on. '--keep' chooses \
            otherwise. Conflicts in the model's own file are solved first.

            Example:
              git merge main                                       CONFLICT in versions/lock
              trellis migrate rebase Schemas/Orders/Orders.yaml
              git add Schemas/Orders && git merge --continue
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "Whose versions keep their numbers: 'head', or 'incoming' for the branch or commit that comes in.")
    var keep: JoinedBranches.Name?

    @Option(
        help: ArgumentHelp(
            """
            The file with decisions for the last version that moves, in the place of those that it had. For another one its number \
            on its branch stands before it, '2=FILE'; the option may be repeated.
            """, valueName: "[N=]file"), completion: Completions.models)
    var decisions: [String] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.run("migrate rebase") { console in
            if selection.config == nil { try checkThatLiveModelIsSolved() }
            let models = try ModelLoader.load(selection, console, .init(readsHistories: false))
            var report = FindingReport(models.findings, on: console)
            try report.print()
            let entry = try models.onlyEntry()
            let path = entry.file.path
            let branches = try JoinedBranches(model: path)
            let keptName = keep ?? branches.usuallyKept
            let kept = try side(branches.revision(keptName), of: path, &report.findings)
            let moving = try side(branches.revision(keptName.other), of: path, &report.findings)
            // A commit that is put elsewhere adds what the one before it does not have.
            let isOneCommit = keptName == .head && !branches.isMerge
            var past = kept
            if isOneCommit { past = try branches.parent.flatMap { try side($0, of: path, &report.findings) } }
            guard var kept, let moving else { return try report.print() }
            // What is made of it stands in the working tree.
            kept.files.folder = HistoryFolder.path(besideModel: path)

            let base = moving.history.commonCount(with: past?.history ?? .empty)
            let decided = try readDecisions(of: base + 1..<moving.history.versions.count + 1, &report.findings)
            try report.print()
            let (rebase, findings) = HistoryRebase.rebase(
                moving, after: base, onto: kept, live: entry.checked.model, decisions: decided)
            report.findings.add(findings)
            if let rebase { report.findings.keep(rebase.files.inputs) }
            try report.print()
            if let rebase { try finish(rebase, of: entry, branches, keptName, console) }
        }
    }

    /// What is decided anew of versions that move, by the numbers that they have on their branch.
    private func readDecisions(
        of versions: Range<Int>, _ found: inout RunFindings
    ) throws -> [Int: (decisions: MigrationDecisions, text: String)] {
        var decided: [Int: (decisions: MigrationDecisions, text: String)] = [:]
        for argument in decisions {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let named = parts.count == 2 ? Int(parts[0]) : nil
            let number = named ?? versions.upperBound - 1
            guard versions.contains(number) else {
                throw CouldNotRun("version \(number) does not move: no decisions of it are needed")
            }
            decided[number] = try found.readDecisions(named == nil ? argument : parts[1])
        }
        return decided
    }

    /// What both branches together mean is a person's to say before versions are made of it.
    private func checkThatLiveModelIsSolved() throws(CouldNotRun) {
        let path = try ModelSelection.onlyModel(selection.model)
        if ConflictMarkers.areIn(try InputFile(reading: path).bytes) {
            throw CouldNotRun("'\(path)' has conflicts itself: solve them first, and run this again")
        }
    }

    /// The history of a revision; nil where a finding says what is wrong with it.
    private func side(_ revision: String, of model: String, _ found: inout RunFindings) throws(CouldNotRun) -> HistoryRebase.Side? {
        let files = try HistoryFolder.read(besideModel: model, revision: revision)
        found.keep(files.inputs)
        let (history, findings) = HistoryReader.read(files)
        // SQL is made anew where it has to be, and whole versions are all that is needed.
        found.add(findings.filter { $0.code != .staleScript && $0.code != .unfinishedVersion })
        return history.map { .init(files: files, history: $0) }
    }

    private func finish(
        _ rebase: HistoryRebase, of entry: LoadedModels.Entry, _ branches: JoinedBranches, _ keptName: JoinedBranches.Name,
        _ console: Console
    ) throws(CouldNotRun) {
        let folder = HistoryFolder.path(besideModel: entry.file.path)
        let present = try HistoryFolder.visibleNames(besideModel: entry.file.path)
        let files = rebase.files.contents.sorted { $0.key < $1.key }.map { (name: $0.key, bytes: $0.value) }
        let removed = present.filter { HistoryFile(name: $0) != nil && rebase.files.contents[$0] == nil }
        try HistoryFolder.write(files, removing: removed, to: folder)

        let name = entry.checked.model.name.text
        let other = branches.revision(keptName.other)
        for move in rebase.moved { console.say("\(name): version \(move.former) of \(other) is version \(move.number)") }
        if rebase.moved.isEmpty { console.say("\(name): \(other) adds no version") }
        if rebase.leavesDecisionsOut {
            console.say("\(name): both branches have decisions on a next version; those of \(other) are left to be joined by hand")
        }
        let newest = rebase.history.newest
        if newest?.hash != entry.checked.model.meaningHash {
            console.say("\(name): the live model is a draft of version \(rebase.history.versions.count + 1)")
        }
        console.say("'\(folder)' is solved: 'git add' it")
    }
}
