import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// What a model or a store says is shown, and never acts on the terminal or on the program that reads a log.
struct HostileTextTests {
    private let folder: TemporaryFolder
    private static let attack = #"\e[2J\e]0;owned\a\rM.yaml:1:1: note: all right\n::warning::forged\x7f\u009b2J\u0085\u202e\u2066\u2028\u2029x"#
    private static let model = """
        trellis: 1
        model: Shop
        enums:
          Kind: { cases: { plain: "\(attack)" } }
        entities:
          Customer:
            doc: "\(attack)"
            attributes:
              name: { type: string, default: "\(attack)" }
              kind: { type: Kind, check: true }
            fetches:
              find: { where: 'name == "\\u001b[2J\\n::warning::forged\\u202e\\u009b"' }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Shop.yaml")
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    /// Expects that nothing in a text acts, and that no line of it is forged.
    private func expectHarmless(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let acting = text.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl || $0 == "\u{2028}" || $0 == "\u{2029}")
        }
        #expect(acting.isEmpty, "\(acting.map { String($0.value, radix: 16) }) in \(text)", sourceLocation: sourceLocation)
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(!lines.contains { $0.hasPrefix("::warning::forged") || $0.hasPrefix("M.yaml") }, "\(text)", sourceLocation: sourceLocation)
    }

    @Test("In findings of every format", arguments: ["text", "json", "sarif", "github", "gitlab", "junit"])
    func findings(format: String) throws {
        let texts = [
            Self.model,
            "trellis: 1\nmodel: Shop\nentities:\n  A:\n    attributes:\n      x: { type: int, default: \"\(Self.attack)\" }\n",
            "trellis: 1\nmodel: Shop\nentities:\n  \"\(Self.attack)\": {}\n  \"\(Self.attack)\": {}\n",
            "trellis: 1\nmodel: Shop\nentities:\n  A:\n    attributes: { x: \"\(Self.attack)\", y: { type: int, \"\(Self.attack)\": 1 } }\n",
            "trellis: 1\nmodel: Shop\nentities:\n  A:\n    fetches: { f: { where: \"\(Self.attack)\" } }\n",
            "trellis: 1\nmodel: Shop # \u{1B}[2J\u{9B}\u{202E}x\nentities: {A: {}, A: {}}\n",
            "trellis: 1\nmodel: Shop\ninclude: \"\(Self.attack)\"\nentities: {}\n",
        ]
        for text in texts {
            try folder.write(text, to: "Shop.yaml")
            let process = try trellis("validate", "Shop.yaml", "--report", format)
            expectHarmless(process.output)
            expectHarmless(process.errors)
        }
    }

    @Test("In the configuration, in names of files, and in what could not be done")
    func configuration() throws {
        for keys in ["path: \"\(Self.attack)\"", "sql: \"../\(Self.attack)\"", "access: \"\(Self.attack)\"", "\"\(Self.attack)\": 1"] {
            try folder.write("trellis: 1\nmodels: { \"\(Self.attack)\": { \(keys) } }\n", to: "trellis.yaml")
            for command in ["validate", "generate", "check", "fetches"] {
                let process = try trellis(command)
                #expect(process.exitCode == 1)
                expectHarmless(process.output + process.errors)
            }
        }
        let name = "\u{1B}[2J\n::warning::forged\u{202E}.yaml"
        for arguments in [["validate", name], ["migrate", "status", name], ["diff", name, "Shop.yaml"], ["check", "--no-cache", name]] {
            let missing = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
            #expect(missing.exitCode == 3)
            expectHarmless(missing.output + missing.errors)
        }
        try folder.write("trellis: 1\nmodel: Odd\nentities: []\n", to: name)
        expectHarmless(try trellis("validate", name).errors)
        expectHarmless(try trellis("validate", name, "--report", "junit").output)
        expectHarmless(try trellis("--\u{1B}[2J").errors)
    }

    @Test("In generated files: what follows a line break in a file's name stays within the comment")
    func generatedFiles() throws {
        let name = "a\nCREATE TABLE injected(x); --\u{2028}\u{1B}[2J.yaml"
        try folder.write("trellis: 1\nmodel: M\nentities:\n  A: { attributes: { s: string } }\n", to: name)
        let run = try trellis("generate", name, "--sql", "s.sql", "--swift", "swift")
        #expect(run.exitCode == 0, "\(run.errors)")
        for file in ["s.sql", "swift/A.trellis.swift", "swift/M.trellis.swift"] {
            let text = try String(contentsOfFile: folder.file(file), encoding: .utf8)
            #expect(text.contains(#"from a\nCREATE TABLE injected(x); --\u{2028}\u{1B}[2J.yaml ("#), "\(text.prefix(200))")
            expectHarmless(text)
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("CREATE TABLE injected") })
        }
        // The next run recognizes its files.
        let again = try trellis("generate", name, "--sql", "s.sql", "--swift", "swift")
        #expect(again.errors.contains("0 files written") || again.output.contains("0 files written"), "\(again.errors)")
    }

    @Test("In differences, fetches and the state of a history")
    func results() throws {
        let other = Self.model.replacing("default: \"", with: "default: \"other ")
        try folder.write(other, to: "Other.yaml")
        for format in ["text", "json"] {
            let difference = try trellis("diff", "Shop.yaml", "Other.yaml", "--format", format)
            #expect(difference.exitCode == 0 && difference.output.contains("name"), "\(difference.errors)")
            expectHarmless(difference.output)
            let fetches = try trellis("fetches", "Shop.yaml", "--format", format)
            #expect(fetches.exitCode == 0 && fetches.output.contains("find"), "\(fetches.errors)")
            expectHarmless(fetches.output)
            try folder.write("trellis: 1\nmodels: { \"\(Self.attack)\": { path: Shop.yaml } }\n", to: "trellis.yaml")
            let status = try trellis("migrate", "status", "--format", format)
            expectHarmless(status.output + status.errors)
        }
    }

    @Test("In a store's own record", arguments: ["model", "version", "hash", "layout", "definition"])
    func stores(key: String) throws {
        #expect(try trellis("generate", "Shop.yaml", "--sql", "shop.sql").exitCode == 0)
        try folder.write("", to: "shop.sqlite")
        let connection = try SQLiteConnection(opening: folder.file("shop.sqlite"))
        try connection.execute(String(contentsOfFile: folder.file("shop.sql"), encoding: .utf8))
        let attack = "\u{1B}[2J\n::warning::forged\u{202E}\u{9B}"
        try connection.execute("UPDATE _trellis_metadata SET value = \(SQL.literal(attack)) WHERE key = '\(key)'")
        for command in ["status", "apply", "plan"] {
            let process = try trellis("migrate", command, "shop.sqlite", "Shop.yaml")
            expectHarmless(process.output + process.errors)
            if ["model", "hash", "layout"].contains(key) { #expect(process.exitCode == 3) }
        }
    }

    @Test("SQL for a program is as it is, and the schema in the code is that of the file")
    func schemas() throws {
        let generated = try trellis("generate", "Shop.yaml", "--sql", "shop.sql", "--swift", "out")
        #expect(generated.exitCode == 0, "\(generated.errors)")
        let sql = try String(contentsOfFile: folder.file("shop.sql"), encoding: .utf8)
        #expect(sql.contains("\u{1B}[2J") && sql.contains("\r"))
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(sql)
        let inFile = try connection.rows("SELECT sql FROM sqlite_schema ORDER BY name")
        // The code's literal, as the compiler reads it.
        let code = try String(contentsOfFile: folder.file("out/Shop.trellis.swift"), encoding: .utf8)
        let start = try #require(code.range(of: "private static let _schema = "))
        let end = try #require(code[start.upperBound...].firstMatch(of: /\n *"""#*\n/))
        try folder.write("print(\(code[start.upperBound..<end.range.upperBound]), terminator: \"\")\n", to: "main.swift")
        let built = try ChildProcess.run(named: "swiftc", ["-Onone", "main.swift", "-o", "main"], in: folder.path)
        try #require(built.exitCode == 0, "\(built.errors)")
        let embedded = try SQLiteConnection.inMemory()
        try embedded.execute(ChildProcess.run(folder.file("main"), []).output)
        #expect(try embedded.rows("SELECT sql FROM sqlite_schema ORDER BY name") == inFile)
    }
}
