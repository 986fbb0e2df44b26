import ArgumentParser
import Diagnostics
import Foundation
import SchemaEvolution
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
    }

    private(set) var entries: [Entry] = []
    private(set) var findings: [Finding] = []
    private var sources: [String: String] = [:]

    /// Reads the models that `selection` names.
    /// - Parameter goesByFileName: whether others know a named model by its file's name, as the build plugin does.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    init(_ selection: ModelSelection, goesByFileName: Bool = false) throws(CouldNotRun) {
        let configured = try configurations(in: selection.config, isNeeded: selection.model == nil)
        guard let path = selection.model else {
            try read(configured, goByName: true)
            return
        }
        let name = Self.name(ofModelAt: path)
        var chosen = configured.first { $0.name == name } ?? ModelConfiguration(name: name, path: path)
        chosen.path = path
        try read([chosen], goByName: goesByFileName)
    }

    /// Reads the models in `files`, or those of the configuration where there are none, without their histories.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    init(files: [String], config: String?) throws(CouldNotRun) {
        let configured = try configurations(in: config, isNeeded: files.isEmpty)
        let named = files.map { ModelConfiguration(name: Self.name(ofModelAt: $0), path: $0) }
        try read(files.isEmpty ? configured : named, goByName: files.isEmpty, readsHistories: false)
    }

    private static func name(ofModelAt path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// - Parameter goByName: whether the models have to be called as `models` calls them.
    private mutating func read(
        _ models: [ModelConfiguration], goByName: Bool, readsHistories: Bool = true
    ) throws(CouldNotRun) {
        for model in models {
            let file = try InputFile(reading: model.path)
            keep(file)
            var included = [InputFile]()
            let history = readsHistories ? try self.history(besideModel: model.path) : (nil, [])
            var (checked, findings) = ModelPipeline.check(file, history: history) { path in
                let file = try InputFile(reading: path)
                included.append(file)
                return file
            }
            for file in included { keep(file) }
            if goByName, let name = checked?.model.name, name.text != model.name {
                let message = "the model is called '\(name.text)', but '\(model.name)' where it is used"
                findings.append(Finding(.otherName, message, at: name.span))
                checked = nil
            }
            self.findings += findings
            if let checked { entries.append(Entry(file: file, included: included, configuration: model, checked: checked)) }
        }
    }

    /// The history of the model at `path`, and what is wrong with it.
    private mutating func history(besideModel path: String) throws(CouldNotRun) -> (history: ModelHistory?, findings: [Finding]) {
        let files = try HistoryFolder.read(besideModel: path)
        for (name, bytes) in files.contents { keep(InputFile(path: "\(files.folder)/\(name)", bytes: bytes)) }
        return HistoryReader.read(files)
    }

    /// The models of the configuration at `path`; of the one in this folder where none is named and one is needed.
    private mutating func configurations(
        in path: String?, isNeeded: Bool
    ) throws(CouldNotRun) -> [ModelConfiguration] {
        guard path != nil || isNeeded else { return [] }
        let named = path
        let path = path ?? ConfigurationReader.fileName
        if named == nil, !FileManager.default.fileExists(atPath: path) {
            throw CouldNotRun("there is no '\(path)' here; name a model's file, as in 'trellis validate Orders.yaml'")
        }
        let file = try InputFile(reading: path)
        keep(file)
        let (configuration, findings) = ConfigurationReader.read(file)
        self.findings += findings
        return configuration?.models ?? []
    }

    /// Keeps a file's text for the excerpts of findings; one that was not even read to its end has none to show.
    private mutating func keep(_ file: InputFile) {
        if file.bytes.count <= YAMLParser.sizeLimit { sources[file.path] = file.text }
    }

    /// Whether nothing may be written.
    var hasErrors: Bool { findings.containsError }

    mutating func add(_ findings: [Finding]) {
        self.findings += findings
    }

    /// Prints all findings.
    /// - Throws: exit code 1 where one is an error.
    func report() throws {
        if !findings.isEmpty { Terminal.printError(TextRenderer(sources: sources).render(findings)) }
        if hasErrors { throw ExitCode.findings }
    }
}
