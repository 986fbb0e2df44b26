import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import Testing

/// A proof sees only what its rows show: here are the difficulties that they have to have.
struct ProofRowsTests {
    /// A hierarchy of nine entities below an abstract one.
    private static func hierarchy(ninth: String) -> String {
        "trellis: 1\nmodel: Zoo\nentities:\n  Root: { abstract: true, attributes: { n: string } }\n"
            + (1...8).map { "  K\($0): { parent: Root, attributes: { a\($0): int? }, relationships: { keeper\($0): { to: Keeper? } } }\n" }.joined()
            + "  K9: { parent: Root, attributes: { d: \(ninth) }, relationships: { keeper9: { to: Keeper? } } }\n"
            + "  Keeper: { attributes: { n: string } }\n"
    }

    private static func database(_ text: String) throws -> SQLiteConnection {
        let version = try PlannedMigration.version(text)
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(version.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        try SeedRows.all(for: version)[0].insert(into: connection)
        return connection
    }

    // MARK: Hierarchies

    @Test func `each entity of a large hierarchy has rows with NULL keys, keys that lead to rows, and one that leads nowhere`() throws {
        let connection = try Self.database(Self.hierarchy(ninth: "string"))
        for kind in 1...9 {
            let key = "keeper\(kind)_id"
            let row = try connection.rows(
                """
                SELECT count(*) > 4, sum(\(key) IS NULL) >= 2, sum(\(key) IN (SELECT _id FROM keeper)) >= 2,
                       sum(\(key) NOT IN (SELECT _id FROM keeper))
                FROM root WHERE _entity = 'K\(kind)'
                """)
            #expect(row == [["1", "1", "1", "1"]], "K\(kind)")
        }
    }

    @Test func `each entity of a large hierarchy has difficult values, though entities take turns`() throws {
        let connection = try Self.database(Self.hierarchy(ninth: "string"))
        for kind in 1...8 {
            let row = try connection.rows("SELECT sum(a\(kind) IS NULL) >= 1, count(DISTINCT a\(kind)) >= 3 FROM root WHERE _entity = 'K\(kind)'")
            #expect(row == [["1", "1"]], "K\(kind)")
        }
        #expect(try connection.rows("SELECT sum(d = '') >= 1, sum(length(d) > 4000) >= 1 FROM root WHERE _entity = 'K9'") == [["1", "1"]])
    }

    @Test func `a wrong value of the ninth entity of a hierarchy is seen`() throws {
        let migration = try PlannedMigration(from: Self.hierarchy(ninth: "string"), to: Self.hierarchy(ninth: "day"), "values: { K9.d: d }")
        #expect(migration.codes == ["TR2114"] && migration.findings[0].message.contains("which the library cannot read"), "\(migration.findings.map(\.message))")
    }

    @Test func `a key that becomes required is looked at in the rows of every child`() throws {
        let old = """
            trellis: 1
            model: Zoo
            entities:
              Root: { attributes: { n: string } }
              Cage: { parent: Root, relationships: { next: { to: Cage?, inverse: previous }, previous: { to: [Cage], inverse: next } } }

            """
        let new = old.replacing("parent: Root, ", with: "attributes: { n: string }, ").replacing("Cage?, inverse: previous }", with: "Cage, inverse: previous }")
            .replacing("inverse: next }", with: "inverse: next, deleteRule: cascade }")
        // The table of cages is empty while the query reads it.
        let migration = try PlannedMigration(from: old, to: new, "values: { Cage.next: \"coalesce(next_id, (SELECT min(_id) FROM cage))\" }")
        #expect(migration.codes == ["TR2108"], "\(migration.findings.map(\.message))")
    }

    @Test func `one key for all rows without one is seen to be refused where keys are unique`() throws {
        let old = """
            trellis: 1
            model: Zoo
            entities:
              Root: { abstract: true, attributes: { n: string } }
              Cat: { parent: Root }
              Cage: { parent: Root, relationships: { lock: { to: Lock?, inverse: cage } } }
              Lock: { attributes: { n: string }, relationships: { cage: { to: Cage?, inverse: lock } } }

            """
        let new = old.replacing("to: Lock?", with: "to: Lock")
        let migration = try PlannedMigration(from: old, to: new, "values: { Cage.lock: \"coalesce(lock_id, (SELECT max(_id) FROM lock))\" }")
        #expect(migration.codes == ["TR2108"], "\(migration.findings.map(\.message))")
    }

    // MARK: Values

    @Test func `a decimal that gets more places may overflow, which is told`() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  Order: { attributes: { price: { type: decimal, scale: 2 } } }\n"
        let migration = try PlannedMigration(from: old, to: old.replacing("scale: 2", with: "scale: 6"))
        #expect(migration.codes == ["TR2108"])
        #expect(migration.findings.first?.suggestion?.message.contains("Order.price") == true)
    }

