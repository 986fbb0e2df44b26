import Diagnostics
import SQLiteStorage
import TestSupport
import Testing

/// One table for all entities that inherit from each other, as plain SQL sees it.
struct InheritanceTests {
    private func rows(_ sql: String) throws -> [String] {
        try PlainDatabase(case: "inheritance").rows(sql)
    }

    @Test("There is a table for each root, with the columns of all, and those of children may be empty")
    func columns() throws {
        let tables = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        #expect(try rows(tables) == ["_trellis_metadata", "item", "person", "place"])
        #expect(
            try rows("SELECT name || ' ' || \"notnull\" FROM pragma_table_info('person')") == [
                "_id 0", "_version 1", "_entity 1", "name 1", "email 0", "met 1", "home_id 0", "friend_id 0", "number 0",
                "grade 0", "salary 0", "office_id 0", "boss_id 0", "bonus 0", "until 0", "guest_card 0", "host_id 0", "card 0",
            ])
        #expect(
            try rows("SELECT name || ' ' || \"notnull\" FROM pragma_table_info('item')") == [
                "_id 0", "_version 1", "_entity 1", "owner_id 0", "title 0", "pages 0", "weight 0", "purpose 0", "teeth 0",
            ])
        // What stands alone has no such column.
        #expect(
            try PlainDatabase(case: "orders").rows("SELECT count(*) FROM pragma_table_info('order') WHERE name = '_entity'")
                == ["0"])
    }

    @Test("Keys point into the table of the destination's root")
    func keys() throws {
        #expect(
            try rows(
                "SELECT \"from\" || ' ' || \"table\" || ' ' || on_delete FROM pragma_foreign_key_list('person') ORDER BY \"from\""
            ) == [
                "boss_id person SET NULL", "friend_id person SET NULL", "home_id place NO ACTION", "host_id person SET NULL",
                "office_id place CASCADE",
            ])
    }

    @Test("A row has to say what it is")
    func entityIsRequired() throws {
        let database = try PlainDatabase(case: "inheritance")
        #expect(try database.run("INSERT INTO place (title) VALUES ('a');").error.contains("NOT NULL constraint failed: place._entity"))
        try database.rows("INSERT INTO place (_entity, title) VALUES ('House', 'a');")
    }

    // MARK: Uniqueness

    private func insert(_ values: String..., into database: PlainDatabase) throws -> String {
        try values.map { values in
            try database.run("INSERT INTO person (_entity, met, name, number, office_id, email) VALUES (\(values));").error
        }.joined()
    }

    @Test("What a child has alone is unique among its rows and its descendants'; other rows do not count")
    func uniqueness() throws {
        let database = try PlainDatabase(case: "inheritance")
        try database.rows("INSERT INTO place (_entity, title) VALUES ('Office', 'a'), ('Office', 'b');")
        #expect(
            try insert(
                "'Employee', 0, 'a', 1, 1, NULL", "'Manager', 0, 'b', 2, 1, NULL", "'Employee', 0, 'a', 3, 2, NULL",
                "'Guest', 0, 'a', 1, 1, NULL", "'Person', 0, 'a', 1, 1, NULL", "'Person', 0, 'a', 1, 1, NULL", into: database)
                == "")
        #expect(
            try insert("'Manager', 0, 'c', 1, 1, NULL", into: database).contains("UNIQUE constraint failed: person.number"))
        #expect(
            try insert("'Manager', 0, 'a', 4, 1, NULL", into: database).contains(
                "UNIQUE constraint failed: person.name, person.office_id"))
        // Becoming another entity is looked at too.
        #expect(
            try database.run("UPDATE person SET _entity = 'Employee' WHERE _entity = 'Guest';").error.contains("UNIQUE"))
    }

    @Test("What the root has is unique among all rows")
    func rootUniqueness() throws {
        let database = try PlainDatabase(case: "inheritance")
        #expect(try insert("'Guest', 0, 'a', NULL, NULL, 'x'", "'Person', 0, 'a', NULL, NULL, NULL", into: database) == "")
        #expect(
            try insert("'Contractor', 0, 'a', NULL, NULL, 'x'", into: database).contains(
                "UNIQUE constraint failed: person.email"))
    }

    @Test("SQLite uses a child's partial index for what the library asks of the child")
    func indexIsUsed() throws {
        let ask = "EXPLAIN QUERY PLAN SELECT _id FROM person AS t0 WHERE"
        #expect(
            try rows("\(ask) t0._entity IN ('Employee', 'Manager') AND t0.salary > 5;").joined().contains(
                "USING INDEX person__salary__met"))
        #expect(
            try rows("\(ask) t0._entity IN ('Employee', 'Manager') AND t0.number = 5;").joined().contains(
                "USING INDEX person__number"))
        #expect(try rows("\(ask) t0.boss_id = 5;").joined().contains("INDEX person__boss_id"))
    }

    @Test("The text of a child's index does not depend on the order of the entities in the file")
    func orderOfEntities() throws {
        func indexes(_ entities: String...) throws -> [String?] {
            let model = try readModel("trellis: 1\nmodel: M\nentities:\n" + entities.map { "  \($0)\n" }.joined())
            return LayoutPlanner.plan(model).schema.tables[0].indexes.map(\.condition)
        }
        let (root, child) = ("R: {}", "C: { parent: R, attributes: { a: { type: int, unique: true } } }")
        let (x, y) = ("X: { parent: C }", "A: { parent: X }")
        #expect(try indexes(root, child, x, y) == ["_entity IN ('A', 'C', 'X')"])
        #expect(try indexes(y, x, child, root) == ["_entity IN ('A', 'C', 'X')"])
        #expect(try indexes(child, root) == ["_entity = 'C'"])
    }

    // MARK: Delete rules

    private let rules = """
        trellis: 1
        model: Rules
        entities:
          Owner:
            abstract: true
            relationships:
              cascaded: { to: [Cascaded], inverse: owner, deleteRule: cascade }
              denied: { to: [Denied], inverse: owner, deleteRule: deny }
              cleared: { to: [Cleared], inverse: owner }
          Small: { parent: Owner }
          Large: { parent: Owner }
          Thing: { attributes: { name: string } }
          Cascaded: { parent: Thing, relationships: { owner: { to: Owner, inverse: cascaded } } }
          Denied: { parent: Thing, relationships: { owner: { to: Owner?, inverse: denied, column: denied_by } } }
          Cleared: { parent: Thing, relationships: { owner: { to: Owner?, inverse: cleared, column: cleared_by } } }
          Takes:
            parent: Thing
            relationships:
              target: { to: Target?, inverse: takers, deleteRule: cascade }
              guard: { to: Target?, inverse: guarded, deleteRule: deny }
          Target:
            parent: Thing
            relationships:
              takers: { to: [Takes], inverse: target }
              guarded: { to: [Takes], inverse: guard }
        """

    private func database() throws -> PlainDatabase {
        let plan = LayoutPlanner.plan(try readModel(rules))
        #expect(plan.findings.isEmpty)
        let database = try PlainDatabase(schema: plan.schema.ddl)
        try database.rows(
            """
            INSERT INTO owner (_entity) VALUES ('Small'), ('Large');
            INSERT INTO thing (_entity, name, owner_id) VALUES ('Cascaded', 'c1', 1), ('Cascaded', 'c2', 2);
            INSERT INTO thing (_entity, name, cleared_by) VALUES ('Cleared', 'n1', 1), ('Cleared', 'n2', 2);
            INSERT INTO thing (_entity, name) VALUES ('Thing', 't'), ('Target', 'x'), ('Target', 'y');
            """)
        return database
    }

    @Test("Deleting a row does what the rules of its entity and of its ancestors say, and leaves all others")
    func rulesOfTheOwner() throws {
        let database = try database()
        try database.rows("DELETE FROM owner WHERE _id = 1;")
        #expect(
            try database.rows("SELECT name, coalesce(cleared_by, '-') FROM thing ORDER BY _id;") == [
                "c2|-", "n1|-", "n2|2", "t|-", "x|-", "y|-",
            ])
        try database.rows("INSERT INTO thing (_entity, name, denied_by) VALUES ('Denied', 'd', 2);")
        #expect(try database.run("DELETE FROM owner;").error.contains("FOREIGN KEY constraint failed"))
        try database.rows("BEGIN; DELETE FROM owner; DELETE FROM thing WHERE _entity = 'Denied'; COMMIT;")
        #expect(try database.rows("SELECT name FROM thing ORDER BY _id;") == ["n1", "n2", "t", "x", "y"])
    }

    @Test("Rules of the side that holds the key are triggers of the shared table, for rows that have the key")
    func rulesOfTheKeyHolder() throws {
        let database = try database()
        #expect(
            try database.rows("SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY name;") == [
                "thing__guard_id__deny|thing", "thing__target_id__cascade|thing",
            ])
        try database.rows("INSERT INTO thing (_entity, name, target_id) SELECT 'Takes', 'taker', _id FROM thing WHERE name = 'x';")
        try database.rows("DELETE FROM thing WHERE name IN ('t', 'taker');")
        #expect(try database.rows("SELECT name FROM thing ORDER BY _id;") == ["c1", "c2", "n1", "n2", "y"])
        try database.rows("INSERT INTO thing (_entity, name, guard_id) SELECT 'Takes', 'guard', _id FROM thing WHERE name = 'y';")
        #expect(try database.run("DELETE FROM thing WHERE name = 'guard';").error.contains("denies the delete"))
    }

    // MARK: Names

    @Test("Entities of one table whose properties would be one column are told, with a name for the column")
    func columnClash() throws {
        try expectFindings(
            """
            trellis: 1
            model: Messages
            entities:
              Message: { attributes: { kind: int } }
              Text: { parent: Message, attributes: { body: string, note: string } }
              SystemMessage: { parent: Message, attributes: { 1️⃣body: string, 2️⃣Kind: int, note: { type: string, column: remark } } }
              Other: { attributes: { body: string } }
            """,
            .init("TR1312", at: 1, saying: "'SystemMessage.body' and 'Text.body' would both be the column 'body' of the table 'message'"),
            .init("TR1312", at: 2, saying: "'SystemMessage.Kind' and 'Message.kind'"))
    }

    @Test("A child has no table that another name could meet")
    func tableNames() throws {
        try expectFindings(
            """
            trellis: 1
            model: Messages
            entities:
              Message:
              OrderRow: { parent: Message }
              Orderrow: { table: order_row }
            """)
    }

    @Test("Fetches of every entity of a hierarchy are proved, also where thousands of tables stand in several databases")
    func proof() throws {
        let filler = (0..<300).map { "  Filler\($0): {}\n" }.joined()
        let model = try readModel(
            """
            trellis: 1
            model: Large
            entities:
              Last:
                parent: Root
                attributes: { size: int }
                relationships: { far: { to: Far?, inverse: lasts } }
                fetches: { all: { where: size > 3 AND far.name == 'a', sort: [far.weight, size] } }
            \(filler)
              Root: { attributes: { title: string } }
              Base: { attributes: { name: string } }
              Far:
                parent: Base
                attributes: { weight: int }
                relationships: { lasts: { to: [Last], inverse: far } }
                fetches: { far: { sort: weight } }
            """)
        let plan = LayoutPlanner.plan(model)
        #expect(plan.schema.tables.count == 302)
        #expect(plan.schema.table(forEntity: "Last")?.name == "root")
        #expect(!SchemaVerifier.verify(model, plan.schema).containsError)
    }
}
