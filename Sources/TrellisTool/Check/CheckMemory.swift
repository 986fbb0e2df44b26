import Diagnostics
import Foundation
import SQLiteAccess
import SchemaSyntax

/// What earlier checks found, so that what did not change is not looked at again: a file for each model in a folder outside of
/// the sources.
///
/// Contents count, and never times: a record is of use where every file that was read, and every file that the model makes, has
/// the same bytes. A record that cannot be read or written is none, and nothing is lost with the folder.
struct CheckMemory {
    private let folder: String
    private let tool: String
    private let goesByName: Bool

    /// What was found of one model.
    struct Record: Codable {
        /// The tool that found it.
        var tool: String
        /// What the configuration says of the model's outputs.
        var request: String
        /// The digests of the files that were looked at, by their paths.
        var files: [String: String]
        /// What the model makes, and the paths of what it is made from.
        var claims: [OutputClaim]
        var inputs: [String]
        /// The names in the folder of versions.
        var versionFiles: [String]
        /// What was found of the model, and of its files.
        var findings: [Finding]
        /// What the proofs of its migrations found, by what they depend on.
        var proofs: [String: [Finding]]
        /// What is said of the model where it is all right.
        var summary: String
    }

    /// - Parameters:
    ///   - folder: where records are kept; nil for the system's place for what can be made again.
    ///   - goesByName: whether the models have to be called as the configuration calls them.
    init(folder: String?, goesByName: Bool) {
        self.goesByName = goesByName
        let environment = ProcessInfo.processInfo.environment
        let caches = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(NSHomeDirectory())/.cache"
        self.folder = folder ?? "\(caches)/trellis"
        tool = Self.toolIdentity
    }

    /// Another build of the tool may find something else, and so may another SQLite.
    private static var toolIdentity: String {
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return "\(Digest.sum(ofFile: path)) \(SQLiteConnection.librarySource)"
    }

    // MARK: Recalling

    /// What is known of a model, whatever has changed since; nil for nothing, or what another tool has found.
    func record(of model: ModelConfiguration) -> Record? {
        guard let text = FileManager.default.contents(atPath: path(of: model)), let data = Self.unsealed(text),
            let record = try? JSONDecoder().decode(Record.self, from: data), record.tool == tool
        else { return nil }
        return record
    }

    /// The files that a record is about; nil where one has changed since, or the configuration asks for something else.
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

    /// Keeps what was found of a model.
    func keep(_ check: ModelCheck, summary: String) {
        let entry = check.entry
        // The bytes that were judged, and never those that are there now: what changed in between was not checked.
        let outputs = check.compared
        let inputs = entry.inputs + check.outputs.templates
        // A file that is missing cannot be recognized later. What a person's file holds does not matter.
        let areBegun = check.outputs.begun.allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
        guard outputs.count == check.outputs.generated.count, (inputs + outputs).allSatisfy(\.isWhole), areBegun,
            check.outputs.findings.isEmpty, !check.hasForeignOutput
        else { return }
        let record = Record(
            tool: tool, request: request(entry.configuration),
            files: Dictionary((inputs + outputs).map { ($0.path, Digest.of($0.bytes)) }, uniquingKeysWith: { first, _ in first }),
            claims: check.outputs.claims, inputs: inputs.map(\.path),
            versionFiles: entry.historyFiles.contents.keys.sorted(),
            findings: entry.findings + check.findings, proofs: check.proofs, summary: summary)
        guard let data = try? JSONEncoder().encode(record) else { return }
        let output = FileWriter.Output(path: path(of: entry.configuration), text: Self.sealed(data))
        _ = try? FileWriter.write([output])
    }

    /// A record behind its digest, by which one that was edited or cut off is recognized.
    private static func sealed(_ record: Data) -> String {
        "\(Digest.of(Array(record)))\n\(String(decoding: record, as: UTF8.self))"
    }

    private static func unsealed(_ text: Data) -> Data? {
        let parts = text.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].elementsEqual(Digest.of(Array(parts[1])).utf8) else { return nil }
        return parts[1]
    }

    /// What a record's findings depend on beside files.
    private func request(_ model: ModelConfiguration) -> String {
        let shells = model.templates.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
        let paths = [model.swiftFolder, model.sqlFile, model.dictionary, model.extensionsFolder].map { String(describing: $0) }
        let files = model.files.map { "\($0)" }
        let words = [
            model.name, model.path, model.configuration ?? "", model.access.rawValue, "\(model.snapshots)", "\(model.isDraft)",
            "\(goesByName)",
        ]
        return (words + paths + shells + files).joined(separator: "\u{0}")
    }

    /// Paths in findings are as this folder sees them, so that it is part of a record's name.
    private func path(of model: ModelConfiguration) -> String {
        let name = Digest.of(Array("\(FileManager.default.currentDirectoryPath)\u{0}\(model.path)".utf8))
        return "\(folder)/check-\(name.prefix(32)).json"
    }
}
