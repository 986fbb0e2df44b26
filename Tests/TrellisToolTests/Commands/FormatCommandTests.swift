import Foundation
import TestSupport
import Testing

/// `trellis format` on files; what it writes is tested where it is made.
struct FormatCommandTests {
    let folder: TemporaryFolder
    static let mangled = "model: Things # a name\ntrellis: 1\nentities: {Thing: {attributes: {a: {type: int}}}}\n"
    static let formatted =
        "trellis: 1\nmodel: Things  # a name\nentities:\n  Thing:\n    attributes:\n      a: int\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.mangled, to: "Things.yaml")
    }

    private func format(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["format"] + arguments, in: folder.path)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: folder.file(path), encoding: .utf8) }

    @Test("It rewrites the file, and the second time touches nothing")
    func writes() throws {
        let first = try format("Things.yaml")
        #expect(first.exitCode == 0 && first.errors == "")
        #expect(first.output == "1 file written, 0 unchanged\n")
        #expect(try text("Things.yaml") == Self.formatted)

        let past = Date(timeIntervalSinceReferenceDate: 1000)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder.file("Things.yaml"))
        #expect(try format("Things.yaml").output == "0 files written, 1 unchanged\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("Things.yaml"))
        #expect(attributes[.modificationDate] as? Date == past)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Things.yaml"])
    }

    @Test("With '--check' it tells where the first difference is and writes nothing")
    func check() throws {
        try folder.write(Self.formatted.replacing("a: int", with: "a:  int"), to: "Spaces.yaml")
        try folder.write(Self.formatted + "\n", to: "End.yaml")
        try folder.write(Self.formatted, to: "Good.yaml")
        let process = try format("--check", "Things.yaml", "Spaces.yaml", "Good.yaml", "End.yaml")
        #expect(process.exitCode == 1)
        #expect(process.output == "")
        #expect(
            process.errors == """
                Things.yaml:1:1: error[TR0001]: the file is not formatted
                 1 | model: Things # a name
                   | ^
                help: run 'trellis format Things.yaml'
                Spaces.yaml:6:10: error[TR0001]: the file is not formatted
                 6 |       a:  int
                   |          ^
                help: run 'trellis format Spaces.yaml'
                End.yaml:7:1: error[TR0001]: the file is not formatted
                help: run 'trellis format End.yaml'

                """)
        #expect(try text("Things.yaml") == Self.mangled)
        #expect(try format("--check", "Good.yaml").output == "1 file is formatted\n")
        try folder.write(Self.formatted, to: "Too.yaml")
        let two = try format("--check", "Good.yaml", "Too.yaml", "Good.yaml")
        #expect(two.exitCode == 0 && two.output == "2 files are formatted\n")
    }

    @Test("Where a file has an error none is written, and the findings of all are shown")
    func errors() throws {
        try folder.write("trellis: 1\nmodel: Broken\nentities: []\n", to: "Broken.yaml")
        for arguments in [["Things.yaml", "Broken.yaml"], ["--check", "Things.yaml", "Broken.yaml"]] {
            let process = try ChildProcess.run(Project.trellis, ["format"] + arguments, in: folder.path)
            #expect(process.exitCode == 1)
            #expect(process.errors.contains("Broken.yaml:3:11: error[TR1102]"))
            #expect(process.output == "")
        }
        #expect(try text("Things.yaml") == Self.mangled)
    }

    @Test("Without files it formats the models of the configuration")
    func configured() throws {
        try folder.write("trellis: 1\nmodels:\n  Things: { path: Things.yaml }\n", to: "trellis.yaml")
        #expect(try format("--check").errors.contains("Things.yaml:1:1: error[TR0001]"))
        #expect(try format().output == "1 file written, 0 unchanged\n")
        #expect(try text("Things.yaml") == Self.formatted)
        #expect(try format("--config", "trellis.yaml", "--check").exitCode == 0)
        #expect(try format("--config", "trellis.yaml", "Things.yaml").exitCode == 2)
    }

    /// A model in three files, and another one that includes one of them.
    private func writeParts() throws {
        try folder.write("model: Parts\ntrellis: 1\ninclude: [parts/a.yaml]\n", to: "Parts.yaml")
        try folder.write("include: [b.yaml]\ntrellis: 1\nentities: {A: {attributes: {of: {type: B}}}}\n", to: "parts/a.yaml")
        try folder.write("enums: { B: { cases: [one] } }  # shared\ntrellis: 1\n", to: "parts/b.yaml")
        try folder.write(
            "trellis: 1\nmodel: Other\ninclude: parts/b.yaml\nentities:\n  Thing:\n    attributes:\n      b: B\n",
            to: "Other.yaml")
    }

    @Test("The files that a model includes are formatted with it, each once")
    func included() throws {
        try writeParts()
        let process = try format("Parts.yaml", "Other.yaml")
        #expect(process.exitCode == 0 && process.errors == "")
        #expect(process.output == "3 files written, 1 unchanged\n")
        #expect(try text("Parts.yaml") == "trellis: 1\nmodel: Parts\ninclude: [parts/a.yaml]\n")
        #expect(
            try text("parts/a.yaml")
                == "trellis: 1\ninclude: [b.yaml]\nentities:\n  A:\n    attributes:\n      of: B\n")
        #expect(try text("parts/b.yaml") == "trellis: 1\nenums:  # shared\n  B: [one]\n")
        #expect(try format("--check", "Parts.yaml", "Other.yaml").output == "4 files are formatted\n")
    }

    @Test("With '--check' an included file is told with the model to format, and nothing is written")
    func includedCheck() throws {
        try writeParts()
        let process = try format("--check", "Other.yaml", "Parts.yaml")
        #expect(process.exitCode == 1 && process.output == "")
        #expect(
            process.errors == """
                parts/b.yaml:1:1: error[TR0001]: the file is not formatted
                 1 | enums: { B: { cases: [one] } }  # shared
                   | ^
                help: run 'trellis format Other.yaml'
                Parts.yaml:1:1: error[TR0001]: the file is not formatted
                 1 | model: Parts
                   | ^
                help: run 'trellis format Parts.yaml'
                parts/a.yaml:1:1: error[TR0001]: the file is not formatted
                 1 | include: [b.yaml]
                   | ^
                help: run 'trellis format Parts.yaml'

                """)
        #expect(try text("parts/b.yaml").hasPrefix("enums: { B"))
    }

    @Test("A link stays a link, and a file's permissions stay")
    func links() throws {
        try FileManager.default.createDirectory(atPath: folder.file("models"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: folder.file("Things.yaml"), toPath: folder.file("models/Things.yaml"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("Link.yaml"), withDestinationPath: "models/Things.yaml")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("models/Things.yaml"))
        #expect(try format("Link.yaml").exitCode == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("Link.yaml")) == "models/Things.yaml")
        #expect(try text("models/Things.yaml") == Self.formatted)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("models/Things.yaml"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("A warning is shown and does not keep a file from being formatted")
    func warnings() throws {
        try folder.write(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { a: int, b: int }
                indexes: [[a, b], a]

            """, to: "Warned.yaml")
        let process = try format("Warned.yaml")
        #expect(process.exitCode == 0)
        #expect(process.errors.hasPrefix("Warned.yaml:6:23: warning[TR1604]"))
        #expect(try text("Warned.yaml").contains("    attributes:\n      a: int\n      b: int\n"))
    }

    @Test("A file that is not there gives 3")
    func missing() throws {
        let process = try format("Things.yaml", "Nowhere.yaml")
        #expect(process.exitCode == 3)
        #expect(process.errors == "error: cannot read 'Nowhere.yaml': there is no such file\n")
        #expect(try text("Things.yaml") == Self.mangled)
    }

    @Test("The models of this project are formatted")
    func ownModels() throws {
        // What a model includes is formatted with it.
        let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/Schemas").sorted()
        let models = folders.map { "Schemas/\($0)/\($0).yaml" }
        #expect(models.count >= 3)
        let process = try ChildProcess.run(Project.trellis, ["format", "--check"] + models, in: Project.root)
        #expect(process.exitCode == 0, "\(process.errors)")
    }
}
