import TestSupport
import Testing

/// Changes of relationships that a plan carries without a question, on rows.
struct KeptConnectionTests {
    struct Step: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var new: String
        var rows: String
        var query: String
        var expected: [String]
    }

    private static let ends = "  A: { attributes: { n: int? }, relationships: { ps: { to: [P], inverse: as } } }\n  P: { attributes: { m: int? }, relationships: { as: { to: [A], inverse: ps } } }\n"
    private static let pair = "INSERT INTO a (_id) VALUES (1), (2); INSERT INTO p (_id) VALUES (1), (2); "

    static let steps = [
        Step(
            testDescription: "a destination becomes its parent",
            old: "  Base: { attributes: { t: int? } }\n  Img: { parent: Base }\n  Post: { attributes: { x: int? }, relationships: { media: { to: [Img], ordered: true }, top: { to: Img? } } }\n",
            new: "  Base: { attributes: { t: int? } }\n  Img: { parent: Base }\n  Post: { attributes: { x: int? }, relationships: { media: { to: [Base], ordered: true }, top: { to: Base? } } }\n",
            rows: "INSERT INTO base (_id, _entity) VALUES (1, 'Img'), (2, 'Base'), (3, 'Img'); INSERT INTO post (_id, top_id) VALUES (5, 3); "
                + "INSERT INTO post_media (post_id, img_id, img_position) VALUES (5, 3, 0), (5, 1, 1)",
            query: "SELECT base_id || ' ' || top_id FROM post_media JOIN post ON post._id = post_id ORDER BY base_position", expected: ["3 3", "1 3"]),
        Step(
            testDescription: "both ends of a many-to-many go up",
            old: "  BA: { attributes: { t: int? } }\n  BP: { attributes: { t: int? } }\n  A: { parent: BA, relationships: { ps: { to: [P], inverse: as } } }\n  P: { parent: BP, relationships: { as: { to: [A], inverse: ps } } }\n",
            new: "  BA: { attributes: { t: int? }, relationships: { ps: { to: [BP], inverse: as } } }\n  BP: { attributes: { t: int? }, relationships: { as: { to: [BA], inverse: ps } } }\n  A: { parent: BA }\n  P: { parent: BP }\n",
            rows: "INSERT INTO ba (_id, _entity) VALUES (1, 'A'), (2, 'BA'); INSERT INTO bp (_id, _entity) VALUES (7, 'P'); INSERT INTO a_ps (a_id, p_id) VALUES (1, 7)",
            query: "SELECT ba_id || ' ' || bp_id FROM ba_ps", expected: ["1 7"]),
        Step(
            testDescription: "a one-to-one goes up and becomes many-to-many",
            old: "  T: { attributes: { n: int? }, relationships: { next: { to: T?, inverse: before, key: here }, before: { to: T?, inverse: next } } }\n",
            new: "  Base: { abstract: true, attributes: { n: int? }, relationships: { next: { to: [Base], inverse: before }, before: { to: [Base], inverse: next } } }\n  T: { parent: Base }\n",
            rows: "INSERT INTO t (_id, next_id) VALUES (1, 2), (2, 3), (3, NULL)",
            query: "SELECT before_id || ' ' || next_id FROM base_before ORDER BY 1", expected: ["1 2", "2 3"]),
        Step(
            testDescription: "two many-to-many become inverses, and both keep their connections",
            old: ends.replacing(", inverse: as", with: "").replacing(", inverse: ps", with: ""), new: ends,
            rows: pair + "INSERT INTO a_ps (a_id, p_id) VALUES (1, 1), (1, 2); INSERT INTO p_as (p_id, a_id) VALUES (1, 1), (2, 2)",
            query: "SELECT a_id || ' ' || p_id FROM a_ps ORDER BY 1", expected: ["1 1", "1 2", "2 2"]),
        Step(
            testDescription: "the inverse of a many-to-many is two relationships",
            old: ends, new: ends.replacing(", inverse: as", with: "").replacing(", inverse: ps", with: ""),
            rows: pair + "INSERT INTO a_ps (a_id, p_id) VALUES (1, 2), (2, 2)",
            query: "SELECT 'a ' || a_id || ' ' || p_id FROM a_ps UNION SELECT 'p ' || p_id || ' ' || a_id FROM p_as ORDER BY 1",
            expected: ["a 1 2", "a 2 2", "p 2 1", "p 2 2"]),
        Step(
            testDescription: "the key of a one-to-one changes sides",
            old: "  A: { attributes: { n: int? }, relationships: { p: { to: P?, inverse: a, key: here } } }\n  P: { attributes: { m: int? }, relationships: { a: { to: A?, inverse: p } } }\n",
            new: "  A: { attributes: { n: int? }, relationships: { p: { to: P?, inverse: a } } }\n  P: { attributes: { m: int? }, relationships: { a: { to: A?, inverse: p, key: here } } }\n",
            rows: "INSERT INTO p (_id) VALUES (1), (2), (3); INSERT INTO a (_id, p_id) VALUES (1, 2), (2, 1), (3, NULL)",
            query: "SELECT coalesce(a_id, 0) FROM p ORDER BY _id", expected: ["2", "1", "0"]),
        Step(
            testDescription: "two children have a key each, and their parent has it then",
            old: "  B: { attributes: { n: int? } }\n  L: { parent: B, relationships: { tag: { to: B?, column: l_tag } } }\n  R: { parent: B, relationships: { tag: { to: B?, column: r_tag } } }\n",
            new: "  B: { attributes: { n: int? }, relationships: { tag: { to: B? } } }\n  L: { parent: B }\n  R: { parent: B }\n",
            rows: "INSERT INTO b (_id, _entity, l_tag, r_tag) VALUES (1, 'L', 3, NULL), (2, 'R', NULL, 1), (3, 'B', NULL, NULL)",
            query: "SELECT coalesce(tag_id, 0) FROM b ORDER BY _id", expected: ["3", "1", "0"]),
        Step(
            testDescription: "a date is a text, and then seconds",
            old: "  A: { attributes: { d: { type: date?, storage: iso8601 } } }\n", new: "  A: { attributes: { d: date? } }\n",
            rows: "INSERT INTO a (_id, d) VALUES (1, '2001-01-02T00:00:00.250Z'), (2, NULL)",
            query: "SELECT coalesce(d, 'nil') FROM a ORDER BY _id", expected: ["86400.25", "nil"]),
    ]

    @Test(arguments: steps) func `every connection is there, and nothing is asked`(_ step: Step) throws {
        let head = "trellis: 1\nmodel: Kept\nentities:\n"
        let migration = try PlannedMigration(from: head + step.old, to: head + step.new)
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(step.rows)
        #expect(try connection.rows(step.query).map { $0[0] } == step.expected)
        #expect(try connection.rows("PRAGMA foreign_key_check") == [])
    }
}
