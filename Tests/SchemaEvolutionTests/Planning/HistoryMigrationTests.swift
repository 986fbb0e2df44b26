import SQLiteAccess
import SchemaEvolution
import TestSupport
import Testing

/// What a migration does to the change history.
struct HistoryMigrationTests {
    private let plain = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { name: string, info: string?, city: string?, orderCount: { type: int, derived: orders.@count } }
            relationships: { orders: { to: [Order], inverse: customer }, labels: { to: [Label], inverse: customers } }
          Order:
            attributes: { number: int }
            relationships: { customer: { to: Customer?, inverse: orders } }
          Label:
            attributes: { title: string }
            relationships: { customers: { to: [Customer], inverse: labels } }

        """
    private var recorded: String {
        plain.replacing("model: Shop", with: "model: Shop\nhistory: true")
            .replacing("name: string,", with: "name: { type: string, preserveOnDeletion: true },")
    }

    private let rows = """
        INSERT INTO customer (_id, name, info) VALUES (1, 'a ":name"', 'x'), (2, 'b', NULL);
        INSERT INTO label (_id, title) VALUES (1, 'l');
        INSERT INTO customer_labels (customer_id, label_id) VALUES (1, 1);
        UPDATE customer SET name = 'c', info = 'y', city = 'z' WHERE _id = 2;
        DELETE FROM customer WHERE _id = 2
        """

    private func history(_ connection: SQLiteConnection) throws -> [String] {
        try connection.rows(
            "SELECT operation || ' ' || entity || '/' || id || ' ' || coalesce(properties, '') || coalesce(preserved, '') "
                + "FROM _trellis_history ORDER BY token"
        ).compactMap { $0[0] }
    }

    private let original = [
        "insert Customer/1 ", "insert Customer/2 ", "insert Label/1 ", "update Customer/1 labels ", "update Label/1 customers ",
        "update Customer/2 name info city ", "delete Customer/2 {\"name\":\"c\"}",
    ]

    @Test func `turning it on creates the tables, and records from then on`() throws {
        let connection = try PlannedMigration(from: plain, to: recorded).run("INSERT INTO customer (name) VALUES ('a')")
        #expect(try history(connection).isEmpty)
        try connection.execute("UPDATE customer SET name = 'b'")
        #expect(try history(connection) == ["update Customer/1 name "])
    }

    @Test func `turning it off drops the tables and the triggers`() throws {
        let connection = try PlannedMigration(from: recorded, to: plain).run(rows)
        #expect(try connection.rows("SELECT name FROM sqlite_schema WHERE name LIKE '%history%'").isEmpty)
        try connection.execute("UPDATE customer SET name = 'b'")
    }

    @Test func `changes of rows that get new keys, and former keys that lead to them, follow`() throws {
        let old = """
            trellis: 1
            model: Zoo
            history: true
            entities:
              Cat:
                attributes: { name: string }
              Dog:
                attributes: { name: string }
                relationships: { toys: { to: [Toy], inverse: owner } }
              Toy:
                relationships: { owner: { to: Dog?, inverse: toys }, spot: { to: Cat? } }

