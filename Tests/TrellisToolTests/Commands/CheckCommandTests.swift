import Foundation
import TestSupport
import Testing

/// `trellis check`: its findings, and the commands that fix them.
struct CheckCommandTests: CheckSuite {
    let project: ModelProject

    init() throws {
        project = try ModelProject()
        try configure("swift: out, sql: out/shop.sql")
    }

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

    @Test("Classes that go into a target with the plugin's marker for the same model are named, because the target would have them twice")
    func classesTwice() throws {
        try configure("target: Store")
        try fix("generate")
        try folder.write("// swift-tools-version: 6.2\n", to: "Package.swift")
        try folder.write("", to: "Sources/App/Shop.trellis")
        try folder.write("", to: "Sources/App/main.swift")
        try folder.write("", to: "Sources/Store2/Shop.trellis")
        try folder.write("", to: "Sources/Store2/Store.swift")
        try folder.write("", to: "Sources/Store/Other.trellis")
        #expect(try found() == [])
        try folder.write("", to: "Sources/Store/Models/Shop.trellis")
        #expect(try found() == ["trellis.yaml TR0122"])
        let errors = try check().errors
        #expect(errors.contains("trellis.yaml:3:"))
        #expect(errors.contains("because of 'Sources/Store/Models/Shop.trellis'"))
        try configure("swift: Sources/Store/Models/Classes")
        #expect(try found().contains("trellis.yaml TR0122"))
        try configure("swift: Generated")
        #expect(try !found().contains("trellis.yaml TR0122"))
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
}
