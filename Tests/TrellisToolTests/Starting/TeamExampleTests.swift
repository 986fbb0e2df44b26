import Foundation
import TestSupport
import Testing

/// What Examples/Committed shows to teams: hooks before a commit, and a workflow on a code host.
struct TeamExampleTests {
    private static let example = "\(Project.root)/Examples/Committed"

    /// A module of Python's from the tools that Scripts/setup.sh fetches for tests; nil where it was not run.
    private static func module(_ name: String, _ arguments: [String], in folder: String) throws -> ChildProcess? {
        guard let tools = ReportTests.readers, FileManager.default.fileExists(atPath: "\(tools)/\(name)") else { return nil }
        return try ChildProcess.run(named: "env", ["PYTHONPATH=\(tools)", "python3", "-m", name] + arguments, in: folder)
    }

    private static let hasTools = (try? module("check_jsonschema", ["--version"], in: "/"))??.exitCode == 0

    @Test("The workflow is one by the code host's schema", .enabled(if: hasTools, "Scripts/setup.sh tests fetches the schema"))
    func workflow() throws {
        let process = try Self.module(
            "check_jsonschema", ["--builtin-schema", "vendor.github-workflows", ".github/workflows/trellis.yml"],
            in: Self.example)
        #expect(process?.exitCode == 0, "\(process?.output ?? "")")
    }

    /// The example as a repository, in which `swift package ... trellis X` is the tool of these tests: building it is not what is
    /// looked at here.
    private func repository() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["trellis.yaml", ".pre-commit-config.yaml", "Schemas", "Sources"] {
            try FileManager.default.copyItem(atPath: "\(Self.example)/\(name)", toPath: folder.file(name))
        }
        try folder.write(
            """
            #!/usr/bin/env bash
            while [ "$1" != trellis ]; do shift; done
            shift
            exec "\(Project.trellis)" "$@"
            """, to: "bin/swift")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("bin/swift"))
        try folder.write("bin/\ncache/\n", to: ".gitignore")
        try git(folder, "init", "--quiet")
        try git(folder, "add", "--all")
        return folder
    }

    private func git(_ folder: TemporaryFolder, _ arguments: String...) throws {
        let process = try ChildProcess.run(named: "git", arguments, in: folder.path)
        try #require(process.exitCode == 0, "\(process.errors)")
    }

    /// The output of the hooks for a commit.
    private func hooks(_ folder: TemporaryFolder) throws -> ChildProcess {
        let tools = try #require(ReportTests.readers)
        return try ChildProcess.run(
            named: "env",
            [
                "PYTHONPATH=\(tools)", "PATH=\(folder.file("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
                "PRE_COMMIT_HOME=\(folder.file("cache"))", "XDG_CACHE_HOME=\(folder.file("cache"))",
                "python3", "-m", "pre_commit", "run", "--color", "never",
            ], in: folder.path)
    }

    @Test("Hooks let through what fits together", .enabled(if: hasTools, "Scripts/setup.sh tests fetches pre-commit"))
    func hooksPass() throws {
        let process = try hooks(repository())
        #expect(process.exitCode == 0, "\(process.output)")
        #expect(process.output.components(separatedBy: "Passed").count == 3)
    }

    @Test(
        "Hooks stop a commit of a model without what is made of it, and format it",
        .enabled(if: hasTools, "Scripts/setup.sh tests fetches pre-commit"))
    func hooksStop() throws {
        let folder = try repository()
        let model = folder.file("Schemas/Notes/Notes.yaml")
        let text = try String(contentsOfFile: model, encoding: .utf8)
        try folder.write(
            text.replacingOccurrences(of: "text: { type: string, minLength: 1 }", with: "text:   string"), to: "Schemas/Notes/Notes.yaml")
        try git(folder, "add", "--all")
        let process = try hooks(folder)
        #expect(process.exitCode == 1)
        #expect(process.output.contains("files were modified by this hook"))
        #expect(process.output.contains("Sources/Notebook/Generated/Note.trellis.swift"))
        #expect(process.output.contains("error[TR0111]: the file is not current"))
        #expect(try String(contentsOfFile: model, encoding: .utf8).contains("text: string\n"))
    }

    @Test(
        "Hooks do not run for files that have nothing to do with models",
        .enabled(if: hasTools, "Scripts/setup.sh tests fetches pre-commit"))
    func hooksRest() throws {
        let folder = try repository()
        try git(folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "--message", "All")
        try folder.write("A few words.\n", to: "README.md")
        try git(folder, "add", "--all")
        let process = try hooks(folder)
        #expect(process.exitCode == 0)
        #expect(process.output.components(separatedBy: "Skipped").count == 3)
    }
}
