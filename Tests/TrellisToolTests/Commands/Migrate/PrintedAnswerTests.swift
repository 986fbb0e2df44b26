import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Questions of `migrate create` whose answers are pasted as they are printed, and stores that they migrate.
struct PrintedAnswerTests {
    private let project: ModelProject

    init() throws { project = try ModelProject() }

    private func model(_ text: String) throws { try project.folder.write("trellis: 1\nmodel: Shop\n" + text, to: "Shop.yaml") }

    /// Freezes version 1 of a model, and fills a store of it.
    private func first(_ text: String, _ rows: String) throws -> SQLiteConnection {
        try model(text)
        try project.create()
        try project.trellis("generate", "Shop.yaml", "--sql", "shop.sql", "-q")
        try project.folder.write("", to: "shop.sqlite")
        let store = try SQLiteConnection(opening: project.folder.file("shop.sqlite"))
        try store.execute(try project.text("shop.sql"))
        try store.execute(rows)
        return store
    }

    /// Freezes version 2 with what `create` prints, and migrates the store.
    /// - Returns: the printed decisions.
    private func second(_ text: String) throws -> String {
        try model(text)
        let asked = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(asked.exitCode == 1)
        let start = try #require(asked.errors.range(of: "\ntrellis: 1\n"), "\(asked.errors)")
        let printed = String(asked.errors[start.lowerBound...].dropFirst())
        try project.folder.write(printed, to: "versions/2.migration.yaml")
        try project.create()
        let applied = try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(applied.exitCode == 0, "\(applied.errors)")
        return printed
    }

    @Test(arguments: [("home", "road"), ("address", "street"), ("address", "road")])
    func `a renamed composite or part of one keeps its values`(attribute: String, part: String) throws {
        func text(_ attribute: String, _ part: String) -> String {
            "composites:\n  Address: { \(part): string, zip: string? }\nentities:\n  Person: { attributes: { name: string, \(attribute): Address } }\n"
        }
        let store = try first(
            text("home", "street"), "INSERT INTO person (name, home_street, home_zip) VALUES ('Ada', 'Main Street', '123')")
        let printed = try second(text(attribute, part))
        #expect(!printed.contains("values:") && !printed.contains("\ndrops:"), "\(printed)")
        #expect(try store.rows("SELECT \(attribute)_\(part), \(attribute)_zip FROM person") == [["Main Street", "123"]])
    }

    @Test func `a renamed root of a hierarchy keeps what its children inherit`() throws {
        func text(_ root: String) -> String {
            "entities:\n  \(root): { attributes: { name: string, age: int } }\n  Boss: { parent: \(root), attributes: { car: string? } }\n"
        }
        let store = try first(text("Person"), "INSERT INTO person (_entity, name, age) VALUES ('Person', 'Ada', 36), ('Boss', 'Bob', 50)")
        let printed = try second(text("Human"))
        #expect(!printed.contains("values:") && !printed.contains("\ndrops:"), "\(printed)")
        #expect(try store.rows("SELECT _entity, name, age FROM human ORDER BY _id") == [["Human", "Ada", "36"], ["Boss", "Bob", "50"]])
    }

    @Test func `a renamed entity keeps the connections that lead to it one way`() throws {
        func text(_ entity: String) -> String {
            "entities:\n  Album: { attributes: { n: string }, relationships: { songs: { to: [\(entity)] } } }\n  \(entity): { attributes: { t: string } }\n"
        }
        let store = try first(
            text("Song"), "INSERT INTO album (n) VALUES ('a'); INSERT INTO song (t) VALUES ('s'); INSERT INTO album_songs (album_id, song_id) VALUES (1, 1)")
        #expect(!(try second(text("Songs"))).contains("\ndrops:"))
        #expect(try store.rows("SELECT count(*) FROM album_songs") == [["1"]])
    }

