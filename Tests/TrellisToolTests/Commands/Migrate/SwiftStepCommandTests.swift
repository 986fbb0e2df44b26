import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// The command line has no functions of programs: it says which steps need them, and refuses stores before them.
struct SwiftStepCommandTests {
    private let project: ModelProject

    /// Four versions, with a step in Swift to the third one, and a store of the first.
    init() throws {
        project = try ModelProject()
        try project.create()
        #expect(try project.trellis("generate", "Shop.yaml", "--sql", "shop.sql").exitCode == 0)
        try project.folder.write("", to: "shop.sqlite")
        let connection = try SQLiteConnection(opening: project.folder.file("shop.sqlite"))
        try connection.execute(project.text("shop.sql"))
        try connection.execute("INSERT INTO customer (name) VALUES (' Ada '), ('Ben')")
        try project.model("name: string, city: string?")
        try project.create()
        // The step alone makes the version.
        try project.folder.write("trellis: 1\nsteps: [{ swift: trimNames, reads: [Customer], writes: [Customer] }]\n", to: "versions/3.migration.yaml")
        let created = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(created.exitCode == 0 && created.output.contains("Shop: only the program runs 'trimNames' in Swift, and the proof leaves them out\n"))
        try project.model("name: string, city: string?, zip: string?")
        try project.create()
    }

    private func version() throws -> [[String?]] {
        try SQLiteConnection(opening: project.folder.file("shop.sqlite")).rows("SELECT value FROM _trellis_metadata WHERE key = 'version'")
    }

    @Test("The status of a model and of a store names them, with the version")
    func status() throws {
        let model = try project.trellis("migrate", "status", "Shop.yaml").output
        #expect(model.contains(/\n  3 [0-9a-f]{8}  0 changes, needs the program, for trimNames in Swift\n  4/), "\(model)")
        #expect(try project.trellis("migrate", "status", "Shop.yaml", "--format", "json").output.contains("\"swiftSteps\": [\"trimNames\"]"))
        let store = try project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml").output
        #expect(store.contains(/\n  to version 3: \d+ statements; needs the program, for trimNames in Swift\n/), "\(store)")
        #expect(
            store.hasSuffix(
                "  open it with the program to migrate it\n"
                    + "  or run 'trellis migrate apply shop.sqlite Shop.yaml --to 2' to migrate it to version 2\n"), "\(store)")
        let json = try project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml", "--format", "json").output
        #expect(json.contains("\"swiftSteps\": [\"trimNames\"]") && json.contains("\"needsProgram\": true") && json.contains("\"reachableVersion\": 2"), "\(json)")
    }

    @Test("apply and rehearse refuse a path with one before anything changes, and go up to the version before")
    func refused() throws {
        let reason = "the migration to version 3 has a step in Swift, which only the program has: trimNames; nothing was changed: "
            + "open the store with the program, or migrate it to version 2 first (--to 2)\n"
        for command in ["apply", "rehearse"] {
            let bytes = try Data(contentsOf: URL(filePath: project.folder.file("shop.sqlite")))
            let refused = try project.trellis("migrate", command, "shop.sqlite", "Shop.yaml")
            #expect(refused.exitCode == 3 && refused.errors.hasSuffix("'shop.sqlite': \(reason)"), "\(refused.errors)")
            #expect(try Data(contentsOf: URL(filePath: project.folder.file("shop.sqlite"))) == bytes)
            #expect(try FileManager.default.contentsOfDirectory(atPath: project.folder.path).allSatisfy { !$0.contains("rehearsal") })
        }
        #expect(try project.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml", "--to", "2").exitCode == 0)
        #expect(try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "2").exitCode == 0)
        let refused = try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(refused.exitCode == 3 && refused.errors.hasSuffix("nothing was changed: open the store with the program\n"), "\(refused.errors)")
        #expect(try version() == [["2"]])
    }

    @Test("The SQL shows where a step runs, and sqlite3 stops there with nothing changed")
    func script() throws {
        for arguments in [["shop.sqlite", "Shop.yaml"], ["1", "4", "--model", "Shop.yaml"]] {
            let process = try ChildProcess.run(Project.trellis, ["migrate", "plan"] + arguments, in: project.folder.path)
            let script = process.output
            #expect(process.exitCode == 0, "\(process.errors)")
            #expect(script.contains("-- The program's step 'trimNames' in Swift reads Customer and writes Customer\nSELECT trellis_swift_step('trimNames');\n"))
            #expect(script.contains("-- Only the program has the steps in Swift: 'trimNames'."))
            if arguments[0] != "shop.sqlite" { continue }
            let run = try ChildProcess.run(named: "sqlite3", [project.folder.file("shop.sqlite")], input: script)
            #expect(run.exitCode != 0 && run.errors.contains("trellis_swift_step"), "\(run.errors)")
        }
        // The plan to version 2 stands before it, in a transaction of its own.
        #expect(try version() == [["2"]])
    }

    @Test("A check of a store says that such a step is not checked")
    func check() throws {
        let process = try project.trellis("check", "--database", "shop.sqlite", "Shop.yaml")
        #expect(process.errors.contains("the migration to version 3 and later ones are not checked: the program runs steps of it in Swift"), "\(process.errors)")
        #expect(process.errors.contains("open a copy of the store with the program"))
    }

    @Test("A squash removes the steps of removed versions from generated code, and keeps those that follow")
    func squashed() throws {
        func code() throws -> String {
            #expect(try project.trellis("generate", "Shop.yaml", "--swift", "Code").exitCode == 0)
            return try project.text("Code/Shop.migrations.trellis.swift")
        }
        #expect(try code().contains("static func trimNames(_ step: TrimNames) throws"))
        #expect(try project.trellis("migrate", "squash", "--before", "2", "--without-git", "Shop.yaml").exitCode == 0)
        #expect(try code().contains("enum ToVersion3 {"))
        #expect(try project.trellis("migrate", "squash", "--before", "3", "--without-git", "Shop.yaml").exitCode == 0)
        #expect(try !code().contains("ToVersion3"))
    }
}
