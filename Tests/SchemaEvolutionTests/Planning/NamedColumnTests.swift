import SQLiteAccess
import Testing

/// Values in SQL that name what the old table of a row does not have, and the tables that the new version has.
struct NamedColumnTests {
    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n" + entities }

    private static let note = "  Note: { attributes: { text: string } }\n"
    private static let single = model(note + "  Item: { attributes: { n: string } }\n")
    private static let rows = "INSERT INTO note (_id, text) VALUES (1, 'x'); INSERT INTO item (_id, n) VALUES (4, 'a'), (5, 'b')"

    @Test func `a key's value names the entity of rows whose table gets that column in the same step`() throws {
        let new = Self.model(
            "  Note: { attributes: { text: string }, relationships: { item: { to: Item } } }\n"
                + "  Item: { attributes: { n: string } }\n  Box: { parent: Item, attributes: { m: string? } }\n")
        let migration = try PlannedMigration(
            from: Self.single, to: new, "values: { Note.item: \"(SELECT min(_id) FROM item WHERE _entity IN ('Item', 'Box'))\" }")
        #expect(migration.codes.filter { $0 != "TR2108" } == [], "\(migration.findings.map(\.message))")
        #expect(try migration.run(Self.rows).rows("SELECT item_id FROM note") == [["4"]])
    }

    @Test func `a key that leads to rows of its own table does so too`() throws {
        let new = Self.model(
            Self.note + "  Item: { attributes: { n: string }, relationships: { first: { to: Item } } }\n  Box: { parent: Item, attributes: { m: string? } }\n")
        let migration = try PlannedMigration(
            from: Self.single, to: new, "values: { Item.first: \"(SELECT min(_id) FROM item WHERE _entity IN ('Item', 'Box'))\" }")
        #expect(migration.codes.filter { $0 != "TR2108" } == [], "\(migration.findings.map(\.message))")
        #expect(try migration.run(Self.rows).rows("SELECT _entity, first_id FROM item") == [["Item", "4"], ["Item", "4"]])
    }

    private static let two = model(
        note + "  Book: { attributes: { n: string, pages: int } }\n  Film: { attributes: { n: string, minutes: int } }\n")
    private static let twoRows =
        "INSERT INTO note (_id, text) VALUES (1, 'x'); INSERT INTO book (_id, n, pages) VALUES (2, 'b', 300); INSERT INTO film (_id, n, minutes) VALUES (2, 'f', 90)"

    private static func joined(_ work: String, note: String = note) -> String {
        model(
            note + "  Work: { abstract: true, attributes: { n: string\(work) } }\n"
                + "  Book: { parent: Work, attributes: { pages: int } }\n  Film: { parent: Work, attributes: { minutes: int } }\n")
    }

    @Test(arguments: [("Work", "'Book', 'Film'", "b"), ("Film", "'Film'", "f")])
    func `a key's value finds the rows of all tables that come together`(destination: String, kinds: String, name: String) throws {
        let note = "  Note: { attributes: { text: string }, relationships: { work: { to: \(destination) } } }\n"
        let migration = try PlannedMigration(
            from: Self.two, to: Self.joined("", note: note), "values: { Note.work: \"(SELECT min(_id) FROM work WHERE _entity IN (\(kinds)))\" }")
        #expect(migration.codes.filter { $0 != "TR2108" } == [], "\(migration.findings.map(\.message))")
        #expect(try migration.run(Self.twoRows).rows("SELECT n FROM work JOIN note ON work_id = work._id") == [[name]])
    }

    @Test func `a value for rows of several tables names the columns of each, and the entity`() throws {
        let values = """
            values:
              Work.length: "coalesce(pages, minutes)"
              Work.kind: "CASE _entity WHEN 'Book' THEN 'paper' ELSE 'film' END"
            """
        let migration = try PlannedMigration(from: Self.two, to: Self.joined(", length: int, kind: string"), values)
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(Self.twoRows)
        #expect(try connection.rows("SELECT _entity, length, kind FROM work ORDER BY _id") == [["Book", "300", "paper"], ["Film", "90", "film"]])
    }

