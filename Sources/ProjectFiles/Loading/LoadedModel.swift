import Diagnostics
import SchemaEvolution
import SchemaModel
import SchemaSyntax

extension FindingCode {
    static let otherName = FindingCode("TR0103")
}

/// A model that was read with its history and checked by all stages.
package struct LoadedModel {
    package let configuration: ModelConfiguration
    /// The model's own file.
    package let file: InputFile
    /// The files that it includes.
    package let included: [InputFile]
    package let history: LoadedHistory
    /// nil if the model has errors; its history may have some.
    package let checked: CheckedModel?
    /// Those of the model and of its history, by place.
    package let findings: [Finding]

    /// All its inputs.
    package var inputs: [InputFile] { [file] + included + history.files.inputs }

    /// The model to generate from; nil if it or its history has errors.
    package var valid: CheckedModel? { findings.containsError ? nil : checked }

    /// - Parameters:
    ///   - goesByName: whether the model must have the name of its configuration.
    ///   - provesSchema: whether SQLite checks the schema and the fetches.
    ///   - parse: parses a file.
    ///   - read: reads an included file.
    package init(
        _ configuration: ModelConfiguration, file: InputFile, history: LoadedHistory, goesByName: Bool,
        provesSchema: Bool = true, parse: (InputFile) -> YAMLParser.Result = { YAMLParser.parse($0.bytes, file: $0.path) },
        read: (_ path: String) throws(CouldNotRun) -> InputFile = { path throws(CouldNotRun) in try InputFile(reading: path) }
    ) {
        var included = [InputFile]()
        var (checked, findings) = ModelPipeline.check(
            file, history: history.history ?? .empty, provesSchema: provesSchema, parse: parse
        ) { path in
            let file = try read(path)
            included.append(file)
            return file
        }
        if goesByName, let name = checked?.model.name, let finding = Self.wrongName(name, of: configuration) {
            findings.append(finding)
            checked = nil
        }
        if let valid = checked, !findings.containsError, provesSchema {
            findings += configuration.targets.flatMap { $0.findings(on: valid.model, valid.schema) + valid.history.findings(on: $0) }
        }
        (self.configuration, self.file, self.included, self.history) = (configuration, file, included, history)
        self.checked = checked
        self.findings = (findings + history.findings).sortedByPlace()
    }

    /// The finding on a model that must have the name of its configuration; nil if it has.
    package static func wrongName(_ name: Name, of configuration: ModelConfiguration) -> Finding? {
        if name.text == configuration.name { return nil }
        let message = "the file names the model '\(name.text)', and the configuration '\(configuration.name)'"
        return Finding(.otherName, message, at: name.span)
    }
}

/// The frozen versions beside a model.
package struct LoadedHistory {
    package let files: HistoryFiles
    /// nil if it cannot be read.
    package let history: ModelHistory?
    package var findings: [Finding]

    package init(_ files: HistoryFiles) {
        self.files = files
        (history, findings) = HistoryReader.read(files)
    }
}
