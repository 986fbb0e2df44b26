import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate baseline`, on databases that nothing of ours has made.
struct MigrateBaselineTests {
    private let project: ModelProject
    /// What a person has written by hand, in another form.
    private static let schema = """
        create table if not exists "customer" (_id integer primary key autoincrement,
          "name" TEXT not null, -- who it is
          _version INTEGER DEFAULT 1 NOT NULL, age INTEGER) strict;
        CREATE  UNIQUE INDEX IF NOT EXISTS [customer__name]
          ON customer ("name");
        """

    init() throws {
        project = try ModelProject("age: int?")
        let model = try project.text("Shop.yaml") + "      name: { type: string, unique: true }\n"
        try project.folder.write(model, to: "Shop.yaml")
        try project.create()
    }

    private func database(_ sql: String) throws {
        try project.folder.write("", to: "app.db")
        try SQLiteConnection(opening: project.folder.file("app.db")).execute(sql)
    }

    private func baseline(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(
            Project.trellis, ["migrate", "baseline", "app.db", "--model", "Shop.yaml"] + arguments, in: project.folder.path)
    }

    @Test("A database that is what the version says becomes a store of it, with its rows, and a copy is kept")
    func adopted() throws {
        try database(Self.schema + "INSERT INTO customer (name) VALUES ('Ada');")
        let process = try baseline()
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output == "app.db is now a store of Shop, version 1; 'app.db.backup' is a copy of the old database\n")
        let connection = try SQLiteConnection(opening: project.folder.file("app.db"))
        #expect(try connection.rows("SELECT _id, _version, name FROM customer") == [["1", "1", "Ada"]])
        let hash = try project.text("versions/lock").split(separator: " ")[2].trimmingCharacters(in: .newlines)
        #expect(
            try connection.rows("SELECT key, value FROM _trellis_metadata WHERE key IN ('version', 'draft', 'hash', 'layout', 'model') ORDER BY key")
                == [["draft", "0"], ["hash", hash], ["layout", "1"], ["model", "Shop"], ["version", "1"]])
        #expect(try connection.rows("SELECT length(value) FROM _trellis_metadata WHERE key = 'uuid'") == [["32"]])
        let copy = try SQLiteConnection(opening: project.folder.file("app.db.backup"))
        #expect(try copy.rows("SELECT name FROM sqlite_schema WHERE name LIKE '_trellis%'") == [])
        // Once is enough.
        let again = try baseline("--backup", "other")
        #expect(again.exitCode == 1 && again.errors.contains("app.db:1:1: error[TR2213]") && again.errors.contains("the database is a store of Trellis already") && again.errors.contains("migrate status"))
        #expect(!project.exists("other"))
        let kept = try baseline()
        #expect(kept.exitCode == 3 && kept.errors.contains("'app.db.backup' exists"))
    }

    @Test(
        "What differs is told, and the database stays as it is",
        arguments: [
            ("age INTEGER", "age TEXT", "the column 'age' of 'customer' has the type TEXT, and should have INTEGER\n"),
            ("TEXT not null", "TEXT", "the column 'name' of 'customer' should be NOT NULL\n"),
            (", age INTEGER", "", "the column 'age' of 'customer' is missing: INTEGER\n"),
            ("age INTEGER", "age INTEGER, more TEXT", "the column 'more' of 'customer' should not exist\n"),
            ("age INTEGER", "age INTEGER REFERENCES customer (_id)", "the foreign key 'age' of 'customer' should not exist\n"),
            ("age INTEGER", "age INTEGER CHECK (age > 0)", "CHECK (age > 0) of 'customer' should not exist\n"),
            ("_version INTEGER DEFAULT 1", "_version INTEGER", "the column '_version' of 'customer' should have DEFAULT 1\n"),
            (" autoincrement", "", "the primary key of 'customer' should be AUTOINCREMENT\n"),
            ("UNIQUE ", "", "the index 'customer__name' has another definition\n"), (") strict", ")", "the table 'customer' should be STRICT\n"),
            ("create table", "create table other (a); create table", "the table 'other' should not exist\n"),
        ])
    func different(text: String, other: String, difference: String) throws {
        try database(Self.schema.replacing(text, with: other))
        let before = try Data(contentsOf: URL(filePath: project.folder.file("app.db")))
        let process = try baseline()
        #expect(process.exitCode == 1 && process.errors.contains("error[TR2213]") && process.errors.contains(difference), "\(process.errors)")
        #expect(try Data(contentsOf: URL(filePath: project.folder.file("app.db"))) == before)
        #expect(!project.exists("app.db.backup"))
    }

    @Test("Where it stops, no copy is left in the way of the next try")
    func stopped() throws {
        try database(Self.schema)
        let other = try SQLiteConnection(opening: project.folder.file("app.db"))
        try other.execute("BEGIN IMMEDIATE")
        let locked = try baseline()
        #expect(locked.exitCode == 3 && locked.errors.contains("locked") && !project.exists("app.db.backup"), "\(locked.errors)")
        try other.execute("ROLLBACK")
        #expect(try baseline().exitCode == 0)
    }

    @Test("What is no database, or no version, is said")
    func refused() throws {
        #expect(try baseline().exitCode == 3)
        try project.folder.write("no database, whatever its name says, and long enough to be read as one", to: "app.db")
        let text = try baseline()
        #expect(text.exitCode == 3 && text.errors.contains("cannot turn 'app.db' into a store"), "\(text.errors)")
        try database(Self.schema)
        let none = try baseline("--version-number", "2")
        #expect(none.exitCode == 3 && none.errors.contains("the model has no version 2"))
        try FileManager.default.removeItem(atPath: project.folder.file("versions"))
        let draft = try baseline()
        #expect(draft.exitCode == 3 && draft.errors.contains("run 'trellis migrate create Shop.yaml' first"))
    }
}
