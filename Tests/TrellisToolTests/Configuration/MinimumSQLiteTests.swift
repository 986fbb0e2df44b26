import Foundation
import SQLiteAccess
import SchemaModel
import TestSupport
import Testing

/// `minimum-sqlite` in `trellis.yaml`, and what commands make of it.
struct MinimumSQLiteTests {
    private static let isOld = SQLiteConnection.libraryVersionNumber < 3_053_000
    private let project: ModelProject

    /// A model whose first version is frozen, and which needs no NOT NULL any more.
    init() throws {
        project = try ModelProject("name: string")
        try project.create()
        try configure("\"3.53\"")
    }

    private func configure(_ minimum: String?) throws {
        let line = minimum.map { "    minimum-sqlite: \($0)\n" } ?? ""
        try project.folder.write("trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    draft: true\n\(line)", to: "trellis.yaml")
    }

    @Test("Values that are no version, or too old for any store, are refused at their place, with the correct form")
    func refusedValues() throws {
        for (value, message, fixed) in [
            ("3.30", "no store can be opened with SQLite 3.30: 3.37 is the oldest", "3.37"), ("'newest'", "'newest' is not a version of SQLite", "3.37"),
            ("v3.53", "'v3.53' is not a version of SQLite", "3.53"),
        ] {
            try configure(value)
            let process = try project.trellis("validate")
            #expect(process.exitCode == 1 && process.errors.hasPrefix("trellis.yaml:6:21: error[TR2111]: \(message)\n"), "\(process.errors)")
            #expect(process.errors.contains("write 'minimum-sqlite: \"\(fixed)\"'"))
        }
        try configure("[3.53]")
        #expect(try project.trellis("validate").errors.contains("'minimum-sqlite' must be a text, not a list"))
        for value in ["3.37", "\"3.53\"", "3.54.1", "4.0"] {
            try configure(value)
            let process = try project.trellis("validate")
            #expect(process.exitCode == 0, "\(process.errors)")
        }
    }

    @Test("A plan that the tool's SQLite cannot prove is refused by name, and nothing is written or made in another way", .enabled(if: isOld, "the SQLite here can"))
    func notProvable() throws {
        try project.model("name: string?")
        let found = SQLiteConnection.libraryVersionNumber
        let version = "\(found / 1_000_000).\(found / 1000 % 1000)"
        for arguments in [["create"], ["create", "--dry-run"], ["plan"], ["plan", "Shop.yaml", "--config", "trellis.yaml"], ["create", "Shop.yaml", "--config", "trellis.yaml"]] {
            let process = try ChildProcess.run(Project.trellis, ["migrate"] + arguments, in: project.folder.path)
            #expect(process.exitCode == 1 && process.output == "", "\(arguments): \(process.output)")
            #expect(process.errors.hasPrefix("Shop.yaml:2:8: error[TR2112]: the plan needs SQLite 3.53, and this tool has \(version)"), "\(arguments): \(process.errors)")
            #expect(process.errors.contains("use a tool with SQLite 3.53 or newer, or set an older 'minimum-sqlite'"))
        }
        #expect(project.versionFiles == ["1.yaml", "lock"])
        // Without the configuration, or with an older version, the table is rewritten.
        let named = try project.trellis("migrate", "plan", "Shop.yaml")
        #expect(named.exitCode == 0 && named.output.contains("-- SQLite cannot change NOT NULL before 3.53; every row is written\n"))
        try configure("3.52")
        let older = try project.trellis("migrate", "plan")
        #expect(older.output == named.output)
    }

    @Test("A step that is frozen says what it was planned for, and no other value in trellis.yaml changes it")
    func frozen() throws {
        try project.model("name: string, info: string?")
        let created = try project.trellis("migrate", "create")
        #expect(created.exitCode == 0, "\(created.errors)")
        #expect(try project.text("versions/2.migration.yaml").hasSuffix("trellis: 1\nminimum-sqlite: \"3.53\"\n"))
        let script = try project.text("versions/2.migration.sql")
        for value in [nil, "3.37", "3.99"] {
            try configure(value)
            for command in [["validate"], ["check"], ["migrate", "renew", "--unreleased"]] {
                let process = try ChildProcess.run(Project.trellis, command, in: project.folder.path)
                #expect(process.exitCode == 0, "\(command) with \(value ?? "nothing"): \(process.errors)")
            }
            #expect(try project.text("versions/2.migration.sql") == script)
        }
        // The user's own line has priority, and stays.
        try project.model("name: string, info: string?, note: string?")
        try project.folder.write("trellis: 1\nminimum-sqlite: 3.40\n", to: "versions/3.migration.yaml")
        #expect(try project.trellis("migrate", "create").exitCode == 0)
        #expect(try project.text("versions/3.migration.yaml") == "trellis: 1\nminimum-sqlite: 3.40\n")
    }

    @Test("What was begun and not finished is finished, though a line came to the decisions")
    func finished() throws {
        try project.model("name: string, info: string?")
        try project.folder.write("trellis: 1\n", to: "versions/2.migration.yaml")
        #expect(try project.trellis("migrate", "create").exitCode == 0)
        let (lock, decided) = (try project.text("versions/lock"), try project.text("versions/2.migration.yaml"))
        #expect(decided == "trellis: 1\nminimum-sqlite: \"3.53\"\n")
        for name in ["2.migration.sql", "2.yaml"] {
            // As it is after a stop: the decisions come first, and the lock last.
            try project.folder.write(String(lock.prefix { $0 != "\n" }) + "\n", to: "versions/lock")
            try FileManager.default.removeItem(atPath: project.folder.file("versions/2.migration.sql"))
            if name == "2.yaml" { try FileManager.default.removeItem(atPath: project.folder.file("versions/2.yaml")) }
            let process = try project.trellis("migrate", "create")
            #expect(process.exitCode == 0, "\(process.errors)")
            #expect(try project.text("versions/lock") == lock && project.text("versions/2.migration.yaml") == decided)
        }
    }

