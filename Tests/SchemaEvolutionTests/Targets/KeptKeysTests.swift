import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// Plans that run while foreign keys are on.
struct KeptKeysTests {
    /// Three levels of cascades, a tree within the second one, and a circle of required keys between the last two.
    private static func model(_ type: String, extra: String = "") -> String {
        """
        trellis: 1
        model: Depot
        entities:
          House:
            attributes: { number: \(type), name: string }
            relationships:
              rooms: { to: [Room], inverse: house, deleteRule: cascade }
          Room:
            attributes: { name: string }
            relationships:
              house: { to: House, inverse: rooms }
              above: { to: "Room?", inverse: below }
              below: { to: [Room], inverse: above, deleteRule: cascade }
              boxes: { to: [Box], inverse: room, deleteRule: cascade }
              friends: { to: [House] }
          Box:
            attributes: { name: { type: string, unique: true } }
            relationships:
              room: { to: Room, inverse: boxes }
              lids: { to: [Lid], inverse: box, deleteRule: cascade }
              best: { to: Lid }
          Lid:
            attributes: { name: string }
            relationships:
              box: { to: Box, inverse: lids }
        \(extra)
        """
    }

    private static let rows = """
        INSERT INTO house (_id, number, name) VALUES (1, 7, 'a'), (2, 8, 'b');
        INSERT INTO room (_id, name, house_id, above_id) VALUES (1, 'r1', 1, 3), (2, 'r2', 1, 1), (3, 'r3', 2, NULL), (4, 'r4', 2, 4);
        BEGIN;
        INSERT INTO box (_id, name, room_id, best_id) VALUES (1, 'b1', 1, 2), (2, 'b2', 2, 1), (3, 'b3', 4, 1);
        INSERT INTO lid (_id, name, box_id) VALUES (1, 'l1', 1), (2, 'l2', 3);
        COMMIT;
        INSERT INTO room_friends (room_id, house_id) VALUES (1, 1), (1, 2), (4, 1);
        """

    private static let tables = ["house", "room", "box", "lid", "room_friends"]

