import Foundation
import TestSupport
import Testing

/// `trellis generate` where nothing, or one thing, has changed since the last run.
struct GenerateMemoryTests {
    private let folder: TemporaryFolder
    private var cache: String { folder.file("cache") }
    private static let model = """
        trellis: 1
        model: Shop
        include: [enums.yaml]
        entities:
          Customer: { attributes: { name: string, level: Level } }
          Order: { attributes: { total: int } }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Shop.yaml")
        try folder.write("trellis: 1\nenums: { Level: [low, high] }\n", to: "enums.yaml")
        try folder.write("// {{generated}}\n{{declarations}}\n// of the shop\n", to: "file.mustache")
        try configure()
    }

    private func configure(_ more: String = "") throws {
        try folder.write(
            """
            trellis: 1
            models:
              Shop: { path: Shop.yaml, swift: out, sql: shop.sql, dictionary: shop.md, extensions: Mine\(more) }

            """, to: "trellis.yaml")
    }

    private func generate(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["generate", "--cache", cache] + arguments, in: folder.path)
    }

    /// Whether the last run took the model from memory.
    private func isRemembered(_ process: ChildProcess) -> Bool {
        (process.output + process.errors).contains("Shop.yaml: unchanged since the last run")
    }

    private func outputs() throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            ["out/", "Mine/", "shop.sql", "shop.md"].contains { name.hasPrefix($0) }
        }
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: folder.file($0), encoding: .utf8)) })
    }

    @Test func `nothing that is unchanged is read again, and the summary is the same`() throws {
        let first = try generate("--verbose")
        #expect(first.exitCode == 0 && !isRemembered(first), "\(first.errors)")
        let written = try outputs()
        #expect(written.count == 8, "\(written.keys.sorted())")
        let second = try generate("--verbose")
        #expect(second.exitCode == 0 && isRemembered(second), "\(second.output)\(second.errors)")
        #expect(second.output.contains("0 files written, 6 unchanged"), "\(second.output)")
        let whole = try generate("--no-cache", "--verbose")
        #expect(!isRemembered(whole) && whole.output.contains("0 files written, 6 unchanged"), "\(whole.output)")
        #expect(try outputs() == written)
    }

    @Test(arguments: [
        "an attribute", "an included file", "the configuration", "a template", "an edited output", "a missing output", "a missing extension file",
        "a frozen version", "a damaged record", "another option",
    ])
    func `what has changed is generated again, as without memory`(change: String) throws {
        if change == "a template" { try configure(", templates: { swift-entity: file.mustache }") }
        #expect(try generate().exitCode == 0)
        #expect(try isRemembered(generate("--verbose")))
        var options = [String]()
        switch change {
        case "an attribute": try folder.write(Self.model.replacing("total: int", with: "total: int16"), to: "Shop.yaml")
        case "an included file": try folder.write("trellis: 1\nenums: { Level: [low, top] }\n", to: "enums.yaml")
        case "the configuration": try configure(", access: public")
        case "a template": try folder.write("// {{generated}}\n{{declarations}}\n// of the mall\n", to: "file.mustache")
        // As many bytes as before.
        case "an edited output": try folder.write(outputs()["shop.sql"]?.replacing("INTEGER", with: "integer") ?? "", to: "shop.sql")
        case "a missing output": try FileManager.default.removeItem(atPath: folder.file("out/Order.trellis.swift"))
        case "a missing extension file": try FileManager.default.removeItem(atPath: folder.file("Mine/Order.swift"))
        case "a frozen version":
            #expect(try ChildProcess.run(Project.trellis, ["migrate", "create", "Shop.yaml"], in: folder.path).exitCode == 0)
        case "a damaged record":
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: cache).first { $0.hasPrefix("generate-") })
            let text = try String(contentsOfFile: "\(cache)/\(name)", encoding: .utf8)
            try folder.write(text.replacing("\"summary\":\"\"", with: "\"summary\":\"!\""), to: "cache/\(name)")
        default: options = ["Shop.yaml", "--swift", "out", "--access", "package"]
        }
        let again = try ChildProcess.run(Project.trellis, ["generate", "--cache", cache, "--verbose"] + options, in: folder.path)
        #expect(again.exitCode == 0 && !isRemembered(again), "\(again.output)\(again.errors)")
        let written = try outputs()
        for name in written.keys where !name.hasPrefix("Mine/") { try FileManager.default.removeItem(atPath: folder.file(name)) }
        #expect(try ChildProcess.run(Project.trellis, ["generate", "--no-cache"] + options, in: folder.path).exitCode == 0)
        #expect(try outputs().filter { options.isEmpty || $0.key.hasPrefix("out/") } == written.filter { options.isEmpty || $0.key.hasPrefix("out/") })
    }

    @Test func `warnings and orphans are reported again`() throws {
        try folder.write(Self.model.replacing("Order:", with: "order:"), to: "Shop.yaml")
        try folder.write("", to: "out/keep")
        let first = try generate()
        #expect(first.exitCode == 0 && first.errors.contains("warning["), "\(first.errors)")
        let second = try generate("--verbose")
        #expect(isRemembered(second) && second.errors.contains(first.errors), "\(second.errors)")
        let order = try String(contentsOfFile: folder.file("out/Customer.trellis.swift"), encoding: .utf8)
        try folder.write(order, to: "out/Removed.trellis.swift")
        let third = try generate("--verbose")
        #expect(isRemembered(third) && third.errors.contains("TR0116"), "\(third.errors)")
    }

    @Test func `a report replaces no file that the run reads or writes, remembered or not, and nothing is written`() throws {
        let words = ["generate", "--cache", cache, "--report"]
        for (path, reason) in [("out/Order.trellis.swift", "is generated"), ("shop.sql", "is generated"), ("./Shop.yaml", "is an input"), ("trellis.yaml", "is an input")] {
            for isWritten in [false, true] {
                if isWritten { #expect(try generate().exitCode == 0) }
                let before = try outputs()
                let process = try ChildProcess.run(Project.trellis, words + ["json=\(path)"], in: folder.path)
                #expect(process.exitCode == 3 && process.output == "" && process.errors.hasPrefix("error: '\(path)' \(reason)"), "\(process.errors)")
                #expect(try outputs() == before)
            }
            for name in ["out", "Mine", "shop.sql", "shop.md", "cache"] { try FileManager.default.removeItem(atPath: folder.file(name)) }
        }
        let validation = try ChildProcess.run(Project.trellis, ["validate", "--report", "json=trellis.yaml"], in: folder.path)
        #expect(validation.exitCode == 3 && validation.output == "" && validation.errors.contains("is an input"), "\(validation.errors)")
    }

    @Test func `a report counts the same files whether the models are remembered or not`() throws {
        let counts = try ["--no-cache", "--verbose", "--verbose"].map { option in
            let output = try generate("--report", "json=../report.json", option)
            #expect(output.exitCode == 0, "\(output.errors)")
            return try String(contentsOfFile: folder.file("../report.json"), encoding: .utf8).firstMatch(of: /"files": ([0-9]+)/)?.output.1 ?? ""
        }
        try FileManager.default.removeItem(atPath: folder.file("../report.json"))
        #expect(Set(counts).count == 1 && counts[0] != "", "\(counts)")
    }

    @Test func `a pipe in the place of a file is not waited for`() throws {
        #expect(try generate().exitCode == 0)
        for (path, exitCode) in [("out/Order.trellis.swift", 0), ("shop.sql", 0), ("enums.yaml", 1), ("Shop.yaml", 3)] as [(String, Int32)] {
            try FileManager.default.removeItem(atPath: folder.file(path))
            #expect(mkfifo(folder.file(path), 0o600) == 0)
            let process = try ChildProcess.run(named: "timeout", ["20", Project.trellis, "generate", "--cache", cache], in: folder.path)
            #expect(process.exitCode == exitCode, "\(path): \(process.exitCode) \(process.errors)")
            #expect(exitCode == 0 || process.errors.contains("it is a pipe"), "\(process.errors)")
        }
        // A shell's pipe is read, also by a link.
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.yaml"), withDestinationPath: "/dev/stdin")
        for path in ["link.yaml", "/dev/stdin"] {
            let process = try ChildProcess.run(Project.trellis, ["validate", path], input: "trellis: 1\nmodel: Piped\nentities:\n  Thing:\n", in: folder.path)
            #expect(process.exitCode == 0, "\(process.errors)")
        }
    }

    @Test func `drafts of killed runs go when their folder is written to, and those of present runs stay`() throws {
        #expect(try generate().exitCode == 0)
        let (old, new, other) = ("out/.trellis-10052267952061840190", "out/.trellis-42", "out/.trellis-mine")
        for path in [old, new, other] { try folder.write("half", to: path) }
        for path in [old, other] {
            try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: folder.file(path))
        }
        try folder.write(Self.model.replacing("total: int", with: "total: int16"), to: "Shop.yaml")
        #expect(try generate().exitCode == 0)
        #expect([old, new, other].map { FileManager.default.fileExists(atPath: folder.file($0)) } == [false, true, true])
    }

    @Test func `a file beyond the user's limit is an error of the run`() throws {
        let process = try ChildProcess.run(named: "bash", ["-c", "ulimit -f 1; exec '\(Project.trellis)' generate --no-cache"], in: folder.path)
        #expect(process.exitCode == 3 && process.errors.hasPrefix("error: cannot write 'out/"), "\(process.exitCode) \(process.errors)")
        #expect(try outputs().keys.allSatisfy { !$0.contains("/.trellis-") })
    }

    @Test func `a file cannot be the folder of the results`() throws {
        let process = try ChildProcess.run(Project.trellis, ["generate", "--cache", "trellis.yaml"], in: folder.path)
        #expect(process.exitCode == 2 && process.errors.contains("'trellis.yaml' is a file"), "\(process.errors)")
    }

    @Test func `a run with an error is not remembered`() throws {
        #expect(try generate().exitCode == 0)
        try folder.write(Self.model.replacing("Level }", with: "Levels }"), to: "Shop.yaml")
        for _ in 0..<2 { #expect(try generate().exitCode == 1) }
        try folder.write(Self.model, to: "Shop.yaml")
        #expect(try isRemembered(generate("--verbose")))
    }

    @Test func `neither the build plugin nor a run without memory writes outside its outputs`() throws {
        for words in [[Project.trellis, "generate", "--no-cache"], [Project.generator, "Shop.yaml", "Plugin"]] {
            let process = try ChildProcess.run(named: "XDG_CACHE_HOME=\(cache)", words, in: folder.path)
            #expect(process.exitCode == 0, "\(process.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: cache))
    }
}
