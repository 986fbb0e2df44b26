import Foundation
import TestSupport
import Testing

/// A folder in `Tests/Cases`: a model, what the tool is expected to make of it, and how it is called.
///
/// - `schema.yaml` is the model; or `source` names a file of the checkout that is.
/// - `arguments` holds more arguments, if there are any.
/// - `expected/` holds the files that are written, `warnings.txt` what is reported along; `stderr.txt` holds what is reported
///   instead.
struct TestCase: Sendable, CustomTestStringConvertible {
    var name: String

    static let folder = "\(Project.root)/Tests/Cases"

    static let all: [TestCase] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { TestCase(name: $0) }
    }()

    var testDescription: String { name }
    var path: String { "\(Self.folder)/\(name)" }
    var expectedFolder: String { "\(path)/expected" }
    var stderrFile: String { "\(path)/stderr.txt" }

    var warningsFile: String { "\(path)/warnings.txt" }

    /// What the tool reports of a model that it takes.
    var warnings: String {
        get throws {
            guard FileManager.default.fileExists(atPath: warningsFile) else { return "" }
            return try String(contentsOfFile: warningsFile, encoding: .utf8)
        }
    }

    /// Whether the model is meant to be refused.
    var isBroken: Bool { name.hasPrefix("broken-") }

    /// What the tool wrote and said.
    struct Outcome {
        var process: ChildProcess
        var files: [String: Data]
    }

    /// Runs the tool on the case's model. Where the model is found decides how findings name it, so that is the same on every
    /// machine.
    func run() throws -> Outcome {
        let output = try TemporaryFolder()
        var (folder, model) = (path, "schema.yaml")
        if let source = try text("source") { (folder, model) = (Project.root, source) }
        let arguments = try text("arguments")?.split(separator: " ").map(String.init) ?? []
        let process = try ChildProcess.run(
            Project.trellis,
            ["generate", model, "--swift", output.path, "--sql", output.file("schema.sql")] + arguments, in: folder)
        return Outcome(process: process, files: try Self.files(in: output.path))
    }

    /// The files of a folder by their names, the hidden ones aside.
    static func files(in folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
    }

    /// The text of a file of the case, without the newline at its end; nil where there is no such file.
    private func text(_ name: String) throws -> String? {
        guard FileManager.default.fileExists(atPath: "\(path)/\(name)") else { return nil }
        return try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8).trimmingCharacters(in: .newlines)
    }
}
