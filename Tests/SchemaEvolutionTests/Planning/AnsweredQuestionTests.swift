import SQLiteAccess
import Testing

/// Changes that once ended in a failed proof, or in a question without an answer.
struct AnsweredQuestionTests {
    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n" + entities }

    @Test func `an attribute and a key that go down to two siblings keep their values for each of them`() throws {
        let tag = "  Tag: { attributes: { n: int? } }\n"
        let old = Self.model(
            "  Base: { abstract: true, attributes: { x: { type: string?, column: bx } }, relationships: { tag: { to: Tag?, column: btag } } }\n"
                + "  Left: { parent: Base }\n  Right: { parent: Base }\n" + tag)
        let new = Self.model(
            "  Base: { abstract: true, attributes: { y: int? } }\n"
                + "  Left: { parent: Base, attributes: { x: { type: string?, column: lx } }, relationships: { tag: { to: Tag?, column: ltag } } }\n"
                + "  Right: { parent: Base, attributes: { x: { type: string?, column: rx } }, relationships: { tag: { to: Tag?, column: rtag } } }\n" + tag)
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(
            "INSERT INTO tag (_id) VALUES (7), (8); INSERT INTO base (_id, _entity, bx, btag) VALUES (1, 'Left', 'l', 7), (2, 'Right', 'r', 8), (3, 'Left', NULL, NULL)")
        #expect(
            try connection.rows("SELECT lx, ltag, rx, rtag FROM base ORDER BY _id") == [["l", "7", nil, nil], [nil, nil, "r", "8"], [nil, nil, nil, nil]])
    }

    @Test func `an ordered to-many whose members' key goes down to two siblings is asked for its order`() throws {
        let old = Self.model(
            "  List: { attributes: { n: int? }, relationships: { items: { to: [Base], inverse: list, ordered: true } } }\n"
                + "  Base: { abstract: true, relationships: { list: { to: List?, inverse: items, column: list_id } } }\n  Left: { parent: Base }\n  Right: { parent: Base }\n")
        let new = Self.model(
            "  List: { attributes: { n: int? } }\n  Base: { abstract: true, attributes: { y: int? } }\n"
                + "  Left: { parent: Base, relationships: { list: { to: List?, column: left_id } } }\n  Right: { parent: Base, relationships: { list: { to: List?, column: right_id } } }\n")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == ["the order of 'List.items' would be lost"])
        #expect(try PlannedMigration(from: old, to: new, "drops: { List.items.order: why }").findings.map(\.message) == [])
    }

    private static let partners = """
          A: { attributes: { n: int? }, relationships: { p: { to: P?, inverse: as }, q: { to: P?, inverse: bs } } }
          P: { attributes: { n: int? }, relationships: { as: { to: [A], inverse: p }, bs: { to: [A], inverse: q } } }

        """
    private static let swapped = partners.replacing("inverse: as", with: "inverse: xs").replacing("inverse: bs", with: "inverse: as").replacing("inverse: xs", with: "inverse: bs")
        .replacing("inverse: p", with: "inverse: x").replacing("inverse: q", with: "inverse: p").replacing("inverse: x }", with: "inverse: q }")

    @Test func `inverses that change partners are asked for with renames that work`() throws {
        let migration = try PlannedMigration(from: Self.model(Self.partners), to: Self.model(Self.swapped))
        #expect(migration.codes == ["TR2104"], "\(migration.findings.map(\.message))")
        let lines = migration.helps[0].matches(of: /'(renames: \{ [\w.:, ]+ \})'/).map { String($0.output.1) }
        #expect(lines == ["renames: { P.as: bs, P.bs: as }", "renames: { A.q: p, A.p: q }"], "\(migration.helps)")
        for line in lines {
            let decided = try PlannedMigration(from: Self.model(Self.partners), to: Self.model(Self.swapped), line)
            #expect(decided.findings.map(\.message) == [], "\(line)")
            let connection = try decided.run("INSERT INTO p (_id) VALUES (1), (2); INSERT INTO a (_id, p_id, q_id) VALUES (5, 1, 2)")
            let keeps = line.contains("P.") ? ["1", "2"] : ["2", "1"]
            #expect(try connection.rows("SELECT p_id, q_id FROM a") == [keeps], "\(line)")
        }
    }

    @Test func `renames of both ends that lead to other partners contradict each other`() throws {
        let migration = try PlannedMigration(
            from: Self.model(Self.partners), to: Self.model(Self.partners.replacing("p:", with: "u:").replacing("inverse: p", with: "inverse: u").replacing("as:", with: "us:").replacing("inverse: as", with: "inverse: us")
                .replacing("q:", with: "v:").replacing("inverse: q", with: "inverse: v").replacing("bs:", with: "vs:").replacing("inverse: bs", with: "inverse: vs")),
            "renames: { A.p: u, P.as: vs, A.q: v, P.bs: us }")
        #expect(!migration.codes.isEmpty && migration.codes.allSatisfy { $0 == "TR2105" }, "\(migration.findings.map(\.message))")
        #expect(migration.findings.allSatisfy { $0.span.file == "2.migration.yaml" && $0.message.contains("contradict each other") })
    }

    @Test func `a to-many that is its own inverse no longer keeps both directions`() throws {
        let old = Self.model("  A: { attributes: { n: string }, relationships: { f: { to: [A], inverse: f } } }\n")
        let new = old.replacing(", inverse: f", with: "")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run("INSERT INTO a (_id, n) VALUES (1, 'x'), (2, 'y'), (3, 'z'); INSERT INTO a_f (a_id, f_id) VALUES (1, 2)")
        #expect(try connection.rows("SELECT a_id, f_id FROM a_f ORDER BY 1, 2") == [["1", "2"], ["2", "1"]])
        // Back again each connection has both directions, and none twice.
        let back = try PlannedMigration(from: new, to: old)
        #expect(back.findings.map(\.message) == [])
        let mirrored = try back.run("INSERT INTO a (_id, n) VALUES (1, 'x'), (2, 'y'), (3, 'z'); INSERT INTO a_f (a_id, f_id) VALUES (1, 2), (3, 3), (2, 3), (3, 2)")
        #expect(try mirrored.rows("SELECT a_id, f_id FROM a_f ORDER BY 1, 2") == [["1", "2"], ["2", "1"], ["2", "3"], ["3", "2"], ["3", "3"]])
    }

    @Test func `a common new parent keeps the keys of one table, and what leads to rows of the other follows`() throws {
        let old = Self.model(
            """
              A: { attributes: { n: string } }
              B: { attributes: { n: string }, relationships: { next: { to: B?, inverse: before, key: here }, before: { to: B?, inverse: next } } }
              C: { attributes: { x: int }, relationships: { b: { to: B? }, bs: { to: [B], ordered: true } } }

            """)
        let new = old.replacing("  A: { attributes: { n: string } }\n", with: "  Base: { abstract: true, attributes: { n: { type: string, unique: true } } }\n  A: { parent: Base }\n")
            .replacing("B: { attributes: { n: string },", with: "B: { parent: Base,")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.codes == ["TR2108"])
        let connection = try migration.run(
            """
            INSERT INTO a (_id, n) VALUES (1, 'a1'), (4, 'a4'); DELETE FROM a WHERE _id = 4;
            INSERT INTO b (_id, n, next_id) VALUES (1, 'b1', 2), (2, 'b2', 1), (9, 'b9', NULL);
            INSERT INTO c (_id, x, b_id) VALUES (1, 7, 9), (2, 8, NULL);
            INSERT INTO c_bs (c_id, b_id, b_position) VALUES (1, 9, 0), (1, 1, 1), (2, 2, 0)
            """)
        #expect(try connection.rows("SELECT _id, _entity, n FROM base WHERE _entity = 'A'") == [["1", "A", "a1"]])
        #expect(try connection.rows("SELECT b.n, o.n FROM base AS b LEFT JOIN base AS o ON o._id = b.next_id WHERE b._entity = 'B' ORDER BY b._id")
            == [["b1", "b2"], ["b2", "b1"], ["b9", nil]])
        #expect(try connection.rows("SELECT c._id, n FROM c LEFT JOIN base ON base._id = b_id ORDER BY c._id") == [["1", "b9"], ["2", nil]])
        #expect(try connection.rows("SELECT c_id, n FROM c_bs JOIN base ON base._id = b_id ORDER BY c_id, b_position") == [["1", "b9"], ["1", "b1"], ["2", "b2"]])
        // No key that a row of the first table ever had is given again.
        #expect(try connection.rows("SELECT min(_id) > 4 FROM base WHERE _entity = 'B'") == [["1"]])
        #expect(try connection.rows("PRAGMA foreign_key_check") == [])
    }

    @Test func `two relationships that are joined as inverses are one question, and each answer keeps what it says`() throws {
        let old = Self.model(
            "  A: { attributes: { n: string? }, relationships: { p: { to: P? } } }\n  P: { attributes: { m: string? }, relationships: { as: { to: [A] } } }\n")
        let new = old.replacing("P? }", with: "P?, inverse: as }").replacing("[A] }", with: "[A], inverse: p }")
        let asked = try PlannedMigration(from: old, to: new)
        #expect(asked.findings.map(\.message) == ["the connections of 'P.as' would be lost"])
        let value = "values: { A.p: \"(SELECT min(_own.p_id) FROM p_as AS _own WHERE _own.a_id = a._id)\" }"
        #expect(asked.helps.first?.contains("'drops: { P.as: why }', or '\(value)' and 'drops: { A.p: why }'") == true, "\(asked.helps)")
        let rows = "INSERT INTO p (_id) VALUES (1), (2); INSERT INTO a (_id, p_id) VALUES (1, 1), (2, NULL); INSERT INTO p_as (p_id, a_id) VALUES (2, 1), (1, 2), (2, 2)"
        for (decided, expected) in [("drops: { P.as: why }", ["1", nil]), ("\(value)\ndrops: { A.p: why }", ["2", "1"])] {
            let migration = try PlannedMigration(from: old, to: new, decided)
            #expect(migration.findings.map(\.message) == [])
            #expect(try migration.run(rows).rows("SELECT p_id FROM a ORDER BY _id").map { $0[0] } == expected)
        }
    }

    @Test func `a to-one that becomes its own inverse prints keys that refer to each other`() throws {
        let old = Self.model("  A: { attributes: { n: string? }, relationships: { f: { to: A? } } }\n")
        let new = old.replacing("A? }", with: "A?, inverse: f }")
        let asked = try PlannedMigration(from: old, to: new)
        #expect(asked.codes == ["TR2104"])
        let line = try #require(asked.helps.first?.firstMatch(of: /'(values: \{ A.f: ".*" \})'/)).output.1
        let migration = try PlannedMigration(from: old, to: new, String(line))
        #expect(migration.findings.map(\.message) == [])
        // 1 and 2 refer to each other, 3 and 4 both to 5, 6 to itself, 7 to 8 to 9.
        let connection = try migration.run(
            "INSERT INTO a (_id) VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9); UPDATE a SET f_id = CASE _id WHEN 1 THEN 2 WHEN 2 THEN 1 "
                + "WHEN 3 THEN 5 WHEN 4 THEN 5 WHEN 6 THEN 6 WHEN 7 THEN 8 WHEN 8 THEN 9 END")
        #expect(try connection.rows("SELECT f_id FROM a ORDER BY _id").map { $0[0] } == ["2", "1", "5", nil, "3", "6", nil, "9", "8"])
    }

    // MARK: Texts

    @Test func `a part of a composite under another name prints its rename, which works`() throws {
        let old = Self.model("  A: { attributes: { c: C? } }\ncomposites: { C: { street: string, zip: int } }\n")
        let new = old.replacing("street: string", with: "streets: string")
        let migration = try PlannedMigration(from: old, to: new)
        let line = "renames: { A.c.street: c.streets }"
        #expect(migration.helps.contains { $0.hasPrefix("decide in the migration's file: '\(line)', or") }, "\(migration.helps)")
        #expect(try PlannedMigration(from: old, to: new, line).findings.map(\.message) == [])
    }

    @Test func `an entity under another name is one question, whatever leads to it`() throws {
        let old = Self.model("  Order: { attributes: { n: int? }, relationships: { buyer: { to: Client? } } }\n  Client: { attributes: { name: string, age: int } }\n")
        let new = old.replacing("Client", with: "Customer")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(Set(migration.codes) == ["TR2102"] && migration.helps[0].contains("'renames: { Client: Customer }'"), "\(migration.findings.map(\.message))")
        let dropped = try PlannedMigration(from: old, to: new, "drops: { Client: why }")
        #expect(dropped.findings.map(\.message) == ["the connections of 'Order.buyer' would be lost"])
    }

    @Test func `an enum whose raw type changes is told by the raw types`() throws {
        let old = "enums: { E: [a, b] }\n" + "entities:\n  A: { attributes: { e: E } }\n"
        let migration = try PlannedMigration(from: "trellis: 1\nmodel: Shop\n" + old, to: "trellis: 1\nmodel: Shop\n" + old.replacing("[a, b]", with: "{ raw: int, cases: { a: 1, b: 2 } }"))
        #expect(migration.findings[0].message.hasPrefix("'A.e' was E with raw values that are texts and is E with raw values that are integers"), "\(migration.findings.map(\.message))")
    }

    @Test func `a default with a NUL in it is given to rows that are there`() throws {
        let old = Self.model("  A: { attributes: { n: int? } }\n")
        let migration = try PlannedMigration(from: old, to: old.replacing("n: int?", with: "n: int?, t: { type: string, default: \"a\\u0000b\" }"))
        #expect(try migration.run("INSERT INTO a (n) VALUES (1)").rows("SELECT hex(t) FROM a") == [["610062"]])
    }

    @Test(arguments: [("Item?", "Tag?"), ("[Item]", "Tag?"), ("[Item]", "[Tag]")])
    func `a relationship that leads to another entity is a loss, and a reason is enough`(former: String, latter: String) throws {
        func note(_ destination: String) -> String {
            Self.model(
                "  Note: { attributes: { text: string }, relationships: { about: { to: \(destination) } } }\n  Item: { attributes: { n: string } }\n"
                    + "  Tag: { attributes: { n: string } }\n")
        }
        let open = try PlannedMigration(from: note(former), to: note(latter))
        #expect(open.findings.map(\.message) == ["the connections of 'Note.about' would be lost"])
        #expect(open.helps == ["decide in the migration's file: 'drops: { Note.about: why }'"])
        let migration = try PlannedMigration(from: note(former), to: note(latter), "drops: { Note.about: why }")
        #expect(migration.findings.map(\.message) == [])
        let table = former == "[Item]" ? "INSERT INTO note_about VALUES (1, 1, 7)" : "UPDATE note SET about_id = 7"
        let connection = try migration.run("INSERT INTO note (_id, text) VALUES (1, 'x'); INSERT INTO item (_id, n) VALUES (7, 'y'); \(table)")
        let query = latter == "[Tag]" ? "SELECT * FROM note_about" : "SELECT about_id FROM note WHERE about_id IS NOT NULL"
        #expect(try connection.rows(query) == [])
    }

    @Test func `a required key that leads to another entity is asked for its value, and for a reason for the loss`() throws {
        func note(_ destination: String) -> String {
            Self.model(
                "  Note: { attributes: { text: string }, relationships: { about: { to: \(destination) } } }\n  Item: { attributes: { n: string } }\n"
                    + "  Tag: { attributes: { n: string } }\n")
        }
        let value = "values: { Note.about: \"(SELECT min(_id) FROM tag)\" }\n"
        #expect(try PlannedMigration(from: note("Item"), to: note("Tag")).codes.sorted() == ["TR2102", "TR2103"])
        #expect(try PlannedMigration(from: note("Item"), to: note("Tag"), value).codes == ["TR2102"])
        let migration = try PlannedMigration(from: note("Item"), to: note("Tag"), value + "drops: { Note.about: why }")
        #expect(migration.findings.filter { $0.severity == .error }.map(\.message) == [])
        let rows = "INSERT INTO item (_id, n) VALUES (7, 'y'); INSERT INTO tag (_id, n) VALUES (4, 'z'); INSERT INTO note (_id, text, about_id) VALUES (1, 'x', 7)"
        #expect(try migration.run(rows).rows("SELECT about_id FROM note") == [["4"]])
    }

    @Test func `a value does not give up the connections whose name a rename gives to another key`() throws {
        let old = Self.model(
            "  Work: { abstract: true, relationships: { x: { to: [Book], inverse: s }, r: { to: [Book], inverse: p } } }\n"
                + "  Book: { parent: Work, relationships: { s: { to: Work?, inverse: x }, p: { to: Work?, inverse: r } } }\n")
        let new = Self.model(
            "  Work: { abstract: true, relationships: { r: { to: [Book], inverse: x } } }\n"
                + "  Book: { parent: Work, relationships: { x: { to: Work?, inverse: r } } }\n")
        let migration = try PlannedMigration(
            from: old, to: new,
            "renames: { Book.p: x }\ndrops: { Book.p: why }\nvalues: { Book.x: \"(SELECT min(_other._id) FROM work AS _other WHERE _other.s_id = work._id)\" }")
        #expect(migration.findings.filter { $0.severity == .error }.map(\.message) == ["the connections of 'Book.s' would be lost"])
    }
}
