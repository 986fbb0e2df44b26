import ArgumentParser
import Diagnostics
import Foundation
import SchemaSyntax

extension FindingCode {
    static let otherName = FindingCode("TR0103")
}

/// The models that a run works on, read and checked, with everything that was found.
struct Run {
    struct Entry {
        var file: InputFile
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
        for model in try configurations(selection) {
            let file = try InputFile(reading: model.path)
            keep(file)
            var (checked, findings) = ModelPipeline.check(file)
            if let name = checked?.model.name, selection.model == nil || goesByFileName, name.text != model.name {
                let message = "the model is called '\(name.text)', but '\(model.name)' where it is used"
                findings.append(Finding(.otherName, message, at: name.span))
                checked = nil
            }
            self.findings += findings
            if let checked { entries.append(Entry(file: file, configuration: model, checked: checked)) }
        }
    }

    private mutating func configurations(_ selection: ModelSelection) throws(CouldNotRun) -> [ModelConfiguration] {
        let path = selection.config ?? (selection.model == nil ? ConfigurationReader.fileName : nil)
        var configured = [ModelConfiguration]()
        if let path {
            if selection.config == nil, !FileManager.default.fileExists(atPath: path) {
                throw CouldNotRun("there is no '\(path)' here; name a model's file, as in 'trellis validate Orders.yaml'")
            }
            let file = try InputFile(reading: path)
            keep(file)
            let (configuration, findings) = ConfigurationReader.read(file)
            self.findings += findings
            configured = configuration?.models ?? []
        }
        guard let model = selection.model else { return configured }
        let name = URL(filePath: model).deletingPathExtension().lastPathComponent
        var chosen = configured.first { $0.name == name } ?? ModelConfiguration(name: name, path: model)
        chosen.path = model
        return [chosen]
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
