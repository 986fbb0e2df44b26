import ArgumentParser
import Diagnostics
import Foundation
import SwiftGeneration

/// Which models a command works on: one that is named, or those of the configuration.
struct ModelSelection: ParsableArguments {
    @Argument(help: "A model's file; without it the models of trellis.yaml.")
    var model: String?

    @Option(help: "The configuration; trellis.yaml in this folder unless told otherwise.")
    var config: String?
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
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    init(_ selection: ModelSelection) throws(CouldNotRun) {
        for model in try configurations(selection) {
            let file = try InputFile(reading: model.path)
            sources[file.path] = file.text
            var (checked, findings) = ModelPipeline.check(file)
            // A name that other files go by must be the model's own: a plugin knows nothing else.
            if let name = checked?.model.name, selection.model == nil || selection.config != nil, name.text != model.name {
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
        if let path, selection.model == nil || FileManager.default.fileExists(atPath: path) {
            if selection.config == nil, !FileManager.default.fileExists(atPath: path) {
                throw CouldNotRun("there is no '\(path)' here; name a model's file, as in 'trellis validate Orders.yaml'")
            }
            let file = try InputFile(reading: path)
            sources[file.path] = file.text
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

extension FindingCode {
    static let otherName = FindingCode("TR0103")
}

extension ParsableCommand {
    /// Runs `body`; what could not be done is printed and gives exit code 3.
    func reportingFailures(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CouldNotRun {
            Terminal.printError("error: \(error)")
            throw ExitCode.couldNotRun
        }
    }
}