            """
        let new = old.replacing("  Cat:\n    attributes: { name: string }\n", with: "  Animal: { abstract: true, attributes: { name: string } }\n  Cat: { parent: Animal }\n")
            .replacing("  Dog:\n    attributes: { name: string }\n", with: "  Dog:\n    parent: Animal\n")
        let rows = """
            INSERT INTO cat (_id, name) VALUES (4, 'Tom');
            INSERT INTO dog (_id, name) VALUES (3, 'Rex'), (12, 'Bo');
            INSERT INTO toy (_id, owner_id, spot_id) VALUES (1, 3, 4);
            UPDATE toy SET owner_id = 12, spot_id = NULL WHERE _id = 1;
            DELETE FROM dog WHERE _id = 3
            """
        let connection = try PlannedMigration(from: old, to: new).run(rows)
        // The keys of cats go up to 4 and those of dogs to 12, so dogs get keys 16 greater.
        #expect(try connection.rows("SELECT _id, _entity FROM animal ORDER BY _id") == [["4", "Cat"], ["28", "Dog"]])
        #expect(try connection.rows("SELECT owner_id FROM toy") == [["28"]])
        #expect(try history(connection) == [
            "insert Cat/4 ", "insert Dog/19 ", "insert Dog/28 ", "insert Toy/1 ", "update Toy/1 owner spot ", "delete Dog/19 ",
        ])
        #expect(try connection.rows("SELECT former_keys FROM _trellis_history WHERE operation = 'update'") == [["owner 19 spot 4 "]])
    }

    @Test func `a migration that changes rows records nothing`() throws {
        let new = recorded.replacing("info: string?", with: "info: { type: string, default: none }")
            .replacing("number: int", with: "number: int?")
        let connection = try PlannedMigration(from: recorded, to: new).run(rows)
        #expect(try history(connection) == original)
        try connection.execute("UPDATE customer SET info = 'b'")
        #expect(try history(connection) == original + ["update Customer/1 info "])
    }

    @Test func `a new count is computed without a change`() throws {
        let before = recorded.replacing(", orderCount: { type: int, derived: orders.@count }", with: "")
        let connection = try PlannedMigration(from: before, to: recorded).run(rows)
        #expect(try history(connection) == original)
    }

    @Test func `a count of something else is recomputed without a change, although no table changes`() throws {
        let new = recorded.replacing("orders.@count", with: "labels.@count")
        let connection = try PlannedMigration(from: recorded, to: new).run(rows)
        #expect(try history(connection) == original)
        #expect(try connection.rows("SELECT order_count FROM customer") == [["1"]])
        try connection.execute("UPDATE customer SET info = 'b'")
        #expect(try history(connection).count == original.count + 1)
    }

    @Test func `recorded changes follow renamed entities, properties and relationships`() throws {
        let new = recorded.replacing("Customer", with: "Client").replacing("info: string?", with: "memo: string?")
            .replacing("labels", with: "marks")
        let decisions = "renames: { Customer: Client, Customer.info: memo, Customer.labels: marks }"
        let connection = try PlannedMigration(from: recorded, to: new, decisions).run(rows)
        #expect(
            try history(connection)
                == original.map {
                    $0.replacing("Customer", with: "Client").replacing("info", with: "memo").replacing("labels", with: "marks")
                })
        try connection.execute("UPDATE client SET memo = 'b'")
        #expect(try history(connection).last == "update Client/1 memo ")
    }

    @Test func `names can be exchanged`() throws {
        let new = recorded.replacing("name: { type: string, preserveOnDeletion: true }, info: string?", with: "info: { type: string, preserveOnDeletion: true }, name: string?")
        let connection = try PlannedMigration(from: recorded, to: new, "renames: { Customer.name: info, Customer.info: name }").run(rows)
        #expect(try history(connection).suffix(2) == ["update Customer/2 info name city ", "delete Customer/2 {\"info\":\"c\"}"])
    }

    @Test func `a name that another property takes is removed from old changes`() throws {
        let new = recorded.replacing("city: string?", with: "town: string?")
        let connection = try PlannedMigration(from: recorded, to: new, "drops: { Customer.city: not used }").run(rows)
        #expect(try history(connection)[5] == "update Customer/2 name info ")
    }

    @Test func `changes of an entity that is gone keep their tokens and lose its name`() throws {
        let new = recorded.replacing(", labels: { to: [Label], inverse: customers }", with: "")
            .replacing("  Label:\n    attributes: { title: string }\n    relationships: { customers: { to: [Customer], inverse: labels } }\n", with: "")
        let connection = try PlannedMigration(from: recorded, to: new, "drops: { Label: not used }").run(rows)
        #expect(try history(connection)[2...4] == ["insert /1 ", "update Customer/1 ", "update /1 customers "])
    }

    @Test func `a user's statements are changes like other plain SQL`() throws {
        let connection = try PlannedMigration(
            from: recorded, to: recorded.replacing("city: string?", with: "city: string?, code: string?"),
            "before: [\"UPDATE customer SET info = 'q'\"]\nafter: [\"UPDATE customer SET code = 'r'\"]"
        ).run("INSERT INTO customer (name) VALUES ('a')")
        #expect(try history(connection) == ["insert Customer/1 ", "update Customer/1 info ", "update Customer/1 code "])
    }

    @Test func `old keys follow a renamed relationship`() throws {
        let new = recorded.replacing("customer: { to: Customer?, inverse: orders }", with: "buyer: { to: Customer?, inverse: orders }")
            .replacing("inverse: customer }", with: "inverse: buyer }")
        let connection = try PlannedMigration(from: recorded, to: new, "renames: { Order.customer: buyer }").run(
            "INSERT INTO customer (_id, name) VALUES (5, 'a'); INSERT INTO \"order\" (number, customer_id) VALUES (1, 5); DELETE FROM \"order\"")
        #expect(try connection.rows("SELECT former_keys FROM _trellis_history WHERE entity = 'Order' AND operation = 'delete'") == [["buyer 5 "]])
    }

    @Test func `readers and authors stay`() throws {
        let new = recorded.replacing("Customer", with: "Client")
        let connection = try PlannedMigration(from: recorded, to: new, "renames: { Customer: Client }").run(
            rows + "; INSERT INTO _trellis_history_reader VALUES ('r', 3); INSERT INTO _trellis_history_transaction VALUES (3, 1, 7, 0.5, 'a', NULL)")
        #expect(try connection.rows("SELECT * FROM _trellis_history_reader") == [["r", "3"]])
        #expect(try connection.rows("SELECT count(*) FROM _trellis_history_transaction") == [["1"]])
    }
}