    @Test(arguments: [
        ("'unknown'", true), ("'at random'", true), ("n || ' now'", true), ("coalesce(snow, '')", true), ("'now'", true), ("'current_date'", true),
        ("random()", false), ("hex(RANDOMBLOB(4))", false), ("date('now')", false), ("date ( 'NOW', '+1 day')", false), ("datetime()", false),
        ("strftime('%Y')", false), ("strftime('%Y', '2020-01-01')", true), ("current_timestamp", false), ("date('2020-01-01') || 'now'", true),
    ])
    func `values are compared unless they read the clock or chance`(value: String, isCompared: Bool) throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  A: { attributes: { n: string, snow: string? } }\n"
        let new = old.replacing("n: string", with: "n: string, v: string")
        let (decided, told) = DecisionReader.read(Array("trellis: 1\nvalues: { A.v: '\(value.replacing("'", with: "''"))' }\n".utf8), file: "m.yaml")
        #expect(told.isEmpty)
        let decisions = try #require(decided)
        let (former, latter) = (try PlannedMigration.version(old), try PlannedMigration.version(new))
        let made = MigrationPlanner.plan(from: former, to: latter, decisions)
        let plan = try #require(made.plan, "\(made.findings.map(\.message))")
        let proof = MigrationProof(from: former, to: latter, decisions)
        #expect(proof.findings(of: plan).map(\.message) == [])
        #expect(proof.findings(of: try plan.replacing(value, with: "'another'")).isEmpty != isCompared)
    }

    // MARK: Connections

    private static let club = """
        trellis: 1
        model: Club
        entities:
          Member:
            attributes: { name: string }
            relationships:
              likes: { to: [Team], inverse: fans, ordered: true }
              leads: { to: [Team], inverse: leaders }
              first: { to: Team? }
              second: { to: Team? }
          Team:
            attributes: { name: string }
            relationships: { fans: { to: [Member], inverse: likes }, leaders: { to: [Member], inverse: leads } }

        """

    @Test func `tables of connections differ, are not symmetric, and have members in an order of their own`() throws {
        let connection = try Self.database(Self.club)
        let pairs = { (table: String, owner: String, member: String) in
            Set(try connection.rows("SELECT \(owner), \(member) FROM \(table)").map { $0.map { $0 ?? "" } })
        }
        let (likes, leads) = (try pairs("member_likes", "member_id", "team_id"), try pairs("member_leads", "member_id", "team_id"))
        #expect(likes.count > 4 && leads.count > 4 && likes != leads)
        #expect(likes != Set(likes.map { [$0[1], $0[0]] }) && likes != Set(leads.map { [$0[1], $0[0]] }))
        let position = try #require(try PlannedMigration.version(Self.club).schema.joinTables.first { $0.name == "member_likes" }?.source.position)
        let places = try connection.rows("SELECT \(position) FROM member_likes ORDER BY member_id, team_id").map { $0[0] }
        #expect(places.contains(nil) && Set(places).count > 3 && places != places.sorted { (Int($0 ?? "") ?? 0) < (Int($1 ?? "") ?? 0) })
    }

    @Test(arguments: [
        ("one table of connections copied from another", "INSERT INTO member_likes (member_id, team_id) SELECT member_id, team_id FROM member_leads", "DELETE FROM member_likes"),
        ("ends exchanged", "UPDATE member_leads SET member_id = team_id, team_id = member_id", ""),
        ("an order lost", "UPDATE member_likes SET POSITION = NULL", ""),
        ("two keys exchanged", "UPDATE member SET first_id = second_id, second_id = first_id", ""),
    ])
    func `a plan that mixes connections up is seen`(fault: String, statement: String, before: String) throws {
        let (old, new) = (try PlannedMigration.version(Self.club), try PlannedMigration.version(Self.club.replacing("name: string", with: "name: string, note: string?")))
        let proof = MigrationProof(from: old, to: new, .init())
        var plan = try #require(MigrationPlanner.plan(from: old, to: new).plan)
        #expect(proof.findings(of: plan).map(\.message) == [])
        let position = old.schema.joinTables.first { $0.name == "member_likes" }?.source.position ?? ""
        let steps = [before, statement.replacing("POSITION", with: position)].filter { !$0.isEmpty }.map { MigrationPlan.Step($0, .update, "A fault") }
        plan.steps.insert(contentsOf: steps, at: plan.steps.firstIndex { $0.sql.hasPrefix("UPDATE _trellis_metadata") } ?? 0)
        plan.tables = plan.tables.map { table in
            var table = table
            (table.mayLoseRows, table.mayGainRows) = (true, true)
            return table
        }
        #expect(proof.findings(of: plan).first?.code.name == "TR2107")
    }
}
