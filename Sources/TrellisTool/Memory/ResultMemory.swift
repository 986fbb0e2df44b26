import Diagnostics
import Foundation
import ProjectFiles
import SQLiteAccess
import SchemaSyntax

/// The results of earlier runs of a command, so that an unchanged model is not read again: a file for each model in a folder outside
/// the sources.
///
/// Contents decide, never times: a record is valid if all read files and all generated files have the same bytes. The tool's own file
/// alone is known by its state, with the time of its last change, which no program can set. An unreadable
/// record counts as missing, and you can delete the folder.
struct ResultMemory {
    /// The commands that keep results.
    enum Command: String { case check, generate }

    private let folder: String
    private let command: Command
    private let options: [String]
    private let tool: String
    private let goesByName: Bool

    /// The results of one model.
    struct Record: Codable {
        /// The tool that made it.
        var tool: String
        /// The configuration of the model's outputs.
        var request: String
        /// The digests of the inputs and of the generated files, by their paths.
        var files: [String: String]
        /// The model's outputs, and the paths of their inputs.
        var claims: [OutputClaim]
        var inputs: [String]
        /// The names in the folder of versions.
        var versionFiles: [String]
        /// The findings of the model and of its files.
        var findings: [Finding]
        /// The results of its migrations' proofs, by their inputs.
        var proofs: [String: [Finding]]
        /// The line for a model without findings.
        var summary: String

        /// How many generated files it has.
        var outputCount: Int { files.count - Set(inputs).intersection(files.keys).count }
    }

    /// - Parameters:
    ///   - command: the command whose results they are.
    ///   - options: what the command line states about a model's outputs.
    ///   - folder: the folder of the records; nil for the system's cache.
    ///   - goesByName: whether models must have the names of the configuration.
    init(of command: Command, options: [String] = [], folder: String?, goesByName: Bool) {
        (self.command, self.options, self.goesByName) = (command, options, goesByName)
        let environment = ProcessInfo.processInfo.environment
        let caches = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(NSHomeDirectory())/.cache"
        self.folder = folder ?? "\(caches)/trellis"
        tool = Self.toolIdentity(in: self.folder)
    }

    /// Another build of the tool may find other errors, and so may another SQLite.
    private static func toolIdentity(in folder: String) -> String {
        "\(checksum(ofTool: Bundle.main.executablePath ?? CommandLine.arguments[0], in: folder)) \(SQLiteConnection.librarySource)"
    }

    /// The checksum of the tool. It is kept with the state of the file, because reading a large file takes longer than a check.
    private static func checksum(ofTool path: String, in folder: String) -> String {
        guard let state = FileState(of: path) else { return "" }
        let (file, name) = ("\(folder)/tool", "\(path) \(state)")
        let known = FileManager.default.contents(atPath: file).flatMap(unsealed).map { String(decoding: $0, as: UTF8.self) }
        let lines = known?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        if lines.count == 2, lines[0] == name { return String(lines[1]) }
        let sum = Digest.sum(ofFile: path)
        _ = try? FileWriter.write([.init(path: file, text: sealed(Data("\(name)\n\(sum)".utf8)))])
        return sum
    }

    /// Whether the command reads the generated files.
    var readsOutputs: Bool { command == .check }

    // MARK: Recalling

    /// The record of a model, even if the model has changed; nil without a record, or with one of another tool.
    func record(of model: ModelConfiguration) -> Record? {
        guard let text = FileManager.default.contents(atPath: path(of: model)), let data = Self.unsealed(text),
            let record = try? JSONDecoder().decode(Record.self, from: data), record.tool == tool
        else { return nil }
        return record
    }

