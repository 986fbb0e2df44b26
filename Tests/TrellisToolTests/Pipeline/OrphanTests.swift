import Foundation
import TestSupport
import Testing

/// Files of entities that are gone, and files that persons go on with.
struct OrphanTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try model("Customer", "Order")
        try configure("swift: out")
    }

    private func model(_ entities: String...) throws { try model(entities) }

    private func model(_ entities: [String]) throws {
        try folder.write("trellis: 1\nmodel: Shop\nentities:\n" + entities.map { "  \($0):\n" }.joined(), to: "Shop.yaml")
    }

    private func configure(_ keys: String) throws {
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, \(keys) }\n", to: "trellis.yaml")
    }

    @discardableResult
    private func trellis(_ arguments: String..., exitCode: Int32 = 0) throws -> ChildProcess {
        let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        #expect(process.exitCode == exitCode, "\(process.output)\(process.errors)")
        return process
    }

    /// What is found, as file and code.
    private func found(_ process: ChildProcess) -> [String] {
        process.errors.matches(of: /(?m)^([^:\n]+):[0-9]+:[0-9]+: (?:error|warning)\[(TR[0-9]{4})\]/).map {
            "\($0.output.1) \($0.output.2)"
        }
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: folder.file(path), encoding: .utf8) }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(path)) }

    @Test("A draft leaves the plans of its newest version in place, and they are no orphan")
    func plansOfDraft() throws {
        for entities in [["Customer"], ["Customer", "Order"]] {
            try model(entities)
            #expect(try trellis("migrate", "create").output.hasSuffix("Shop: run 'trellis generate' to write the outputs of version \(entities.count)\n"))
        }
        try trellis("generate")
        #expect(exists("out/Shop.migrations.trellis.swift"))
        try model("Customer", "Order", "Item")
        let generated = try trellis("generate", "--remove-orphans")
        #expect(found(generated).filter { $0.contains("TR0116") } == [] && exists("out/Shop.migrations.trellis.swift"), "\(generated.errors)")
        try configure("swift: out, draft: true")
        #expect(try found(trellis("check", "--no-cache")).filter { $0.contains("TR0116") } == [])
        // A model without versions has no plans.
        try FileManager.default.removeItem(atPath: folder.file("versions"))
        #expect(try found(trellis("generate")).filter { $0.contains("TR0116") } == ["out/Shop.migrations.trellis.swift TR0116"])
    }

    @Test("Links of folders do not lead what is generated over a model, or out of the configuration's folder")
    func links() throws {
        let elsewhere = try TemporaryFolder()
        try folder.write("// {{generated}}\n", to: "t.mustache")
        for (link, target) in [("gen", folder.path), ("out", elsewhere.path)] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
        }
        // A folder beside it whose name begins as its own does.
        let beside = folder.path + "-beside"
        try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: beside) }
        try FileManager.default.createSymbolicLink(atPath: folder.file("near"), withDestinationPath: beside)
        try configure("files: { near/notes.txt: t.mustache }")
        #expect(try found(trellis("generate", exitCode: 1)) == ["trellis.yaml TR0113"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: beside).isEmpty)

        let model = try text("Shop.yaml")
        try configure("files: { gen/Shop.yaml: t.mustache, out/notes.txt: t.mustache }")
        for command in [["generate"], ["check", "--no-cache"]] {
            let process = try ChildProcess.run(Project.trellis, command, in: folder.path)
            #expect(process.exitCode == 1)
            #expect(process.errors.contains("error[TR0115]: 'gen/Shop.yaml' is an input and cannot be an output"))
            #expect(process.errors.contains("error[TR0113]: 'out/notes.txt' leads out of the folder of trellis.yaml, along a link"))
        }
        #expect(try text("Shop.yaml") == model)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
    }

    @Test("Of a template with an error nothing else is told: not that files are stale, nor that they are orphans")
    func brokenTemplate() throws {
        try trellis("generate")
        try configure("swift: out, templates: { swift-entity: t.mustache }")
        #expect(try found(trellis("check", "--no-cache", exitCode: 1)) == ["trellis.yaml TR1705"])
        try folder.write("// {{generated}}\n{{nonsense}}\n", to: "t.mustache")
        #expect(try found(trellis("check", "--no-cache", exitCode: 1)) == ["t.mustache TR1702"])
    }

    @Test("The memory of check knows that the configuration is not to be written over")
    func configurationIsRead() throws {
        try configure("sql: trellis.yaml")
        let cache = try TemporaryFolder()
        for _ in 1...2 {
            #expect(try found(trellis("check", "--cache", cache.path, exitCode: 1)).contains("trellis.yaml TR0115"))
        }
    }

    @Test("What is a file is no folder", arguments: ["sql: Docs/", "dictionary: .", "sql: a/.."])
    func fileNames(key: String) throws {
        try configure(key)
        let process = try trellis("generate", exitCode: 1)
        #expect(process.errors.contains("error[TR0102]: a path must name a file\n"), "\(process.errors)")
    }

    // MARK: Generated files

    @Test("The file of a removed entity is reported, and removed only with consent")
    func orphans() throws {
        try trellis("generate")
        #expect(try trellis("generate").errors == "")
        try model("Customer", "Invoice")
        let told = try trellis("generate")
        #expect(told.output == "2 files written, 1 unchanged\n" && found(told) == ["out/Order.trellis.swift TR0116"])
        #expect(told.errors.contains("warning[TR0116]: no model generates this file any more\n"))
        #expect(
            told.errors.contains("help: 'trellis generate --remove-orphans' removes it\n") && exists("out/Order.trellis.swift"))
        #expect(try found(trellis("check", "--no-cache")) == ["out/Order.trellis.swift TR0116"])
        #expect(exists("out/Order.trellis.swift"))

        let removed = try trellis("generate", "--remove-orphans")
        #expect(removed.output == "0 files written, 3 unchanged, 1 removed\n" && removed.errors == "")
        #expect(!exists("out/Order.trellis.swift") && exists("out/Invoice.trellis.swift"))
        #expect(try trellis("check", "--no-cache").errors == "")
    }

    @Test(
        "On a terminal the question is asked, and only yes is consent",
        .enabled(if: Project.hasTerminals, "'script' gives a terminal"))
    func question() throws {
        try trellis("generate")
        func answered(_ answer: String) throws -> ChildProcess {
            let command = "'\(Project.trellis)' generate"
            return try ChildProcess.run(named: "script", ["-qec", command, "/dev/null"], input: answer + "\n", in: folder.path)
        }
        try model("Customer")
        #expect(try answered("n").output.contains("[y/N]"))
        for answer in ["", "n", "nein", "j"] {
            #expect(try answered(answer).output.contains("warning[TR0116]"), "\(answer)")
            #expect(exists("out/Order.trellis.swift"), "\(answer)")
        }
        for answer in ["y", " Yes"] {
            try model("Customer", "Order")
            try trellis("generate")
            try model("Customer")
            let process = try answered(answer)
            #expect(process.output.contains("Remove files that no model needs any more: out/Order.trellis.swift? [y/N]"))
            #expect(process.output.contains("1 removed") && !exists("out/Order.trellis.swift"), "\(answer)")
        }
    }

    @Test("What a person has written or changed is never removed")
    func persons() throws {
        try trellis("generate")
        let order = try text("out/Order.trellis.swift")
        let changed = [
            "Appended": order + "// mine\n", "Edited": order.replacing("final class", with: "final  class"),
            "Headless": "// mine\n"
                + order.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n"),
            "Numbered": order.replacing(/\([0-9a-f]{8}\)/, with: "(00000000)"), "Own": "final class Own {}\n",
        ]
        for (name, text) in changed { try folder.write(text, to: "out/\(name).trellis.swift") }
        try folder.write(order, to: "out/Copy.swift")
        try folder.write(order, to: "out/.trellis.swift")
        let process = try trellis("generate", "--remove-orphans")
        #expect(
            found(process) == ["Appended", "Edited", "Numbered"].map { "out/\($0).trellis.swift TR0116" }, "\(process.errors)")
        #expect(process.errors.contains("it was edited, so Trellis never removes it"))
        for (name, text) in changed { #expect(try self.text("out/\(name).trellis.swift") == text) }
        #expect(exists("out/Copy.swift"))
    }

    @Test("Models share a folder: neither takes the other's files for its own")
    func sharedFolder() throws {
        try folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing:\n", to: "b/Shop.yaml")
        func configure(_ models: String) throws { try folder.write("trellis: 1\nmodels:\n\(models)", to: "trellis.yaml") }
        try configure("  Shop: { path: Shop.yaml, swift: out }\n  Other: { path: b/Shop.yaml, swift: out }\n")
        try trellis("generate")
        #expect(try trellis("generate", "--remove-orphans").output == "0 files written, 5 unchanged\n")
        try configure("  Shop: { path: Shop.yaml, swift: out }\n")
        #expect(try trellis("generate", "--remove-orphans").output == "0 files written, 3 unchanged\n")
        try model("Customer")
        #expect(try trellis("generate", "--remove-orphans").output.hasSuffix(", 1 removed\n"))
        #expect(exists("out/Thing.trellis.swift") && exists("out/Other.trellis.swift") && !exists("out/Order.trellis.swift"))
        // A command that knows one model knows nothing of what others make.
        #expect(
            try trellis("generate", "Shop.yaml", "--swift", "out", "--remove-orphans", exitCode: 2).errors.contains(
                "--remove-orphans"))
    }

    @Test("Files of entities from a template of one's own are orphans where their template says that they are generated")
    func ownTemplates() throws {
        try folder.write("// {{generated}}\n{{name}}\n", to: "marked.mustache")
        try folder.write("{{name}}\n", to: "plain.mustache")
        try configure("files: { 'a/{entity}+Coded.swift': marked.mustache, 'b/{entity}.txt': plain.mustache }")
        try trellis("generate")
        try folder.write("Order\n", to: "a/Mine+Coded.swift")
        try model("Customer")
        let process = try trellis("generate", "--remove-orphans")
        #expect(process.output.hasSuffix(", 1 removed\n") && process.errors == "")
        #expect(!exists("a/Order+Coded.swift") && exists("a/Mine+Coded.swift") && exists("b/Order.txt"))
    }

    @Test("A file that two patterns of names fit is one orphan")
    func twoPatterns() throws {
        try folder.write("// {{generated}}\n{{name}}\n", to: "marked.mustache")
        try configure("swift: out, files: { 'out/{entity}.swift': marked.mustache, '{entity}.txt': marked.mustache }")
        try trellis("generate")
        try model("Customer")
        #expect(
            try found(trellis("generate"))
                == ["out/Order.trellis.swift TR0116", "out/Order.swift TR0116", "Order.txt TR0116"])
        #expect(try trellis("generate", "--remove-orphans").output.hasSuffix(", 3 removed\n"))
    }

    @Test("Nothing is removed where a model is broken, nor told of")
    func broken() throws {
        try trellis("generate")
        try folder.write("trellis: 1\nmodel: Shop\nentities: []\n", to: "Shop.yaml")
        #expect(try found(trellis("generate", "--remove-orphans", exitCode: 1)) == ["Shop.yaml TR1102"])
        #expect(try found(trellis("check", "--no-cache", exitCode: 1)) == ["Shop.yaml TR1102"])
        #expect(exists("out/Order.trellis.swift"))
    }

    @Test("A check that remembers the model sees an orphan that has come since")
    func memory() throws {
        try trellis("generate")
        let check = ["check", "--cache", folder.file("memory"), "--verbose"]
        #expect(try ChildProcess.run(Project.trellis, check, in: folder.path).errors.hasPrefix("Shop.yaml: read"))
        let order = try text("out/Order.trellis.swift")
        try folder.write(order + "\n", to: "out/Old.trellis.swift")
        let process = try ChildProcess.run(Project.trellis, check, in: folder.path)
        #expect(
            process.errors.hasPrefix("Shop.yaml: unchanged") && found(process) == ["out/Old.trellis.swift TR0116"],
            "\(process.errors)")
    }

    // MARK: Persons' files

    @Test("A missing extension file is created, compiles, and is never touched again")
    func extensions() throws {
        try configure("swift: out, extensions: Mine")
        #expect(try trellis("generate").output == "5 files written, 0 unchanged\n")
        let begun = try text("Mine/Customer.swift")
        #expect(
            begun == """
                // Customer.swift
                // Begun by Trellis for the entity Customer of Shop.yaml, and yours: no run writes it again.

                import Trellis

                /// What `Customer` has beyond its model.
                extension Customer {
                }

                """)
        for text in [begun + "// mine\n", "", "struct Mine {}\n"] {
            try folder.write(text, to: "Mine/Customer.swift")
            #expect(try trellis("generate", "--remove-orphans").output == "0 files written, 3 unchanged\n")
            #expect(try self.text("Mine/Customer.swift") == text)
            #expect(try trellis("check", "--no-cache").errors == "")
        }
        try FileManager.default.removeItem(atPath: folder.file("Mine/Customer.swift"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("Mine/Customer.swift"), withDestinationPath: "nowhere")
        #expect(try trellis("generate").output == "0 files written, 3 unchanged\n")
        #expect(!exists("Mine/nowhere"))
    }

    @Test("A check reports a missing extension file, and nothing if all exist")
    func missingExtension() throws {
        try configure("swift: out, extensions: Mine")
        try trellis("generate")
        try FileManager.default.removeItem(atPath: folder.file("Mine/Order.swift"))
        for cache in [["--no-cache"], ["--cache", folder.file("memory")], ["--cache", folder.file("memory")]] {
            let process = try ChildProcess.run(Project.trellis, ["check"] + cache, in: folder.path)
            #expect(process.exitCode == 0 && found(process) == ["Mine/Order.swift TR0117"], "\(process.errors)")
        }
        #expect(try trellis("generate").output == "1 file written, 3 unchanged\n")
        #expect(try trellis("check", "--cache", folder.file("memory")).errors == "")
        // One that goes later is missed as well.
        try FileManager.default.removeItem(atPath: folder.file("Mine/Customer.swift"))
        #expect(try found(trellis("check", "--cache", folder.file("memory"))) == ["Mine/Customer.swift TR0117"])
    }

    @Test("A second extension file of an existing entity is not an orphan")
    func secondExtension() throws {
        try configure("swift: out, extensions: Mine")
        try trellis("generate")
        try FileManager.default.copyItem(atPath: folder.file("Mine/Order.swift"), toPath: folder.file("Mine/Order+Sums.swift"))
        #expect(try trellis("generate").errors == "")
        #expect(try trellis("check", "--no-cache").errors == "")
    }

    @Test("The extension file of a removed entity is reported and stays; without its line it is not reported")
    func orphanedExtension() throws {
        try configure("swift: out, extensions: Mine")
        try trellis("generate")
        try model("Customer")
        let process = try trellis("generate", "--remove-orphans")
        #expect(found(process) == ["Mine/Order.swift TR0118"] && process.output.hasSuffix("1 removed\n"))
        #expect(process.errors.contains("the entity 'Order' of this extension file no longer exists"))
        #expect(exists("Mine/Order.swift"))
        #expect(try found(trellis("check", "--no-cache")) == ["Mine/Order.swift TR0118"])
        try folder.write(text("Mine/Order.swift").replacing("Begun by Trellis", with: "Written"), to: "Mine/Order.swift")
        #expect(try trellis("check", "--no-cache").errors == "")
    }

    // MARK: Who writes what

    @Test("A target's generated files go to its folder, unless 'swift' says another one")
    func targets() throws {
        try folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing:\n", to: "Other.yaml")
        try folder.write(
            "trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, target: Store }\n  Other: { path: Other.yaml, target: App, swift: here, access: public }\n",
            to: "trellis.yaml")
        try trellis("generate")
        #expect(exists("Sources/Store/Generated/Order.trellis.swift") && !exists("Sources/App"))
        #expect(try text("Sources/Store/Generated/Order.trellis.swift").contains("\nfinal class Order"))
        #expect(try text("here/Thing.trellis.swift").contains("\npublic final class Thing"))
    }

    @Test("A file that would be written twice, or that is read, is found by generate and by check, at the configuration's line")
    func clashes() throws {
        try folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing:\n", to: "Other.yaml")
        try folder.write("{{name}}\n", to: "t.mustache")
        try folder.write(
            """
            trellis: 1
            models:
              Shop: { path: Shop.yaml, swift: out, sql: out/schema.sql, dictionary: trellis.yaml }
              Other: { path: Other.yaml, sql: ./out/../out/schema.sql, files: { t.mustache: t.mustache, out/Order.trellis.swift: t.mustache } }

            """, to: "trellis.yaml")
        let expected = ["trellis.yaml TR0114", "trellis.yaml TR0114", "trellis.yaml TR0115", "trellis.yaml TR0115"]
        let process = try trellis("generate", exitCode: 1)
        #expect(found(process).sorted() == expected, "\(process.errors)")
        #expect(
            process.errors.contains(
                "trellis.yaml:4:35: error[TR0114]: './out/../out/schema.sql' is an output of 'Shop' and of 'Other'\n"))
        #expect(process.errors.contains("trellis.yaml:3:45: note: the other output is here\n") && !exists("out"))
        #expect(try text("t.mustache") == "{{name}}\n")
        let check = try trellis("check", "--no-cache", exitCode: 1)
        #expect(found(check).filter { !$0.hasSuffix("TR0111") }.sorted() == expected)
        try folder.write(
            "trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, files: { a.txt: t.mustache, ./a.txt: t.mustache } }\n",
            to: "trellis.yaml")
        let twice = try trellis("generate", exitCode: 1)
        #expect(twice.errors.contains("trellis.yaml:3:56: error[TR0114]: './a.txt' has two outputs\n"), "\(twice.errors)")
        let named = try trellis("generate", "Shop.yaml", "--sql", "Shop.yaml", exitCode: 1)
        #expect(found(named) == ["Shop.yaml TR0115"])
        #expect(try text("Shop.yaml").hasPrefix("trellis: 1\n"))
    }

    @Test("What a model includes, its history, and the file that a link stands for are read, and not written over")
    func inputs() throws {
        try folder.write("trellis: 1\nentities:\n  Part:\n", to: "parts.yaml")
        try folder.write("trellis: 1\nmodel: Shop\ninclude: parts.yaml\n", to: "Shop.yaml")
        try FileManager.default.createSymbolicLink(atPath: folder.file("Link.yaml"), withDestinationPath: "Shop.yaml")
        try folder.write("{{name}}\n", to: "t.mustache")
        try trellis("migrate", "create")
        for path in ["parts.yaml", "versions/1.yaml", "versions/lock", "Shop.yaml"] {
            let before = try text(path)
            try folder.write(
                "trellis: 1\nmodels:\n  Shop: { path: Link.yaml, files: { \(path): t.mustache } }\n", to: "trellis.yaml")
            let process = try trellis("generate", exitCode: 1)
            #expect(found(process) == ["trellis.yaml TR0115"], "\(process.errors)")
            #expect(try text(path) == before)
        }
    }
}
