import Foundation
import LanguageServer
import Predicates
import ProjectFiles
import TestSupport
import Testing

/// Renames in the model that uses every feature, with a frozen version.
struct KitchenSinkRenameTests {
    private static let folder = "\(Project.root)/Schemas/KitchenSink"

    /// The texts of the model's files and of its history, by absolute paths.
    private static func texts() throws -> [String: String] {
        var texts: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var isFolder: ObjCBool = false
            let path = "\(folder)/\(name)"
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            texts["/project/\(name)"] = try String(contentsOfFile: path, encoding: .utf8)
        }
        return texts
    }

    private static let root = "/project/KitchenSink.yaml"

    @Test("Everything is renamed, one after the other, and the plan of the next version renames and loses nothing")
    func everything() throws {
        var random = SeededGenerator.forTests()
        var texts = try Self.texts()
        var workspace = Workspace(GivenFiles(files: texts), today: { CalendarDay("2026-01-01")! })
        workspace.open(Self.root, texts[Self.root] ?? "")
        let read = workspace.project(of: Self.root, .model)
        let first = try #require(read)
        try #require(first.checked != nil, "\(first.findings)")
        // Members first: their paths have the names of their owners.
        let all = first.index.occurrences.keys.sorted { ($0.path.count { $0 == "." }, $0.path) > ($1.path.count { $0 == "." }, $1.path) }
        let symbols = TestScale.isLong ? all : Array(all.shuffled(using: &random).prefix(TestScale.count(24, long: all.count)))
            .sorted { ($0.path.count { $0 == "." }, $0.path) > ($1.path.count { $0 == "." }, $1.path) }
        var renamed = 0
        for symbol in symbols {
            if symbol.name == "unknown" { continue }
            let known = workspace.project(of: Self.root, .model)
            let project = try #require(known)
            let edits = try workspace.edits(renaming: symbol, in: project, to: symbol.name + "Z")
            for (path, edits) in edits.edits { texts[path] = try #require(TextDocument(texts[path] ?? "").applying(edits)).text }
            for (path, text) in edits.created { texts[path] = text }
            workspace = Workspace(GivenFiles(files: texts), today: { CalendarDay("2026-01-01")! })
            workspace.open(Self.root, texts[Self.root] ?? "")
            renamed += 1
        }
        #expect(renamed > 10)
        let copy = try TemporaryFolder()
        for (path, text) in texts { try copy.write(text, to: String(path.dropFirst("/project/".count))) }
        let plan = try ChildProcess.run(Project.trellis, ["migrate", "create", "KitchenSink.yaml", "--dry-run"], in: copy.path)
        #expect(plan.exitCode == 0, "\(plan.errors)")
        #expect(!plan.output.contains("lost") && !plan.errors.contains("TR21"), "\(plan.errors)")
    }
}
