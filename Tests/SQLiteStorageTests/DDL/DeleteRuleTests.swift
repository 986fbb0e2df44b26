import SQLiteStorage
import Testing

/// Delete rules hold for everybody who deletes a row with foreign keys on, not only for the library.
struct DeleteRuleTests {
    @Test("Deleting an order deletes its rows, and only those")
    func cascade() throws {
        let database = try PlainDatabase(case: "orders")
        try database.rows(
            """
            INSERT INTO "order" (date, made, paid) VALUES (0, 0, 0), (1, 0, 0);
            INSERT INTO order_row (sum, order_id) VALUES (100, 1), (200, 1), (300, 2);
            DELETE FROM "order" WHERE _id = 1;
            """)
        #expect(try database.rows("SELECT sum FROM order_row;") == ["300"])
    }

    @Test("A customer cannot be deleted as long as an order is theirs")
    func deny() throws {
        let database = try PlainDatabase(case: "orders")
        try database.rows(
            "INSERT INTO customer (name) VALUES ('Ada'); INSERT INTO \"order\" (date, made, paid, customer_id) VALUES (0, 0, 0, 1);"
        )
        #expect(try database.run("DELETE FROM customer;").error.contains("FOREIGN KEY constraint failed"))
        #expect(try database.rows("SELECT count(*) FROM customer;") == ["1"])
    }

    @Test("A customer can be deleted together with the orders in one transaction, in whatever order")
    func denyTogether() throws {
        for statements in ["DELETE FROM customer; DELETE FROM \"order\";", "DELETE FROM \"order\"; DELETE FROM customer;"] {
            let database = try PlainDatabase(case: "orders")
            try database.rows(
                "INSERT INTO customer (name) VALUES ('Ada'); INSERT INTO \"order\" (date, made, paid, customer_id) VALUES (0, 0, 0, 1);"
            )
            try database.rows("BEGIN; \(statements) COMMIT;")
            #expect(try database.rows("SELECT count(*) FROM customer; SELECT count(*) FROM \"order\";") == ["0", "0"])
        }
    }

    @Test("A transaction that leaves an order without its customer is refused at its end")
    func denyAtCommit() throws {
        let database = try PlainDatabase(case: "orders")
        try database.rows(
            "INSERT INTO customer (name) VALUES ('Ada'); INSERT INTO \"order\" (date, made, paid, customer_id) VALUES (0, 0, 0, 1);"
        )
        #expect(try database.run("BEGIN; DELETE FROM customer; COMMIT;").error.contains("FOREIGN KEY constraint failed"))
    }

    @Test("Deleting a service clears it from the rows")
    func nullify() throws {
        let database = try PlainDatabase(case: "orders")
        try database.rows(
            """
            INSERT INTO "order" (date, made, paid) VALUES (0, 0, 0);
            INSERT INTO service (name) VALUES ('a'), ('b');
            INSERT INTO order_row (sum, order_id, service_id) VALUES (1, 1, 1), (2, 1, 2);
            DELETE FROM service WHERE _id = 1;
            """)
        #expect(
            try database.rows("SELECT sum, coalesce(service_id, 'nil') FROM order_row ORDER BY sum;") == ["1|nil", "2|2"])
    }

    @Test("noAction leaves the key dangling")
    func noAction() throws {
        let database = try PlainDatabase(case: "rules")
        try database.rows(
            "INSERT INTO owner (name) VALUES ('o'); INSERT INTO dangling (name, owner_id) VALUES ('d', 1); DELETE FROM owner;"
        )
        #expect(try database.rows("SELECT owner_id FROM dangling; PRAGMA foreign_key_check;") == ["1"])
    }

    @Test("A required key that would be cleared blocks the deletion, unless its row goes too")
    func nullifyOfRequired() throws {
        let model = try readModel(
            """
            trellis: 1
            model: League
            entities:
              Team: { attributes: { name: string }, relationships: { players: { to: [Player], inverse: team } } }
              Player: { attributes: { name: string }, relationships: { team: { to: Team, inverse: players } } }
            """)
        let database = try PlainDatabase(schema: LayoutPlanner.plan(model).schema.ddl)
        try database.rows("INSERT INTO team (name) VALUES ('t'); INSERT INTO player (name, team_id) VALUES ('p', 1);")
        #expect(try database.run("DELETE FROM team;").error.contains("FOREIGN KEY constraint failed"))
        try database.rows("BEGIN; DELETE FROM team; DELETE FROM player; COMMIT;")
        #expect(try database.rows("SELECT count(*) FROM team; SELECT count(*) FROM player;") == ["0", "0"])
    }

    @Test("Deleting the root of a tree deletes the tree")
    func tree() throws {
        let database = try PlainDatabase(case: "rules")
        try database.rows(
            """
            INSERT INTO node (name, parent_id) VALUES ('root', NULL), ('a', 1), ('b', 1), ('aa', 2), ('other', NULL);
            DELETE FROM node WHERE name = 'root';
            """)
        #expect(try database.rows("SELECT name FROM node;") == ["other"])
    }

    @Test("A row may point at one that comes later in the transaction; not at one that never comes")
    func deferred() throws {
        let database = try PlainDatabase(case: "orders")
        try database.rows(
            "BEGIN; INSERT INTO order_row (sum, order_id) VALUES (1, 1); INSERT INTO \"order\" (date, made, paid) VALUES (0, 0, 0); COMMIT;"
        )
        #expect(
            try database.run("INSERT INTO order_row (sum, order_id) VALUES (1, 77);").error.contains(
                "FOREIGN KEY constraint failed"))
        #expect(
            try database.run("INSERT INTO order_row (sum) VALUES (1);").error.contains(
                "NOT NULL constraint failed: order_row.order_id"))
    }
}
