import SQLiteAccess
import SchemaEvolution
import SchemaModel
import StoreMigration
import Testing

/// The outcomes that a plan declares for each table, which applying it checks.
struct TableOutcomeTests {
    private static let old = """
        trellis: 1
        model: Shop
        entities:
          Person: { attributes: { name: string, info: string?, age: int16? }, relationships: { tags: { to: [Tag], inverse: persons } } }
          Staff: { parent: Person, attributes: { room: string? } }
          Tag: { attributes: { word: string }, relationships: { persons: { to: [Person], inverse: tags } } }
          Note: { attributes: { text: string } }

        """

    private func version(_ text: String) throws -> StoredVersion {
        StoredVersion(try #require(ModelReader.read(Array(text.utf8), file: "Shop.yaml").model))
    }

    private func plan(to text: String, _ decided: String = "") throws -> MigrationPlan {
        let decisions = try #require(DecisionReader.read(Array("trellis: 1\n\(decided)".utf8), file: "d.yaml").decisions)
        let (plan, findings) = MigrationPlanner.plan(from: try version(Self.old), to: try version(text), decisions)
        return try #require(plan, "\(findings.map(\.message))")
    }

    @Test("A plan knows its versions, and the names of all that the old schema makes")
    func versions() throws {
        let (old, new) = (try version(Self.old), try version(Self.old.replacing("word: string", with: "word: string?")))
        let plan = try plan(to: Self.old.replacing("word: string", with: "word: string?"))
        #expect((plan.fromVersion, plan.toVersion) == (1, 1) && plan.isDraft)
        #expect((plan.fromHash, plan.toHash) == (old.schema.identity.hash, new.schema.identity.hash))
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(old.schema.ddl)
        let made = try connection.rows("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").compactMap { $0[0] }
        #expect(Set(plan.objects) == Set(made))
    }

    @Test("Tables stay or are renamed, rebuilt or dropped; changed columns are named, and all columns of a rebuilt table")
    func outcomes() throws {
        let new = Self.old.replacing("  Note: { attributes: { text: string } }\n", with: "").replacing("Tag", with: "Label").replacing("word: string", with: "text: string")
            .replacing("info: string?, age: int16?", with: "age: int16")
        let plan = try plan(
            to: new,
            "renames: { Tag: Label, Tag.word: text }\ndrops: { Note: gone, Person.info: gone }\nvalues: { Person.age: \"coalesce(age, 0)\" }")
        let outcomes = Dictionary(uniqueKeysWithValues: plan.tables.map { ($0.oldName, $0) })
        #expect(outcomes.keys.sorted() == ["note", "person", "person_tags", "tag"])
        #expect(outcomes["note"] == TableOutcome("note", nil))
        #expect(outcomes["tag"] == TableOutcome("tag", "label", columns: [.init("word", "text")]))
        let person = try #require(outcomes["person"])
        #expect(person.isRewritten && !person.mayLoseRows && person.newName == "person")
        #expect(person.columns.filter { $0.newName == nil }.map(\.oldName) == ["info"])
        #expect(Set(person.columns.compactMap(\.newName)) == ["_id", "_version", "_entity", "name", "age", "room"])
        #expect(outcomes["person_tags"]?.newName == "label_persons")
    }

    @Test func `columns are copied, converted or changed by a decision, as the plan declares`() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  A: { attributes: { n: string?, price: int16?, size: int?, given: int? }, relationships: { b: { to: A? } } }\n"
        let new = old.replacing("n: string?", with: "n: { type: string?, check: true, minLength: 1 }").replacing("price: int16?", with: "price: double?")
            .replacing("size: int?", with: "size: { type: int, default: 0 }")
        let plan = try #require(PlannedMigration(from: old, to: new, "values: { A.given: \"nullif(given, 0)\" }").plan)
        let values = Dictionary(uniqueKeysWithValues: plan.tables[0].columns.map { ($0.oldName, $0.values) })
        #expect(values == ["_id": .kept, "_version": .kept, "n": .kept, "price": .converted, "size": .converted, "given": .changed, "b_id": .kept])
    }

    @Test func `keys of rows that go are changed by the plan`() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  A: { attributes: { n: string }, relationships: { b: { to: B? } } }\n  B: { attributes: { n: string } }\n  C: { parent: B }\n"
        let new = old.replacing("n: string }, rel", with: "n: string? }, rel").replacing("  C: { parent: B }\n", with: "")
        let migration = try PlannedMigration(from: old, to: new, "drops: { C: why }")
        let outcome = try #require(migration.plan?.tables.first { $0.oldName == "a" })
        #expect(outcome.isRewritten && outcome.columns.first { $0.oldName == "b_id" }?.values == .changed && migration.findings.isEmpty, "\(migration.findings)")
    }

    @Test("Rows may go where an entity goes whose rows stand in the table of others, and nowhere else")
    func losses() throws {
        let new = Self.old.replacing("  Staff: { parent: Person, attributes: { room: string? } }\n", with: "  Guest: { parent: Person }\n")
        #expect(try plan(to: new, "drops: { Staff: gone }").tables.filter(\.mayLoseRows).map(\.oldName) == ["person", "person_tags"])
        #expect(try plan(to: new, "renames: { Staff: Guest }\ndrops: { Staff.room: gone }").tables.filter(\.mayLoseRows).isEmpty)
    }

    @Test("Rows that go or come without a word of the plan are found, in tables that it does not know as well")
    func rowCounts() throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(
            """
            CREATE TABLE a (x); CREATE TABLE b (x); CREATE TABLE mine (x); CREATE TABLE gone (x); CREATE VIRTUAL TABLE f USING fts5 (x);
            INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (1), (2); INSERT INTO mine VALUES (1); INSERT INTO gone VALUES (1);
            """)
        let before = try RowCounts(connection)
        #expect(before.counts == ["a": 2, "b": 2, "mine": 1, "gone": 1])
        try connection.execute("DELETE FROM a WHERE x = 1; INSERT INTO b VALUES (3); ALTER TABLE b RENAME TO c; DROP TABLE gone; DELETE FROM mine")
        let after = try RowCounts(connection)
        func found(_ tables: [TableOutcome]) -> [String] {
            before.discrepancies(after: after, tables).map { "\($0.table) \($0.before) \($0.after.map(String.init) ?? "gone")" }
        }
        #expect(found([.init("a", "a"), .init("b", "c")]) == ["a 2 1", "b 2 3", "gone 1 gone", "mine 1 0"])
        #expect(found([.init("A", "a", mayLoseRows: true), .init("b", "c", mayGainRows: true), .init("gone", nil)]) == ["mine 1 0"])
        #expect(found([.init("a", "a", mayGainRows: true), .init("b", "c", mayLoseRows: true), .init("gone", nil)]) == ["a 2 1", "b 2 3", "mine 1 0"])
    }
}
