import Foundation
import TestSupport
import Testing

/// A folder with a model `Shop.yaml` and its history, a git repository where a test asks for one.
struct ModelProject {
    let folder: TemporaryFolder

    init(_ attributes: String = "name: string") throws {
        folder = try TemporaryFolder()
        try model(attributes)
    }

    /// Writes the live model: one entity with these attributes.
    func model(_ attributes: String) throws {
        try folder.write("trellis: 1\nmodel: Shop\nentities:\n  Customer:\n    attributes:\n      \(attributes.replacing(", ", with: "\n      "))\n", to: "Shop.yaml")
    }

    @discardableResult
    func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    /// Freezes the live model, which has to succeed.
    func create() throws {
        let process = try trellis("migrate", "create", "Shop.yaml")
        #expect(process.exitCode == 0, "\(process.errors)")
    }

    /// Runs git, which has to give this exit code.
    @discardableResult
    func git(_ arguments: String..., exitCode: Int32 = 0) throws -> ChildProcess {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "-c", "core.editor=true"]
        let process = try ChildProcess.run(named: "git", identity + arguments, in: folder.path)
        #expect(process.exitCode == exitCode, "git \(arguments.joined(separator: " ")): \(process.output)\(process.errors)")
        return process
    }

    func commit(_ message: String) throws {
        try git("add", "-A")
        try git("commit", "-q", "-m", message)
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(name)) }

    /// The names of all files in the folder of versions.
    var versionFiles: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("versions"))) ?? []).sorted()
    }

    /// The names of the attributes of a frozen version, in their order.
    func attributes(ofVersion number: Int) throws -> [String] {
        try text("versions/\(number).yaml").split(separator: "\n").filter { $0.hasPrefix("      ") }.map {
            String($0.trimmingCharacters(in: .whitespaces).prefix { $0 != ":" })
        }
    }

    /// Expects a history without a finding.
    func expectValid() throws {
        let process = try trellis("validate", "Shop.yaml")
        #expect(process.exitCode == 0 && process.errors == "", "\(process.errors)")
    }
}
