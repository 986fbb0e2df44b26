import SQLiteAccess
import SchemaEvolution
import StoreMigration
import Testing

/// Texts that are folded from others, for rows that are there.
struct FoldedMigrationTests {
    private static func model(_ attributes: String) -> String {
        "trellis: 1\nmodel: Shop\nentities:\n  Person:\n    attributes: { \(attributes) }\n"
    }

    private static let plain = model("name: string, title: string?")
    private static let folded = model("name: string, title: string?, key: { type: string, derived: fold(name) }")
    private static let rows = """
        INSERT INTO person (name, title) VALUES ('Ångström', 'Dr. É'), ('ADA', NULL), ('x' || char(0) || 'Y', '')
        """
    private static let foldedRows = """
        INSERT INTO person (name, title, key)
        VALUES ('Ångström', 'Dr. É', 'angstrom'), ('ADA', NULL, 'ada'), ('x' || char(0) || 'Y', '', 'x' || char(0) || 'y')
        """

    private func column(_ name: String, _ connection: SQLiteConnection) throws -> [String?] {
        try connection.rows("SELECT \(name) FROM person ORDER BY _id").map { $0[0] }
    }

    private func strategies(_ migration: PlannedMigration) -> [MigrationPlan.Strategy] { migration.plan?.steps.map(\.strategy) ?? [] }

    @Test func `rows that are there get one that is new, also where it must be unique`() throws {
        let connection = try PlannedMigration(from: Self.plain, to: Self.folded).run(Self.rows)
        #expect(try column("key", connection) == ["angstrom", "ada", "x\0y"])
        let unique = Self.folded.replacing("fold(name) }", with: "fold(name), unique: true }")
        #expect(try column("key", PlannedMigration(from: Self.plain, to: unique).run(Self.rows)) == ["angstrom", "ada", "x\0y"])
        let optional = Self.model("name: string, title: string?, key: { type: string?, derived: fold(title) }")
        #expect(try column("key", PlannedMigration(from: Self.plain, to: optional).run(Self.rows)) == ["dr. e", nil, ""])
    }

    @Test func `one whose source is new is folded from what rows get`() throws {
        let new = Self.model(
            "name: string, title: string?, nick: { type: string, default: ÄB }, key: { type: string, derived: fold(nick) }")
        #expect(try column("key", PlannedMigration(from: Self.plain, to: new).run(Self.rows)) == ["ab", "ab", "ab"])
        let optional = Self.model("name: string, title: string?, nick: string?, key: { type: string?, derived: fold(nick) }")
        let migration = try PlannedMigration(from: Self.plain, to: optional)
        #expect(try column("key", migration.run(Self.rows)) == [nil, nil, nil])
        #expect(!strategies(migration).contains(.rebuild))
    }

    @Test func `one whose source has new values is folded again`() throws {
        let decided = "values: { Person.name: \"name || 'É'\" }"
        let migration = try PlannedMigration(from: Self.folded, to: Self.folded, decided)
        #expect(try column("key", migration.run(Self.foldedRows)) == ["angstrome", "adae", "x\0ye"])
        #expect(!strategies(migration).contains(.rebuild))
        let required = Self.model(
            "name: string, title: { type: string, default: É }, key: { type: string, derived: fold(title) }")
        let before = Self.model("name: string, title: string?, key: { type: string?, derived: fold(title) }")
        let connection = try PlannedMigration(from: before, to: required)
            .run(Self.rows + "; UPDATE person SET key = trellis_fold(title)")
        #expect(try column("key", connection) == ["dr. e", "e", ""])
    }

    @Test func `one with another source is folded again`() throws {
        let titled = Self.model("name: string, title: string, key: { type: string, derived: fold(name) }")
        let other = titled.replacing("fold(name)", with: "fold(title)")
        let rows = "INSERT INTO person (name, title, key) VALUES ('A', 'B', 'a')"
        #expect(try column("key", PlannedMigration(from: titled, to: other).run(rows)) == ["b"])
        // Under exchanged names it is the same as before.
        let exchanged = try PlannedMigration(from: titled, to: other, "renames: { Person.name: title, Person.title: name }")
        #expect(try column("key", exchanged.run(rows)) == ["a"])
        #expect(exchanged.plan?.text.contains("trellis_fold(") == false)
    }

    @Test func `one that stays what it is, under whatever name, costs nothing`() throws {
        let renamed = Self.model("called: string, title: string?, plain: { type: string, derived: fold(called) }")
        let migration = try PlannedMigration(from: Self.folded, to: renamed, "renames: { Person.name: called, Person.key: plain }")
        #expect(try column("plain", migration.run(Self.foldedRows)) == ["angstrom", "ada", "x\0y"])
        #expect(!strategies(migration).contains(.rebuild) && migration.plan?.text.contains("trellis_fold(") == false)
    }

    @Test func `rows of other entities of a hierarchy get none`() throws {
        let family = Self.plain + "  Singer:\n    parent: Person\n    attributes: { stage: string }\n"
        let new = family.replacing("stage: string", with: "stage: string, key: { type: string, derived: fold(stage) }")
        let connection = try PlannedMigration(from: family, to: new)
            .run("INSERT INTO person (_entity, name, stage) VALUES ('Person', 'Ö', NULL), ('Singer', 'a', 'Björk')")
        #expect(try column("key", connection) == [nil, "bjork"])
    }

