import Diagnostics
import Foundation
import SchemaEvolution
import SchemaModel

extension FindingCode {
    static let otherName = FindingCode("TR0103")
}

/// How a command loads models.
struct LoadingOptions {
    /// Whether the file's name must be the model's name, as for the build plugin.
    var namesModelsByFile = false
    /// The errors of a history that the command can fix.
    var forgiving: Set<FindingCode> = []
    /// The versions to read of the models' histories.
    var versions = HistoryExtent.all
    /// The results of earlier runs.
    var memory: ResultMemory?
    /// Gets the files that are read.
    var watched: WatchedFiles?
    /// The severity of expired suppressions. A build that passed once must not fail on a later day.
    var expired = Severity.error
}

/// The first stage of a command: reads the configuration and the models, and checks each model.
struct ModelLoader {
    private var models: LoadedModels
    private let console: Console
    private let options: LoadingOptions

    private init(_ console: Console, _ options: LoadingOptions) {
        self.console = console
        self.options = options
        models = LoadedModels(findings: RunFindings(today: console.today))
    }

    /// Loads the models of `selection`.
    ///
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func load(
        _ selection: ModelSelection, _ console: Console, _ options: LoadingOptions = .init()
    ) throws(CouldNotRun) -> LoadedModels {
        var loader = ModelLoader(console, options)
        let configured = try loader.configurations(in: selection.config, isNeeded: selection.model == nil)
        guard let path = selection.model else {
            loader.models.findings.addExpiredSuppressions(of: configured, as: options.expired)
            try loader.read(configured, goByName: true)
            return loader.models
        }
        let name = name(ofModelAt: path)
        var chosen = configured.first { $0.name == name } ?? ModelConfiguration(name: name, path: path)
        chosen.path = path
        loader.models.findings.addExpiredSuppressions(of: [chosen], as: options.expired)
        try loader.read([chosen], goByName: options.namesModelsByFile)
        return loader.models
    }

    /// Loads the models in `files`, or those of the configuration if `files` is empty, without their histories.
    ///
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func load(files: [String], config: String?, _ console: Console) throws(CouldNotRun) -> LoadedModels {
        var loader = ModelLoader(console, LoadingOptions(versions: .none))
        let configured = try loader.configurations(in: config, isNeeded: files.isEmpty)
        loader.models.findings.addExpiredSuppressions(of: configured, as: .error)
        let named = files.map { ModelConfiguration(name: name(ofModelAt: $0), path: $0) }
        try loader.read(files.isEmpty ? configured : named, goByName: files.isEmpty)
        return loader.models
    }

    private static func name(ofModelAt path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// The models of the configuration at `path`, or of the one in this folder if no path is given and one is needed.
    private mutating func configurations(in path: String?, isNeeded: Bool) throws(CouldNotRun) -> [ModelConfiguration] {
        guard path != nil || isNeeded else { return [] }
        let named = path
        let path = path ?? ConfigurationReader.fileName
        options.watched?.add(path)
        if named == nil, !FileManager.default.fileExists(atPath: path) {
            throw CouldNotRun("no '\(path)' exists here; name a model's file, as in 'trellis \(console.command) Orders.yaml'")
        }
        let file = try InputFile(reading: path)
        models.findings.keep([file])
        let (configuration, findings) = ConfigurationReader.read(file)
        models.findings.add(findings)
        models.findings.setSeverities(configuration?.severities ?? [:])
        return configuration?.models ?? []
    }

    /// - Parameter goByName: whether models must have the names of `configured`.
    private mutating func read(_ configured: [ModelConfiguration], goByName: Bool) throws(CouldNotRun) {
        models.configured = configured
        for model in configured where !recall(model) { try read(model, goByName: goByName) }
    }

    private mutating func read(_ model: ModelConfiguration, goByName: Bool) throws(CouldNotRun) {
        watch(model)
        let file = try InputFile(reading: model.path)
        var included = [InputFile]()
        var files = try HistoryFolder.read(besideModel: model.path, options.versions)
        var (history, historyFindings) = HistoryReader.read(files)
        // Only a command that freezes a version reads the newest one alone, unless the new one is compared with older ones too.
        if options.versions == .newest, (model.compatibleFrom ?? history?.nextDecisions.compatibleFrom) != nil {
            files = try HistoryFolder.read(besideModel: model.path)
            (history, historyFindings) = HistoryReader.read(files)
        }
        models.findings.keep([file] + files.inputs)
        let forgiven = historyFindings.filter { options.forgiving.contains($0.code) }
        historyFindings.removeAll { options.forgiving.contains($0.code) }
        var (checked, findings) = ModelPipeline.check(file, history: history ?? .empty) { [options] path in
            options.watched?.add(path)
            let file = try InputFile(reading: path)
            included.append(file)
            return file
        }
        models.findings.keep(included)
        models.findings.addRules(of: model, files: [file] + included + files.inputs)
        console.detail("\(model.path): read with \(included.count) included files and \(files.contents.count) of its history")
        if goByName, let name = checked?.model.name, name.text != model.name {
            let message = "the file names the model '\(name.text)', and the configuration '\(model.name)'"
            findings.append(Finding(.otherName, message, at: name.span))
            checked = nil
        }
        models.states.append(.init(name: model.name, model: checked?.model, files: files, history: history))
        findings = (findings + historyFindings).sortedByPlace()
        models.findings.add(findings, ofModel: model.name)
        guard let checked, !findings.containsError else { return }
        models.entries.append(
            .init(
                file: file, included: included, configuration: model, checked: checked, historyFiles: files, forgiven: forgiven,
                findings: findings))
    }

    private func watch(_ model: ModelConfiguration) {
        let templates = model.templates.values.map(\.path) + model.files.map(\.template.path)
        for path in [model.path, HistoryFolder.path(besideModel: model.path)] + templates { options.watched?.add(path) }
    }

    /// Uses the earlier results of an unchanged model; false if it must be checked.
    private mutating func recall(_ model: ModelConfiguration) -> Bool {
        guard let memory = options.memory, let record = memory.record(of: model),
            let files = memory.unchangedFiles(record, of: model)
        else { return false }
        if let watched = options.watched {
            watch(model)
            for path in record.inputs { watched.add(path) }
        }
        models.findings.keep(files)
        models.findings.addRules(of: model, files: files)
        console.detail("\(model.path): unchanged since the last run")
        models.findings.add(record.findings, ofModel: model.name)
        models.remembered.append(record)
        return true
    }
}
