import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate plan`: what it prints is run.
struct MigrateCommandTests {
    private let folder: TemporaryFolder
    private static let old = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { name: string, info: string? }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.old, to: "Old.yaml")
        try folder.write(Self.old.replacing("info: string?", with: "note: string, short: string?"), to: "New.yaml")
        try folder.write("trellis: 1\nrenames: { Customer.info: note }\nvalues: { Customer.note: \"coalesce(info, '')\" }\n", to: "d.yaml")
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    @Test("The SQL makes a store of the old version one of the new")
    func runs() throws {
        let printed = try trellis("migrate", "plan", "Old.yaml", "New.yaml", "--decisions", "d.yaml")
        #expect(printed.exitCode == 0 && printed.errors == "")
        for (model, file) in [("Old.yaml", "old.sql"), ("New.yaml", "new.sql")] {
            #expect(try trellis("generate", model, "--sql", file).exitCode == 0)
        }
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(String(contentsOfFile: folder.file("old.sql"), encoding: .utf8))
        try connection.execute("INSERT INTO customer (name, info) VALUES ('Ada', 'x'), ('Ben', NULL)")
        // What begins with a dot is for the program `sqlite3`.
        try connection.execute(printed.output.replacing(".bail on\n", with: ""))
        #expect(try connection.rows("SELECT name, note, short FROM customer") == [["Ada", "x", nil], ["Ben", "", nil]])
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(String(contentsOfFile: folder.file("new.sql"), encoding: .utf8))
        let identity = "SELECT key, value FROM _trellis_metadata WHERE key <> 'uuid' ORDER BY key"
        #expect(try connection.rows(identity) == fresh.rows(identity))
    }

    @Test("A store that is given the printed SQL says which version it is: the one that was named, or the draft behind it")
    func versionInRecord() throws {
        try folder.write(Self.old, to: "Shop.yaml")
        for model in [Self.old, Self.old.replacing("info: string?", with: "info: string?, note: string?")] {
            try folder.write(model, to: "Shop.yaml")
            #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        }
        func record(_ printed: ChildProcess) throws -> [[String?]] {
            #expect(printed.exitCode == 0, "\(printed.errors)")
            let connection = try SQLiteConnection.inMemory()
            #expect(try trellis("generate", "Old.yaml", "--sql", "old.sql").exitCode == 0)
            try connection.execute(String(contentsOfFile: folder.file("old.sql"), encoding: .utf8))
            try connection.execute(printed.output.replacing(".bail on\n", with: ""))
            return try connection.rows("SELECT key, value FROM _trellis_metadata WHERE key IN ('draft', 'version') ORDER BY key")
        }
        #expect(try record(trellis("migrate", "plan", "1", "2", "--model", "Shop.yaml")) == [["draft", "0"], ["version", "2"]])
        #expect(try record(trellis("migrate", "plan", "1", "Shop.yaml", "--model", "Shop.yaml")) == [["draft", "1"], ["version", "2"]])
    }

    @Test("Where something is to be decided, nothing is printed but what it is")
    func refuses() throws {
        let process = try trellis("migrate", "plan", "Old.yaml", "New.yaml")
        #expect(process.exitCode == 1 && process.output == "")
        #expect(process.errors.contains("Old.yaml:5:33: note: it was declared here"))
        #expect(process.errors.contains("'renames: { Customer.info: short }', or 'drops: { Customer.info: why }'"))
        #expect(process.errors.contains("error[TR2102]") && process.errors.contains("error[TR2103]"))
        #expect(try trellis("migrate", "plan", "Old.yaml", "New.yaml", "--decisions", "none.yaml").exitCode == 3)
        try folder.write("renames: []\n", to: "bad.yaml")
        let bad = try trellis("migrate", "plan", "Old.yaml", "New.yaml", "--decisions", "bad.yaml")
        #expect(bad.exitCode == 1 && bad.errors.contains("bad.yaml:1:") && bad.output == "")
    }
}
