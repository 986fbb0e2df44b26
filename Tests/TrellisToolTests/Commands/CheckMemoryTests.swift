import Foundation
import TestSupport
import Testing

/// What `trellis check` remembers of a run.
struct CheckMemoryTests: CheckSuite {
    let project: ModelProject

    init() throws {
        project = try ModelProject()
        try configure("swift: out, sql: out/shop.sql")
    }

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

    @Test("Findings and summaries are in the order of the configuration, whichever models are remembered")
    func order() throws {
        let names = ["Alpha", "Beta", "Gamma"]
        // A relationship without an inverse is a warning.
        for name in names {
            try folder.write("trellis: 1\nmodel: \(name)\nentities:\n  \(name)Thing:\n    relationships:\n      other: { to: \(name)Thing? }\n", to: "\(name).yaml")
        }
        try folder.write("trellis: 1\nmodels:\n" + names.map { "  \($0): { path: \($0).yaml, swift: \($0), draft: true }\n" }.joined(), to: "trellis.yaml")
        func compare(exitCode: Int32) throws {
            let present = try check(exitCode: exitCode)
            let fresh = try ChildProcess.run(Project.trellis, ["check", "--no-cache"], in: folder.path)
            #expect(present.errors == fresh.errors && present.output == fresh.output)
        }
        try fix("generate")
        for name in names { try fix("format \(name).yaml") }
        try compare(exitCode: 0)
        for name in names {
            try append("# later\n", to: "\(name).yaml")
            try compare(exitCode: 0)
        }
        for name in names {
            try append("// edited\n", to: "\(name)/\(name)Thing.trellis.swift")
            try compare(exitCode: 1)
            try append("entities:\n", to: "\(name).yaml")
            try compare(exitCode: 1)
        }
    }

    private func append(_ text: String, to name: String) throws { try folder.write(project.text(name) + text, to: name) }

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