    /// A frozen second version whose plan needs SQLite 3.53, made where no such SQLite may be, and a store of the first.
    private func freezeNatively() throws {
        try project.trellis("generate", "Shop.yaml", "--sql", "1.sql")
        try project.folder.write("", to: "shop.sqlite")
        let store = try SQLiteConnection(opening: project.folder.file("shop.sqlite"))
        try store.execute(project.text("1.sql") + "INSERT INTO customer (name) VALUES ('Ada')")
        try project.model("name: string?")
        try configure(nil)
        let created = try project.trellis("migrate", "create")
        #expect(created.exitCode == 0, "\(created.errors)")
        let native = "ALTER TABLE customer ALTER COLUMN name DROP NOT NULL"
        var script = try project.text("versions/2.migration.sql")
        let (start, end) = (try #require(script.range(of: "-- customer: rebuilt")), try #require(script.range(of: "\n-- The version that the store has now")))
        script.replaceSubrange(start.lowerBound..<end.lowerBound, with: "-- customer: changed in place\n\(native);\n")
        script.replace("PRAGMA foreign_keys = OFF;", with: "-- It needs SQLite 3.53 or newer.\nPRAGMA foreign_keys = OFF;")
        var plan = try #require(JSONSerialization.jsonObject(with: Data(try project.text("versions/2.migration.json").utf8)) as? [String: Any])
        var steps = try #require(plan["steps"] as? [[String: Any]])
        let record = try #require(steps.firstIndex { $0["purpose"] as? String == "The version that the store has now" })
        steps.replaceSubrange(..<record, with: [["operation": ["dropNotNull": ["column": "name", "table": "customer"]], "purpose": "customer: changed in place"]])
        (plan["steps"], plan["minimumSQLite"]) = (steps, "3.53")
        let planText = String(decoding: try JSONSerialization.data(withJSONObject: plan), as: UTF8.self)
        let decisions = "trellis: 1\nminimum-sqlite: \"3.53\"\n"
        let files = [("2.migration.yaml", decisions), ("2.migration.json", planText), ("2.migration.sql", script)]
        for (name, text) in files { try project.folder.write(text, to: "versions/\(name)") }
        // The hash of a text in place of a model's is the hash of the text.
        let words = try project.text("versions/lock").split(separator: "\n")[1].split(separator: " ").map(String.init)
        let line = words.prefix(3) + files.map { Model.hash(ofText: $1) } + words.suffix(1)
        let first = try project.text("versions/lock").prefix { $0 != "\n" }
        try project.folder.write("\(first)\n\(line.joined(separator: " "))\n", to: "versions/lock")
    }

    @Test("'validate' takes such a step for right, 'status' and 'plan' tell what it needs, and the generated plan carries it")
    func told() throws {
        try freezeNatively()
        try project.expectValid()
        let status = try project.trellis("migrate", "status")
        #expect(status.output.contains("  1 change, needs SQLite 3.53"), "\(status.output)")
        let json = try project.trellis("migrate", "status", "--format", "json")
        #expect(json.output.contains("\"minimum-sqlite\": \"3.53\"") && json.output.ranges(of: "minimum-sqlite").count == 1, "\(json.output)")
        let store = try project.trellis("migrate", "status", "shop.sqlite")
        #expect(store.output.contains("needs SQLite 3.53"), "\(store.output)\(store.errors)")
        let plan = try project.trellis("migrate", "plan", "shop.sqlite")
        #expect(plan.output.contains("-- It needs SQLite 3.53 or newer.\n") && plan.output.contains("DROP NOT NULL;\n"))
        #expect(try project.trellis("generate", "Shop.yaml", "--swift", "Sources").exitCode == 0)
        #expect(try project.text("Sources/Shop.migrations.trellis.swift").contains("\"minimumSQLite\":\"3.53\",\n"))
    }

    @Test("With an older SQLite 'apply' refuses the store before it changes anything, and 'check' and 'renew' cannot prove the step", .enabled(if: isOld, "the SQLite here can"))
    func refused() throws {
        try freezeNatively()
        let before = FileManager.default.contents(atPath: project.folder.file("shop.sqlite"))
        let applied = try project.trellis("migrate", "apply", "shop.sqlite", "--backup")
        #expect(applied.exitCode == 3 && applied.errors.contains("the migration to version 2 needs SQLite 3.53, and "), "\(applied.errors)")
        #expect(FileManager.default.contents(atPath: project.folder.file("shop.sqlite")) == before && !project.exists("shop.sqlite.backup"))
        let check = try project.trellis("check")
        #expect(check.exitCode == 1 && check.errors.contains("error[TR2112]"), "\(check.errors)")
        let rebuild = try project.text("versions/2.migration.sql")
        try project.folder.write(rebuild + "-- edited\n", to: "versions/2.migration.sql")
        let renewed = try project.trellis("migrate", "renew", "--unreleased")
        #expect(renewed.exitCode == 1 && renewed.errors.contains("error[TR2112]"))
        #expect(try project.text("versions/2.migration.sql") == rebuild + "-- edited\n")
        // The file's own key is what leads back.
        try project.folder.write("trellis: 1\n", to: "versions/2.migration.yaml")
        #expect(try project.trellis("migrate", "renew", "--unreleased").exitCode == 0)
        #expect(try project.trellis("migrate", "apply", "shop.sqlite").exitCode == 0)
    }
}
