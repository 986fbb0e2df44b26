import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// trellis import sqlite. The walk-through is that of Documentation/coming-from/sqlite.md.
struct ImportSQLiteTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func trellis(_ arguments: [String]) throws -> ChildProcess { try ChildProcess.run(Project.trellis, arguments, in: folder.path) }

    private func database(_ sql: String, _ name: String = "shop.db") throws {
        try SQLiteConnection(creating: folder.file(name)).execute(sql)
    }

    private func contents(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.file(name)) }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    // MARK: The page

    private static let page = "\(Project.root)/Documentation/coming-from/sqlite.md"

    /// The blocks of the page in this language.
    private func blocks(_ language: String) throws -> [String] {
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    private func type(_ line: String) throws -> ChildProcess {
        let process = try trellis(line.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init))
        #expect(process.exitCode == 0, "\(line): \(process.errors)")
        return process
    }

    @Test func `the walk-through of the page is what happens`() throws {
        try database(try blocks("sql")[0])
        let before = contents("shop.db")
        let steps = try blocks("sh")
        let report = try type(steps[0]).output
        let missing = try blocks("text")[0].split(separator: "\n").filter { !report.contains($0) }
        #expect(missing == [], "\(report)")
        #expect(contents("Schemas/Shop/Shop.yaml") == nil)
        _ = try type(steps[1])
        #expect(try text("Schemas/Shop/Shop.yaml").hasPrefix(blocks("yaml")[0]))
        let model = contents("Schemas/Shop/Shop.yaml")
        let copied = try type(steps[2])
        #expect(copied.output.contains("Order.products  2 rows") && copied.output.contains("'Shop.sqlite' is written: a store of version 1"), "\(copied.output)")
        #expect(contents("Schemas/Shop/Shop.yaml") == model && contents("shop.db") == before)
        let keys = try text("keys.txt").split(separator: "\n").map { $0.split(separator: "\t").map { String($0.split(separator: "/").last ?? "") } }
        #expect(keys == [["Customer", "1", "1"], ["Customer", "7", "7"], ["Product", "T1", "1"], ["Product", "O1", "2"], ["Order", "10", "10"], ["Order", "11", "11"]])
        // What the model's schema makes is what the store has, and the store holds what the model says.
        let check = try trellis(["check", "Schemas/Shop/Shop.yaml", "--database", "Shop.sqlite"])
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    /// Foundation's `deletingLastPathComponent` crashes on a name of one letter.
    @Test func `a folder may have a name of one letter`() throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
        let imported = try trellis(["import", "sqlite", "shop.db", "--output", "D"])
        #expect(imported.exitCode == 0 && contents("D/D.yaml") != nil, "\(imported.errors)")
    }

    @Test(arguments: ["UTF-16le", "UTF-16be"]) func `a database with texts in UTF-16 is refused with a way to convert it`(encoding: String) throws {
        try database("PRAGMA encoding = '\(encoding)'; CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO users VALUES (3, 'Ada')")
        let refused = try trellis(Self.users)
        #expect(refused.exitCode == 3 && refused.errors.contains("'shop.db' keeps its texts in UTF-16: import a copy in UTF-8"), "\(refused.errors)")
    }

    @Test func `a folder and a pipe are no databases`() throws {
        try folder.write("", to: "folder/file")
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        for name in ["folder", "pipe"] {
            let refused = try trellis(["import", "sqlite", name, "--output", "Schemas/Shop"])
            #expect(refused.exitCode == 3 && refused.errors.contains("\(name)' is no file"), "\(refused.errors)")
        }
    }

    // MARK: Again

    /// How the two blocks of the model, or its properties, are arranged, how the database changes, and what then differs in the text.
    @Test(arguments: [
        (["  Invoice:", "  Person:"], "ALTER TABLE invoice ADD iban TEXT", "Invoice:\n    attributes:\n      x: int?\n", "Invoice:\n    attributes:\n      x: int?\n      iban: string?\n"),
        (["      a:", "      b:"], "ALTER TABLE person DROP COLUMN a", "      a: int?\n", ""),
        (["  Invoice:", "  Person:"], "INSERT INTO invoice VALUES (1, 'text')", "Invoice:\n    attributes:\n      x: int?\n", "Invoice:\n    attributes:\n      x: string?\n"),
    ] as [([String], String, String, String)])
    func `a change of the database that lines would put elsewhere is merged by names`(blocks: [String], change: String, part: String, replacement: String) throws {
        let more = change.contains("DROP") ? ", a INT, b INT" : ""
        try database("CREATE TABLE invoice (id INTEGER PRIMARY KEY, x INT); CREATE TABLE person (id INTEGER PRIMARY KEY, x INT\(more))")
        #expect(try trellis(Self.users).exitCode == 0)
        let lines = try text("Schemas/Shop/Shop.yaml").components(separatedBy: "\n")
        let depth = blocks[0].prefix { $0 == " " }.count
        func block(_ first: String) -> [String] {
            guard let start = lines.firstIndex(where: { $0.hasPrefix(first) }) else { return [] }
            let end = lines[(start + 1)...].firstIndex { $0.prefix { $0 == " " }.count <= depth } ?? lines.endIndex
            return Array(lines[start..<end])
        }
        let (first, second) = (block(blocks[0]), block(blocks[1]))
        let rest = lines.filter { !first.contains($0) && !second.contains($0) }
        let top = try #require(lines.firstIndex { $0 == first.first || $0 == second.first })
        let ordered = lines.firstIndex(of: first.first ?? "") == top ? second + first : first + second
        let edited = (rest[..<top] + ordered + rest[top...]).joined(separator: "\n")
        try folder.write(edited, to: "Schemas/Shop/Shop.yaml")
        #expect(try trellis(["validate", "Schemas/Shop/Shop.yaml"]).exitCode == 0, "\(edited)")
        try database(change)
        let again = try trellis(Self.users)
        #expect(again.exitCode == 0 && edited.contains(part), "\(again.output)\(again.errors)\(edited)")
        #expect(try text("Schemas/Shop/Shop.yaml") == edited.replacing(part, with: replacement))
    }

    @Test(arguments: [("name: string?", "theirs: string?\n      name: string?"), ("name: string?", "name: [")])
    func `a merge that would be no model is not written`(part: String, edit: String) throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)")
        #expect(try trellis(Self.users).exitCode == 0)
        let edited = try text("Schemas/Shop/Shop.yaml").replacing(part, with: edit)
        try folder.write(edited, to: "Schemas/Shop/Shop.yaml")
        try database("ALTER TABLE users ADD theirs INT")
        let again = try trellis(Self.users)
        #expect(again.exitCode == 3 && again.errors.contains("Schemas/Shop/Shop.yaml"), "\(again.output)\(again.errors)")
        #expect(try text("Schemas/Shop/Shop.yaml") == edited)
    }

    private static let users = ["import", "sqlite", "shop.db", "--output", "Schemas/Shop"]

    @Test func `importing again changes nothing`() throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO users VALUES (3, 'Ada')")
        #expect(try trellis(Self.users + ["--store", "One.sqlite"]).exitCode == 0)
        let files = ["Schemas/Shop/Shop.yaml", "Schemas/Shop/Shop.import.txt", "Schemas/Shop/versions/1.yaml", "Schemas/Shop/versions/lock"]
        let before = files.map(contents)
        #expect(try trellis(Self.users + ["--copy", "Two.sqlite"]).exitCode == 0)
        #expect(files.map(contents) == before)
    }

    @Test func `edits of the model stay, and what is new in the database is added`() throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INTEGER); INSERT INTO users VALUES (3, 'Ada', 36)")
        #expect(try trellis(Self.users).exitCode == 0)
        let edited = try text("Schemas/Shop/Shop.yaml").replacing("name: string?", with: "fullName: { type: \"string?\", doc: Mine. }")
        try folder.write(edited, to: "Schemas/Shop/Shop.yaml")
        let same = try trellis(Self.users)
        #expect(same.exitCode == 0 && same.output.contains("'Schemas/Shop/Shop.yaml' stays as you edited it"), "\(same.output)\(same.errors)")
        #expect(try text("Schemas/Shop/Shop.yaml") == edited)
        try database("ALTER TABLE users ADD COLUMN email TEXT; CREATE TABLE pets (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users)")
        #expect(try trellis(Self.users).exitCode == 0)
        #expect(
            try text("Schemas/Shop/Shop.yaml") == """
                trellis: 1
                model: Shop
                entities:
                  User:
                    attributes:
                      fullName: { type: "string?", doc: Mine. }
                      age: int?
                      email: string?
                    relationships:
                      pets: { to: [Pet], inverse: user, deleteRule: deny }
                  Pet:
                    relationships:
                      user: { to: User, inverse: pets }

                """)
        // The rows are those of version 1, which has the database's names; the edits are the next version.
        let copied = try trellis(Self.users + ["--store", "Shop.sqlite"])
        #expect(copied.exitCode == 0 && copied.errors.contains("your edits are the next version"), "\(copied.output)\(copied.errors)")
        let store = try SQLiteConnection(opening: folder.file("Shop.sqlite"), readOnly: true)
        #expect(try store.rows("SELECT _id, name, age FROM user") == [["3", "Ada", "36"]])
    }

    @Test func `a place that both changed stops the import`() throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
        #expect(try trellis(Self.users).exitCode == 0)
        try folder.write(text("Schemas/Shop/Shop.yaml").replacing("name: string?", with: "fullName: string?"), to: "Schemas/Shop/Shop.yaml")
        let edited = contents("Schemas/Shop/Shop.yaml")
        try database("ALTER TABLE users RENAME COLUMN name TO label")
        let process = try trellis(Self.users)
        #expect(process.exitCode == 3 && process.errors.contains("both changed 'User.fullName': it has 'fullName', and the import 'label'"), "\(process.errors)")
        #expect(contents("Schemas/Shop/Shop.yaml") == edited)
    }

    @Test func `an attribute that you renamed stays if the database drops its column, and lines may end as on Windows`() throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)")
        #expect(try trellis(Self.users).exitCode == 0)
        let edited = try text("Schemas/Shop/Shop.yaml").replacing("name: string?", with: "fullName: string?")
        try folder.write(edited.replacing("\n", with: "\r\n"), to: "Schemas/Shop/Shop.yaml")
        try database("ALTER TABLE users DROP COLUMN name; ALTER TABLE users ADD email TEXT")
        let again = try trellis(Self.users)
        #expect(again.exitCode == 0 && again.errors.contains("the database has dropped what you changed to 'fullName: string?'"), "\(again.errors)")
        #expect(try text("Schemas/Shop/Shop.yaml") == edited.replacing("age: int?\n", with: "age: int?\n      email: string?\n").replacing("\n", with: "\r\n"))
        #expect(try trellis(Self.users).output.contains("stays as you edited it"))
    }

    @Test func `what the language refuses is left out, and the rest is imported`() throws {
        let columns = (1...1_999).map { "c\($0) INT" }.joined(separator: ", ")
        try database(
            """
            CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns)); INSERT INTO wide (id, c7) VALUES (1, 7);
            CREATE TABLE users (id INTEGER PRIMARY KEY, wide_id INTEGER REFERENCES wide, x INT DEFAULT 4 CHECK (x > 5 AND x < 3)); INSERT INTO users VALUES (1, 1, NULL);
            """)
        let imported = try trellis(Self.users + ["--store", "Shop.sqlite"])
        #expect(imported.exitCode == 0, "\(imported.output)\(imported.errors)")
        let report = try text("Schemas/Shop/Shop.import.txt")
        let missing = ["users.x: 'max' is less than 'min'", "users.wide_id: the table 'wide' is not imported", "\n  wide: "].filter { !report.contains($0) }
        #expect(missing == [], "\(report)")
        let store = try SQLiteConnection(opening: folder.file("Shop.sqlite"), readOnly: true)
        #expect(try store.rows("SELECT _id, wide_id, x FROM user") == [["1", "1", nil]])
    }

    @Test func `rows that only a save refuses are counted with a key`() throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, weight REAL, note TEXT); INSERT INTO users VALUES (1, 1.5, 'a'), (2, 9e999, 'b'), (3, -9e999, NULL)")
        let imported = try trellis(Self.users + ["--store", "Shop.sqlite"])
        #expect(imported.exitCode == 0, "\(imported.errors)")
        #expect(
            imported.output.contains("rows that a save refuses, copied as they are:\n  User.weight must be a finite number: 2 rows, for example row 2\n"),
            "\(imported.output)")
    }

    @Test func `a dry run stops where the import would`() throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)")
        #expect(try trellis(Self.users).exitCode == 0)
        try folder.write(text("Schemas/Shop/Shop.yaml").replacing("name: string?", with: "fullName: string?"), to: "Schemas/Shop/Shop.yaml")
        try database("ALTER TABLE users RENAME COLUMN name TO label")
        #expect(try trellis(Self.users + ["--dry-run"]).exitCode == 3)
        try database("CREATE TABLE other (a)", "other.db")
        #expect(try trellis(["import", "sqlite", "other.db", "--output", "Schemas/Other", "--store", "New.sqlite"]).exitCode == 0)
        try database("ALTER TABLE other ADD b", "other.db")
        #expect(try trellis(["import", "sqlite", "other.db", "--output", "Schemas/Other", "--store", "Newer.sqlite", "--dry-run"]).exitCode == 3)
    }

    @Test func `an import that is interrupted leaves no folder`() throws {
        try database("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT); INSERT INTO t SELECT value, hex(randomblob(20)) FROM (WITH RECURSIVE s (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM s WHERE value < 400000) SELECT value FROM s)")
        let process = try RunningProcess(Project.trellis, Self.users + ["--store", "Shop.sqlite"], in: folder.path)
        func working() throws -> Bool { try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasPrefix(".trellis-import") } }
        // The rows are read before the copy begins, which takes a while on a busy machine.
        for _ in 0..<24_000 where try !working() { usleep(5_000) }
        #expect(try working())
        #expect(process.interrupt() == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["shop.db"])
    }

    @Test(arguments: [
        (["--store", "shop.db"], "error: 'shop.db' exists already, and is not replaced\n"),
        (["--keys", "k.txt"], "error: --keys needs --store: the rows get their identities there.\n"),
        (["--store", "shop.db-wal"], "error: 'shop.db-wal' cannot be written: SQLite would take it for a part of 'shop.db'\n"),
        (["--output", "shop.db/x/y"], "error: 'shop.db' is a file: --output names the folder for the model\n"),
        (["--output", "."], "error: The folder of --output has no name: the model gets it.\n"),
    ])
    func `what cannot be is refused before anything is written`(options: [String], message: String) throws {
        try database("CREATE TABLE users (id INTEGER PRIMARY KEY)")
        let output = options.contains("--output") ? [] : ["--output", "Schemas/Shop"]
        let process = try trellis(["import", "sqlite", "shop.db"] + output + options)
        #expect(process.exitCode != 0 && process.errors.hasPrefix(message), "\(process.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["shop.db"])
    }

    @Test func `a database without tables, one in use, and a text are refused`() throws {
        let arguments = { (name: String) in ["import", "sqlite", name, "--output", "Schemas/Shop"] }
        try database("CREATE VIEW v AS SELECT 1", "empty.db")
        #expect(try trellis(arguments("empty.db")).errors == "error: 'empty.db' has no table to import\n")
        try folder.write("no database, but a text of some length", to: "text.db")
        #expect(try trellis(arguments("text.db")).errors == "error: 'text.db': file is not a database\n")
        let writer = try SQLiteConnection(creating: folder.file("busy.db"))
        try writer.execute("CREATE TABLE t (a); BEGIN EXCLUSIVE; INSERT INTO t VALUES (1)")
        let busy = try trellis(arguments("busy.db"))
        #expect(busy.exitCode == 3 && busy.errors.contains("is in use by process"), "\(busy.errors)")
    }
}
