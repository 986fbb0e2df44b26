import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate` with a store: its output, and the new state of the store.
struct MigrateStoreCommandTests {
    private let folder: TemporaryFolder
    private static let first = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { name: string, info: string? }

        """
    private static let second = first.replacing("info: string?", with: "note: string?, city: string?")
    private static let third = second.replacing("city: string?", with: "city: { type: string, default: Bern }")

    init() throws {
        folder = try TemporaryFolder()
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    private func rows(_ sql: String, _ file: String = "shop.sqlite") throws -> [[String?]] {
        try SQLiteConnection(opening: folder.file(file)).rows(sql)
    }

    /// Makes a store of the model as it is, with two customers.
    private func makeStore() throws {
        #expect(try trellis("generate", "Shop.yaml", "--sql", "shop.sql").exitCode == 0)
        try folder.write("", to: "shop.sqlite")
        let connection = try SQLiteConnection(opening: folder.file("shop.sqlite"))
        try connection.execute(String(contentsOfFile: folder.file("shop.sql"), encoding: .utf8))
        try connection.execute("INSERT INTO customer (name, info) VALUES ('Ada', 'x'), ('Ben', NULL)")
    }

    /// A model with three frozen versions, and a store of the first.
    private func makeHistory() throws {
        try folder.write(Self.first, to: "Shop.yaml")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        try makeStore()
        try folder.write(Self.second, to: "Shop.yaml")
        try folder.write("trellis: 1\nrenames: { Customer.info: note }\n", to: "versions/2.migration.yaml")
        let created = try trellis("migrate", "create", "Shop.yaml")
        #expect(created.exitCode == 0, "\(created.errors)")
        try folder.write(Self.third, to: "Shop.yaml")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
    }

    // MARK: Along frozen versions

    @Test("How far it is shows on a terminal alone")
    func progress() throws {
        try makeHistory()
        try FileManager.default.copyItem(atPath: folder.file("shop.sqlite"), toPath: folder.file("other.sqlite"))
        #expect(try !trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").errors.contains("[#"))
        let command = "'\(Project.trellis)' migrate apply other.sqlite Shop.yaml"
        let process = try ChildProcess.run(named: "script", ["-qec", command, "/dev/null"], in: folder.path)
        // Some systems have no `script`, or another one.
        guard process.exitCode == 0 else { return }
        #expect(process.output.contains(/\[#+-*\] [0-9]+ %, 0 of 2 rows, to version 3: customer/), "\(process.output)")
        #expect(process.output.contains(/\[#{24}\] 100 %, 2 of 2 rows, to version 3: Done/), "\(process.output)")
    }

    @Test func `a full check refuses a store whose index is damaged, and leaves it as it is`() throws {
        try makeHistory()
        let connection = try SQLiteConnection(opening: folder.file("shop.sqlite"))
        try connection.execute(
            """
            CREATE INDEX own ON customer (name);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(sql, '(name)', '(info)') WHERE name = 'own';
            """)
        let refused = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--check", "full")
        #expect(refused.exitCode != 0 && refused.errors.contains("the file is damaged"), "\(refused.errors)")
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["1"]])
        #expect(try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--check", "half").exitCode == 2)
    }

    @Test("A store goes along the frozen versions, as far as it is told, and is told what it is before and after")
    func frozen() throws {
        try makeHistory()
        let status = try trellis("migrate", "status", "shop.sqlite", "Shop.yaml")
        #expect(status.exitCode == 0 && status.errors == "")
        #expect(status.output.hasPrefix("shop.sqlite: Shop, version 1 ("))
        #expect(status.output.contains("  to version 2: ") && status.output.contains("  to version 3: ") && status.output.contains("rewritten: customer"))

        let second = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "2")
        #expect(second.exitCode == 0 && second.errors == "")
        #expect(second.output == "shop.sqlite now has version 2 of Shop: 1 step from version 1\n")
        #expect(try rows("SELECT name, note, city FROM customer") == [["Ada", "x", nil], ["Ben", nil, nil]])
        let third = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--backup")
        #expect(third.output == "shop.sqlite now has version 3 of Shop: 1 step from version 2; shop.sqlite.backup is a copy of the old store\n")
        #expect(try rows("SELECT name, city FROM customer") == [["Ada", "Bern"], ["Ben", "Bern"]])
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'version'", "shop.sqlite.backup") == [["2"]])
        #expect(try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").output == "shop.sqlite already has version 3 of Shop\n")
        #expect(try trellis("migrate", "status", "shop.sqlite", "Shop.yaml").output.contains("it is up to date"))
    }

    /// The object of a store that `migrate status --format json` prints.
    private func statusObject(_ arguments: String...) throws -> [String: Any] {
        let status = try ChildProcess.run(
            Project.trellis, ["migrate", "status", "shop.sqlite", "Shop.yaml", "--format", "json"] + arguments, in: folder.path)
        #expect(status.exitCode == 0 && status.errors == "", "\(status.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
        return try #require(object["store"] as? [String: Any])
    }

    @Test func `the status of a store is JSON if that is asked for, with the facts of the text`() throws {
        try makeHistory()
        let old = try statusObject()
        #expect(old["file"] as? String == "shop.sqlite" && old["model"] as? String == "Shop" && old["version"] as? Int == 1)
        #expect(old["draft"] as? Bool == false && old["upToDate"] as? Bool == false && old["needsProgram"] == nil)
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[old["hash"] as? String]])
        let steps = try #require(old["steps"] as? [[String: Any]])
        #expect(steps.map { $0["version"] as? Int } == [2, 3] && steps.map { $0["draft"] as? Bool } == [false, false])
        #expect(steps.map { $0["rewritten"] as? [String] } == [[], ["customer"]] && steps.map { $0["dropped"] as? [String] } == [[], []])
        let text = try trellis("migrate", "status", "shop.sqlite", "Shop.yaml").output
        for step in steps {
            let (version, count) = (try #require(step["version"] as? Int), try #require(step["statements"] as? Int))
            #expect(text.contains("  to version \(version): \(count) statements"), "\(text)")
        }

        #expect(try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let new = try statusObject()
        #expect(new["version"] as? Int == 3 && new["upToDate"] as? Bool == true && (new["steps"] as? [Any])?.isEmpty == true)

        // A draft ahead, and a step that cannot be planned without a decision.
        try folder.write(Self.third.replacing("name: string,", with: "name: string, age: int?,"), to: "Shop.yaml")
        #expect((try statusObject()["steps"] as? [[String: Any]])?.map { $0["draft"] as? Bool } == [true])
        try folder.write(Self.third.replacing("name: string,", with: ""), to: "Shop.yaml")
        let undecided = try trellis("migrate", "status", "shop.sqlite", "Shop.yaml", "--format", "json")
        #expect(undecided.exitCode == 1 && undecided.output == "" && undecided.errors.contains("TR2102"), "\(undecided.output)\(undecided.errors)")
    }

    @Test("A dry run prints the SQL for this very store and changes nothing; sqlite3 runs it")
    func dryRun() throws {
        try makeHistory()
        let bytes = try Data(contentsOf: URL(filePath: folder.file("shop.sqlite")))
        let dry = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--dry-run")
        #expect(dry.exitCode == 0 && dry.errors == "")
        #expect(try trellis("migrate", "plan", "shop.sqlite", "Shop.yaml").output == dry.output)
        #expect(try Data(contentsOf: URL(filePath: folder.file("shop.sqlite"))) == bytes)
        let run = try ChildProcess.run(named: "sqlite3", [folder.file("shop.sqlite")], input: dry.output)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try rows("SELECT name, note, city FROM customer") == [["Ada", "x", "Bern"], ["Ben", nil, "Bern"]])
        #expect(try trellis("migrate", "plan", "shop.sqlite", "Shop.yaml").output == "-- shop.sqlite already has version 3 of Shop\n")
        let short = try trellis("migrate", "plan", "shop.sqlite", "Shop.yaml", "--to", "9")
        #expect(short.exitCode == 3 && short.errors.contains("no path to version 9 exists"))
    }

    @Test("sqlite3 stops at the first error of the SQL, frozen or printed, and changes nothing")
    func refusedScript() throws {
        try folder.write(Self.first, to: "Shop.yaml")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        try makeStore()
        try folder.write(Self.first.replacing("info: string?", with: "info: int?"), to: "Shop.yaml")
        try folder.write("trellis: 1\naccept: { Customer.info: { TR2109: a test } }\n", to: "versions/2.migration.yaml")
        let plan = try trellis("migrate", "plan", "shop.sqlite", "Shop.yaml")
        #expect(plan.exitCode == 0, "\(plan.errors)")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        for script in [plan.output, try String(contentsOfFile: folder.file("versions/2.migration.sql"), encoding: .utf8)] {
            let run = try ChildProcess.run(named: "sqlite3", [folder.file("shop.sqlite")], input: script)
            #expect(run.exitCode != 0)
            #expect(try rows("SELECT name, info FROM customer") == [["Ada", "x"], ["Ben", nil]])
            #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["1"]])
        }
    }

    @Test("The model is found in the configuration by the name that the store has")
    func configuration() throws {
        try makeHistory()
        try folder.write("trellis: 1\nmodels:\n  Other: { path: Other.yaml }\n  Shop: { path: Shop.yaml }\n", to: "trellis.yaml")
        try folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing: { attributes: { a: int } }\n", to: "Other.yaml")
        let applied = try trellis("migrate", "apply", "shop.sqlite")
        #expect(applied.exitCode == 0 && applied.output.contains("now has version 3 of Shop: 2 steps"))
        let other = try trellis("migrate", "apply", "shop.sqlite", "Other.yaml")
        #expect(other.exitCode == 3 && other.errors.contains("a store of the model 'Shop', not of 'Other'"))
    }

    // MARK: Drafts

    @Test("A store of an earlier draft goes to the live model by what is inferred and decided")
    func drafts() throws {
        try folder.write(Self.first, to: "Shop.yaml")
        try makeStore()
        try folder.write(Self.second, to: "Shop.yaml")
        for command in ["status", "apply", "plan"] {
            let undecided = try trellis("migrate", command, "shop.sqlite", "Shop.yaml")
            #expect(undecided.exitCode == 1 && undecided.output == "")
            #expect(undecided.errors.contains("error[TR2102]") && undecided.errors.contains("'renames: { Customer.info: note }'"))
        }
        try folder.write("trellis: 1\nrenames: { Customer.info: note }\n", to: "d.yaml")
        let applied = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--decisions", "d.yaml", "--backup-to", "copy.sqlite")
        #expect(applied.exitCode == 0 && applied.errors == "")
        #expect(applied.output == "shop.sqlite now has the draft of version 1 of Shop: 1 step from an earlier draft; copy.sqlite is a copy of the old store\n")
        #expect(try rows("SELECT name, note, city FROM customer") == [["Ada", "x", nil], ["Ben", nil, nil]])
        #expect(try rows("SELECT info FROM customer", "copy.sqlite") == [["x"], [nil]])
    }

    @Test("A store of a frozen version goes on to a live model that is not frozen yet, and from one draft of it to the next")
    func draftAfterHistory() throws {
        try makeHistory()
        try folder.write(Self.third.replacing("name: string,", with: "name: string, age: int?,"), to: "Shop.yaml")
        #expect(try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").output.contains("now has the draft of version 4 of Shop: 3 steps from version 1"))
        try folder.write(Self.third.replacing("name: string,", with: "name: string, age: int?, size: int?,"), to: "Shop.yaml")
        let status = try trellis("migrate", "status", "shop.sqlite", "Shop.yaml").output
        #expect(status.contains("Shop, version 4, a draft (") && status.contains("run 'trellis migrate apply shop.sqlite Shop.yaml'"), "\(status)")
        #expect(try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        #expect(try rows("SELECT name, city, age, size FROM customer") == [["Ada", "Bern", nil, nil], ["Ben", "Bern", nil, nil]])
        // What was a draft is frozen with one change more.
        try folder.write(Self.third.replacing("name: string,", with: "name: string, age: int?, size: int?, color: string?,"), to: "Shop.yaml")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        #expect(try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        #expect(try rows("SELECT count(*) FROM customer WHERE color IS NULL") == [["2"]])
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key IN ('version', 'draft') ORDER BY key") == [["0"], ["4"]])
    }

    @Test("A store of a draft that was never frozen goes to one of the versions that have come since")
    func draftToVersion() throws {
        try folder.write(Self.first.replacing("info: string?", with: "info: string?, draft: int?"), to: "Shop.yaml")
        try makeStore()
        let store = try Data(contentsOf: URL(filePath: folder.file("shop.sqlite")))
        try makeHistory()
        try store.write(to: URL(filePath: folder.file("shop.sqlite")))
        try folder.write("trellis: 1\ndrops: { Customer.draft: It was tried. }\nrenames: { Customer.info: note }\n", to: "d.yaml")
        let applied = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--to", "2", "--decisions", "d.yaml")
        #expect(applied.exitCode == 0 && applied.output.contains("now has version 2 of Shop: 1 step from a draft of version 1"), "\(applied.errors)")
        #expect(try rows("SELECT name, note FROM customer") == [["Ada", "x"], ["Ben", nil]])
    }

    // MARK: What is refused

    @Test("Where a later step fails, it is said how far the store has come")
    func stoppedOnTheWay() throws {
        try makeHistory()
        try folder.write(Self.third.replacing("name: string", with: "name: { type: string, unique: true }"), to: "Shop.yaml")
        let created = try trellis("migrate", "create", "Shop.yaml")
        #expect(created.exitCode == 0, "\(created.errors)")
        try SQLiteConnection(opening: folder.file("shop.sqlite")).execute("UPDATE customer SET name = 'Ada'")
        let stopped = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--backup")
        #expect(stopped.exitCode == 3)
        #expect(stopped.errors.hasPrefix("error: 'shop.sqlite', now of version 3: rows do not meet a rule of version 4"), "\(stopped.errors)")
        // The steps before have changed the store.
        #expect(stopped.errors.contains("this step changed nothing") && !stopped.errors.contains("nothing was changed"))
        #expect(stopped.errors.contains("\n  model 'Shop', entity 'Customer': rows 1 and 2 have 'name' 'Ada'\n"), "\(stopped.errors)")
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["3"]])
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'version'", "shop.sqlite.backup") == [["1"]])
        // A second time nothing was done before.
        let again = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(again.errors.hasPrefix("error: 'shop.sqlite': rows do not meet a rule of version 4"))
    }

    @Test("Decisions that decide no step are refused: the store is of the version, or its steps are frozen")
    func uselessDecisions() throws {
        try makeHistory()
        try folder.write("trellis: 1\nvalues: { Customer.note: \"'x'\" }\n", to: "more.yaml")
        let frozen = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--decisions", "more.yaml")
        #expect(frozen.exitCode == 3 && frozen.errors.contains("all steps to version 3 are frozen"), "\(frozen.errors)")
        #expect(try rows("SELECT value FROM _trellis_metadata WHERE key = 'version'") == [["1"]])
        #expect(try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        for command in [["apply", "shop.sqlite"], ["plan", "shop.sqlite"], ["status", "shop.sqlite"]] {
            let same = try ChildProcess.run(
                Project.trellis, ["migrate"] + command + ["Shop.yaml", "--decisions", "more.yaml"], in: folder.path)
            #expect(same.exitCode == 3 && same.errors.contains("no step uses 'more.yaml'"), "\(command): \(same.errors)")
        }
        #expect(try rows("SELECT note FROM customer") == [["x"], [nil]])
    }

    @Test("What is no store, or cannot be migrated, gives 3 with what to do, and is left as it is")
    func refused() throws {
        try makeHistory()
        #expect(try trellis("migrate", "apply", "none.sqlite", "Shop.yaml").errors == "error: cannot read 'none.sqlite': there is no such file\n")
        #expect(try trellis("migrate", "apply", ".", "Shop.yaml").errors == "error: cannot read '.': it is a folder\n")
        try folder.write(String(repeating: "text ", count: 300), to: "text.sqlite")
        let text = try trellis("migrate", "apply", "text.sqlite", "Shop.yaml")
        #expect(text.exitCode == 3 && text.errors.contains("it is not a SQLite database"))

        try folder.write("mine", to: "copy")
        let copy = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml", "--backup-to", "copy")
        #expect(copy.exitCode == 3 && copy.errors.contains("there is a file 'copy' already"))
        let connection = try SQLiteConnection(opening: folder.file("shop.sqlite"))
        try connection.execute("CREATE VIEW mine AS SELECT * FROM nowhere")
        let broken = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(broken.exitCode == 3 && broken.output == "" && broken.errors.contains("fix or drop it"))
        try connection.execute("DROP VIEW mine; UPDATE _trellis_metadata SET value = '9' WHERE key = 'version'; UPDATE _trellis_metadata SET value = 'x' WHERE key = 'hash'")
        let newer = try trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(newer.exitCode == 3 && newer.errors.contains("use a newer program"))
        #expect(try rows("SELECT info FROM customer") == [["x"], [nil]])
        #expect(try trellis("migrate", "apply").exitCode == 2)
    }

    // MARK: Files that are no stores

    @Test(
        "A file that is no store is refused at once, and the message names the reason",
        arguments: [
            ("missing", "there is no such file"), ("folder", "it is a folder"), ("pipe", "it is a pipe or a device"),
            ("linked pipe", "it is a pipe or a device"), ("device", "it is a pipe or a device"),
            ("log that is a pipe", "'shop.sqlite-wal' beside it is not a file"), ("journal that is a pipe", "'shop.sqlite-journal' beside it"),
            ("empty", "it is empty and not a store"), ("text", "it is not a SQLite database"), ("other database", "is no store that Trellis made"),
            ("endless view", "is no store that Trellis made"), ("generated column", "is no store that Trellis made"),
            ("virtual table", "is no store that Trellis made"), ("other rows", "is no store that Trellis made"),
        ])
    func noStores(kind: String, reason: String) throws {
        try folder.write(Self.first, to: "Shop.yaml")
        let path = folder.file("shop.sqlite")
        func database(_ sql: String) throws {
            try folder.write("", to: "shop.sqlite")
            let connection = try SQLiteConnection(opening: path)
            try connection.execute(sql)
        }
        switch kind {
        case "missing": break
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        case "linked pipe":
            #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("pipe"))
        case "device": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        case "log that is a pipe", "journal that is a pipe":
            try database("CREATE TABLE t (x)")
            #expect(mkfifo(path + (kind.hasPrefix("log") ? "-wal" : "-journal"), 0o600) == 0)
        case "empty": try folder.write("", to: "shop.sqlite")
        case "text": try folder.write("no database, whatever its name says, and long enough to be read as one", to: "shop.sqlite")
        case "other database": try database("CREATE TABLE t (x)")
        case "endless view":
            try database(
                "CREATE VIEW _trellis_metadata AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                    + "SELECT 'k' || i AS key, 'v' AS value FROM n")
        case "generated column":
            try database(
                "CREATE TABLE _trellis_metadata (key TEXT, value TEXT AS (printf('%.*c', 900000000, 'x'))); "
                    + "INSERT INTO _trellis_metadata (key) VALUES ('layout')")
        case "virtual table":
            try database(
                "CREATE VIRTUAL TABLE _trellis_metadata USING fts5 (key, value); INSERT INTO _trellis_metadata VALUES ('layout', '1')")
        default:
            try database(
                "CREATE TABLE _trellis_metadata (key TEXT, value TEXT); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                    + "WHERE i < 100000) INSERT INTO _trellis_metadata SELECT 'k' || i, 'v' FROM n")
        }
        for command in ["status", "plan", "apply"] {
            let process = try trellis("migrate", command, "shop.sqlite", "Shop.yaml")
            #expect(process.exitCode == 3 && process.output == "", "\(command): \(process.output)")
            #expect(process.errors.contains("'shop.sqlite'") && process.errors.contains(reason), "\(command): \(process.errors)")
        }
        if ["missing", "folder", "pipe", "linked pipe", "device"].contains(kind) || kind.hasSuffix("is a pipe") {
            #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
            let process = try trellis("migrate", "baseline", "shop.sqlite", "--model", "Shop.yaml")
            #expect(process.exitCode == 3 && process.errors.contains(reason), "\(process.errors)")
        }
    }
}