    /// A store with rows and with foreign keys on.
    private func store(_ version: StoredVersion, _ rows: String = rows) throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(version.schema.ddl + "PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;" + rows)
        return connection
    }

    /// All rows, but for the column that changes its type.
    private func contents(_ connection: SQLiteConnection) throws -> [String] {
        try Self.tables.flatMap { table in
            let columns = try connection.rows("SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'number' ORDER BY name")
                .compactMap { $0[0].map(SQL.identifier) }
            return try connection.rows("SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY _id").map { row in
                "\(table): \(row.map { $0 ?? "NULL" }.joined(separator: " "))"
            }
        }
    }

    private func run(_ plan: MigrationPlan, _ connection: SQLiteConnection) throws {
        try connection.execute("BEGIN")
        for step in plan.steps {
            for statement in step.operation.statements { try connection.run(statement) }
        }
        try connection.execute("COMMIT")
    }

    private func migration(_ extra: String = "", _ decided: String = "") throws -> (PlannedMigration, MigrationPlan) {
        let migration = try PlannedMigration(from: Self.model("int32", extra: extra), to: Self.model("string", extra: extra), decided)
        return (migration, try #require(migration.plan, "\(migration.findings)"))
    }

    @Test func `an ordinary rebuild loses rows with foreign keys on, and the plan for such a target keeps all`() throws {
        let (migration, plan) = try migration()
        let before = try contents(store(migration.old))
        let ordinary = try store(migration.old)
        try run(plan, ordinary)
        let counts = try Self.tables.map { try ordinary.rows("SELECT count(*) FROM \($0)")[0][0] }
        #expect(counts == ["2", "0", "0", "0", "0"])

        let kept = try store(migration.old)
        try run(KeptKeysPlan.plan(plan, from: migration.old.schema, to: migration.new.schema), kept)
        #expect(try contents(kept) == before)
        #expect(try kept.rows("SELECT number, typeof(number) FROM house ORDER BY _id") == [["7", "text"], ["8", "text"]])
        #expect(try kept.rows("PRAGMA foreign_key_check") == [])
        #expect(try kept.rows("PRAGMA integrity_check") == [["ok"]])
        // Keys and triggers work as before.
        try kept.execute("DELETE FROM house")
        #expect(try Self.tables.map { try kept.rows("SELECT count(*) FROM \($0)")[0][0] } == ["0", "0", "0", "0", "0"])
    }

    @Test func `its schema is a fresh one, and no table is left over`() throws {
        let (migration, plan) = try migration()
        let kept = KeptKeysPlan.plan(plan, from: migration.old.schema, to: migration.new.schema)
        let proof = MigrationProof(from: migration.old, to: migration.new, .init())
        #expect(proof.findings(of: kept, on: .d1).map(\.message) == [])
        // The same proof finds what an ordinary rebuild loses.
        #expect(proof.findings(of: plan, on: .d1).isEmpty == false)
    }

    @Test func `a chain of 5,000 rows that lead to each other is kept`() throws {
        let (migration, plan) = try migration()
        let chain = """
            INSERT INTO house (_id, number, name) VALUES (1, 7, 'a');
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO room (_id, name, house_id, above_id) SELECT i, 'r', 1, CASE WHEN i < 5000 THEN i + 1 END FROM n;
            """
        let kept = try store(migration.old, "BEGIN;" + chain + "COMMIT;")
        try run(KeptKeysPlan.plan(plan, from: migration.old.schema, to: migration.new.schema), kept)
        #expect(try kept.rows("SELECT count(*), sum(above_id) FROM room") == [["5000", "\((2...5000).reduce(0, +))"]])
    }

    @Test func `tables of a circle, of which each also leads to itself, are kept`() throws {
        func model(_ type: String) -> String {
            """
            trellis: 1
            model: Depot
            entities:
              House:
                attributes: { number: \(type) }
                relationships:
                  above: { to: "House?", inverse: below }
                  below: { to: [House], inverse: above, deleteRule: cascade }
                  rooms: { to: [Room], inverse: house, deleteRule: cascade }
                  best: { to: "Room?", inverse: fans }
              Room:
                attributes: { name: string }
                relationships:
                  house: { to: House, inverse: rooms }
                  fans: { to: [House], inverse: best, deleteRule: cascade }
                  above: { to: "Room?", inverse: below }
                  below: { to: [Room], inverse: above, deleteRule: cascade }
            """
        }
        let migration = try PlannedMigration(from: model("int32"), to: model("string"))
        let plan = try #require(migration.plan, "\(migration.findings)")
        let rows = """
            BEGIN;
            INSERT INTO house (_id, number, above_id, best_id) VALUES (1, 7, NULL, 2), (2, 8, 1, 1), (3, 9, 3, NULL);
            INSERT INTO room (_id, name, house_id, above_id) VALUES (1, 'r1', 1, 2), (2, 'r2', 2, NULL);
            COMMIT;
            """
        let ordinary = try store(migration.old, rows)
        try run(plan, ordinary)
        #expect(try ordinary.rows("SELECT (SELECT count(*) FROM house), (SELECT count(*) FROM room)") == [["0", "0"]])
        let kept = try store(migration.old, rows)
        try run(KeptKeysPlan.plan(plan, from: migration.old.schema, to: migration.new.schema), kept)
        #expect(try kept.rows("SELECT _id, number, above_id, best_id FROM house") == [["1", "7", nil, "2"], ["2", "8", "1", "1"], ["3", "9", "3", nil]])
        #expect(try kept.rows("SELECT _id, name, house_id, above_id FROM room") == [["1", "r1", "1", "2"], ["2", "r2", "2", nil]])
        #expect(try kept.rows("PRAGMA foreign_key_check") == [])
    }

    @Test func `rows of an entity that goes are deleted, and no others`() throws {
        let kinds = """
              Guest:
                parent: Person
                attributes: { badge: int32 }
              Person:
                attributes: { name: string }
                relationships:
                  host: { to: "Person?", inverse: guests }
                  guests: { to: [Person], inverse: host, deleteRule: cascade }
            """
        let remaining = """
              Person:
                attributes: { name: string }
                relationships:
                  host: { to: "Person?", inverse: guests }
                  guests: { to: [Person], inverse: host, deleteRule: cascade }
            """
        let migration = try PlannedMigration(
            from: Self.model("int32", extra: kinds), to: Self.model("int32", extra: remaining), "drops: { Guest: a test }")
        let plan = try #require(migration.plan, "\(migration.findings)")
        let rows = """
            INSERT INTO person (_id, _entity, name, host_id) VALUES (1, 'Person', 'p', NULL), (2, 'Guest', 'g', 1), (3, 'Person', 'q', 2);
            """
        let kept = try store(migration.old, rows.replacing("badge", with: "badge"))
        try run(KeptKeysPlan.plan(plan, from: migration.old.schema, to: migration.new.schema), kept)
        #expect(try kept.rows("SELECT _id, name, host_id FROM person ORDER BY _id") == [["1", "p", nil], ["3", "q", nil]])
    }

    @Test func `an ordinary rebuild loses triggers of the user and fires others, and views, triggers and indexes are carried over`() throws {
        let (migration, plan) = try migration()
        let own = """
            CREATE TABLE log (text TEXT);
            CREATE TRIGGER number AFTER UPDATE OF number ON house BEGIN INSERT INTO log VALUES ('number ' || NEW._id); END;
            CREATE TRIGGER lost AFTER DELETE ON lid BEGIN INSERT INTO log VALUES ('lost ' || OLD.name); END;
            """
        let ordinary = try store(migration.old)
        try ordinary.execute(own)
        try run(plan, ordinary)
        #expect(try ordinary.rows("SELECT text FROM log ORDER BY 1") == [["lost l1"], ["lost l2"]])
        #expect(try ordinary.rows("SELECT name FROM sqlite_schema WHERE name IN ('number', 'lost')") == [["lost"]])

        let connection = try store(migration.old)
        try connection.execute(own)
        try connection.execute(
            """
            CREATE VIEW crowded AS SELECT house.name, count(*) AS rooms FROM house JOIN room ON room.house_id = house._id GROUP BY house._id;
            CREATE TRIGGER watch AFTER DELETE ON room BEGIN INSERT INTO log VALUES (OLD.name || ' of ' || (SELECT count(*) FROM crowded)); END;
            CREATE INDEX room_name ON room (name);
            """)
        let kept = KeptKeysPlan.plan(plan, from: migration.old.schema, to: migration.new.schema)
        try connection.execute("BEGIN")
        let objects = try OwnObjects(connection, beside: plan).renamed(by: plan.tables, connection)
        try objects.remove(plan.tables, connection)
        for step in kept.steps { for statement in step.operation.statements { try connection.run(statement) } }
        try objects.restore(plan.tables, connection)
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT * FROM log") == [])
        #expect(try connection.rows("SELECT * FROM crowded ORDER BY 1") == [["a", "2"], ["b", "2"]])
        let names = try connection.rows("SELECT name FROM sqlite_schema WHERE name IN ('crowded', 'watch', 'room_name', 'number', 'lost') ORDER BY 1")
        #expect(names == [["crowded"], ["lost"], ["number"], ["room_name"], ["watch"]])
        try connection.execute("UPDATE house SET number = 'x' WHERE _id = 2; DELETE FROM log WHERE text = 'number 2'")
        #expect(try connection.rows("SELECT changes()") == [["1"]])
        try connection.execute("DELETE FROM room WHERE _id = 2")
        #expect(try connection.rows("SELECT text FROM log WHERE text LIKE 'r%'") == [["r2 of 2"]])
    }
}
