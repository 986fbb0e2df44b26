import ArgumentParser
import Diagnostics
import Foundation
import SchemaEvolution
import SchemaModel
import SchemaSyntax

extension FindingCode {
    static let otherName = FindingCode("TR0103")
}

/// The models that a run works on, read and checked, with everything that was found.
struct Run {
    struct Entry {
        /// The model's own file.
        var file: InputFile
        /// The files that it includes.
        var included: [InputFile]
        var configuration: ModelConfiguration
        var checked: CheckedModel
        var historyFiles: HistoryFiles
        /// What is wrong with its history that the run can mend.
        var forgiven: [Finding]
        /// What was found of it, all told.
        var findings: [Finding]

        /// Everything that was read of it.
        var inputs: [InputFile] { [file] + included + historyFiles.inputs }
    }

    /// A model with its history, whatever is wrong with either.
    struct State {
        var name: String
        /// nil where it has errors.
        var model: Model?
        var files: HistoryFiles
        /// nil where it cannot be read.
        var history: ModelHistory?
    }

    private(set) var entries: [Entry] = []
    private(set) var states: [State] = []
    /// What the run is asked to look at.
    private(set) var configured: [ModelConfiguration] = []
    /// What an earlier run has found of models that are as they were, which are not among the entries.
    private(set) var remembered: [CheckMemory.Record] = []
    private var findings: [RunFinding] = []
    private var sources: [String: String] = [:]
    private var hints: [String] = []
    /// How many of the findings were told.
    private var reported = 0
    private var policy: FindingPolicy
    private let console: Console
    private let forgivenCodes: Set<FindingCode>
    private let readsHistories: Bool
    private let memory: CheckMemory?
    private let watched: WatchedFiles?

    /// Reads the models that `selection` names.
    /// - Parameters:
    ///   - console: hears what was found.
    ///   - goesByFileName: whether others know a named model by its file's name, as the build plugin does.
    ///   - forgiving: what may be wrong with a history, because the command mends it.
    ///   - readsHistories: whether the models' histories are looked at.
    ///   - memory: what earlier runs have found.
    ///   - watched: gets the files that the run looks at.
    ///   - expired: how severe a suppression is whose day is over. A build that went through once must not stop on a later day.
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

    /// Reads the models in `files`, or those of the configuration where there are none, without their histories.
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

    /// - Parameter goByName: whether the models have to be called as `models` calls them.
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
                let message = "the model is called '\(name.text)', but '\(model.name)' where it is used"
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

    /// Takes what was found of a model that is as it was; false where it has to be looked at.
    private mutating func recall(_ model: ModelConfiguration) -> Bool {
        guard let memory, let record = memory.record(of: model), let files = memory.unchangedFiles(record, of: model)
        else { return false }
        for file in files { keep(file) }
        policy.add(model.suppressions, ofModel: model.name, files: files)
        console.detail("\(model.path): as it was when it was checked before")
        add(record.findings, ofModel: model.name)
        remembered.append(record)
        return true
    }

    /// The one model of the run.
    /// - Throws: ``CouldNotRun`` where the configuration has several.
    func onlyEntry() throws(CouldNotRun) -> Entry {
        guard let entry = entries.first, entries.count == 1 else {
            let names = entries.map { "'\($0.file.path)'" }.joined(separator: ", ")
            throw CouldNotRun(entries.isEmpty ? "there is no model" : "name one of the models: \(names)")
        }
        return entry
    }

    /// The decisions of a migration; nil where a finding says why not.
    /// - Throws: ``CouldNotRun`` where the file cannot be read.
    mutating func readDecisions(_ path: String) throws(CouldNotRun) -> (decisions: MigrationDecisions, text: String)? {
        let file = try InputFile(reading: path)
        keep(file)
        let (decisions, findings) = DecisionReader.read(file.bytes, file: path)
        add(findings)
        return decisions.map { ($0, file.text) }
    }

    /// The models of the configuration at `path`; of the one in this folder where none is named and one is needed.
    private mutating func configurations(
        in path: String?, isNeeded: Bool
    ) throws(CouldNotRun) -> [ModelConfiguration] {
        guard path != nil || isNeeded else { return [] }
        let named = path
        let path = path ?? ConfigurationReader.fileName
        watched?.add(path)
        if named == nil, !FileManager.default.fileExists(atPath: path) {
            throw CouldNotRun("there is no '\(path)' here; name a model's file, as in 'trellis \(console.command) Orders.yaml'")
        }
        let file = try InputFile(reading: path)
        keep(file)
        let (configuration, findings) = ConfigurationReader.read(file)
        add(findings)
        policy.severities = configuration?.severities ?? [:]
        return configuration?.models ?? []
    }

    /// Keeps a file's text for the excerpts of findings; one that was not even read to its end has none to show.
    private mutating func keep(_ file: InputFile) {
        if file.isWhole { sources[file.path] = file.text }
    }

    /// Keeps the texts of a history's files.
    mutating func keep(_ files: HistoryFiles) {
        for file in files.inputs { keep(file) }
    }

    /// Keeps the texts of files that findings are about.
    mutating func keep(_ files: [InputFile]) {
        for file in files { keep(file) }
    }

    /// Adds a line that is printed after the findings.
    mutating func hint(_ text: String) { hints.append(text) }

    /// Whether what one of the models makes is not known.
    var hasBrokenModel: Bool { entries.count < states.count }

    /// Whether nothing may be written.
    var hasErrors: Bool { judged.contains { $0.suppression == nil && $0.finding.severity == .error } }

    /// Everything that was found, as the configuration has it.
    var judged: [ReportEntry] { policy.judge(findings) }

    /// Adds the suppressions that speak of nothing, where all models could be looked at.
    /// - Parameter isLookedFor: whether the run would have found a code.
    mutating func addUnusedSuppressions(isLookedFor: (_ code: String) -> Bool) {
        guard !hasBrokenModel else { return }
        add(policy.unused(after: judged, isLookedFor: isLookedFor))
    }

    /// Adds what was found.
    /// - Parameter model: the name of the model that it is about, as the configuration has it; nil for none in particular.
    mutating func add(_ findings: [Finding], ofModel model: String? = nil) {
        self.findings += findings.map { RunFinding(finding: $0, model: model) }
    }

    /// Adds what is wrong with what models make, and with where they write it.
    /// - Parameter remembered: what models write that are as they were, and the files that they read.
    mutating func add(_ outputs: [ModelOutputs], remembered: (claims: [OutputClaim], inputs: [String]) = ([], [])) {
        for outputs in outputs {
            keep(outputs.templates)
            // Two models may have a template in common.
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
        // What is read is no more said to be a person's.
        let told = Set(claimFindings.map(\.span))
        add(claimFindings + outputs.flatMap(\.generated).findings.filter { !told.contains($0.span) })
    }

    /// Tells of files that no model makes any more.
    mutating func tell(of orphans: [Orphan]) {
        keep(orphans.compactMap { try? InputFile(reading: $0.path) })
        add(orphans.map(\.finding))
    }

    /// Takes findings away that a command tells in another way.
    mutating func leaveOut(_ codes: Set<FindingCode>) {
        findings.removeAll { codes.contains($0.finding.code) }
    }

    /// Tells what was not told yet.
    /// - Parameter isPrinted: whether it is printed too; it is not where the result has it.
    /// - Throws: exit code 1 where something is an error.
    mutating func report(isPrinted: Bool = true) throws {
        console.tell(policy.judge(findings[reported...]), sources: sources, isPrinted: isPrinted)
        reported = findings.count
        for hint in hints { console.hint(hint) }
        if hasErrors { throw ExitCode.findings }
    }
}
