import ArgumentParser
import Diagnostics
import Foundation
import SchemaEvolution
import SchemaModel
import SchemaSyntax

extension FindingCode {
    static let otherName = FindingCode("TR0103")
}

/// The models of a run, read and checked, with all findings.
struct Run {
    struct Entry {
        /// The model's own file.
        var file: InputFile
        /// The files that it includes.
        var included: [InputFile]
        var configuration: ModelConfiguration
        var checked: CheckedModel
        var historyFiles: HistoryFiles
        /// The errors of its history that the command can fix.
        var forgiven: [Finding]
        /// Its findings, all printed.
        var findings: [Finding]

        /// All its inputs.
        var inputs: [InputFile] { [file] + included + historyFiles.inputs }
    }

    /// A model with its history, even with errors.
    struct State {
        var name: String
        /// nil if it has errors.
        var model: Model?
        var files: HistoryFiles
        /// nil if it cannot be read.
        var history: ModelHistory?
    }

    private(set) var entries: [Entry] = []
    private(set) var states: [State] = []
    /// The models to check.
    private(set) var configured: [ModelConfiguration] = []
    /// The earlier results of unchanged models, which have no entries.
    private(set) var remembered: [CheckMemory.Record] = []
    private var findings: [RunFinding] = []
    private var sources: [String: String] = [:]
    private var hints: [String] = []
    /// The number of printed findings.
    private var reported = 0
    private var policy: FindingPolicy
    private let console: Console
    private let forgivenCodes: Set<FindingCode>
    private let readsHistories: Bool
    private let memory: CheckMemory?
    private let watched: WatchedFiles?

