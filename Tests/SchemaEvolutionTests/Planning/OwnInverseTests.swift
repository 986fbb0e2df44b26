import SQLiteAccess
import Testing

/// To-one relationships that are, or become, their own inverse: two rows lead to each other.
struct OwnInverseTests {
    private static func model(_ relationships: String) -> String {
        "trellis: 1\nmodel: Club\nentities:\n  Item: { attributes: { n: string }, relationships: { \(relationships) } }\n"
    }

    private static let own = model("mate: { to: Item?, inverse: mate }")
    private static let rows = "INSERT INTO item (_id, n) VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e')"

    /// What the relationship becomes, and whether its pairs have a table of their own then.
    @Test(arguments: [
        ("mate: { to: Item?, inverse: back }, back: { to: [Item], inverse: mate }", false),
        ("mate: { to: Item?, inverse: back, key: here }, back: { to: Item?, inverse: mate }", false),
        ("mate: { to: [Item], inverse: back }, back: { to: [Item], inverse: mate }", true),
        ("mate: { to: [Item], inverse: mate }", true),
    ])
    func `a to-one that stops to be its own inverse keeps both directions`(relationships: String, isTable: Bool) throws {
        let migration = try PlannedMigration(from: Self.own, to: Self.model(relationships))
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(Self.rows + "; UPDATE item SET mate_id = 5 WHERE _id = 2; UPDATE item SET mate_id = 2 WHERE _id = 5")
        let table = migration.new.schema.joinTables.first?.name ?? ""
        let query = isTable ? "SELECT * FROM \(table)" : "SELECT NULL, _id, mate_id FROM item WHERE mate_id IS NOT NULL"
        #expect(try Set(connection.rows(query).map { Array($0.dropFirst()) }) == [["2", "5"], ["5", "2"]], "\(migration.plan?.text ?? "")")
    }

    /// What becomes a to-one that is its own inverse, with connections that only partly fit.
    @Test(arguments: [
        ("mate: { to: Item? }", "UPDATE item SET mate_id = 1 WHERE _id IN (2, 3); UPDATE item SET mate_id = 3 WHERE _id = 4"),
        (
            "mate: { to: [Item], inverse: back }, back: { to: Item?, inverse: mate }",
            "UPDATE item SET back_id = 1 WHERE _id IN (2, 3); UPDATE item SET back_id = 3 WHERE _id = 4"
        ),
        ("mate: { to: [Item] }", "INSERT INTO item_mate (item_id, mate_id) VALUES (1, 2), (3, 1), (4, 3), (4, 5)"),
        (
            "mate: { to: [Item], inverse: mate }",
            "INSERT INTO item_mate (item_id, mate_id) VALUES (1, 2), (1, 3), (3, 4)"
        ),
    ])
    func `the printed value of a to-one that becomes its own inverse gives both directions`(relationships: String, rows: String) throws {
        let open = try PlannedMigration(from: Self.model(relationships), to: Self.own)
        let help = try #require(open.helps.first)
        let line = try #require(help.firstMatch(of: /'(values: \{ Item.mate: .*? \})'/).map { String($0.output.1) }, "\(help)")
        let drops = relationships.contains("back") ? "\ndrops: { Item.back: why }" : ""
        var migration = try PlannedMigration(from: Self.model(relationships), to: Self.own, line)
        if migration.codes.contains("TR2102") { migration = try PlannedMigration(from: Self.model(relationships), to: Self.own, line + drops) }
        #expect(migration.findings.filter { $0.severity == .error }.map(\.message) == [])
        let connection = try migration.run(Self.rows + "; " + rows)
        let found = try connection.rows("SELECT _id, mate_id FROM item WHERE mate_id IS NOT NULL ORDER BY 1")
        #expect(!found.isEmpty && Set(found) == Set(found.map { [$0[1], $0[0]] }), "\(found)")
    }

