import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Scripts for tools of others, which stand-ins run.
struct RunnerScriptTests {
    /// A copy of a model and its history, with a configuration.
    private func project(_ name: String, _ model: String, _ lines: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let source = name == "migrations" ? "\(Project.root)/Tests/Cases/migrations" : "\(Project.root)/Schemas/\(name)"
        try FileManager.default.copyItem(atPath: source, toPath: folder.file("model"))
        let file = name == "migrations" ? "schema" : name
        try folder.write("trellis: 1\nmodels:\n  \(model):\n    path: model/\(file).yaml\n    draft: true\n\(lines)", to: "trellis.yaml")
        return folder
    }

    private func files(_ folder: TemporaryFolder, _ path: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(path))
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try String(contentsOfFile: folder.file("\(path)/\($0)"), encoding: .utf8)) })
    }

    /// What a database has, without what differs between two stores of one version.
    private func contents(_ connection: SQLiteConnection) throws -> StoreDump {
        // A statement that inserts no row leaves a table with the greatest key 0. Scripts do not record plans.
        try connection.execute(
            "DELETE FROM _trellis_metadata WHERE key = 'uuid' OR key GLOB 'plan *'; DELETE FROM sqlite_sequence WHERE seq = 0")
        return try StoreDump(connection)
    }

    /// What `trellis migrate apply` makes of a store of the first version, one version after the other.
    private func applied(_ folder: TemporaryFolder, _ model: String, first: String, versions: Int) throws -> StoreDump {
        try folder.write("", to: "applied.sqlite")
        try SQLiteConnection(opening: folder.file("applied.sqlite")).execute(first)
        for version in 2...versions {
            let process = try ChildProcess.run(
                Project.trellis, ["migrate", "apply", "applied.sqlite", model, "--to", "\(version)"], in: folder.path)
            try #require(process.exitCode == 0, "\(process.errors)")
        }
        return try contents(SQLiteConnection(opening: folder.file("applied.sqlite")))
    }

    /// How the results of scripts differ from a store, with foreign keys on and off.
    private func differences(_ runners: [RunnerStandIn], _ folder: TemporaryFolder, from expected: StoreDump) throws -> [String] {
        try runners.flatMap { runner in
            try ["ON", "OFF"].flatMap { keys in
                let connection = try SQLiteConnection.inMemory()
                try connection.execute("PRAGMA foreign_keys = \(keys)")
                for calls in try runner.runs(of: files(folder, "scripts/\(runner.rawValue)"), down: false) { try runner.run(calls, on: connection) }
                return try contents(connection).differences(from: expected).map { "\(runner.rawValue): \($0)" }
            }
        }
    }

    @Test(arguments: [("Contacts", "Contacts"), ("KitchenSink", "KitchenSink"), ("migrations", "Workshop"), ("League", "League"), ("Orders", "Orders")])
    func `the scripts of every tool lead from nothing to the schema that apply and a new store have`(_ name: String, _ model: String) throws {
        let lines = RunnerStandIn.allCases.map { "      \($0.rawValue): scripts/\($0.rawValue)\n" }.joined()
        let folder = try project(name, model, "    migrations:\n\(lines)    sql: schema.sql\n")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        try #require(process.exitCode == 0, "\(process.errors)")
        let scripts = try files(folder, "scripts/golang-migrate").filter { $0.key.hasSuffix(".up.sql") }.sorted { $0.key < $1.key }
        let expected = try applied(folder, "model/\(name == "migrations" ? "schema" : name).yaml", first: scripts[0].value, versions: scripts.count)
        #expect(try differences(RunnerStandIn.allCases, folder, from: expected) == [])
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(String(contentsOfFile: folder.file("schema.sql"), encoding: .utf8))
        // A draft has no script.
        #expect(try fresh.rows("SELECT value FROM _trellis_metadata WHERE key = 'draft'") == [["0"]])
        // In the others, ADD COLUMN leaves a default; in KitchenSink the recorded definition also lacks the new name of a class, which needs no step.
        if !["KitchenSink", "migrations"].contains(name) { #expect(try expected.differences(from: contents(fresh)) == []) }
    }

    @Test func `a default with a line break arrives as apply writes it, and a text that goose would cut is refused`() throws {
        let folder = try TemporaryFolder()
        @discardableResult
        func create(_ attributes: String, _ model: String..., exitCode: Int32 = 0) throws -> String {
            try folder.write("trellis: 1\nmodel: Depot\nenums:\n  K: { cases: { a: p, b: \"x\\n-- y\\nz\" } }\nentities:\n  A:\n    attributes: { \(attributes) }\n", to: "Depot.yaml")
            let process = try ChildProcess.run(Project.trellis, ["migrate", "create"] + model, in: folder.path)
            try #require(process.exitCode == exitCode, "\(process.errors)")
            return process.errors
        }
        try create("x: string", "Depot.yaml")
        try create("x: string, t: { type: string, default: \"a\\n b;\\nc\" }", "Depot.yaml")
        let lines = RunnerStandIn.allCases.map { "      \($0.rawValue): scripts/\($0.rawValue)\n" }.joined()
        try folder.write("trellis: 1\nmodels:\n  Depot:\n    path: Depot.yaml\n    migrations:\n\(lines)", to: "trellis.yaml")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        try #require(process.exitCode == 0, "\(process.errors)")
        let first = try #require(try files(folder, "scripts/golang-migrate")["0001_depot.up.sql"])
        #expect(try differences(RunnerStandIn.allCases, folder, from: applied(folder, "Depot.yaml", first: first, versions: 2)) == [])

        // A frozen version stays, so 'create' refuses one that 'generate' could give no script.
        let hidden = "x: string, t: { type: string, default: \"a\\n b;\\nc\" }, k: { type: K?, check: true }"
        let errors = try create(hidden, exitCode: 1)
        #expect(errors.contains("Depot.yaml:2:8: error[TR2504]: no script for goose: version 3") && !errors.contains("for dbmate"), "\(errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("versions/3.yaml")))
        // One that was frozen without the configuration is reported by 'generate', and does not block the next one.
        try create(hidden, "Depot.yaml")
        try create(hidden + ", z: int?")
        let refused = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        #expect(refused.exitCode == 1 && refused.errors.contains("TR2504") && refused.errors.contains("which goose leaves out") && !refused.errors.contains("for dbmate"))
    }

    @Test func `defaults of added columns are in scripts as in stores, and a script says what it does not carry over`() throws {
        func model(_ number: String, _ room: String) -> String {
            """
            trellis: 1
            model: Depot
            entities:
              House:
                attributes: { number: \(number) }
                relationships:
                  rooms: { to: [Room], inverse: house, deleteRule: cascade }
              Room:
                attributes: { \(room) }
                relationships:
                  house: { to: House, inverse: rooms }

            """
        }
        let folder = try TemporaryFolder()
        func create(_ text: String, _ decisions: String? = nil, version: Int) throws {
            try folder.write(text, to: "Depot.yaml")
            if let decisions { try folder.write("trellis: 1\n\(decisions)", to: "versions/\(version).migration.yaml") }
            let process = try ChildProcess.run(Project.trellis, ["migrate", "create", "Depot.yaml"], in: folder.path)
            try #require(process.exitCode == 0, "\(process.errors)")
        }
        try create(model("int32", "name: string"), version: 1)
        try create(model("int32", "name: string, rank: { type: int32, default: 5 }"), version: 2)
        try create(model("string", "name: string, rank: { type: int32, default: 5 }"), version: 3)
        try create(model("string", "title: string, rank: { type: int32, default: 5 }"), "renames: { Room.name: title }\n", version: 4)
        let lines = RunnerStandIn.allCases.map { "      \($0.rawValue): scripts/\($0.rawValue)\n" }.joined()
        try folder.write("trellis: 1\nmodels:\n  Depot:\n    path: Depot.yaml\n    migrations:\n\(lines)", to: "trellis.yaml")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        try #require(process.exitCode == 0, "\(process.errors)")
        let scripts = try files(folder, "scripts/golang-migrate")
        let expected = try applied(folder, "Depot.yaml", first: #require(scripts["0001_depot.up.sql"]), versions: 4)
        #expect(try differences(RunnerStandIn.allCases, folder, from: expected) == [])
        let store = try SQLiteConnection(opening: folder.file("applied.sqlite"))
        #expect(try store.rows("SELECT dflt_value FROM pragma_table_info('room') WHERE name = 'rank'") == [["5"]])
        #expect(scripts["0003_depot.up.sql"]?.contains("\n-- Tables are replaced.") == true && scripts["0002_depot.up.sql"]?.contains("-- Tables are") == false)
    }

    @Test func `a temporary table of the user is an ordinary one for wrangler, and a temporary view has no script`() throws {
        let folder = try project("Orders", "Orders", "    migrations: { wrangler: scripts }\n")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        let script = try files(folder, "scripts")["0002_orders.sql"] ?? process.errors
        #expect(script.contains("\nCREATE TABLE row_work (_id INTEGER PRIMARY KEY, work TEXT NOT NULL);\n") && script.hasSuffix("DROP TABLE IF EXISTS row_work;\n"))

        let project = try ModelProject("name: string")
        try project.create()
        try project.model("name: string, age: int32?")
        try project.folder.write("trellis: 1\nafter: [CREATE TEMP VIEW v AS SELECT 1, DROP VIEW v]\n", to: "versions/2.migration.yaml")
        try project.create()
        try project.folder.write("trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    migrations: { wrangler: scripts }\n", to: "trellis.yaml")
        let refused = try project.trellis("generate")
        let message = "error[TR2504]: no script for wrangler: the target 'file' cannot run the step to version 2, which needs temporary tables, which it refuses"
        #expect(refused.exitCode == 1 && refused.errors.contains(message) && !project.exists("scripts"), "\(refused.errors)")
    }

    @Test func `rows are kept on the way up, and steps back lead to nothing or say why not`() throws {
        let project = try ModelProject("name: string, age: int32")
        try project.create()
        try project.model("name: string, age: string, info: string?")
        try project.create()
        try project.folder.write(
            "trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    migrations: { goose: db, golang-migrate: go, flyway: fly, dbmate: mate, wrangler: w }\n", to: "trellis.yaml")
        #expect(try project.trellis("generate").errors == "")
        for (runner, path) in [(RunnerStandIn.goose, "db"), (.golangMigrate, "go"), (.flyway, "fly"), (.dbmate, "mate")] {
            let connection = try SQLiteConnection.inMemory()
            let ups = try runner.runs(of: files(project.folder, path), down: false)
            try runner.run(ups[0], on: connection)
            try connection.execute("INSERT INTO customer (name, age) VALUES ('a;b', 7)")
            try runner.run(ups[1], on: connection)
            #expect(try connection.rows("SELECT name, age, info FROM customer") == [["a;b", "7", nil]])
            let downs = try runner.runs(of: files(project.folder, path), down: true)
            #expect(throws: SQLiteError.self) { try runner.run(downs[0], on: connection) }
            try connection.execute("ROLLBACK")
            try runner.run(downs[1], on: connection)
            #expect(try connection.rows("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'") == [])
        }
        // A plain column goes again.
        try project.model("name: string, age: string, info: string?, more: string?")
        try project.create()
        #expect(try project.trellis("generate").errors == "")
        let connection = try SQLiteConnection.inMemory()
        for calls in try RunnerStandIn.goose.runs(of: files(project.folder, "db"), down: false) { try RunnerStandIn.goose.run(calls, on: connection) }
        try RunnerStandIn.goose.run(RunnerStandIn.goose.runs(of: files(project.folder, "db"), down: true)[0], on: connection)
        #expect(try connection.rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["2"]])
        #expect(try connection.rows("SELECT name FROM pragma_table_info('customer') WHERE name = 'more'") == [])
    }

    @Test func `texts and comments of any kind arrive in every script as the migrator writes them`() throws {
        // An accent that Swift takes for a part of the sign before it, signs beside line ends, quotes and semicolons in comments.
        let project = try ModelProject("name: { type: string,default: \"\u{b6}\u{301}\" }")
        try project.create()
        try project.model("name: { type: string,default: \"\u{b6}\u{301}\" }, age: int32?")
        try project.folder.write(
            """
            trellis: 1
            after:
              - |
                -- don't; /* not "this"
                INSERT INTO customer (name, age) VALUES ('a\u{b6}
                --b <newline 1>
                \u{b6}c', 1) /* it's; */
              - |
                UPDATE [customer] SET `age` = age + 1 -- 'one

            """, to: "versions/2.migration.yaml")
        let process = try project.trellis("migrate", "create", "Shop.yaml")
        try #require(process.exitCode == 0, "\(process.errors)")
        try project.folder.write(
            "trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    sql: schema.sql\n    migrations: { goose: goose, golang-migrate: golang-migrate, flyway: flyway, dbmate: dbmate, wrangler: wrangler }\n",
            to: "trellis.yaml")
        #expect(try project.trellis("generate").errors == "")
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(project.text("schema.sql"))
        let definition = "SELECT value FROM _trellis_metadata WHERE key = 'definition'"
        for runner in RunnerStandIn.allCases {
            let connection = try SQLiteConnection.inMemory()
            for calls in try runner.runs(of: files(project.folder, runner.rawValue), down: false) { try runner.run(calls, on: connection) }
            let found = try connection.rows("SELECT name, age FROM customer") + connection.rows(definition)
            #expect(try found == [["a\u{b6}\n--b <newline 1>\n\u{b6}c", "2"]] + fresh.rows(definition), "\(runner.rawValue)")
        }
    }

    @Test func `a fetch that only the library can run is a warning on a target, and nothing without one`() throws {
        let project = try ModelProject()
        try project.folder.write(
            "trellis: 1\nmodel: Shop\nentities:\n  Customer:\n    attributes:\n      name: string\n    fetches:\n      some: { where: \"name CONTAINS[cd] 'a'\" }\n",
            to: "Shop.yaml")
        func errors(_ targets: String) throws -> String {
            try project.folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, draft: true\(targets) }\n", to: "trellis.yaml")
            return try project.trellis("validate").errors
        }
        #expect(try errors("") == "")
        #expect(try errors(", targets: [file, d1]").contains("warning[TR2503]: the target 'd1' cannot run the fetch 'some', which needs the function trellis_"))
    }

    @Test func `a script that is not current is reported, and wrong words are reported at their places`() throws {
        let project = try ModelProject("name: string")
        try project.create()
        func configure(_ lines: String) throws {
            try project.folder.write("trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n\(lines)", to: "trellis.yaml")
        }
        try configure("    migrations: { goose: db }\n")
        #expect(try project.trellis("generate").exitCode == 0)
        #expect(try project.trellis("check", "--no-cache").exitCode == 0)
        try project.folder.write(project.text("db/0001_shop.sql") + "-- more\n", to: "db/0001_shop.sql")
        #expect(try project.trellis("check", "--no-cache").exitCode == 1)
        try configure("    targets: [file, d2]\n    migrations: { gose: db }\n")
        let errors = try project.trellis("validate").errors
        #expect(errors.contains("trellis.yaml:5:21: error[TR0131]: no target is called 'd2'") && errors.contains("error[TR0132]: Trellis writes no scripts for 'gose'"), "\(errors)")
    }
}