    /// Reads the models of `selection`.
    /// - Parameters:
    ///   - console: prints the findings.
    ///   - goesByFileName: whether the file's name must be the model's name, as for the build plugin.
    ///   - forgiving: the errors of a history that the command can fix.
    ///   - readsHistories: whether to read the models' histories.
    ///   - memory: the results of earlier runs.
    ///   - watched: gets the files that the run reads.
    ///   - expired: the severity of expired suppressions. A build that passed once must not fail on a later day.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    init(
        _ selection: ModelSelection, _ console: Console, goesByFileName: Bool = false, forgiving: Set<FindingCode> = [],
        readsHistories: Bool = true, memory: CheckMemory? = nil, watched: WatchedFiles? = nil, expired: Severity = .error
    ) throws(CouldNotRun) {
        self.console = console
        policy = FindingPolicy(today: console.today)
        forgivenCodes = forgiving
        self.readsHistories = readsHistories
        self.memory = memory
        self.watched = watched
        let configured = try configurations(in: selection.config, isNeeded: selection.model == nil)
        guard let path = selection.model else {
            add(policy.expired(among: configured.flatMap(\.suppressions), as: expired))
            try read(configured, goByName: true)
            return
        }
        let name = Self.name(ofModelAt: path)
        var chosen = configured.first { $0.name == name } ?? ModelConfiguration(name: name, path: path)
        chosen.path = path
        add(policy.expired(among: chosen.suppressions, as: expired))
        try read([chosen], goByName: goesByFileName)
    }

    /// Reads the models in `files`, or those of the configuration if `files` is empty, without their histories.
    ///
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    init(files: [String], config: String?, _ console: Console) throws(CouldNotRun) {
        self.console = console
        policy = FindingPolicy(today: console.today)
        forgivenCodes = []
        readsHistories = false
        memory = nil
        watched = nil
        let configured = try configurations(in: config, isNeeded: files.isEmpty)
        add(policy.expired(among: configured.flatMap(\.suppressions), as: .error))
        let named = files.map { ModelConfiguration(name: Self.name(ofModelAt: $0), path: $0) }
        try read(files.isEmpty ? configured : named, goByName: files.isEmpty)
    }

    private static func name(ofModelAt path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// - Parameter goByName: whether models must have the names of `models`.
    private mutating func read(_ models: [ModelConfiguration], goByName: Bool) throws(CouldNotRun) {
        configured = models
        for model in models where !recall(model) {
            watched?.add(model.path)
            watched?.add(HistoryFolder.path(besideModel: model.path))
            for template in model.templates.values.map(\.path) + model.files.map(\.template.path) { watched?.add(template) }
            let file = try InputFile(reading: model.path)
            keep(file)
            var included = [InputFile]()
            let files = readsHistories ? try HistoryFolder.read(besideModel: model.path) : .init(model: model.path, folder: "", contents: [:])
            keep(files)
            var (history, historyFindings) = HistoryReader.read(files)
            let forgiven = historyFindings.filter { forgivenCodes.contains($0.code) }
            historyFindings.removeAll { forgivenCodes.contains($0.code) }
            var (checked, findings) = ModelPipeline.check(file, history: history ?? .empty) { [watched] path in
                watched?.add(path)
                let file = try InputFile(reading: path)
                included.append(file)
                return file
            }
            for file in included { keep(file) }
            policy.add(model.suppressions, ofModel: model.name, files: [file] + included + files.inputs)
            console.detail("\(model.path): read with \(included.count) included files and \(files.contents.count) of its history")
            if goByName, let name = checked?.model.name, name.text != model.name {
                let message = "the file names the model '\(name.text)', and the configuration '\(model.name)'"
                findings.append(Finding(.otherName, message, at: name.span))
                checked = nil
            }
            states.append(State(name: model.name, model: checked?.model, files: files, history: history))
            findings += historyFindings
            add(findings.sortedByPlace(), ofModel: model.name)
            guard let checked, !findings.containsError else { continue }
            entries.append(
                Entry(
                    file: file, included: included, configuration: model, checked: checked, historyFiles: files,
                    forgiven: forgiven, findings: findings.sortedByPlace()))
        }
    }

    /// Uses the earlier results of an unchanged model; false if it must be checked.
    private mutating func recall(_ model: ModelConfiguration) -> Bool {
        guard let memory, let record = memory.record(of: model), let files = memory.unchangedFiles(record, of: model)
        else { return false }
        for file in files { keep(file) }
        policy.add(model.suppressions, ofModel: model.name, files: files)
        console.detail("\(model.path): unchanged since its last check")
        add(record.findings, ofModel: model.name)
        remembered.append(record)
        return true
    }

    /// The one model of the run.
    /// - Throws: ``CouldNotRun`` if the configuration has several.
    func onlyEntry() throws(CouldNotRun) -> Entry {
        guard let entry = entries.first, entries.count == 1 else {
            let names = entries.map { "'\($0.file.path)'" }.joined(separator: ", ")
            throw CouldNotRun(entries.isEmpty ? "no model has this name" : "name one of the models: \(names)")
        }
        return entry
    }

    /// The decisions of a migration; nil if they have errors, which are reported.
    ///
    /// - Throws: ``CouldNotRun`` if the file cannot be read.
    mutating func readDecisions(_ path: String) throws(CouldNotRun) -> (decisions: MigrationDecisions, text: String)? {
        let file = try InputFile(reading: path)
        keep(file)
        let (decisions, findings) = DecisionReader.read(file.bytes, file: path)
        add(findings)
        return decisions.map { ($0, file.text) }
    }

    /// The models of the configuration at `path`, or of the one in this folder if no path is given and one is needed.
    private mutating func configurations(
        in path: String?, isNeeded: Bool
    ) throws(CouldNotRun) -> [ModelConfiguration] {
        guard path != nil || isNeeded else { return [] }
        let named = path
        let path = path ?? ConfigurationReader.fileName
        watched?.add(path)
        if named == nil, !FileManager.default.fileExists(atPath: path) {
            throw CouldNotRun("no '\(path)' exists here; name a model's file, as in 'trellis \(console.command) Orders.yaml'")
        }
        let file = try InputFile(reading: path)
        keep(file)
        let (configuration, findings) = ConfigurationReader.read(file)
        add(findings)
        policy.severities = configuration?.severities ?? [:]
        return configuration?.models ?? []
    }

    /// Keeps a file's text for the excerpts of findings. A file that was not read to its end has none.
    private mutating func keep(_ file: InputFile) {
        if file.isWhole { sources[file.path] = file.text }
    }

    /// Keeps the texts of a history's files.
    mutating func keep(_ files: HistoryFiles) {
        for file in files.inputs { keep(file) }
    }

    /// Keeps the texts of files with findings.
    mutating func keep(_ files: [InputFile]) {
        for file in files { keep(file) }
    }

    /// Adds a line that is printed after the findings.
    mutating func hint(_ text: String) { hints.append(text) }

    /// Whether the outputs of a model are unknown.
    var hasBrokenModel: Bool { entries.count < states.count }

    /// Whether nothing may be written.
    var hasErrors: Bool { judged.contains { $0.suppression == nil && $0.finding.severity == .error } }

    /// All findings, with the configuration's severities.
    var judged: [ReportEntry] { policy.judge(findings) }

    /// Adds unused suppressions, if all models were checked.
    /// - Parameter isLookedFor: whether the run would have found a code.
    mutating func addUnusedSuppressions(isLookedFor: (_ code: String) -> Bool) {
        guard !hasBrokenModel else { return }
        add(policy.unused(after: judged, isLookedFor: isLookedFor))
    }

    /// Adds findings.
    /// - Parameter model: the name of their model in the configuration; nil for none.
    mutating func add(_ findings: [Finding], ofModel model: String? = nil) {
        self.findings += findings.map { RunFinding(finding: $0, model: model) }
    }

    /// Adds the findings of outputs and their paths.
    /// - Parameter remembered: the outputs of unchanged models, and their inputs.
    mutating func add(_ outputs: [ModelOutputs], remembered: (claims: [OutputClaim], inputs: [String]) = ([], [])) {
        for outputs in outputs {
            keep(outputs.templates)
            // Two models may share a template.
            let known = findings.map(\.finding)
            add(outputs.findings.filter { !known.contains($0) })
        }
        let templates = outputs.flatMap { $0.templates.map(\.path) }
        let inputs = entries.flatMap { entry in
            entry.inputs.map(\.path) + [entry.configuration.configuration].compactMap(\.self)
        }
        let claims = remembered.claims + outputs.flatMap(\.claims)
        let claimFindings = claims.findings(
            inputs: remembered.inputs + inputs + templates, histories: configured.map { HistoryFolder.path(besideModel: $0.path) })
        // An input is not reported as a file of the user again.
        let told = Set(claimFindings.map(\.span))
        add(claimFindings + outputs.flatMap(\.generated).findings.filter { !told.contains($0.span) })
    }

    /// Reports orphans.
    mutating func tell(of orphans: [Orphan]) {
        keep(orphans.compactMap { try? InputFile(reading: $0.path) })
        add(orphans.map(\.finding))
    }

    /// Removes findings that a command reports in another form.
    mutating func leaveOut(_ codes: Set<FindingCode>) {
        findings.removeAll { codes.contains($0.finding.code) }
    }

    /// Prints findings that are not printed yet.
    /// - Parameter isPrinted: whether to print them; false if the result contains them.
    /// - Throws: exit code 1 if one is an error.
    mutating func report(isPrinted: Bool = true) throws {
        console.tell(policy.judge(findings[reported...]), sources: sources, isPrinted: isPrinted)
        reported = findings.count
        for hint in hints { console.hint(hint) }
        if hasErrors { throw ExitCode.findings }
    }
}
