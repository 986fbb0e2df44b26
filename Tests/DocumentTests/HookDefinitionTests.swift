import Foundation
import TestSupport
import Testing

/// The action and the hooks that other repositories take from this one.
struct HookDefinitionTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
    }

    private func values(of key: String, in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.trimmingCharacters(in: .whitespaces).replacing(#/^- /#, with: "")
            return words.hasPrefix("\(key): ") ? String(words.dropFirst(key.count + 2)) : nil
        }
    }

    @Test func `the page names the hooks that the repository defines`() throws {
        let defined = try values(of: "id", in: text(".pre-commit-hooks.yaml"))
        let shown = try values(of: "id", in: text("Tests/DocumentTests/Models/Workflow/pre-commit.yaml"))
        #expect(!defined.isEmpty && shown == defined)
    }

    @Test func `each hook and the action run a command that the tool takes`() throws {
        let entries = try values(of: "entry", in: text(".pre-commit-hooks.yaml"))
        let commands = try values(of: "default", in: text("action.yml")).filter { $0 != "." }
            + values(of: "command", in: text("Tests/DocumentTests/Models/Workflow/trellis.yml"))
        #expect(entries.count == 2 && commands.count == 2)
        for words in entries.map({ $0.replacing(#/^trellis /#, with: "") }) + commands {
            let folder = try TemporaryFolder()
            let run = try ChildProcess.run(Project.trellis, words.split(separator: " ").map(String.init), in: folder.path)
            #expect(run.exitCode != 2, "\(words): \(run.errors)")
        }
    }

    @Test func `the hooks run for models, configurations and generated files`() throws {
        let patterns = try values(of: "files", in: text(".pre-commit-hooks.yaml")).map { try Regex($0) }
        let check = try #require(patterns.last)
        for file in ["trellis.yaml", "Schemas/Orders/Orders.yaml", "App/Schemas/Orders/versions/lock", "Sources/App/Order.trellis.swift"] {
            #expect(file.contains(check), "\(file)")
        }
        #expect(!"Sources/App/Order.swift".contains(check))
    }

    @Test func `the scripts that the action calls exist`() throws {
        let scripts = try text("action.yml").matches(of: /GITHUB_ACTION_PATH\/([A-Za-z\/.-]+)/).map { String($0.output.1) }
        #expect(scripts.count == 2)
        for script in scripts {
            #expect(FileManager.default.isExecutableFile(atPath: "\(Project.root)/\(script)"), "\(script)")
        }
    }
}
