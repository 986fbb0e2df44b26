import Foundation
import TestSupport
import Testing

/// The code in the pages of the documentation is code that was tried.
struct PageTests {
    private static let folder = "\(Project.root)/Tests/DocumentTests"
    private static let blocks = DocumentPage.all.flatMap(\.blocks)

    /// Scripts/type-page.py types these pages, called by Scripts/tutorial.sh and by WalkThroughTests.
    private static let typed: Set = ["Documentation/tutorial.md", "Documentation/coming-from/core-data-walk-through.md"]

    private static func blocks(_ language: String) -> [CodeBlock] {
        blocks.filter { $0.language == language && !typed.contains($0.page) }
    }

    /// A file that a block is a part of.
    private func contains(_ block: CodeBlock, in path: String) throws -> Bool {
        let text = try? String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
        return ShownLines(of: try #require(text, "\(block): there is no \(path)")).contains(block.lines)
    }

    // MARK: All blocks

    @Test("No block is left out: each is tried, a part of a file that is, or says why not")
    func marks() throws {
        var untried = [String]()
        for block in Self.blocks {
            switch block.mark {
            case .untried(let reason): untried.append("\(block): \(reason)")
            case .part(let file, _):
                #expect(try contains(block, in: file), "\(block) is no part of \(file) any more")
                #expect(Self.tried.contains { file.hasPrefix($0) }, "\(block): no test tries \(file)")
            case .elsewhere(let file):
                let source = try String(contentsOfFile: "\(Project.root)/\(file)", encoding: .utf8)
                #expect(source.contains(block.page), "\(block): \(file) does not look at it")
            case nil:
                let isKnown = ["swift", "yaml", "sh", "json"].contains(block.language) || !block.toolLines.isEmpty
                #expect(isKnown || Self.typed.contains(block.page), "\(block) is not tried, and does not say why")
            }
        }
        print("Blocks of code in the documentation: \(Self.blocks.count), not tried:\n\(untried.joined(separator: "\n"))")
        // A new one needs a review: drawings, other platforms, a step of a workflow.
        #expect(untried.count == 12)
        #expect(Self.blocks.count >= 50)
    }

    /// Where files stand that tests try as a whole: here, or the tests of the tool.
    private static let tried = ["Tests/DocumentTests/Models/", "Tests/Cases/", "Tests/TrellisClusterTests/"]

    // MARK: Swift

    @Test("Swift is compiled and run here, line by line as the pages have it", arguments: blocks("swift"))
    func swift(block: CodeBlock) throws {
        guard block.mark == nil else { return }
        let page = try #require(DocumentPage.all.first { $0.path == block.page })
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/Code").filter { $0.hasPrefix(page.code) }
        let isThere = try names.contains { try contains(block, in: "Tests/DocumentTests/Code/\($0)") }
        #expect(isThere, "\(block): Code/\(page.code).swift does not have these lines")
    }

    @Test("A manifest of which a page shows a part is one that SwiftPM reads")
    func manifest() throws {
        let folder = try TemporaryFolder()
        try folder.write(String(contentsOfFile: "\(Self.folder)/Models/App/Package.swift", encoding: .utf8), to: "Package.swift")
        let process = try ChildProcess.run(named: "swift", ["package", "dump-package"], in: folder.path)
        #expect(process.exitCode == 0, "\(process.errors)")
    }

    // MARK: YAML

    @Test("The models that pages show a part of are valid, without a warning", arguments: ["", "Split/"])
    func models(place: String) throws {
        let folder = "\(Self.folder)/Models/\(place)"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
        #expect(!names.isEmpty)
        // What is included is no model by itself.
        for name in names where name != "customers.yaml" {
            let process = try ChildProcess.run(Project.trellis, ["validate", folder + name])
            #expect(process.exitCode == 0 && process.errors == "", "\(process.errors)")
        }
    }

    @Test("YAML is a model, a configuration, decisions or seeds that are taken without a warning", arguments: blocks("yaml"))
    func yaml(block: CodeBlock) throws {
        guard block.mark == nil else { return }
        let folder = try TemporaryFolder()
        func run(_ arguments: String..., in place: String) throws {
            let process = try ChildProcess.run(Project.trellis, arguments, in: place)
            #expect(process.exitCode == 0 && process.errors == "", "\(block): \(process.errors)")
        }
        func copy(_ model: String) throws -> String {
            try FileManager.default.copyItem(atPath: "\(Self.folder)/Models/\(model)", toPath: folder.file(model))
            return folder.file(model)
        }
        let keys = Set(block.lines.compactMap { $0.firstMatch(of: /^([a-z]+):/).map { String($0.output.1) } })
        if keys.contains("model") {
            try folder.write(block.text, to: "Model.yaml")
            try run("validate", "Model.yaml", in: folder.path)
        } else if keys.contains("models") {
            let hasTemplates = block.page.hasSuffix("templates.md")
            let place = try copy(hasTemplates ? "Templated" : block.page.hasSuffix("reports.md") ? "Reported" : "Configured")
            try folder.write(block.text, to: "\(URL(filePath: place).lastPathComponent)/trellis.yaml")
            // A suppression of a page has a last day.
            try run("validate", "--today", "2026-06-01", in: place)
            if hasTemplates { try run("generate", in: place) }
        } else if keys.contains("drops") {
            let place = try copy("Decided")
            try folder.write(block.text, to: "decisions.yaml")
            try run("migrate", "plan", "old.yaml", "new.yaml", "--decisions", "../decisions.yaml", in: place)
        } else if keys.contains("seeds") {
            // TestingCode has them saved.
            #expect(block.text == TestingCode.seeds, "\(block)")
        } else {
            Issue.record("\(block) is not known: mark it as a part of a file that is tried")
        }
    }

    // MARK: The command line

    @Test("Each call of the tool is one that it takes", arguments: DocumentPage.all)
    func calls(page: DocumentPage) throws {
        for block in page.blocks {
            for line in block.toolLines where line != ["init"] && !line.contains(where: { $0.hasSuffix(".sqlite") }) {
                // The folder is empty and questions get no answer. The command only has to parse.
                let folder = try TemporaryFolder()
                // One that watches would stay.
                let process = try ChildProcess.run(Project.trellis, line.filter { $0 != "--watch" }, in: folder.path)
                #expect(process.exitCode != 2, "\(block): \(line): \(process.errors)")
            }
        }
    }

    @Test("JSON is JSON", arguments: blocks("json"))
    func json(block: CodeBlock) throws {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(block.text.utf8)) }
    }
}