    @Test func `a statement of one's own that leaves one behind is told, and can fold it itself`() throws {
        let upper = "UPDATE person SET name = name || 'É'"
        for place in ["before", "after"] {
            let stale = try PlannedMigration(from: Self.folded, to: Self.folded, "\(place): \"\(upper)\"")
            #expect(Set(stale.codes) == ["TR2107"] && stale.findings.contains { $0.message.contains("does not match 'fold(name)'") })
            let right = "\(place): \"\(upper), key = trellis_fold(name || 'É')\""
            let connection = try PlannedMigration(from: Self.folded, to: Self.folded, right).run(Self.foldedRows)
            #expect(try column("key", connection) == ["angstrome", "adae", "x\0ye"])
        }
    }

    // MARK: Capital and small letters

    private static let cased = model(
        "name: string, title: string?, code: { type: string, derived: uppercase(name) }, small: { type: string?, derived: lowercase(title) }")

    @Test func `rows get texts in capital and small letters of Unicode`() throws {
        let migration = try PlannedMigration(from: Self.plain, to: Self.cased)
        let connection = try migration.run(Self.rows)
        #expect(try column("code", connection) == ["ÅNGSTRÖM", "ADA", "X\0Y"])
        #expect(try column("small", connection) == ["dr. é", nil, ""])
        let script = MigrationScript.text(try #require(migration.plan), from: "1", to: "2")
        #expect(script.contains("-- Only Trellis has trellis_lower(), trellis_upper()"))
        let unique = Self.cased.replacing("uppercase(name) }", with: "uppercase(name), unique: true }")
        #expect(try column("code", PlannedMigration(from: Self.plain, to: unique).run(Self.rows)) == ["ÅNGSTRÖM", "ADA", "X\0Y"])
        let twins = "INSERT INTO person (name) VALUES ('é'), ('É')"
        #expect(throws: (any Error).self) { try PlannedMigration(from: Self.plain, to: unique).run(twins) }
    }

    @Test func `another function computes the text again, the same one copies it`() throws {
        let folded = Self.model("name: string, title: string?, key: { type: string, derived: fold(name) }")
        let upper = folded.replacing("fold(name)", with: "uppercase(name)")
        let changed = try PlannedMigration(from: folded, to: upper)
        #expect(try column("key", changed.run(Self.foldedRows)) == ["ÅNGSTRÖM", "ADA", "X\0Y"])
        let back = try PlannedMigration(from: upper, to: folded)
        #expect(try column("key", back.run("INSERT INTO person (name, key) VALUES ('Ä', 'Ä')")) == ["a"])
        let renamed = upper.replacing("key:", with: "code:")
        let kept = try PlannedMigration(from: upper, to: renamed, "renames: { Person.key: code }")
        #expect(try column("code", kept.run("INSERT INTO person (name, key) VALUES ('Ä', 'Ä')")) == ["Ä"])
        #expect(kept.plan?.text.contains("trellis_upper(") == false)
    }

    @Test func `new values of the source, and your own statements, take the text along`() throws {
        let upper = Self.model("name: string, title: string?, key: { type: string, derived: uppercase(name) }")
        let rows = "INSERT INTO person (name, key) VALUES ('ä', 'Ä')"
        let decided = try PlannedMigration(from: upper, to: upper, "values: { Person.name: \"name || 'ß'\" }")
        #expect(try column("key", decided.run(rows)) == ["ÄSS"])
        let statement = "UPDATE person SET name = name || 'é'"
        let stale = try PlannedMigration(from: upper, to: upper, "after: \"\(statement)\"")
        #expect(Set(stale.codes) == ["TR2107"] && stale.findings.contains { $0.message.contains("does not match 'uppercase(name)'") })
        let right = try PlannedMigration(from: upper, to: upper, "after: \"\(statement), key = trellis_upper(name || 'é')\"")
        #expect(try column("key", right.run(rows)) == ["ÄÉ"])
    }

    @Test func `values that were stored are a loss where they are derived now`() throws {
        let stored = Self.model("name: string, title: string?, key: string")
        #expect(try PlannedMigration(from: stored, to: Self.folded).codes == ["TR2102"])
        let connection = try PlannedMigration(from: stored, to: Self.folded, "drops: { Person.key: It was made by hand. }")
            .run("INSERT INTO person (name, key) VALUES ('Ä', 'mine')")
        #expect(try column("key", connection) == ["a"])
    }

    @Test func `the script says that sqlite3 lacks the function`() throws {
        let plan = try #require(try PlannedMigration(from: Self.plain, to: Self.folded).plan)
        #expect(MigrationScript.text(plan, from: "1", to: "2").contains("-- Only Trellis has trellis_fold()"))
        let other = try #require(try PlannedMigration(from: Self.folded, to: Self.plain, "drops: {}").plan)
        #expect(!MigrationScript.text(other, from: "2", to: "1").contains("Only Trellis has"))
    }
}