    @Test func `a value that gives one direction is an error at the value`() throws {
        let migration = try PlannedMigration(
            from: Self.model("mate: { to: Item? }"), to: Self.own, "values: { Item.mate: _id % 8 + 1 }")
        let finding = try #require(migration.findings.first { $0.code.name == "TR2114" }, "\(migration.findings.map(\.message))")
        #expect(finding.span.file == "2.migration.yaml" && finding.message.contains("is its own inverse"), "\(finding.message)")
    }

    @Test func `rows that get a common parent lead to each other, though their tables become one`() throws {
        func model(_ entities: String) -> String { "trellis: 1\nmodel: Club\nentities:\n" + entities }
        let old = model(
            "  A: { attributes: { n: string }, relationships: { x: { to: B? } } }\n  B: { attributes: { n: string } }\n"
                + "  C: { attributes: { n: string }, relationships: { s: { to: C?, inverse: t, key: here }, t: { to: C?, inverse: s } } }\n")
        let new = model(
            "  P: { abstract: true, attributes: { n: string }, relationships: { x: { to: P?, inverse: x } } }\n  A: { parent: P }\n  B: { parent: P }\n"
                + "  C: { parent: P, relationships: { t: { to: C?, inverse: t } } }\n")
        let open = try PlannedMigration(from: old, to: new)
        let lines = open.helps.flatMap { $0.matches(of: /'values: (\{ [\w.]+: ".*?" \})'/).map { String($0.output.1.dropFirst(2).dropLast(2)) } }
        #expect(lines.count == 2, "\(open.findings.map(\.message))")
        let migration = try PlannedMigration(from: old, to: new, "values:\n" + lines.map { "  \($0)\n" }.joined())
        #expect(migration.findings.filter { $0.severity == .error }.map(\.message) == [])
        let connection = try migration.run(
            "INSERT INTO b (_id, n) VALUES (1, 'b1'), (2, 'b2'); INSERT INTO a (_id, n, x_id) VALUES (1, 'a1', 2), (2, 'a2', NULL); "
                + "INSERT INTO c (_id, n) VALUES (1, 'c1'), (2, 'c2'); UPDATE c SET s_id = 2 WHERE _id = 1")
        let pairs = "SELECT one.n, other.n FROM p AS one JOIN p AS other ON other._id = one.COLUMN ORDER BY 1"
        #expect(try connection.rows(pairs.replacing("COLUMN", with: "x_id")) == [["a1", "b2"], ["b2", "a1"]])
        #expect(try connection.rows(pairs.replacing("COLUMN", with: "t_id")) == [["c1", "c2"], ["c2", "c1"]])
    }

    @Test func `an end that joins another relationship leaves its connections to the end that keeps its name`() throws {
        let old = Self.model("z: { to: Item? }, q: { to: Item?, inverse: v }, v: { to: [Item], inverse: q }")
        let new = Self.model("z: { to: Item?, inverse: v }, v: { to: [Item], inverse: z }, q: { to: Item? }")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run(Self.rows + "; UPDATE item SET z_id = 2, q_id = 3 WHERE _id = 1")
        #expect(try connection.rows("SELECT z_id, q_id FROM item WHERE _id = 1") == [["2", "3"]])
    }

    @Test func `a required to-one that is its own inverse can lead from a row to itself`() throws {
        let migration = try PlannedMigration(from: Self.own, to: Self.own.replacing("Item?", with: "Item"))
        #expect(migration.helps.first?.contains("'values: { Item.mate: \"coalesce(mate_id, _id)\" }'") == true, "\(migration.helps)")
        let decided = try PlannedMigration(
            from: Self.own, to: Self.own.replacing("Item?", with: "Item"), "values: { Item.mate: \"coalesce(mate_id, _id)\" }")
        #expect(decided.findings.filter { $0.severity == .error }.map(\.message) == [])
        let connection = try decided.run(Self.rows + "; UPDATE item SET mate_id = 5 WHERE _id = 2; UPDATE item SET mate_id = 2 WHERE _id = 5")
        #expect(try connection.rows("SELECT mate_id FROM item ORDER BY _id").map { $0[0] } == ["1", "5", "3", "4", "2"])
    }
}
