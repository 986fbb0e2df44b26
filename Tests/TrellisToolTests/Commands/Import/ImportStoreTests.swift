import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// trellis import store.
struct ImportStoreTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        _ = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess { try ChildProcess.run(Project.trellis, arguments, in: folder.path) }

    /// All files with their bytes.
    private var contents: [String: Data] {
        get throws {
            let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return Dictionary(uniqueKeysWithValues: paths.compactMap { path in
                FileManager.default.contents(atPath: folder.file(path)).map { (path, $0) }
            })
        }
    }

    @Test func `a store becomes a model, a store with all rows, and a list of identities`() throws {
        let process = try trellis(
            "import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite", "--uris", "identities.txt")
        #expect(process.exitCode == 0, "\(process.errors)")
        let output = process.output.replacing(/checksum [0-9a-f]{16}/, with: "checksum …")
        #expect(
            output == """
                Shelf.sqlite: 1 version
                  version 1 is 'Shelf'
                'Shelf': changed or left out
                  transformable without a Codable class: said as data:
                    Item.extra: Extra
                'Schemas/Shelf/Shelf.yaml' is written, with 1 new version in 'Schemas/Shelf/versions'
                rows, the same on both sides:
                  Item       2 rows  checksum …
                  Gift       1 row   checksum …
                  Mark       2 rows  checksum …
                  Owner      2 rows  checksum …
                  Item.tags  3 rows  checksum …
                'New.sqlite' is written: a store of version 1
                'identities.txt' is written

                """)
        #expect(try trellis("check", "Schemas/Shelf/Shelf.yaml").exitCode == 0)
        let text = try String(contentsOfFile: folder.file("identities.txt"), encoding: .utf8)
        #expect(text.contains("x-coredata://\(CoreDataFixture.uuid)/Gift/p9\ttrellis://"))
        // What the model's schema makes is what the store has.
        #expect(try trellis("generate", "Schemas/Shelf/Shelf.yaml", "--sql", "schema.sql").exitCode == 0)
        #expect(try ChildProcess.run(named: "sqlite3", [folder.file("Empty.sqlite"), ".read \(folder.file("schema.sql"))"]).exitCode == 0)
        let schemas = try ["New.sqlite", "Empty.sqlite"].map { name in
            try SQLiteConnection(opening: folder.file(name), readOnly: true).rows("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name")
        }
        #expect(schemas[0] == schemas[1])
    }

    @Test func `a second store joins the version that its model is`() throws {
        #expect(try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf").exitCode == 0)
        let model = try String(contentsOfFile: folder.file("Schemas/Shelf/Shelf.yaml"), encoding: .utf8)
        try folder.write("# Mine.\n" + model, to: "Schemas/Shelf/Shelf.yaml")
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.hasPrefix("the store has the model of version 1 in 'Schemas/Shelf/versions'\n"))
        #expect(try String(contentsOfFile: folder.file("Schemas/Shelf/Shelf.yaml"), encoding: .utf8).hasPrefix("# Mine."))
    }

    @Test func `a dry run writes nothing`() throws {
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite", "--dry-run")
        #expect(process.exitCode == 0 && process.output.contains("version 1 is 'Shelf'"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("Schemas")))
        #expect(!FileManager.default.fileExists(atPath: folder.file("New.sqlite")))
    }

    @Test(arguments: [
        (["--store", "Shelf.sqlite"], "error: 'Shelf.sqlite' exists already, and is not replaced\n"),
        (["--uris", "u.txt"], "error: --uris needs --store: the objects get their identities there.\n"),
        (["--store", "No/Such/New.sqlite"], "error: 'No/Such/New.sqlite' cannot be written: 'No/Such' is no folder\n"),
        (["--store", "New.sqlite", "--uris", "Shelf.sqlite"], "error: 'Shelf.sqlite' exists already, and is not replaced\n"),
        (["--store", "New.sqlite", "--uris", "./New.sqlite"], "error: './New.sqlite' cannot be both the store and the list of identities\n"),
        (["--store", "New.sqlite", "--uris", "New.sqlite-wal"], "error: 'New.sqlite-wal' cannot be written: SQLite would take it for a part of 'New.sqlite'\n"),
        (["--store", "Shelf.sqlite-journal"], "error: 'Shelf.sqlite-journal' cannot be written: SQLite would take it for a part of 'Shelf.sqlite'\n"),
        (["--output", "."], "error: The folder of --output has no name: the model gets it.\n"),
        (["--output", "Shelf.sqlite"], "error: 'Shelf.sqlite' is a file: --output names the folder for the model\n"),
    ])
    func `what cannot be is refused before anything is written`(options: [String], message: String) throws {
        let before = try contents
        let output = options.contains("--output") ? [] : ["--output", "Schemas/Shelf"]
        let process = try ChildProcess.run(Project.trellis, ["import", "store", "Shelf.sqlite"] + output + options, in: folder.path)
        #expect(process.exitCode != 0)
        #expect(process.errors.hasPrefix(message), "\(process.errors)")
        #expect(try contents == before)
    }

    @Test func `a file that is no store of Core Data is refused`() throws {
        try folder.write("text", to: "text.sqlite")
        let text = try trellis("import", "store", "text.sqlite", "--output", "Schemas/Text")
        #expect(text.exitCode == 3 && text.errors.contains("file is not a database"), "\(text.errors)")
        try SQLiteConnection(creating: folder.file("other.sqlite")).execute("CREATE TABLE a (b)")
        let other = try trellis("import", "store", "other.sqlite", "--output", "Schemas/Other")
        #expect(other.errors == "error: 'other.sqlite' has no table 'Z_PRIMARYKEY': it is no store of Core Data\n")
        let none = try trellis("import", "store", "none.sqlite", "--output", "Schemas/None")
        #expect(none.errors == "error: 'none.sqlite' does not exist\n")
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func `a file that SQLite would take for a part of the new store is refused`(end: String) throws {
        try folder.write("old", to: "New.sqlite\(end)")
        let before = try contents
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 3)
        #expect(process.errors.hasPrefix("error: 'New.sqlite\(end)' exists: SQLite would take it for a part of the new store."), "\(process.errors)")
        #expect(try contents == before)
    }

    @Test func `a link to a store is a store with its log and its external data`() throws {
        let writer = try SQLiteConnection(opening: folder.file("Shelf.sqlite"))
        _ = try writer.rows("PRAGMA journal_mode = WAL")
        try writer.execute("INSERT INTO ZMARK VALUES (3, 4, 1, 'green')")
        // SQLite in this process has the file open, so the log is copied beside a store that no process has open.
        try FileManager.default.createDirectory(atPath: folder.file("Closed"), withIntermediateDirectories: true)
        for name in ["Shelf.sqlite", "Shelf.sqlite-wal", ".Shelf_SUPPORT"] {
            try FileManager.default.copyItem(atPath: folder.file(name), toPath: folder.file("Closed/\(name)"))
        }
        try FileManager.default.createSymbolicLink(atPath: folder.file("Link.sqlite"), withDestinationPath: "Closed/Shelf.sqlite")
        let process = try trellis("import", "store", "Link.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 0, "\(process.errors)")
        let new = try SQLiteConnection(opening: folder.file("New.sqlite"), readOnly: true)
        #expect(try new.rows("SELECT label FROM mark ORDER BY _id") == [["red"], ["blue"], ["green"]])
        #expect(try new.rows("SELECT hex(cover) FROM item WHERE _id = 2") == [["090807"]])
    }

    @Test func `a store that another process has open is refused`() throws {
        let writer = try SQLiteConnection(opening: folder.file("Shelf.sqlite"))
        try writer.execute("BEGIN EXCLUSIVE")
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 3)
        #expect(process.errors.contains(/Shelf\.sqlite' is in use by process \d+: close its program first/), "\(process.errors)")
        try writer.execute("ROLLBACK")
        #expect(try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf").exitCode == 0)
    }

    @Test(arguments: ["New.sqlite.importing", "New.sqlite.source", "New.sqlite.source-wal"])
    func `files beside the new store stay`(name: String) throws {
        try folder.write("mine", to: name)
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(try contents[name] == Data("mine".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".trellis") })
    }

    @Test func `a row that does not fit leaves no model, and the corrected store can be imported`() throws {
        let store = folder.file("Shelf.sqlite")
        try SQLiteConnection(opening: store).execute("UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 2")
        #expect(try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite").exitCode == 3)
        #expect(try contents.keys.allSatisfy { !$0.hasPrefix("Schemas") && !$0.hasPrefix("New") })
        try SQLiteConnection(opening: store).execute("UPDATE ZITEM SET ZNAME = 'Lamp' WHERE Z_PK = 2")
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 0, "\(process.errors)")
    }

    @Test func `a model whose file is missing beside its version is completed`() throws {
        #expect(try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf").exitCode == 0)
        let whole = try contents
        try FileManager.default.removeItem(atPath: folder.file("Schemas/Shelf/Shelf.yaml"))
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(try contents == whole)
    }

    @Test func `a history whose model differs is refused with the property`() throws {
        #expect(try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf").exitCode == 0)
        var entities = CoreDataFixture.shelf
        entities[0].attributes[1].type = 300
        _ = try CoreDataFixture(folder.file("Other.sqlite"), entities, CoreDataFixture.shelfTables)
        let process = try trellis("import", "store", "Other.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 3)
        #expect(
            process.errors == """
                error: version 1 in 'Schemas/Shelf/versions' is not 'Other': choose another folder. \
                'Item.small' is 'int16?' in version 1, and 'int64?' in the imported model

                """)
    }

    @Test func `rows that break rules of the model are copied, and reported`() throws {
        try SQLiteConnection(opening: folder.file("Shelf.sqlite")).execute("UPDATE ZITEM SET ZMIDDLE = 3000000000, ZLINK = '' WHERE Z_PK = 2")
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.contains("rows that break rules of the model, copied as they are:\n  "), "\(process.output)")
        #expect(process.output.contains("middle") && process.output.contains("link"), "\(process.output)")
        #expect(process.errors == "help: 'trellis check Schemas/Shelf/Shelf.yaml --database New.sqlite' shows them\n")
        #expect(try trellis("check", "Schemas/Shelf/Shelf.yaml", "--database", "New.sqlite").exitCode == 1)
    }

    // MARK: Rules that only saves keep

    /// Notes with rules of each kind, and with at most two marks each.
    private static func notes(at path: String) throws {
        _ = try CoreDataFixture(
            path,
            [
                ArchivedEntity(
                    "Note",
                    attributes: [
                        .init("title", 700, rules: [.minLength(2), .maxLength(3)]), .init("code", 700, rules: [.pattern("[a-z]+")]),
                        .init("size", 100, rules: [.min(1), .max(9)]), .init("weight", 500, rules: [.max(5)]), .init("day", 900),
                    ],
                    relationships: [
                        .init("marks", to: "Mark", inverse: "notes", isToMany: true, counts: (0, 2)),
                        .init("pages", to: "Page", inverse: "note", isToMany: true, counts: (2, 3)),
                    ]),
                ArchivedEntity("Mark", attributes: [], relationships: [.init("notes", to: "Note", inverse: "marks", isToMany: true)]),
                ArchivedEntity("Page", attributes: [], relationships: [.init("note", to: "Note", inverse: "pages")]),
                ArchivedEntity("Letter", parent: "Note", attributes: [.init("text", 700, rules: [.minLength(1)])]),
            ],
            """
            CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR, ZCODE VARCHAR, ZSIZE INTEGER, ZWEIGHT FLOAT,
              ZDAY TIMESTAMP, ZTEXT VARCHAR);
            CREATE TABLE ZMARK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
            CREATE TABLE ZPAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNOTE INTEGER);
            CREATE TABLE Z_1MARKS (Z_1NOTES INTEGER, Z_2MARKS INTEGER, PRIMARY KEY (Z_1NOTES, Z_2MARKS));
            INSERT INTO ZMARK VALUES (1, 2, 1), (2, 2, 1), (3, 2, 1);
            INSERT INTO Z_1MARKS VALUES (1, 1), (1, 2), (2, 1), (2, 2), (2, 3);
            INSERT INTO ZPAGE VALUES (1, 3, 1, 1), (2, 3, 1, 4), (3, 3, 1, 4), (4, 3, 1, NULL);
            INSERT INTO ZNOTE VALUES
              (1, 1, 1, 'abc', 'a', 1, 1.5, 5, NULL), (2, 1, 1, 'abcd', 'aB', 0, 9e999, 5, NULL), (3, 1, 1, '日本語', NULL, 10, -9e999, 9e999, NULL),
              (4, 1, 1, '👩‍👩‍👧', 'b', 9, 5, NULL, NULL), (5, 1, 1, 'ab' || char(0) || 'cd', 'c', 5, 6, NULL, NULL), (6, 1, 1, '日', '', 5, 5, NULL, NULL),
              (7, 4, 1, NULL, NULL, NULL, NULL, NULL, ''), (8, 4, 1, 'e' || char(769), 'd', NULL, NULL, NULL, 'x');
            """)
    }

    private static let refused = """
        rows that a save refuses, copied as they are:
          Letter.text must have at least 1 character: 1 row, for example row 7
          Note.code must match the pattern [a-z]+: 2 rows, for example row 2
          Note.day must be a finite number: 1 row, for example row 3
          Note.marks must have at most 2 members: 1 row, for example row 2
          Note.pages must have at least 2 members: 1 row, for example row 1
          Note.size must be at least 1: 1 row, for example row 2
          Note.size must be at most 9: 1 row, for example row 3
          Note.title must have at least 2 characters: 1 row, for example row 6
          Note.title must have at most 3 characters: 3 rows, for example row 2
          Note.weight must be a finite number: 2 rows, for example row 2
          Note.weight must be at most 5.0: 1 row, for example row 5
        """

    @Test func `rows that only a save refuses are copied, and counted for each rule with a key`() throws {
        try Self.notes(at: folder.file("Notes.sqlite"))
        let process = try trellis("import", "store", "Notes.sqlite", "--output", "Schemas/Notes", "--store", "New.sqlite")
        #expect(process.exitCode == 0, "\(process.errors)")
        let section = process.output.components(separatedBy: "\n").drop { $0 != "rows that a save refuses, copied as they are:" }.prefix(12)
        #expect((section.prefix(1) + section.dropFirst().sorted()).joined(separator: "\n") == Self.refused, "\(process.output)")
        #expect(process.output.hasSuffix("'New.sqlite' is written: a store of version 1\n"), "\(process.output)")
        let new = try SQLiteConnection(opening: folder.file("New.sqlite"), readOnly: true)
        #expect(try new.rows("SELECT count(*) FROM note") == [["8"]])
        // These rows are no damage: a narrower rule leaves such rows behind too.
        #expect(try trellis("check", "Schemas/Notes/Notes.yaml", "--database", "New.sqlite").exitCode == 0)
    }

    @Test func `a version whose file was edited is reported, and no store is written`() throws {
        #expect(try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf").exitCode == 0)
        let version = "Schemas/Shelf/versions/1.yaml"
        try folder.write(try String(contentsOfFile: folder.file(version), encoding: .utf8) + "# a note\n", to: version)
        let before = try contents
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 1 && process.errors.contains("error[TR2207]"), "\(process.errors)")
        #expect(try contents == before)
    }

    @Test(arguments: [["--store", "Schemas/Shelf/Shelf.yaml"], ["--store", "New.sqlite", "--uris", "Schemas/Shelf/versions/1.yaml"]])
    func `a store in the place of a file of the model is refused, and no model is written`(targets: [String]) throws {
        try FileManager.default.createDirectory(atPath: folder.file("Schemas/Shelf/versions"), withIntermediateDirectories: true)
        let process = try ChildProcess.run(Project.trellis, ["import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf"] + targets, in: folder.path)
        #expect(process.exitCode == 3)
        #expect(process.errors == "error: '\(targets.last ?? "")' cannot be written: the model has its files there\n")
        #expect(try contents.keys.allSatisfy { !$0.hasSuffix(".yaml") && !$0.hasPrefix("New") })
    }

    @Test func `a value that does not fit is refused with its row, and no store is left`() throws {
        try SQLiteConnection(opening: folder.file("Shelf.sqlite")).execute("UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 2")
        let process = try trellis("import", "store", "Shelf.sqlite", "--output", "Schemas/Shelf", "--store", "New.sqlite")
        #expect(process.exitCode == 3)
        #expect(process.errors == "error: 'Item', row 2: NOT NULL constraint failed: item.name\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("New") }
        #expect(left.isEmpty)
    }

    @Test func `compiled models become histories`() throws {
        try FileManager.default.createDirectory(atPath: folder.file("Shelf.momd"), withIntermediateDirectories: true)
        let first = CoreDataFixture.shelf.filter { $0.name != "Gift" }
        for (name, entities) in [("Shelf", first), ("Shelf 2", CoreDataFixture.shelf)] {
            try Data(entities.archive).write(to: URL(filePath: folder.file("Shelf.momd/\(name).mom")))
        }
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>NSManagedObjectModel_CurrentVersionName</key><string>Shelf 2</string></dict></plist>
            """, to: "Shelf.momd/VersionInfo.plist")
        let folder = try trellis("import", "coredata", "Shelf.momd", "--output", "Schemas/Shelf")
        #expect(folder.exitCode == 0, "\(folder.errors)")
        #expect(folder.output.hasPrefix("Shelf.momd: 2 versions\n  version 1 is 'Shelf'\n  version 2 is 'Shelf 2'\n"))
        let file = try trellis("import", "coredata", "Shelf.momd/Shelf 2.mom", "--output", "Schemas/One")
        #expect(file.exitCode == 0 && file.output.hasPrefix("Shelf.momd/Shelf 2.mom: 1 version\n"), "\(file.errors)")
        let damaged = try self.folder.write("bplist00", to: "Damaged.mom")
        let refused = try trellis("import", "coredata", damaged, "--output", "Schemas/Damaged")
        #expect(refused.errors.contains("cannot be read: the file is no binary property list"), "\(refused.errors)")
    }
}
