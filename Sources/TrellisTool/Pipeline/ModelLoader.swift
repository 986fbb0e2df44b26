import Diagnostics
import Foundation
import ProjectFiles
import SchemaEvolution

/// How a command loads models.
struct LoadingOptions {
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
            return try loader.loaded()
        }
        let chosen = ModelConfiguration(named: path, among: configured)
        loader.models.findings.addExpiredSuppressions(of: [chosen], as: options.expired)
        try loader.read([chosen], goByName: false)
        return try loader.loaded()
    }

    /// Loads the models in `files`, or those of the configuration if `files` is empty, without their histories.
    ///
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func load(files: [String], config: String?, _ console: Console) throws(CouldNotRun) -> LoadedModels {
        var loader = ModelLoader(console, LoadingOptions(versions: .none))
        let configured = try loader.configurations(in: config, isNeeded: files.isEmpty)
        loader.models.findings.addExpiredSuppressions(of: configured, as: .error)
        let named = files.map { ModelConfiguration(named: $0) }
        try loader.read(files.isEmpty ? configured : named, goByName: files.isEmpty)
        return try loader.loaded()
    }

    private func loaded() throws(CouldNotRun) -> LoadedModels {
        try console.checkReports(againstInputs: models.findings.texts.keys)
        return models
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
        return try models.findings.readConfiguration(path)
    }

    /// - Parameter goByName: whether models must have the names of `configured`.
    private mutating func read(_ configured: [ModelConfiguration], goByName: Bool) throws(CouldNotRun) {
        models.configured = configured
        for model in configured where !recall(model) { try read(model, goByName: goByName) }
    }

    private mutating func read(_ model: ModelConfiguration, goByName: Bool) throws(CouldNotRun) {
        watch(model)
        let file = try InputFile(reading: model.path)
        var history = LoadedHistory(try HistoryFolder.read(besideModel: model.path, options.versions))
        // Only a command that freezes a version reads the newest one alone, unless the new one is compared with older ones too.
        if options.versions == .newest, (model.compatibleFrom ?? history.history?.nextDecisions.compatibleFrom) != nil {
            history = LoadedHistory(try HistoryFolder.read(besideModel: model.path))
        }
        let forgiven = history.findings.filter { options.forgiving.contains($0.code) }
        history.findings.removeAll { options.forgiving.contains($0.code) }
        let loaded = LoadedModel(
            model, file: file, history: history, goesByName: goByName,
            read: { [options] path throws(CouldNotRun) in
                options.watched?.add(path)
                return try InputFile(reading: path)
            })
        models.findings.add(loaded)
        console.detail("\(model.path): read with \(loaded.included.count) included files and \(history.files.contents.count) of its history")
        models.states.append(.init(name: model.name, model: loaded.checked?.model, files: history.files, history: history.history))
        if let checked = loaded.valid { models.entries.append(.init(loaded: loaded, checked: checked, forgiven: forgiven)) }
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
        // As without memory: what is only written is no file that was read.
        models.findings.keep(memory.readsOutputs ? files : files.filter { record.inputs.contains($0.path) })
        models.findings.addRules(of: model, files: files)
        console.detail("\(model.path): unchanged since the last run")
        models.findings.add(record.findings, ofModel: model.name)
        models.remembered.append(.init(name: model.name, record: record))
        return true
    }
}
