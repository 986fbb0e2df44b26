import Foundation
import TestSupport
import Testing

/// `trellis check`: its findings, and the commands that fix them.
struct CheckCommandTests {
    let project: ModelProject
    private var folder: TemporaryFolder { project.folder }

    init() throws {
        project = try ModelProject()
        try configure("swift: out, sql: out/shop.sql")
    }

    private func configure(_ keys: String) throws {
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, \(keys) }\n", to: "trellis.yaml")
    }

    /// Checks, with a memory of the test's own.
    @discardableResult
    private func check(_ arguments: String..., exitCode: Int32 = 0) throws -> ChildProcess {
        let process = try ChildProcess.run(
            Project.trellis, ["check", "--cache", folder.file("memory")] + arguments, in: folder.path)
        #expect(process.exitCode == exitCode, "\(process.output)\(process.errors)")
        return process
    }

    /// What is found, as file and code.
    private func found(_ arguments: String...) throws -> [String] {
        let process = try ChildProcess.run(
            Project.trellis, ["check", "--cache", folder.file("memory")] + arguments, in: folder.path)
        return process.errors.matches(of: /(?m)^([A-Za-z0-9.\/]+):[0-9]+:[0-9]+: (?:error|warning)\[(TR[0-9]{4})\]/).map {
            "\($0.output.1) \($0.output.2)"
        }
    }

    private func fix(_ command: String) throws {
        let process = try ChildProcess.run(Project.trellis, command.split(separator: " ").map(String.init), in: folder.path)
        #expect(process.exitCode == 0, "\(process.errors)")
    }

    // MARK: What is found

    @Test("A target that has the plugin's marker and no Swift file is named, because SwiftPM ignores it")
    func droppedTarget() throws {
        try configure("draft: false")
        try folder.write("", to: "Sources/Store/Models/Shop.trellis")
        try folder.write("", to: "Sources/App/main.swift")
        #expect(try found() == [])
        try folder.write("// swift-tools-version: 6.2\n", to: "Package.swift")
        #expect(try found() == ["Sources/Store/Models/Shop.trellis TR0119"])
        #expect(try check().errors.contains("add an empty Swift file, for example 'Sources/Store/Store.swift'"))
        try folder.write("", to: "Sources/Store/Store.swift")
        #expect(try found() == [])
    }

    @Test("It names each file that is missing, edited or made from another model, and the command that writes it")
    func outputs() throws {
        #expect(try found() == ["out/Shop.trellis.swift TR0111", "out/Customer.trellis.swift TR0111", "out/shop.sql TR0111"])
        #expect(try check(exitCode: 1).errors.contains("error[TR0111]: the file is missing\nhelp: run 'trellis generate'\n"))
        try fix("generate")
        #expect(try check().output == "Shop: no errors, 1 entity, 0 versions, a draft\n")
        #expect(try check().errors == "")

        try FileManager.default.removeItem(atPath: folder.file("out/shop.sql"))
        try FileManager.default.createDirectory(atPath: folder.file("out/shop.sql"), withIntermediateDirectories: false)
        #expect(try check(exitCode: 1).errors.contains("error[TR0111]: a folder has the name of the file\n"))
        try FileManager.default.removeItem(atPath: folder.file("out/shop.sql"))
        try fix("generate")

        try folder.write(project.text("out/shop.sql").replacing("name", with: "nane"), to: "out/shop.sql")
        let edited = try check(exitCode: 1)
        #expect(edited.errors.contains("error[TR0111]: the file is not current\n"))
        #expect(edited.errors.contains("nane"))
        try fix("generate")
        try project.model("name: string, size: int?")
        #expect(try found().contains("out/Customer.trellis.swift TR0111"))
        try fix("generate")
        #expect(try found() == [])
    }

    @Test("It names files that are not formatted, and what is wrong with a model as validate does")
    func models() throws {
        try fix("generate")
        let text = try project.text("Shop.yaml")
        try folder.write(text + "\n\n\n", to: "Shop.yaml")
        #expect(try found() == ["Shop.yaml TR0001"])
        try fix("format")
        #expect(try found() == [])
        try folder.write(text.replacing("string", with: "strin"), to: "Shop.yaml")
        #expect(try found() == ["Shop.yaml TR1104"])
        try folder.write("trellis: 1\nmodel: Shop\nentities: [\n", to: "Shop.yaml")
        #expect(try found() == ["Shop.yaml TR1002"])
    }

    @Test("A model that has versions is one of them, or said to be a draft")
    func drafts() throws {
        try project.create()
        try fix("generate")
        #expect(try check().output == "Shop: no errors, 1 entity, 1 version\n")
        try project.model("name: string, size: int?")
        try fix("generate")
        let process = try check(exitCode: 1)
        #expect(
            process.errors.contains("Shop.yaml:2:8: error[TR0112]: the model has changed since version 1\n"))
        #expect(
            process.errors.contains("help: freeze it with 'trellis migrate create Shop.yaml', or set 'draft: true' in trellis.yaml\n"))
        try configure("swift: out, sql: out/shop.sql, draft: true")
        #expect(try check().output == "Shop: no errors, 1 entity, 1 version, a draft\n")
        try fix("migrate create")
        try fix("generate")
        try configure("swift: out, sql: out/shop.sql")
        #expect(try check().output == "Shop: no errors, 1 entity, 2 versions\n")
    }

    @Test("An edited history is reported, with the command that fixes it if one does")
    func histories() throws {
        try project.create()
        try project.model("name: string, size: int?")
        try project.create()
        try fix("generate")
        try check()
        let script = try project.text("versions/2.migration.sql")
        try folder.write(script + "-- more\n", to: "versions/2.migration.sql")
        #expect(try found() == ["versions/2.migration.sql TR2208"])
        try fix("migrate renew --unreleased Shop.yaml")
        #expect(try found() == [])
        try folder.write("notes", to: "versions/notes.txt")
        #expect(try found() == ["versions/notes.txt TR2209"])
        try FileManager.default.removeItem(atPath: folder.file("versions/notes.txt"))
        try FileManager.default.removeItem(atPath: folder.file("versions/1.yaml"))
        #expect(try found().contains { $0.hasSuffix("TR2205") })
    }

    @Test("What a migration finds in its proof is told, and suppressed with a reason")
    func migrations() throws {
        try project.create()
        let text = try project.text("Shop.yaml").replacing("name: string", with: "name: { type: string, unique: true }")
        try folder.write(text, to: "Shop.yaml")
        try project.create()
        try fix("generate")
        for _ in 0..<2 {
            let process = try check()
            #expect(process.errors.contains("versions/2.yaml:") && process.errors.contains("warning[TR2108]"))
        }
        try configure("swift: out, sql: out/shop.sql, suppressions: { versions/2.yaml: { TR2108: Names were unique before. } }")
        for _ in 0..<2 { #expect(try check().errors == "") }
        // Later versions do not remove it.
        try configure("swift: out, sql: out/shop.sql")
        try folder.write(text + "      size: int?\n", to: "Shop.yaml")
        try project.create()
        try fix("generate")
        #expect(try found("--no-cache") == ["versions/2.yaml TR2108"])
        try configure("swift: out, sql: out/shop.sql, suppressions: { versions/2.yaml: { TR2108: Names were unique before. } }")
        // validate does not look for it, so it does not report the suppression.
        #expect(try project.trellis("validate").errors == "")
        try configure("swift: out, sql: out/shop.sql, suppressions: { Customer: { TR1206: No. } }")
        #expect(try found() == ["versions/2.yaml TR2108", "trellis.yaml TR0109"])
    }

    @Test("A stricter rule is found of the live model and of a frozen step, until it is accepted")
    func stricterRules() throws {
        try project.create()
        let text = try project.text("Shop.yaml").replacing("name: string", with: "name: { type: string, minLength: 3 }")
        try folder.write(text, to: "Shop.yaml")
        try configure("swift: out, sql: out/shop.sql, draft: true")
        try fix("generate")
        #expect(try check().errors.contains("warning[TR2113]: 'Customer.name' has a stricter rule"))
        #expect(try project.trellis("migrate", "status", "Shop.yaml").errors.contains("warning[TR2113]"))
        // The rule alone needs no version: a frozen step has it with another change.
        try folder.write(text.replacing("minLength: 3 }", with: "minLength: 3 }\n      size: int?"), to: "Shop.yaml")
        #expect(try project.trellis("migrate", "create", "Shop.yaml").errors.contains("warning[TR2113]"))
        try configure("swift: out, sql: out/shop.sql")
        try fix("generate")
        #expect(try found("--no-cache") == ["versions/2.yaml TR2113"])
        // The decisions of a released version stay as they are: what is printed works without them.
        let line = "suppressions: { versions/2.yaml: { TR2113: why } }"
        let help = try check().errors
        #expect(help.contains("version 2 is frozen and does not change") && help.contains("in trellis.yaml: '\(line)'"), "\(help)")
        try configure("swift: out, sql: out/shop.sql, \(line)")
        #expect(try found() == [])
        try configure("swift: out, sql: out/shop.sql")
        let script = try project.text("versions/2.migration.sql")
        try folder.write("trellis: 1\naccept: { Customer.name: { TR2113: Short names are rare. } }\n", to: "versions/2.migration.yaml")
        try fix("migrate renew --unreleased")
        #expect(try found() == [])
        #expect(try project.text("versions/2.migration.sql") == script)
    }

    @Test("Names that clash in what the configuration asks for are found, as generate finds them")
    func snapshots() throws {
        try folder.write("trellis: 1\nmodel: Shop\nentities:\n  Snapshot:\n    attributes:\n      size: int\n", to: "Shop.yaml")
        try fix("generate")
        #expect(try found() == [])
        try configure("swift: out, sql: out/shop.sql, snapshots: true")
        #expect(try found().contains("Shop.yaml TR1322"))
    }

    @Test("A model that is named is checked without outputs, with its history")
    func namedModel() throws {
        #expect(try check("Shop.yaml").output == "Shop: no errors, 1 entity, 0 versions, a draft\n")
        let empty = try ChildProcess.run(Project.trellis, ["check", "--cache", "", "Shop.yaml"], in: folder.path)
        #expect(empty.exitCode == 2 && empty.errors.contains("--cache needs the name"))
        #expect(try check("Nothing.yaml", exitCode: 3).errors.hasPrefix("error: cannot read 'Nothing.yaml'"))
    }

    @Test("A model that was found right by itself is still looked at under the name that the configuration has for it")
    func nameBesideMemory() throws {
        try folder.write("trellis: 1\nmodel: Depot\nentities:\n  Shelf:\n", to: "Shop.yaml")
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml }\n", to: "trellis.yaml")
        for _ in 1...2 {
            try check("Shop.yaml", "--config", "trellis.yaml")
            #expect(try check(exitCode: 1).errors.contains("error[TR0103]: the file names the model 'Depot'"))
        }
    }

    // MARK: What is remembered

    private let remembered = "Shop.yaml: unchanged since the last run\n"

    @Test("What did not change is not looked at again, whatever the files' times are, and is told again")
    func memory() throws {
        try project.create()
        try fix("generate")
        #expect(try !check("--verbose").errors.contains(remembered))
        let second = try check("--verbose")
        #expect(second.errors == remembered && second.output == "Shop: no errors, 1 entity, 1 version\n")
        let past = Date(timeIntervalSinceReferenceDate: 0)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder.file("Shop.yaml"))
        #expect(try check("--verbose").errors == remembered)
        #expect(try !check("--verbose", "--no-cache").errors.contains(remembered))

        // A finding is remembered with its place and its excerpt.
        try folder.write(
            """
            trellis: 1
            model: Shop
            entities:
              Customer:
              Order:
                relationships:
                  customer: { to: Customer? }
            """, to: "Shop.yaml")
        try configure("swift: out, sql: out/shop.sql, draft: true")
        try fix("format")
        try fix("generate")
        let first = try check()
        #expect(first.errors.contains("warning[TR1208]"))
        let again = try check("--verbose")
        #expect(again.errors == remembered + first.errors)
    }

    @Test(
        "A change to anything that counts is seen",
        arguments: [
            "Shop.yaml", "parts.yaml", "out/shop.sql", "out/Customer.trellis.swift", "versions/1.yaml", "versions/lock",
            "trellis.yaml", "a new version file", "a missing output",
        ])
    func changes(file: String) throws {
        try folder.write("trellis: 1\nentities:\n  More:\n", to: "parts.yaml")
        let text = try project.text("Shop.yaml").replacing("model: Shop\n", with: "model: Shop\ninclude: parts.yaml\n")
        try folder.write(text, to: "Shop.yaml")
        try project.create()
        try fix("format")
        try fix("generate")
        try check()
        #expect(try check("--verbose").errors == remembered)
        switch file {
        case "trellis.yaml": try configure("swift: out, sql: out/shop.sql, access: public")
        case "a new version file": try folder.write("", to: "versions/x")
        case "a missing output": try FileManager.default.removeItem(atPath: folder.file("out/shop.sql"))
        default: try folder.write(project.text(file) + " ", to: file)
        }
        let process = try ChildProcess.run(
            Project.trellis, ["check", "--verbose", "--cache", folder.file("memory")], in: folder.path)
        #expect(!process.errors.contains(remembered))
        #expect(process.exitCode == 1, "\(process.errors)")
    }

    @Test(
        "A change to a model's configuration is noticed",
        arguments: [
            ("", "Shop.yaml TR0112"), ("draft: true, snapshots: true", "out/Customer.trellis.swift TR0111"),
            ("draft: true, templates: { swift-entity: t.mustache }", "out/Customer.trellis.swift TR0111"),
            ("draft: true, files: { notes.txt: t.mustache }", "notes.txt TR0111"),
            ("draft: true, dictionary: Shop.md", "Shop.md TR0111"),
            ("draft: true, extensions: Mine", "Mine/Customer.swift TR0117"),
        ])
    func configurations(keys: String, expected: String) throws {
        try folder.write("// {{generated}}\n{{declarations}}\n", to: "t.mustache")
        if keys.contains("files") { try folder.write("{{name}}\n", to: "t.mustache") }
        try project.create()
        try project.model("name: string, size: int?")
        try configure("swift: out, sql: out/shop.sql, draft: true")
        try fix("generate")
        try check()
        #expect(try check("--verbose").errors == remembered)
        try configure("swift: out, sql: out/shop.sql, \(keys)")
        #expect(try found() == [expected])
    }

    @Test("A record of another tool is not used, not even if path, size and time are the same")
    func otherBuild() throws {
        let (tool, original) = (folder.file("tool"), Project.trellis)
        try FileManager.default.copyItem(atPath: original, toPath: tool)
        let time = Date(timeIntervalSinceReferenceDate: 0)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: tool)
        func errors() throws -> String {
            try ChildProcess.run(tool, ["check", "--verbose", "--cache", folder.file("memory")], in: folder.path).errors
        }
        try fix("generate")
        #expect(try !errors().contains(remembered))
        #expect(try errors() == remembered)

        // One byte of the file's last part, which is not run.
        let handle = try FileHandle(forUpdating: URL(filePath: tool))
        let end = try handle.seekToEnd()
        try handle.seek(toOffset: end - 1)
        let last = try #require(try handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: end - 1)
        try handle.write(contentsOf: Data([last ^ 1]))
        try handle.close()
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: tool)
        #expect(try FileManager.default.attributesOfItem(atPath: tool)[.modificationDate] as? Date == time)
        #expect(try !errors().contains(remembered))
        #expect(try errors() == remembered)
    }

    @Test("A record that was edited is not used", arguments: ["files", "claims", "findings", "summary"])
    func editedMemory(key: String) throws {
        try fix("generate")
        try check()
        let memory = folder.file("memory")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: memory).first { $0.hasPrefix("check-") })
        let record = try project.text("memory/\(name)")
        let json = try #require(record.split(separator: "\n", maxSplits: 1).last)
        var keys = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let edits: [String: Any] = ["files": [String: String](), "claims": [String](), "findings": [String](), "summary": "fine"]
        keys[key] = edits[key]
        let edited = try JSONSerialization.data(withJSONObject: keys)
        try folder.write(record.replacing(String(json), with: String(decoding: edited, as: UTF8.self)), to: "memory/\(name)")
        #expect(try project.text("memory/\(name)") != record)
        try folder.write(project.text("out/shop.sql") + "-- more\n", to: "out/shop.sql")
        #expect(try found() == ["out/shop.sql TR0111"])
    }

    @Test("A file of another author in the place of an output is reported each time")
    func foreignOutput() throws {
        try fix("generate")
        try folder.write("struct Mine {}\n", to: "out/Customer.trellis.swift")
        for _ in 0..<3 { #expect(try found() == ["out/Customer.trellis.swift TR0111", "trellis.yaml TR0115"]) }
    }

    @Test("What changes while a check runs is seen by the next one", arguments: ["out/shop.sql", "versions/notes.txt"])
    func race(file: String) throws {
        let steps = (0..<30).map { "      field\($0): int?\n" }
        try project.create()
        for step in steps.prefix(3) {
            try folder.write(project.text("Shop.yaml") + step, to: "Shop.yaml")
            try project.create()
        }
        try fix("generate")
        let good = try? project.text(file)
        let edited = (good ?? "") + "-- edited\n"
        // How long a check takes tells where the edits have to fall.
        let start = Date()
        try check()
        let duration = Date().timeIntervalSince(start)
        for index in 0..<8 {
            try? FileManager.default.removeItem(atPath: folder.file("memory"))
            if let good { try folder.write(good, to: file) } else { try? FileManager.default.removeItem(atPath: folder.file(file)) }
            let process = Process()
            process.executableURL = URL(filePath: Project.trellis)
            process.arguments = ["check", "--quiet", "--cache", folder.file("memory")]
            process.currentDirectoryURL = URL(filePath: folder.path)
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            Thread.sleep(forTimeInterval: duration * Double(index) / 8)
            try edited.write(toFile: folder.file("edited"), atomically: false, encoding: .utf8)
            #expect(rename(folder.file("edited"), folder.file(file)) == 0)
            process.waitUntilExit()
            #expect(try found().count == 1, "the edit came after \(index) of 8 parts of a check")
        }
    }

    @Test("A memory that is broken or cannot be kept is none")
    func brokenMemory() throws {
        try fix("generate")
        try check()
        let memory = folder.file("memory")
        let names = try FileManager.default.contentsOfDirectory(atPath: memory).sorted()
        #expect(names.count == 2 && names[1] == "tool")
        for text in ["", "{}", "[1]", "\u{0}"] {
            try folder.write(text, to: "memory/\(names[0])")
            #expect(try !check("--verbose").errors.contains(remembered))
            #expect(try check("--verbose").errors == remembered)
            // The checksum of the tool is worked out again.
            try folder.write(text, to: "memory/tool")
            #expect(try check("--verbose").errors == remembered)
        }
        try folder.write("", to: "file")
        let process = try project.trellis("check", "--cache", "file/below")
        #expect(process.exitCode == 0 && process.errors == "")
    }

    @Test("It writes nothing into the folder, and keeps what it found where the system keeps such things")
    func place() throws {
        try fix("generate")
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let caches = try TemporaryFolder()
        let process = try ChildProcess.run(named: "XDG_CACHE_HOME=\(caches.path)", [Project.trellis, "check"], in: folder.path)
        #expect(process.exitCode == 0)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: caches.file("trellis")).count == 2)
        // A relative path is none, says the specification of these folders.
        let relative = try ChildProcess.run(
            named: "CFFIXED_USER_HOME=\(caches.path)", ["XDG_CACHE_HOME=caches", Project.trellis, "check"], in: folder.path)
        #expect(relative.exitCode == 0)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
        let without = try TemporaryFolder()
        _ = try ChildProcess.run(
            named: "XDG_CACHE_HOME=\(without.path)", [Project.trellis, "check", "--no-cache"], in: folder.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: without.path) == [])
    }

    @Test("One model's change does not make the others be looked at again")
    func severalModels() throws {
        try folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing:\n", to: "Other.yaml")
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml }\n  Other: { path: Other.yaml }\n", to: "trellis.yaml")
        try check()
        try project.model("name: string, size: int?")
        let process = try check("--verbose")
        #expect(process.errors.contains("Other.yaml: unchanged") && !process.errors.contains("Shop.yaml: unchanged"))
        #expect(process.output.contains("Shop: no errors") && process.output.contains("Other: no errors"))
    }

    @Test("That two models write one file is found also where neither has changed since")
    func sharedOutput() throws {
        try folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing:\n", to: "Other.yaml")
        try folder.write(
            "trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, sql: out.sql }\n  Other: { path: Other.yaml, sql: out.sql }\n",
            to: "trellis.yaml")
        try folder.write("", to: "out.sql")
        let first = try found()
        #expect(first.contains("trellis.yaml TR0114"))
        #expect(try found() == first)
        #expect(try check("--verbose", exitCode: 1).errors.contains("Other.yaml: unchanged"))
    }
}