    @Test func `cases that exchange raw values are a new version, and the rows follow the decision`() throws {
        func text(_ low: Int, _ high: Int) -> String {
            "enums:\n  Level: { raw: int, cases: { low: \(low), high: \(high) } }\nentities:\n  Job: { attributes: { level: Level } }\n"
        }
        let store = try first(text(1, 2), "INSERT INTO job (level) VALUES (1), (2)")
        try model(text(2, 1))
        let status = try project.trellis("migrate", "status", "Shop.yaml")
        #expect(!status.output.contains("no version"), "\(status.output)")
        #expect(try second(text(2, 1)).contains("cases:\n  Level.low: low\n  Level.high: high\n"))
        #expect(try store.rows("SELECT level FROM job ORDER BY _id") == [["2"], ["1"]])
        try project.expectValid()
    }

    @Test func `a key that was ever given is not given again after tables are joined`() throws {
        let entities = """
            entities:
              A: { attributes: { name: string }, relationships: { b: { to: B?, inverse: as } } }
              B: { attributes: { name: string }, relationships: { as: { to: [A], inverse: b, deleteRule: noAction } } }

            """
        let store = try first(
            entities,
            "INSERT INTO b (_id, name) VALUES (10, 'b'), (11, 'gone'); INSERT INTO a (_id, name, b_id) VALUES (1, 'a', 10), (20, 'c', 11); "
                + "DELETE FROM b WHERE _id = 11")
        try model(entities.replacing("B: { attributes: { name: string }", with: "B: { parent: A"))
        try project.create()
        #expect(try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let lost = try #require(try store.rows("SELECT b_id FROM a WHERE _id = 20").first?.first ?? nil)
        try store.execute("INSERT INTO a (_entity, name) VALUES ('A', 'new')")
        let new = try #require(try store.rows("SELECT _id FROM a WHERE name = 'new'").first?.first ?? nil)
        #expect(try #require(Int(new)) > #require(Int(lost)))
    }

    @Test func `a user's table that leads to rows with new keys stops the migration before anything changes`() throws {
        let entities = "entities:\n  Dog: { attributes: { name: string } }\n  Cat: { attributes: { name: string } }\n"
        let store = try first(
            entities, "INSERT INTO cat (name) VALUES ('c'); INSERT INTO dog (name) VALUES ('d'); CREATE TABLE vet (cat INTEGER REFERENCES cat(_id), dog INTEGER REFERENCES dog(_id))")
        let before = try store.rows("SELECT sql FROM sqlite_schema ORDER BY name")
        try model("entities:\n  Pet: { abstract: true, attributes: { name: string } }\n  Dog: { parent: Pet }\n  Cat: { parent: Pet }\n")
        try project.create()
        let applied = try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(applied.exitCode != 0 && applied.errors.contains("the table 'vet', which is your own"), "\(applied.errors)")
        #expect(try store.rows("SELECT sql FROM sqlite_schema ORDER BY name") == before)
        try store.execute("DROP TABLE vet")
        #expect(try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
    }

    @Test func `a sound store with a history is no difference, before and after a migration`() throws {
        _ = try first("history: true\nentities:\n  A: { attributes: { name: string, n: int? } }\n", "INSERT INTO a (name) VALUES ('x')")
        try model("history: true\nentities:\n  A: { attributes: { name: string, n: int?, m: int? } }\n")
        try project.create()
        let check = { try project.trellis("check", "--database", "shop.sqlite", "Shop.yaml") }
        let ahead = try check()
        #expect(ahead.exitCode == 0, "\(ahead.errors)")
        #expect(try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let migrated = try check()
        #expect(migrated.exitCode == 0, "\(migrated.errors)")
        // The same words in another meaning are a difference: one change is recorded as the other.
        let store = try SQLiteConnection(opening: project.folder.file("shop.sqlite"))
        let name = "_trellis_history__a__update"
        let sql = try #require(try store.rows("SELECT sql FROM sqlite_schema WHERE name = '\(name)'").first?[0])
        let exchanged = sql.replacing("'n '", with: "'?'").replacing("'name '", with: "'n '").replacing("'?'", with: "'name '")
        #expect(exchanged != sql)
        try store.execute("DROP TRIGGER \(name); \(exchanged)")
        #expect(try check().errors.contains("TR2301"))
        try store.execute("DROP TRIGGER \(name)")
        #expect(try check().errors.contains("TR2301"))
    }
}
