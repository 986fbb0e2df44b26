import Foundation
import SchemaModel
import TestSupport
import Testing

/// What a model's history makes of the commands that read the model.
struct LiveModelTests {
    private let folder: TemporaryFolder
    private static let model = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { name: string }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Shop.yaml")
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    /// Freezes the model as its first version, by hand.
    private func freeze() throws {
        #expect(try trellis("generate", "Shop.yaml", "--sql", "shop.sql").exitCode == 0)
        let hash = try #require(try text("shop.sql").firstMatch(of: /[0-9a-f]{64}/)?.output)
        let definition = "trellis: 1\nmodel: Shop\nentities:\n  Customer:\n    attributes:\n      name: string\n"
        try folder.write("1 - \(hash) \(Model.hash(ofText: definition))\n", to: "versions/lock")
        try folder.write(definition, to: "versions/1.yaml")
    }

    @Test("Without a history it is the draft of version 1; with one the newest version, or the draft of the next")
    func versions() throws {
        func generated() throws -> [String] {
            let process = try trellis("generate", "Shop.yaml", "--swift", "out", "--sql", "shop.sql")
            #expect(process.exitCode == 0, "\(process.errors)")
            let lines = try text("out/Shop.trellis.swift").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let schema = try text("shop.sql").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            return [lines.first { $0.hasPrefix("/// Version") } ?? ""] + lines.filter { $0.hasPrefix("version:") || $0.hasPrefix("isDraft:") }
                + schema.filter { $0.hasPrefix("('version'") || $0.hasPrefix("('draft'") }
        }
        #expect(try generated() == ["/// Version 1, a draft; 1 entity.", "version: 1,", "isDraft: true,", "('version', '1'),", "('draft', '1'),"])
        try freeze()
        #expect(try generated() == ["/// Version 1; 1 entity.", "version: 1,", "isDraft: false,", "('version', '1'),", "('draft', '0'),"])
        try folder.write("# A comment changes nothing.\n" + Self.model, to: "Shop.yaml")
        #expect(try generated()[1...2] == ["version: 1,", "isDraft: false,"])
        try folder.write(Self.model.replacing("name: string", with: "name: string, info: string?"), to: "Shop.yaml")
        #expect(try generated() == ["/// Version 2, a draft; 1 entity.", "version: 2,", "isDraft: true,", "('version', '2'),", "('draft', '1'),"])
    }

    @Test("A broken history is a finding, and nothing is generated; formatting goes on")
    func broken() throws {
        try freeze()
        try folder.write("more\n", to: "versions/notes.txt")
        for command in [["validate", "Shop.yaml"], ["generate", "Shop.yaml", "--sql", "new.sql"]] {
            let process = try ChildProcess.run(Project.trellis, command, in: folder.path)
            #expect(process.exitCode == 1 && process.errors.hasPrefix("versions/notes.txt:1:1: error[TR2209]"), "\(process.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("new.sql")))
        #expect(try trellis("format", "Shop.yaml").exitCode == 0)
        // What is wrong with the model and with its history is told in one run.
        try folder.write(Self.model.replacing("string", with: "strin"), to: "Shop.yaml")
        let both = try trellis("validate", "Shop.yaml")
        #expect(both.errors.contains("error[TR2209]") && both.errors.contains("Shop.yaml:5:") && both.errors.contains("error[TR1104]"))
    }

    @Test("A conflict in the lock shows its line, and the command")
    func conflict() throws {
        try freeze()
        try folder.write("<<<<<<< HEAD\n\(try text("versions/lock"))=======\n>>>>>>> main\n", to: "versions/lock")
        let process = try trellis("validate", "Shop.yaml")
        #expect(process.exitCode == 1)
        #expect(process.errors.hasPrefix("versions/lock:1:1: error[TR2202]") && process.errors.contains(" 1 | <<<<<<< HEAD"))
        #expect(process.errors.contains("'trellis migrate rebase Shop.yaml'"))
    }

    @Test("Nothing that is generated is written over a frozen version")
    func notWrittenOver() throws {
        try freeze()
        let process = try trellis("generate", "Shop.yaml", "--sql", "versions/1.yaml")
        #expect(process.exitCode == 1 && process.errors.contains("error[TR0115]: 'versions/1.yaml' is an input and cannot be an output"))
    }
}