    @Test func `a table that only gets more rows keeps no column that a value named`() throws {
        let old = Self.model(
            "  Work: { attributes: { n: string } }\n  Book: { parent: Work, attributes: { pages: int } }\n  Film: { attributes: { n: string, minutes: int } }\n")
        let new = Self.model(
            "  Work: { attributes: { n: string, length: int? } }\n  Book: { parent: Work, attributes: { pages: int } }\n  Film: { parent: Work, attributes: { minutes: int } }\n")
        let migration = try PlannedMigration(from: old, to: new, "values: { Work.length: \"coalesce(pages, minutes)\" }")
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(
            "INSERT INTO work (_id, _entity, n, pages) VALUES (1, 'Book', 'b', 300); INSERT INTO film (_id, n, minutes) VALUES (1, 'f', 90)")
        #expect(try connection.rows("SELECT length FROM work ORDER BY _id") == [["300"], ["90"]])
    }

    @Test func `a required key to an entity that becomes abstract finds the rows that are left`() throws {
        let old = Self.model(
            "  Note: { attributes: { text: string }, relationships: { item: { to: Item } } }\n  Item: { attributes: { n: string } }\n  Box: { parent: Item }\n")
        let new = old.replacing("Item: { attributes", with: "Item: { abstract: true, attributes")
        let open = try PlannedMigration(from: old, to: new, "drops: { Item: why }")
        #expect(open.codes == ["TR2103"], "\(open.findings.map(\.message))")
        let migration = try PlannedMigration(from: old, to: new, "drops: { Item: why }\nvalues: { Note.item: \"(SELECT min(_id) FROM item)\" }")
        #expect(migration.codes.filter { $0 != "TR2108" } == [], "\(migration.findings.map(\.message))")
        let connection = try migration.run(
            "INSERT INTO item (_id, _entity, n) VALUES (1, 'Item', 'a'), (2, 'Box', 'b'); INSERT INTO note (_id, text, item_id) VALUES (1, 'x', 1)")
        #expect(try connection.rows("SELECT item_id FROM note") == [["2"]])
    }

    @Test func `a required key to an entity that loses all its objects stops the migration, and says so`() throws {
        let old = Self.model(
            "  Note: { attributes: { text: string }, relationships: { item: { to: Item } } }\n  Item: { attributes: { n: string } }\n")
        let new = Self.model(
            "  Note: { attributes: { text: string }, relationships: { item: { to: Item } } }\n"
                + "  Item: { abstract: true, attributes: { n: string } }\n  Box: { parent: Item }\n")
        let migration = try PlannedMigration(
            from: old, to: new, "drops: { Item: why }\nvalues: { Note.item: \"(SELECT min(_id) FROM item WHERE _entity IN ('Box'))\" }")
        #expect(migration.codes == ["TR2108"], "\(migration.findings.map(\.message))")
        #expect(migration.findings.first?.message.contains("a row has no value for 'Note.item'") == true)
    }

    @Test func `a value that counts rows counts those that go in the same step`() throws {
        let old = Self.model(
            "  Item: { attributes: { n: string } }\n  Box: { parent: Item }\n  Note: { attributes: { text: string } }\n")
        let new = Self.model(
            "  Item: { abstract: true, attributes: { n: string } }\n  Box: { parent: Item }\n  Note: { attributes: { text: string, size: int } }\n")
        let migration = try PlannedMigration(from: old, to: new, "drops: { Item: why }\nvalues: { Note.size: \"(SELECT count(*) FROM item)\" }")
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(
            "INSERT INTO item (_id, _entity, n) VALUES (1, 'Item', 'a'), (2, 'Box', 'b'); INSERT INTO note (_id, text) VALUES (1, 'x')")
        #expect(try connection.rows("SELECT size FROM note") == [["2"]])
    }
}
