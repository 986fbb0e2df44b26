import Foundation
import TestSupport
import Testing

/// Pages of `Documentation` that are made from the tool itself. `TRELLIS_RECORD=1` writes them, and the tests fail then.
struct ReferencePageTests {
    private func check(_ page: String, is text: String) throws {
        let path = "\(Project.root)/Documentation/\(page)"
        if GoldenTests.isRecording {
            try Data(text.utf8).write(to: URL(filePath: path))
            Issue.record("recorded \(page)")
            return
        }
        let current = try? String(contentsOfFile: path, encoding: .utf8)
        #expect(
            current == text,
            "\(page) is not current: TRELLIS_RECORD=1 swift test --filter ReferencePageTests, and read the difference.")
    }

    // MARK: Findings

    @Test("findings.md has every code, as explain tells it")
    func findings() throws {
        let text = try ChildProcess.run(Project.trellis, ["explain", "--page"]).output
        try check("findings.md", is: text)
        let codes = text.matches(of: #/\n### (TR[0-9]{4}):/#).map { String($0.output.1) }
        #expect(codes.sorted() == FindingCodeTests.declared.map(\.code).sorted())
    }

    // MARK: Templates

    @Test("templates.md ends in the facts that templates are told, as the tool lists them")
    func templates() throws {
        let path = "\(Project.root)/Documentation/templates.md"
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let mark = "<!-- What follows is made by 'trellis explain --facts'; a test checks that it is current. -->\n\n"
        let guide = try #require(page.firstRange(of: mark))
        try check("templates.md", is: page[..<guide.upperBound] + ChildProcess.run(Project.trellis, ["explain", "--facts"]).output)
    }

    // MARK: The command line

    @Test("command-line.md has every command with its arguments and options, as the parser has them")
    func commandLine() throws {
        try check("command-line.md", is: CommandLinePage(root: CommandDump.root()).text)
    }

    @Test("Every command's help has examples, and each example is one that the parser takes")
    func examples() throws {
        for command in try CommandDump.root().all {
            let help = try ChildProcess.run(Project.trellis, command.words + ["--help"])
            #expect(help.exitCode == 0 && help.output.contains("Example"), "\(command.words)")
            let lines = command.examples
            #expect(!lines.isEmpty, "\(command.words)")
            // A store must exist to be recognized, and questions get no answer here.
            for line in lines where !line.contains(where: { $0.hasSuffix(".sqlite") }) && line != ["init"] {
                // Nothing is there that it could work on: all that is asked is that it makes sense.
                let folder = try TemporaryFolder()
                // One that watches would stay.
                let process = try ChildProcess.run(Project.trellis, line.filter { $0 != "--watch" }, in: folder.path)
                #expect(process.exitCode != 2, "\(line): \(process.errors)")
            }
        }
    }

    @Test("Each command that reports has the same options for it")
    func outputOptions() throws {
        for command in try CommandDump.root().all where command.subcommands?.isEmpty ?? true {
            let names = Set((command.arguments ?? []).compactMap(\.preferredName?.name))
            let reports = !["explain", "init", "schema", "lsp", "help"].contains(command.commandName)
            #expect(names.isSuperset(of: ["report", "color", "quiet", "verbose"]) == reports, "\(command.words)")
        }
    }

    // MARK: Models

    @Test(
        "model-format.md has a row for each key that the reader takes, and for no other",
        arguments: [
            ("A model", "qqqqqqqq: 1"), ("An entity", "entities: { A: { qqqqqqqq: 1 } }"),
            ("Attributes", "entities: { A: { attributes: { a: { qqqqqqqq: 1 } } } }"),
            ("Enums", "enums: { A: { qqqqqqqq: 1 } }"),
            ("Relationships", "entities: { A: { relationships: { a: { qqqqqqqq: 1 } } } }"),
            ("Full-text search", "entities: { A: { search: { qqqqqqqq: 1 } } }"),
            ("Fetches", "entities: { A: { fetches: { a: { qqqqqqqq: 1 } } } }"),
        ])
    func modelFormat(section: String, yaml: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodel: A\n\(yaml)\n", to: "A.yaml")
        let errors = try ChildProcess.run(Project.trellis, ["validate", "A.yaml"], in: folder.path).errors
        let list = try #require(errors.firstMatch(of: /help: its keys are (.*)/)).output.1
        let page = try String(contentsOfFile: "\(Project.root)/Documentation/model-format.md", encoding: .utf8)
        let start = try #require(page.firstRange(of: "\n## \(section)\n")).upperBound
        let text = page[start...].prefix(upTo: page[start...].firstRange(of: "\n##")?.lowerBound ?? page.endIndex)
        let rows = text.matches(of: /\n\| (`[A-Za-z]+`(?:, `[A-Za-z]+`)*) \|/).flatMap {
            $0.output.1.matches(of: /[A-Za-z]+/).map { String($0.output) }
        }
        #expect(rows.sorted() == list.split(separator: ", ").map(String.init).sorted())
    }

    // MARK: trellis.yaml

    @Test("configuration.md has a row for each key that the reader takes, and for no other")
    func configuration() throws {
        let folder = try TemporaryFolder()
        func keys(_ text: String) throws -> Set<String> {
            try folder.write(text, to: "trellis.yaml")
            let errors = try ChildProcess.run(Project.trellis, ["validate"], in: folder.path).errors
            let list = errors.firstMatch(of: /help: its keys are (.*)/)?.output.1 ?? ""
            return Set(list.split(separator: ", ").map(String.init))
        }
        let known = [
            "": try keys("trellis: 1\nmodels:\nqqqqqqqq: 1\n"),
            "models.NAME.": try keys("trellis: 1\nmodels: { A: { qqqqqqqq: 1 } }\n"),
            "models.NAME.templates.": try keys("trellis: 1\nmodels: { A: { templates: { qqqqqqqq: 1 } } }\n"),
            "models.NAME.suppressions.PLACE.CODE.": try keys(
                "trellis: 1\nmodels: { A: { suppressions: { B: { TR1206: { qqqqqqqq: 1 } } } } }\n"),
        ]
        let expected = known.flatMap { prefix, keys in
            #expect(!keys.isEmpty, "\(prefix)")
            return keys.map { prefix + $0 }
        }
        let page = try String(contentsOfFile: "\(Project.root)/Documentation/configuration.md", encoding: .utf8)
        let rows = page.matches(of: /\n\| `([A-Za-z.-]+)` \|/).map { String($0.output.1) }
        #expect(rows.sorted() == expected.sorted())
    }
}
