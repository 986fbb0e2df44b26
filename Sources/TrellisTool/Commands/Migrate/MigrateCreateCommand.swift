import ArgumentParser
import Diagnostics
import Foundation
import ProjectFiles
import SchemaEvolution

struct MigrateCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Freeze a model as its next version",
        discussion: """
            Writes the version and the SQL of its migration to the folder 'versions' beside the model. Trellis infers what it can. \
            For the rest it prints lines to paste into 'versions/N.migration.yaml', where N is the next version. It proves the SQL on \
            a database of the version before, with difficult rows, and writes nothing if the proof fails.

            Examples:
              trellis migrate create                          the only model of trellis.yaml
              trellis migrate create Orders.yaml              a model
              trellis migrate create Orders.yaml --dry-run    prints the SQL and writes nothing
              trellis migrate create Orders.yaml --skeleton   writes versions/N.migration.yaml with the missing decisions
              trellis migrate create Orders.yaml --test Tests/AppTests/OrdersMigrationTests.swift
                                                              writes a test of the migration, too
            """)

    @OptionGroup var selection: ModelSelection

    @Option(help: "The file with the decisions. (default: versions/N.migration.yaml)", completion: Completions.models)
    var decisions: String?

    @Flag(help: "Print the SQL and write nothing.")
    var dryRun = false

    @Flag(help: "Freeze nothing, and write the missing decisions to versions/N.migration.yaml. Complete each '…' in it.")
    var skeleton = false

    @Option(help: "The Swift file of a test of the migration, which is written if it does not exist.", completion: .file(extensions: ["swift"]))
    var test: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let test, !test.hasSuffix(".swift") { throw ValidationError("--test needs the path of a Swift file.") }
        if test != nil, dryRun { throw ValidationError("Use --test, which writes a file, or --dry-run, which writes nothing.") }
        if skeleton, dryRun { throw ValidationError("Use --skeleton, which writes a file, or --dry-run, which writes nothing.") }
        if skeleton, decisions != nil { throw ValidationError("Use --skeleton, which writes the decisions, or --decisions, which reads them.") }
    }

    func run() throws {
        try output.run("migrate create", run)
    }

    /// Freezes the model, and prints the findings on a console.
    func run(_ console: Console) throws {
        // Other decisions may state that older programs open the stores, which are compared with their versions then.
        let versions = decisions == nil ? HistoryExtent.newest : .all
        let models = try ModelLoader.load(selection, console, .init(forgiving: [.unfinishedVersion], versions: versions))
        var report = FindingReport(models.findings, on: console)
        try report.print()
        let entry = try models.onlyEntry()
        try entry.checkHasVersions()
        let decided = try decided(of: entry, &report)
        let (next, findings) = NextVersion.freeze(
            entry.checked.model, after: entry.checked.history, minimumSQLite: entry.configuration.minimumSQLite,
            compatibleFrom: entry.configuration.compatibleFrom, targets: entry.configuration.targets, decided)
        report.findings.add(findings)
        guard let next else {
            let isUndecided = findings.contains { $0.severity == .error && ![.incompatiblePrograms, .badCompatibility].contains($0.code) }
            if entry.checked.schema.identity.isDraft, isUndecided {
                let skeleton = DecisionSkeleton(findings)
                if self.skeleton, decided == nil, let skeleton {
                    let written = try write(skeleton, of: entry)
                    report.findings.leaveOutAnswered()
                    try report.print()
                    return console.say(written)
                }
                report.hint(whereToDecide(entry, isThere: decided != nil, skeleton: skeleton))
                if let skeleton { report.paste((decided == nil ? "trellis: 1\n" : "") + skeleton.text) }
            }
            return try report.print()
        }
        if skeleton { return console.say("\(entry.checked.model.name.text): no decision is missing for version \(next.number), so nothing is written") }
        // An interrupted version is finished, and never replaced by another one.
        let isAnother = next.files.contains { file, text in
            file != .lock && entry.historyFiles[file].map { !$0.elementsEqual(text.utf8) } ?? false
        }
        if isAnother { report.findings.add(entry.forgiven) }
        report.findings.add(try scriptFindings(on: next, of: entry))
        try report.print()
        try finish(next, of: entry, console)
        if let test { try writeTest(test, of: next, entry, console) }
    }

    /// Why the version has no script for a tool that 'migrations' names.
    private func scriptFindings(on next: NextVersion, of entry: LoadedModels.Entry) throws(CouldNotRun) -> [Finding] {
        if entry.configuration.migrations.isEmpty { return [] }
        var files = try HistoryFolder.read(besideModel: entry.file.path, .all)
        for (file, text) in next.files { files[file] = Array(text.utf8) }
        return entry.configuration.scriptFindings(onVersions: [next.number], in: files, entry.checked.model)
    }

    /// Begins a test of the migration. The file is the user's: one that exists stays.
    private func writeTest(_ path: String, of next: NextVersion, _ entry: LoadedModels.Entry, _ console: Console) throws(CouldNotRun) {
        let model = entry.checked.model
        guard next.plan != nil else { return console.say("\(model.name.text): the first version has no migration, so no test is written") }
        if FileManager.default.fileExists(atPath: path) { return console.say("'\(path)' exists and stays as it is") }
        let module = MigrationTestText.module(ofFolder: entry.configuration.swiftFolder?.path, model: model.name.text)
        let text = MigrationTestText.text(model, version: next.number, path: path, folder: entry.historyFiles.folder, module: module)
        try NewFiles.write([FileWriter.Output(path: URL(filePath: path).lastPathComponent, text: text)], to: URL(filePath: path).deletingLastPathComponent().path)
        console.say("'\(path)' is written: it needs the product TrellisTesting")
    }

    /// The decisions with their text; nil without a file.
    private func decided(
        of entry: LoadedModels.Entry, _ report: inout FindingReport
    ) throws -> (decisions: MigrationDecisions, text: String)? {
        let number = entry.checked.history.nextNumber
        let file = HistoryFile.decisions(version: number)
        let bytes = entry.historyFiles[file]
        guard let decisions else {
            return bytes.map { (entry.checked.history.nextDecisions, String(decoding: $0, as: UTF8.self)) }
        }
        if number == 1 { throw CouldNotRun("the first version has no migration: leave out '--decisions'") }
        let decided = try report.findings.readDecisions(decisions)
        try report.print()
        if let bytes, let decided, !bytes.elementsEqual(decided.text.utf8) {
            throw CouldNotRun("'\(entry.historyFiles.path(file))' has other decisions than '\(decisions)': remove one of the files")
        }
        return decided
    }

    /// - Parameter skeleton: the lines to paste, which follow.
    private func whereToDecide(_ entry: LoadedModels.Entry, isThere: Bool, skeleton: DecisionSkeleton?) -> String {
        let number = entry.checked.history.nextNumber
        let place = decisions ?? entry.historyFiles.path(.decisions(version: number))
        guard let skeleton else {
            return "write the decisions for version \(number) to '\(place)'" + (isThere ? "" : ", which begins with 'trellis: 1'")
        }
        let rest = skeleton.isComplete ? "" : ", and complete each '…'"
        return isThere
            ? "add the decisions for version \(number) to '\(place)', each below its key\(rest)"
            : "write the decisions for version \(number) to '\(place)'\(rest); '--skeleton' writes the file"
    }

    /// Writes the file with the missing decisions.
    /// - Returns: the message about it.
    private func write(_ skeleton: DecisionSkeleton, of entry: LoadedModels.Entry) throws(CouldNotRun) -> String {
        let file = HistoryFile.decisions(version: entry.checked.history.nextNumber)
        try HistoryFolder.write([(file.name, Array(skeleton.file.utf8))], to: entry.historyFiles.folder)
        return "'\(entry.historyFiles.path(file))' is written with \(skeleton.count) \(skeleton.count == 1 ? "decision" : "decisions"). "
            + (skeleton.isComplete ? "Check the file" : "Complete each '…' in it") + ", then run 'trellis migrate create \(entry.file.path)'"
    }

    private func finish(_ next: NextVersion, of entry: LoadedModels.Entry, _ console: Console) throws(CouldNotRun) {
        let name = entry.checked.model.name.text
        if dryRun {
            let script = next.files.first { $0.file == .script(version: next.number) }
            if !next.samples.isEmpty { console.printResult(next.samples.map { "-- \($0)" }.joined(separator: "\n")) }
            return console.printResult(script?.text ?? "\(name): version \(next.number) would be frozen")
        }
        let folder = entry.historyFiles.folder
        try HistoryFolder.write(next.files.map { ($0.file.name, Array($0.text.utf8)) }, to: folder)
        for line in next.samples { console.say(line) }
        console.say("\(name): version \(next.number) is frozen in '\(folder)'")
        if let steps = next.plan?.swiftSteps.map({ "'\($0.name)'" }), !steps.isEmpty {
            console.say("\(name): only the program runs \(steps.joined(separator: ", ")) in Swift, and the proof leaves them out")
        }
        // The command may run in a hook or a merge, so it writes nothing outside the history.
        if entry.configuration.hasOutputs { console.say("\(name): run 'trellis generate' to write the outputs of version \(next.number)") }
    }
}
