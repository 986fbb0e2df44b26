import SchemaEvolution
import Testing

/// Connections that change their table or their columns, and the statements that carry them.
struct RebuiltConnectionTests {
    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n" + entities }

    @Test func `a table of connections that is rebuilt has no sequence of keys to carry over`() throws {
        let old = Self.model("  Base: { attributes: { t: int? } }\n  Img: { parent: Base }\n  Post: { attributes: { x: int? }, relationships: { media: { to: [Img] } } }\n")
        let migration = try PlannedMigration(from: old, to: old.replacing("[Img]", with: "[Base]"))
        let plan = try #require(migration.plan, "\(migration.findings.map(\.message))")
        #expect(plan.text.contains("post_media") && !plan.text.contains("sqlite_sequence"), "\(plan.text)")
        let connection = try migration.run(
            "INSERT INTO base (_id, _entity) VALUES (1, 'Img'), (2, 'Base'); INSERT INTO post (_id) VALUES (5); INSERT INTO post_media (post_id, img_id) VALUES (5, 1)")
        #expect(try connection.rows("SELECT post_id, base_id FROM post_media") == [["5", "1"]])
        try connection.execute("INSERT INTO post_media (post_id, base_id) VALUES (5, 2)")
        #expect(try connection.rows("SELECT name FROM sqlite_sequence WHERE name LIKE '%post_media%'") == [])
    }

    @Test func `the ends of a one-to-one that part keep their keys, but for rows that one of them cannot lead to any more`() throws {
        let old = Self.model(
            "  A: { attributes: { n: int? }, relationships: { p: { to: P?, inverse: a, key: here } } }\n"
                + "  P: { attributes: { m: int? }, relationships: { a: { to: A?, inverse: p } } }\n  Q: { parent: P, attributes: { k: int? } }\n")
        let new = old.replacing("p: { to: P?, inverse: a, key: here }", with: "p: { to: Q? }").replacing("a: { to: A?, inverse: p }", with: "a: { to: A? }")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [], "\(migration.helps)")
        let connection = try migration.run(
            "INSERT INTO p (_id, _entity) VALUES (1, 'P'), (2, 'Q'), (3, 'Q'); INSERT INTO a (_id, p_id) VALUES (7, 1), (8, 2), (9, NULL)")
        #expect(try connection.rows("SELECT _id, p_id FROM a ORDER BY _id") == [["7", nil], ["8", "2"], ["9", nil]])
        #expect(try connection.rows("SELECT _id, a_id FROM p ORDER BY _id") == [["1", "7"], ["2", "8"], ["3", nil]])
    }

    @Test func `a key whose value is given may lose its connections for a reason`() throws {
        let old = Self.model("  A: { attributes: { n: int? }, relationships: { p: { to: P? } } }\n  P: { attributes: { m: int? } }\n")
        let migration = try PlannedMigration(
            from: old, to: old.replacing("m: int?", with: "m: int?, k: int?"), "values: { A.p: \"NULL\" }\ndrops: { A.p: why }")
        #expect(migration.findings.map(\.message) == [], "\(migration.helps)")
        let connection = try migration.run("INSERT INTO p (_id) VALUES (1); INSERT INTO a (_id, p_id) VALUES (7, 1)")
        #expect(try connection.rows("SELECT _id, p_id FROM a") == [["7", nil]])
    }

    @Test func `a key that was its own inverse is that of a new inverse, which holds it`() throws {
        let old = Self.model("  A: { attributes: { n: int? }, relationships: { y: { to: A?, inverse: y } } }\n")
        let new = Self.model(
            "  A: { attributes: { n: int? }, relationships: { y: { to: A?, inverse: b }, b: { to: A?, inverse: y, key: here } } }\n")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [], "\(migration.helps)")
        let connection = try migration.run(
            "INSERT INTO a (_id) VALUES (1), (2), (3), (4); UPDATE a SET y_id = CASE _id WHEN 1 THEN 2 WHEN 2 THEN 1 WHEN 3 THEN 3 END")
        #expect(try connection.rows("SELECT _id, b_id FROM a ORDER BY _id") == [["1", "2"], ["2", "1"], ["3", "3"], ["4", nil]])
    }
}
