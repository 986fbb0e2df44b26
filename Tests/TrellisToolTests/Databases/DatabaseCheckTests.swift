import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis check --database` and `trellis migrate rehearse`, with files that other programs have changed.
struct DatabaseCheckTests {
    private let shop: DamagedShop

    init() throws { shop = try DamagedShop() }

    // MARK: The claimed version

    @Test func `a sound store has no finding, and its bytes stay`() throws {
        try shop.fill(customers: 20)
        let before = try shop.bytes()
        let check = try shop.check()
        #expect(check.exitCode == 0 && !check.errors.contains("TR23"), "\(check.errors)")
        #expect(check.output.contains("a store of Shop, version 1, with no migration ahead"), "\(check.output)")
        #expect(try shop.bytes() == before)
        #expect(try shop.files() == ["shop.sqlite"])
    }

    @Test func `what users add to a store is no difference`() throws {
        try shop.fill(customers: 3)
        try shop.execute(
            "CREATE TABLE mine (a); CREATE INDEX mine_name ON customer (name, age); CREATE VIEW v AS SELECT * FROM customer; "
                + "CREATE TRIGGER t AFTER DELETE ON customer BEGIN DELETE FROM mine; END")
        let check = try shop.check()
        #expect(check.exitCode == 0, "\(check.errors)")
    }

    @Test func `a different schema is reported with the statements of both`() throws {
        try shop.execute("DROP INDEX customer__name; CREATE INDEX customer__name ON customer (name)")
        let check = try shop.check()
        #expect(check.exitCode == 1)
        #expect(check.errors.contains("TR2301"), "\(check.errors)")
        #expect(check.errors.contains("the index 'customer__name' is different"))
        #expect(check.errors.contains("version 1 has: CREATE UNIQUE INDEX customer__name"))
        #expect(check.errors.contains("the file has: CREATE INDEX customer__name ON customer (name)"))
    }

    @Test func `a file with broken pages is reported as damaged`() throws {
        try shop.fill(customers: 2000)
        try shop.overwritePages()
        let check = try shop.check()
        #expect(check.exitCode == 1 && check.errors.contains("TR2302"), "\(check.errors)")
    }

    @Test func `findings go into every report format`() throws {
        try shop.fill(customers: 5)
        try shop.breakAges(2)
        let check = try shop.trellis("check", "--database", "shop.sqlite", "Shop.yaml", "--report", "sarif=f.sarif", "--report", "json=f.json")
        #expect(check.exitCode == 1)
        for file in ["f.sarif", "f.json"] {
            let text = try String(contentsOfFile: shop.folder.file(file), encoding: .utf8)
            #expect(text.contains("TR2303") && text.contains("2 rows with a value of 'Customer.age'"), "\(text)")
        }
    }

    @Test func `another program's log is read, and stays`() throws {
        let writer = try shop.connection()
        try writer.execute("PRAGMA journal_mode = WAL; INSERT INTO customer (name) VALUES ('in the log')")
        try writer.execute("PRAGMA ignore_check_constraints = ON; UPDATE customer SET age = 999")
        let check = try shop.check()
        #expect(check.errors.contains("1 row with a value of 'Customer.age'"), "\(check.errors)")
        #expect(try writer.rows("SELECT name FROM customer") == [["in the log"]])
    }

    // MARK: The migrations ahead

    @Test func `rows that a step loses are counted, with the keys of some`() throws {
        try shop.fill(customers: 6)
        try shop.execute("UPDATE customer SET info = 'x' WHERE _id IN (2, 3, 5, 6)")
        try shop.freeze(removing: "      info: string?\n", decisions: "drops: { Customer.info: It is unused. }")
        let check = try shop.check()
        #expect(check.exitCode == 0)
        #expect(check.errors.contains("4 values of 'Customer.info' will be lost"), "\(check.errors)")
        #expect(check.errors.contains("rows of the table 'customer': 2, 3, 5"))
        #expect(check.output.contains("1 migration ahead to version 2"), "\(check.output)")
    }

    @Test func `duplicates under a new unique key are counted, in values and in rows`() throws {
        try shop.fill(customers: 9)
        try shop.execute("UPDATE customer SET info = 'a' WHERE _id < 4; UPDATE customer SET info = 'b' WHERE _id IN (5, 6)")
        try shop.freeze(replacing: "info: string?", with: "info: { type: \"string?\", unique: true }")
        let check = try shop.check()
        #expect(check.exitCode == 1)
        #expect(check.errors.contains("TR2304"), "\(check.errors)")
        #expect(check.errors.contains("5 rows of 'Customer' share 2 values of 'Customer.info'"), "\(check.errors)")
    }

    @Test func `rows that a rule or a conversion refuses are counted`() throws {
        try shop.fill(customers: 9)
        try shop.execute("UPDATE customer SET age = 70 WHERE _id < 3; UPDATE customer SET info = 'not a number' WHERE _id = 8; UPDATE customer SET info = '12' WHERE _id = 9")
        try shop.freeze(
            edits: [("max: 150", "max: 60"), ("info: string?", "info: int64?")],
            decisions: "accept: { Customer.info: { TR2109: Most are numbers. } }")
        let check = try shop.check()
        #expect(check.exitCode == 1)
        #expect(check.errors.contains("2 rows with a value of 'Customer.age' that does not meet"), "\(check.errors)")
        #expect(check.errors.contains("1 row with a value of 'Customer.info' that is no INTEGER"), "\(check.errors)")
    }

    @Test func `the second step is checked on what the first one makes`() throws {
        try shop.fill(customers: 4)
        try shop.execute("UPDATE customer SET info = 'x' WHERE _id = 3")
        try shop.freeze(replacing: "info: string?", with: "note: string?", decisions: "renames: { Customer.info: note }")
        try shop.freeze(removing: "      note: string?\n", decisions: "drops: { Customer.note: It is unused. }")
        let check = try shop.check()
        #expect(check.errors.contains("the migration to version 3: 1 value of 'Customer.note' will be lost"), "\(check.errors)")
        #expect(!check.errors.contains("version 2:"), "\(check.errors)")
    }

    @Test func `a step over a column that the file lacks is left unchecked, beside the difference`() throws {
        try shop.fill(customers: 4)
        try shop.execute("ALTER TABLE customer DROP COLUMN info")
        try shop.freeze(replacing: "info: string?", with: "info: { type: string, default: \"\" }")
        let check = try shop.check()
        #expect(check.exitCode == 1 && check.errors.contains("the column 'info' of 'customer' is missing"), "\(check.errors)")
        #expect(check.errors.contains("TR2307") && check.errors.contains("no such column: info"), "\(check.errors)")
    }

    @Test func `a step that runs SQL of yours is left to a rehearsal`() throws {
        try shop.fill(customers: 4)
        try shop.freeze(
            replacing: "info: string?", with: "note: string?",
            decisions: "renames: { Customer.info: note }\nafter: [\"UPDATE customer SET note = 'x'\"]")
        let check = try shop.check()
        #expect(check.exitCode == 0 && check.errors.contains("TR2307"), "\(check.errors)")
        let rehearsal = try shop.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml")
        #expect(rehearsal.exitCode == 0 && rehearsal.output.contains(/version 2: [0-9]+\.[0-9]{3} s/), "\(rehearsal.output)\(rehearsal.errors)")
    }

    // MARK: Decisions

    /// A draft whose edit loses values.
    private func draft() throws -> CheckedStore {
        let store = try CheckedStore(
            [
                "  Order:\n    attributes: { number: int64 }", "  Order:\n    attributes: { number: int64, note: string? }",
                "  Order:\n    attributes: { number: int64, code: string }",
            ], unfrozen: true)
        try store.execute("INSERT INTO \"order\" (_id, number) VALUES (5, 1), (6, 2)")
        return store
    }

    @Test func `a step that is not frozen yet is checked with the decisions of a file`() throws {
        let store = try draft()
        let undecided = try store.check()
        #expect(undecided.exitCode == 1 && undecided.errors.contains("TR21"), "\(undecided.errors)")
        let decisions = "trellis: 1\ndrops: { Order.note: It is unused. }\nvalues: { Order.code: \"iif(number = 2, NULL, 'x')\" }\n"
        try store.folder.write(decisions, to: "try.yaml")
        let check = try store.check("--decisions", "try.yaml")
        #expect(check.output.contains("2 migrations ahead to version 3"), "\(check.output)\(check.errors)")
        #expect(check.errors.contains("version 3: 1 row without a value of 'Order.code'"), "\(check.errors)")
        #expect(check.errors.contains("rows of the table 'order': 6"), "\(check.errors)")
    }

    @Test func `the decisions of the next version are the default`() throws {
        let store = try draft()
        try store.folder.write(
            "trellis: 1\ndrops: { Order.note: It is unused. }\nvalues: { Order.code: \"'x'\" }\n", to: "versions/3.migration.yaml")
        let check = try store.check()
        #expect(check.exitCode == 0 && check.output.contains("2 migrations ahead to version 3"), "\(check.output)\(check.errors)")
    }

    @Test func `decisions that no step uses are refused`() throws {
        try shop.folder.write("trellis: 1\n", to: "try.yaml")
        let check = try shop.trellis("check", "--database", "shop.sqlite", "Shop.yaml", "--decisions", "try.yaml")
        #expect(check.exitCode == 3 && check.errors.contains("no step uses 'try.yaml'"), "\(check.errors)")
        let models = try shop.trellis("check", "Shop.yaml", "--decisions", "try.yaml")
        #expect(models.exitCode == 2 && models.errors.contains("--decisions needs a store: add --database FILE."), "\(models.errors)")
    }

    // MARK: Rehearsals

    @Test func `a rehearsal leaves the store alone, and can keep the copy`() throws {
        try shop.fill(customers: 4)
        try shop.freeze(replacing: "info: string?", with: "note: string?", decisions: "renames: { Customer.info: note }")
        let before = try shop.bytes()
        let first = try shop.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml")
        #expect(first.exitCode == 0, "\(first.errors)")
        #expect(try shop.bytes() == before && shop.files() == ["shop.sqlite"])
        let second = try shop.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml", "--keep", "new.sqlite")
        #expect(second.exitCode == 0 && second.output.contains("'new.sqlite' is the copy"), "\(second.output)")
        #expect(try SQLiteConnection(opening: shop.folder.file("new.sqlite")).rows("SELECT count(note) FROM customer") == [["0"]])
        #expect(try shop.bytes() == before)
        let third = try shop.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml", "--keep", "new.sqlite")
        #expect(third.exitCode == 3 && third.errors.contains("'new.sqlite' exists"), "\(third.errors)")
    }

    @Test func `rehearsals at the same time each have a copy of their own`() async throws {
        try shop.fill(customers: 2_000)
        try shop.freeze(replacing: "info: string?", with: "note: string?", decisions: "renames: { Customer.info: note }")
        // What an earlier Trellis left behind is no obstacle.
        try shop.folder.write("", to: "shop.sqlite.rehearsal")
        let shop = shop
        let results = try await withThrowingTaskGroup(of: ChildProcess.self) { group in
            for _ in 0..<4 { group.addTask { try shop.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for result in results { #expect(result.exitCode == 0 && result.output.contains("version 2: "), "\(result.output)\(result.errors)") }
        #expect(Set(try shop.files()) == ["shop.sqlite", "shop.sqlite.rehearsal"])
    }

    @Test func `a rehearsal that fails names the rows, and leaves nothing behind`() throws {
        try shop.fill(customers: 4)
        try shop.execute("UPDATE customer SET age = 70 WHERE _id = 3")
        try shop.freeze(replacing: "max: 150", with: "max: 60")
        let before = try shop.bytes()
        let rehearsal = try shop.trellis("migrate", "rehearse", "shop.sqlite", "Shop.yaml")
        #expect(rehearsal.exitCode == 1 && rehearsal.errors.contains("TR2308"), "\(rehearsal.errors)")
        #expect(rehearsal.errors.contains("note: model 'Shop', entity 'Customer': row 3 has 'age' 70\n"), "\(rehearsal.errors)")
        #expect(rehearsal.errors.contains("help: fix them first") && !rehearsal.errors.contains("\\n"), "\(rehearsal.errors)")
        #expect(try shop.bytes() == before && shop.files() == ["shop.sqlite"])
    }


    @Test func `the order in which a trigger names the columns of its event is no difference, and another column is one`() throws {
        // A migration reads the frozen version, whose columns have another order than those of the model's file.
        try shop.freeze(replacing: "      info: string?\n", with: "      info: string?\n      touched: { type: \"date?\", derived: now() }\n")
        #expect(try shop.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let check = try shop.check()
        #expect(check.exitCode == 0 && !check.errors.contains("TR2301"), "\(check.errors)")

        let trigger = try #require(
            try shop.connection().rows("SELECT sql FROM sqlite_schema WHERE name = 'customer__touched__update'").first?.first ?? nil)
        #expect(trigger.contains(" OF name, age, info ON ") || trigger.contains(" OF age, info, name ON "), "\(trigger)")
        let other = trigger.replacing("age, ", with: "")
        try shop.execute("DROP TRIGGER customer__touched__update; \(other)")
        let damaged = try shop.check()
        #expect(damaged.exitCode == 1 && damaged.errors.contains("the trigger 'customer__touched__update' is different"), "\(damaged.errors)")
    }

    @Test func `a history that a migration turns on is no difference, in whichever order the model declares, and other values are one`() throws {
        // The migration reads the frozen version, whose properties have the order of their names.
        func model(_ beginning: String, preserving: String) -> String {
            """
            trellis: 1
            model: Shop
            \(beginning)
            entities:
              Zebra:
                attributes: { z: { type: string\(preserving) }, a: { type: "double?"\(preserving) }, k: { type: int\(preserving) } }
                relationships: { zoo: { to: "Zoo?", inverse: zebras }, cage: { to: "Cage?", inverse: zebras }, likes: { to: [Zoo], inverse: liked } }
              Zoo:
                attributes: { name: string }
                relationships: { zebras: { to: [Zebra], inverse: zoo, ordered: true }, liked: { to: [Zebra], inverse: likes, ordered: true } }
              Cage:
                attributes: { name: string }
                relationships: { zebras: { to: [Zebra], inverse: cage } }
              Beast: { abstract: true, attributes: { q: { type: string\(preserving) }, c: int } }
              Yak: { parent: Beast, attributes: { y: { type: int\(preserving) }, f: { type: "data?"\(preserving) } } }
              Cow: { parent: Beast, attributes: { e: { type: "data?"\(preserving) }, d: { type: "double?"\(preserving) } } }

            """
        }
        let zoo = try ModelProject()
        try zoo.folder.write(model("", preserving: ""), to: "Shop.yaml")
        try zoo.create()
        #expect(try zoo.trellis("generate", "Shop.yaml", "--sql", "shop.sql", "-q").exitCode == 0)
        try zoo.folder.write("", to: "shop.sqlite")
        let store = try SQLiteConnection(opening: zoo.folder.file("shop.sqlite"))
        try store.execute(try zoo.text("shop.sql"))
        try zoo.folder.write(model("history: true", preserving: ", preserveOnDeletion: true"), to: "Shop.yaml")
        try zoo.create()
        #expect(try zoo.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        let check = try zoo.trellis("check", "--database", "shop.sqlite", "Shop.yaml")
        #expect(check.exitCode == 0 && !check.errors.contains("TR2301"), "\(check.errors)")

        // The same words with another meaning.
        let exchanges = [
            ("zebra__delete", "coalesce('zoo ' || OLD.zoo_id", "coalesce('zoo ' || OLD.cage_id"),
            ("zebra__replace", "'k', OLD.k", "'k', OLD.z"), ("zebra__delete", "'a', CASE", "'k', CASE"),
            ("beast__delete", "'e', CASE", "'f', CASE"),
        ]
        for (name, old, new) in exchanges {
            let trigger = "_trellis_history__\(name)"
            let sql = try #require(try store.rows("SELECT sql FROM sqlite_schema WHERE name = '\(trigger)'").first?[0])
            #expect(sql.contains(old), "\(sql)")
            try store.execute("DROP TRIGGER \(trigger); \(sql.replacing(old, with: new))")
            let damaged = try zoo.trellis("check", "--database", "shop.sqlite", "Shop.yaml")
            #expect(damaged.exitCode == 1 && damaged.errors.contains("the trigger '\(trigger)' is different"), "\(damaged.errors)")
            try store.execute("DROP TRIGGER \(trigger); \(sql)")
        }
    }
}