    /// The files of a record; nil if one has changed, or if the configuration has.
    func unchangedFiles(_ record: Record, of model: ModelConfiguration) -> [InputFile]? {
        let names = try? HistoryFolder.visibleNames(besideModel: model.path).sorted()
        guard record.request == request(model), names == record.versionFiles,
            record.claims.allSatisfy({ FileManager.default.fileExists(atPath: $0.path) })
        else { return nil }
        var files = [InputFile]()
        for (path, digest) in record.files {
            guard let file = try? InputFile(reading: path), file.isWhole, Digest.of(file.bytes) == digest else { return nil }
            files.append(file)
        }
        return files
    }

    // MARK: Keeping

    /// Stores the results of a model.
    func keep(_ check: ModelCheck, summary: String) {
        // The digests are of the checked bytes, not of the present ones, which may have changed since.
        let outputs = check.compared
        guard outputs.count == check.outputs.generated.count, outputs.allSatisfy(\.isWhole), !check.hasForeignOutput else { return }
        keep(
            check.entry, check.outputs, digests: outputs.map { ($0.path, Digest.of($0.bytes)) }, check.findings, check.proofs,
            summary: summary)
    }

    /// Stores that the outputs of a model are written.
    /// - Parameter findings: those of the outputs.
    func keep(_ entry: LoadedModels.Entry, written outputs: ModelOutputs, _ findings: [Finding]) {
        keep(entry, outputs, digests: outputs.generated.map { ($0.path, Digest.of(Array($0.text.utf8))) }, findings, [:], summary: "")
    }

    /// - Parameter digests: those of the generated files, with their paths.
    private func keep(
        _ entry: LoadedModels.Entry, _ outputs: ModelOutputs, digests: [(String, String)], _ findings: [Finding],
        _ proofs: [String: [Finding]], summary: String
    ) {
        let inputs = entry.inputs + outputs.templates
        // A missing file cannot be recognized later. The contents of an extension file do not matter.
        let areBegun = outputs.begun.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
        guard inputs.allSatisfy(\.isWhole), areBegun, outputs.findings.isEmpty else { return }
        let record = Record(
            tool: tool, request: request(entry.configuration),
            files: Dictionary(inputs.map { ($0.path, Digest.of($0.bytes)) } + digests, uniquingKeysWith: { first, _ in first }),
            claims: outputs.claims, inputs: inputs.map(\.path), versionFiles: entry.historyFiles.contents.keys.sorted(),
            findings: entry.findings + findings, proofs: proofs, summary: summary)
        guard let data = try? JSONEncoder().encode(record) else { return }
        let output = FileWriter.Output(path: path(of: entry.configuration), text: Self.sealed(data))
        _ = try? FileWriter.write([output])
    }

    /// A record after its digest, which detects edits and truncation.
    private static func sealed(_ record: Data) -> String {
        "\(Digest.of(Array(record)))\n\(String(decoding: record, as: UTF8.self))"
    }

    private static func unsealed(_ text: Data) -> Data? {
        let parts = text.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].elementsEqual(Digest.of(Array(parts[1])).utf8) else { return nil }
        return parts[1]
    }

    /// The inputs of a record's findings other than files.
    private func request(_ model: ModelConfiguration) -> String {
        let shells = model.templates.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
        let paths = [model.swiftFolder, model.sqlFile, model.dictionary, model.extensionsFolder].map { String(describing: $0) }
        let files = model.files.map { "\($0)" }
        let words = [
            model.name, model.path, model.configuration ?? "", model.access.rawValue, "\(model.snapshots)", "\(model.isDraft)",
            "\(goesByName)", model.compatibleFrom.map { "\($0)" } ?? "", model.minimumDocumentation.map { "\($0)" } ?? "",
        ] + model.targets.map(\.name) + model.migrations.map { "\($0)" }
        return (words + options + paths + shells + files).joined(separator: "\u{0}")
    }

    /// Findings have paths relative to this folder, so the folder is part of the record's name.
    private func path(of model: ModelConfiguration) -> String {
        let words = [FileManager.default.currentDirectoryPath, model.path] + options
        let name = Digest.of(Array(words.joined(separator: "\u{0}").utf8))
        return "\(folder)/\(command.rawValue)-\(name.prefix(32)).json"
    }
}
