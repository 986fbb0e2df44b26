import Foundation
import TestSupport
import Testing

/// What Trellis writes is YAML for other programs too: editors, linters, scripts.
@Suite("Models for other readers of YAML", .enabled(if: TestTools.folder(with: "yamllint") != nil))
struct OtherYAMLReaderTests {
    static let tools = TestTools.folder(with: "yamllint")
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The results of other parsers: their refusals and differences, and the number of files that they read.
    private func read(_ paths: [String]) throws -> String {
        let process = try ChildProcess.run(
            named: "python3", ["\(Project.root)/Tests/Programs/read-yaml.py", Self.tools ?? ""] + paths, in: folder.path)
        return process.output + process.errors
    }

    /// The models below a folder, frozen versions left out: their text is part of their hash.
    private static func models(below path: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: "\(Project.root)/\(path)")?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".yaml") && !$0.contains("versions/") }.sorted().map { "\(Project.root)/\(path)/\($0)" }
    }

    @Test func `every model is read alike by libyaml, PyYAML and ruamel.yaml once it is formatted`() throws {
        var formatted: [String] = []
        for (index, model) in (Self.models(below: "Schemas") + Self.models(below: "Tests/Cases")).enumerated() {
            let copy = "\(index).yaml"
            try FileManager.default.copyItem(atPath: model, toPath: folder.file(copy))
            if try ChildProcess.run(Project.trellis, ["format", copy], in: folder.path).exitCode == 0 { formatted.append(copy) }
        }
        #expect(formatted.count >= 20, "few of the models can be formatted")
        #expect(try read(formatted) == "read \(formatted.count)\n")
    }

    @Test func `optional types in brackets are quoted, and those on a line of their own are not`() throws {
        try folder.write(
            """
            trellis: 1
            model: Shop
            entities:
              Customer:
                attributes:
                  info: string?
                  note: { type: string?, minLength: 1 }
                relationships:
                  orders: { to: [Order], inverse: customer }
                fetches:
                  called: { parameters: { name: string?, limit: int? }, where: info == $name AND orders.@count < $limit }
              Order:
                relationships:
                  customer: { to: Customer?, inverse: orders }
            """, to: "Shop.yaml")
        #expect(try read(["Shop.yaml"]).contains("Shop.yaml: PyYAML: "))
        #expect(try ChildProcess.run(Project.trellis, ["format", "Shop.yaml"], in: folder.path).exitCode == 0)
        let text = try String(contentsOfFile: folder.file("Shop.yaml"), encoding: .utf8)
        #expect(text.contains("info: string?\n"))
        #expect(text.contains("note: { type: \"string?\", minLength: 1 }\n"))
        #expect(text.contains("customer: { to: \"Customer?\", inverse: orders }\n"))
        #expect(try read(["Shop.yaml"]) == "read 1\n")
    }

    @Test func `what 'init' writes is read alike, and yamllint accepts it`() throws {
        #expect(try ChildProcess.run(Project.trellis, ["init", "Library", "--trellis", Project.root], in: folder.path).exitCode == 0)
        let written = ["Library/trellis.yaml", "Library/Schemas/Library/Library.yaml"]
        #expect(try read(written) == "read 2\n")
        #expect(try lint(written) == "")
    }

    @Test func `yamllint accepts the models of this repository`() throws {
        #expect(try lint(Self.models(below: "Schemas")) == "")
    }

    /// The errors and warnings of yamllint.
    private func lint(_ paths: [String]) throws -> String {
        let rules = "{extends: relaxed, rules: {line-length: disable}}"
        let process = try ChildProcess.run(
            named: "env", ["PYTHONPATH=\(Self.tools ?? "")", "python3", "-m", "yamllint", "-f", "parsable", "-d", rules] + paths, in: folder.path)
        return process.output + process.errors
    }
}
