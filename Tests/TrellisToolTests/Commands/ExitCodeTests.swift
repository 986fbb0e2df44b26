import Foundation
import TestSupport
import Testing

/// 0 clean, 1 findings, 2 wrong use, 3 could not run.
struct ExitCodeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodel: Things\nentities:\n  Thing:\n", to: "Things.yaml")
        try folder.write("trellis: 1\nmodel: Broken\nentities:\n  Thing: []\n", to: "Broken.yaml")
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    @Test("A valid model gives 0 and says so")
    func valid() throws {
        let process = try trellis("validate", "Things.yaml")
        #expect(process.exitCode == 0)
        #expect(process.output == "Things: valid, 1 entity\n")
        #expect(process.errors == "")
    }

    @Test("Findings give 1, on the error stream, and nothing on the other")
    func findings() throws {
        for arguments in [["validate", "Broken.yaml"], ["generate", "Broken.yaml", "--swift", "out"]] {
            let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
            #expect(process.exitCode == 1)
            #expect(process.output == "")
            #expect(process.errors.hasPrefix("Broken.yaml:4:10: error[TR1102]: "))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    }

    @Test("A file that a model includes is found beside it, and shown where it is wrong; one that is missing is a finding")
    func includes() throws {
        try folder.write("trellis: 1\nmodel: Split\ninclude: [parts/more.yaml]\nentities:\n  Thing:\n", to: "models/Split.yaml")
        let missing = try trellis("validate", "models/Split.yaml")
        #expect(missing.exitCode == 1)
        #expect(
            missing.errors.hasPrefix(
                "models/Split.yaml:3:11: error[TR1120]: cannot read 'models/parts/more.yaml': there is no such file\n 3 | include: "))
        try folder.write("trellis: 1\nentities:\n  More: { attributes: { a: b } }\n", to: "models/parts/more.yaml")
        let wrong = try trellis("validate", "models/Split.yaml")
        #expect(wrong.errors.hasPrefix("models/parts/more.yaml:3:28: error[TR1104]: there is no type 'b'\n 3 |   More: { attr"))
        try folder.write("trellis: 1\nentities:\n  More:\n", to: "models/parts/more.yaml")
        #expect(try trellis("validate", "models/Split.yaml").output == "Split: valid, 2 entities\n")
        try FileManager.default.createDirectory(atPath: folder.file("models/folder.yaml"), withIntermediateDirectories: true)
        try folder.write("trellis: 1\nmodel: Split\ninclude: folder.yaml\n", to: "models/Other.yaml")
        #expect(try trellis("validate", "models/Other.yaml").errors.contains("cannot read 'models/folder.yaml': it is a folder"))
    }

    @Test("A result that cannot be printed is reported and gives 3; lost error output changes nothing")
    func unwritableStreams() throws {
        func shell(_ line: String) throws -> ChildProcess {
            try ChildProcess.run(named: "bash", ["-c", line.replacing("trellis", with: "'\(Project.trellis)'")], in: folder.path)
        }
        for line in ["trellis explain TR1203 >&-", "(trap '' PIPE; trellis schema; echo $? >code) | true; exit $(cat code)"] {
            let process = try shell(line)
            #expect(process.exitCode == 3, "\(line): \(process.errors)")
            #expect(process.errors.hasPrefix("error: cannot write to standard output: "))
        }
        if FileManager.default.fileExists(atPath: "/dev/full") {
            #expect(try shell("trellis schema >/dev/full").exitCode == 3)
            #expect(try shell("trellis validate Broken.yaml 2>/dev/full").exitCode == 1)
        }
        #expect(try shell("trellis validate Broken.yaml 2>&-").exitCode == 1)
    }

    @Test("An option whose value is empty, as a variable is that was never set, is wrong use", arguments: ["--swift", "--sql"])
    func emptyValues(option: String) throws {
        let process = try trellis("generate", "Things.yaml", option, "")
        #expect(process.exitCode == 2 && process.errors.contains("needs the name"))
    }

    @Test("No file of a model is written over")
    func ownFiles() throws {
        let text = "trellis: 1\nentities:\n  More:\n"
        try folder.write("trellis: 1\nmodel: Split\ninclude: more.yaml\n", to: "Split.yaml")
        try folder.write(text, to: "more.yaml")
        for file in ["more.yaml", "./more.yaml", "Split.yaml"] {
            let process = try trellis("generate", "Split.yaml", "--sql", file)
            #expect(process.exitCode == 1)
            #expect(process.errors.contains("error[TR0115]: '\(file)' is an input and cannot be an output"))
        }
        #expect(try String(contentsOfFile: folder.file("more.yaml"), encoding: .utf8) == text)
    }

    @Test("Warnings alone give 0, are shown, and the files are written")
    func warnings() throws {
        try folder.write(
            """
            trellis: 1
            model: Orders
            entities:
              Order: { relationships: { customer: { to: Customer, inverse: orders } } }
              Customer: { relationships: { orders: { to: [Order], inverse: customer } } }
            """, to: "Orders.yaml")
        let validated = try trellis("validate", "Orders.yaml")
        #expect(validated.exitCode == 0)
        #expect(validated.errors.hasPrefix("Orders.yaml:5:32: warning[TR1206]: "))
        #expect(validated.output == "Orders: valid, 2 entities\n")

        let generated = try trellis("generate", "Orders.yaml", "--swift", "out")
        #expect(generated.exitCode == 0)
        #expect(generated.output == "3 files written, 0 unchanged\n")
        #expect(try TestCase.files(in: folder.file("out")).count == 3)
    }

    @Test(
        "A command line that makes no sense gives 2, with its usage",
        arguments: [
            ["generate", "Things.yaml"], ["generate", "--swift", "out"], ["generate", "--sql", "x.sql"],
            ["generate", "--access", "public"],
            ["generate", "Things.yaml", "--swift", "out", "--access", "private"], ["generate", "Things.yaml", "Other.yaml"],
            ["generate", "Things.yaml", "--swift"], ["validate", "--frobnicate"], ["generat"], ["generate", "--plugin"],
        ])
    func wrongUse(arguments: [String]) throws {
        let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        #expect(process.exitCode == 2)
        #expect(process.output == "")
        #expect(process.errors.hasPrefix("error: ") && process.errors.contains("Usage: "))
        #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
    }

    @Test("A command, an option or a file that does not exist is told with the one that was most likely meant")
    func spelling() throws {
        for (arguments, hint) in [
            (["generat"], "There is no command 'generat'. Did you mean 'generate'?"),
            (["migrate", "plna", "Things.yaml"], "There is no command 'plna'. Did you mean 'plan'?"),
            (["frobnicate"], "There is no command 'frobnicate'. The commands are init, check, "),
            (["help", "generat"], "There is no command 'generat'. Did you mean 'generate'?"),
            (["validate", "--confg", "x"], "Did you mean '--config'?"),
            (["generate", "--swfit", "out"], "Unknown option '--swfit'. Did you mean '--swift'?"),
            (["generate", "Things.yaml", "--slq=x.sql"], "Unknown option '--slq'. Did you mean '--sql'?"),
            (["migrate", "rebase", "--keep", "haed"], "'head' and 'incoming'"),
            (["validate", "Things.yaml", "--report", "sarfi"], "text"),
        ] {
            let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
            #expect(process.exitCode == 2 && process.errors.contains(hint), "\(process.errors)")
        }
        #expect(try trellis("validate", "Thigns.yaml").errors.hasSuffix("there is no such file; did you mean 'Things.yaml'?\n"))
        try folder.write("trellis: 1\nmodels: { Things: { path: models/t.yaml } }\n", to: "trellis.yaml")
        #expect(try trellis("validate", "Thing").errors.hasSuffix("there is no such file; did you mean 'models/t.yaml'?\n"))
    }

    @Test("A file that is missing, or is a folder, gives 3 and is named")
    func missingFile() throws {
        let missing = try trellis("validate", "Nowhere.yaml")
        #expect(missing.exitCode == 3)
        #expect(missing.errors == "error: cannot read 'Nowhere.yaml': there is no such file\n")
        let isFolder = try trellis("validate", ".")
        #expect(isFolder.exitCode == 3)
        #expect(isFolder.errors == "error: cannot read '.': it is a folder\n")
        for arguments in [["validate", "--config", "No.yaml"], ["validate", "Things.yaml", "--config", "No.yaml"]] {
            let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
            #expect(process.exitCode == 3)
            #expect(process.errors == "error: cannot read 'No.yaml': there is no such file\n")
        }
    }

    @Test("Without a model and without trellis.yaml it is 3, with what to do", arguments: ["validate", "generate", "format"])
    func nothingToDo(command: String) throws {
        let process = try trellis(command)
        #expect(process.exitCode == 3)
        #expect(
            process.errors.contains("no 'trellis.yaml' exists here")
                && process.errors.contains("trellis \(command) Orders.yaml"))
    }

    @Test("A place that cannot be written gives 3 and is named, and leaves what was there")
    func unwritable() throws {
        // A file where a folder is due stops everybody, the superuser too.
        try folder.write("mine", to: "file")
        let process = try trellis("generate", "Things.yaml", "--swift", "file/out")
        #expect(process.exitCode == 3)
        #expect(process.errors.hasPrefix("error: cannot write 'file/out/Things.trellis.swift': "))
        #expect(process.output == "")
        #expect(try String(contentsOfFile: folder.file("file"), encoding: .utf8) == "mine")
    }

    @Test("A file that cannot be put into its place leaves no draft of it behind")
    func unplaceable() throws {
        try folder.write("mine", to: "out/Things.trellis.swift/file")
        let process = try trellis("generate", "Things.yaml", "--swift", "out")
        #expect(process.exitCode == 3)
        #expect(process.errors.hasPrefix("error: cannot write 'out/Things.trellis.swift': "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")) == ["Things.trellis.swift"])
    }

    @Test("The tool does not write over the model that it reads")
    func overTheModel() throws {
        let before = try String(contentsOfFile: folder.file("Things.yaml"), encoding: .utf8)
        for path in ["Things.yaml", "./Things.yaml", folder.file("Things.yaml")] {
            let process = try trellis("generate", "Things.yaml", "--sql", path)
            #expect(process.exitCode == 1)
            #expect(process.errors.hasPrefix("\(path):1:1: error[TR0115]"))
        }
        #expect(try String(contentsOfFile: folder.file("Things.yaml"), encoding: .utf8) == before)
    }

    @Test(
        "Help gives 0, for the tool and for each command",
        arguments: [["--help"], ["generate", "--help"], ["validate", "--help"], ["format", "--help"], ["explain", "--help"], ["schema", "--help"], []])
    func help(arguments: [String]) throws {
        let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        #expect(process.exitCode == 0)
        #expect(process.errors == "")
        #expect(process.output.contains("USAGE: trellis"))
    }
}

/// A file that is too large.
struct LargeFileTests {
    @Test("is refused with a finding, without being read to its end", arguments: ["/dev/zero", "large"])
    func refused(source: String) throws {
        let folder = try TemporaryFolder()
        var path = source
        if source == "large" {
            path = folder.file("Large.yaml")
            try folder.write("", to: "Large.yaml")
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 100 << 20)
        }
        let process = try ChildProcess.run(Project.trellis, ["validate", path])
        #expect(process.exitCode == 1)
        #expect(process.errors.hasPrefix("\(path):1:1: error[TR1009]: the file is larger than 16 MB\n"))
    }
}
