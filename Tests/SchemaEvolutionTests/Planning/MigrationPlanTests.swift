import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Plans from one version to another, run on databases with rows.
struct MigrationPlanTests: ShopPlans {
    // MARK: In place

    @Test("The same version is nothing to do but to say so")
    func same() throws {
        let (_, plan) = try migrate(to: Self.old)
        #expect(plan.steps.allSatisfy { $0.sql.hasPrefix("UPDATE _trellis_metadata") })
    }

    @Test("Optional attributes, required ones with a default, and entities are added without rewriting a row")
    func additions() throws {
        let (connection, plan) = try migrate(
            to: Self.old.replacing("number: int16,", with: "number: int16, note: string?, count: { type: int, default: 3 }, due: day?,")
                + "  Extra:\n    attributes: { a: int }\n")
        #expect(strategies(plan) == [.alter, .schema, .update])
        #expect(try connection.rows("SELECT number, note, count, _version FROM \"order\"") == [["1", nil, "3", "5"], ["2", nil, "3", "1"]])
        #expect(try connection.rows("SELECT count(*) FROM extra") == [["0"]])
    }

    @Test("A rename takes a decision, keeps the values, and is done in place; names may change in a circle")
    func renames() throws {
        let renamed = Self.old.replacing("info: string?", with: "note: string?")
        #expect(try findings(to: renamed).map(\.code.name) == ["TR2102"])
        #expect(try findings(to: renamed)[0].suggestion?.message.contains("'renames: { Customer.info: note }', or 'drops: { Customer.info: why }'") == true)
        let (connection, plan) = try migrate(to: renamed, "renames: { Customer.info: note }")
        #expect(!strategies(plan).contains(.rebuild))
        #expect(try connection.rows("SELECT note FROM customer ORDER BY _id") == [["x"], [nil]])

        let swapped = Self.old.replacing("name: string, info: string?", with: "info: string, name: string?")
        let (second, _) = try migrate(to: swapped.replacing("indexes: [name]", with: "indexes: [info]").replacing("search: [name]", with: "search: [info]"),
            "renames: { Customer.info: name, Customer.name: info }")
        #expect(try second.rows("SELECT info, name FROM customer ORDER BY _id") == [["Ada", "x"], ["Ben", nil]])
    }

    @Test("An entity under another name keeps its rows, keys, connections and searches")
    func renamedEntity() throws {
        let renamed = Self.old.replacing("Customer:", with: "Client:").replacing("to: Customer?", with: "to: Client?")
            .replacing("  Label:", with: "  Mark:").replacing("[Label]", with: "[Mark]")
        let (connection, plan) = try migrate(to: renamed, "renames: { Customer: Client, Label: Mark }")
        #expect(try connection.rows("SELECT c.name, o._id FROM \"order\" AS o JOIN client AS c ON c._id = o.customer_id") == [["Ben", "3"]])
        #expect(try connection.rows("SELECT mark_id, order_id FROM mark_orders ORDER BY order_id") == [["2", "3"], ["2", "4"]])
        #expect(try connection.rows("SELECT rowid FROM client_search WHERE client_search MATCH 'ada'") == [["1"]])
        // The keys of the orders refer to the table under its new name without being rewritten.
        #expect(!plan.steps.contains { $0.strategy == .rebuild && $0.sql.contains("FROM \"order\"") })
        try connection.execute("DELETE FROM client WHERE _id = 7")
        #expect(try connection.rows("SELECT _id FROM \"order\"") == [["4"]])
    }

    @Test("Two entities can exchange their names, and a name can change its letters' case alone")
    func exchangedNames() throws {
        let text = "trellis: 1\nmodel: Pair\nentities:\n  One:\n    attributes: { a: int }\n  Two:\n    attributes: { b: string }\n"
        let other = "trellis: 1\nmodel: Pair\nentities:\n  Two:\n    attributes: { a: int }\n  One:\n    attributes: { b: string }\n"
        let rows = "INSERT INTO one (a) VALUES (5); INSERT INTO two (b) VALUES ('x');"
        let (connection, _) = try migrate(from: text, to: other, "renames: { One: Two, Two: One }", rows: rows)
        #expect(try connection.rows("SELECT a, b FROM two, one") == [["5", "x"]])
        let (cased, _) = try migrate(from: text, to: text.replacing("  One:\n", with: "  One:\n    table: ONE\n"), rows: rows)
        #expect(try cased.rows("SELECT name FROM sqlite_schema WHERE name = 'ONE'") == [["ONE"]])
    }

    // MARK: Rebuilding

    @Test("A required attribute that was optional, another key, another type: one rebuild a table, and keys are never given again")
    func rebuild() throws {
        let new = Self.old.replacing("info: string?", with: "info: { type: string, default: none }").replacing("number: int16", with: "number: double")
            .replacing("deleteRule: cascade", with: "deleteRule: nullify")
        let (connection, plan) = try migrate(to: new)
        #expect(try connection.rows("SELECT info FROM customer ORDER BY _id") == [["x"], ["none"]])
        #expect(try connection.rows("SELECT number, typeof(number) FROM \"order\" ORDER BY _id") == [["1.0", "real"], ["2.0", "real"]])
        #expect(plan.byStatements.steps.filter { $0.sql.hasPrefix("DROP TABLE \"order\"") }.count == 1)
        try connection.execute("DELETE FROM customer WHERE _id = 7")
        #expect(try connection.rows("SELECT customer_id FROM \"order\" WHERE _id = 3") == [[nil]])
        try connection.execute("INSERT INTO customer (name, info, home_street) VALUES ('Cy', '', '')")
        #expect(try connection.rows("SELECT max(_id) FROM customer") == [["8"]])
        #expect(try connection.rows("SELECT rowid FROM customer_search WHERE customer_search MATCH 'cy'") == [["8"]])
    }

    @Test("Values are SQL on a row of the old table, for what is new and for what has another form")
    func values() throws {
        let new = Self.old.replacing("number: int16", with: "number: string, total: int")
        #expect(try findings(to: new.replacing("number: string", with: "number: data")).map(\.code.name).sorted() == ["TR2103", "TR2104"])
        let (connection, _) = try migrate(to: new, "values: { Order.number: \"'No. ' || number\", Order.total: \"price / 100\" }")
        #expect(try connection.rows("SELECT number, total FROM \"order\" ORDER BY _id") == [["No. 1", "10"], ["No. 2", "0"]])
    }

    @Test("A case that goes needs a value for the rows that have it")
    func lostCases() throws {
        let new = Self.old.replacing("[open, paid, sent]", with: "[open, sent]")
        #expect(try findings(to: new).map(\.code.name) == ["TR2104"])
        let (connection, _) = try migrate(to: new, "values: { Order.state: \"CASE state WHEN 'paid' THEN 'sent' ELSE state END\" }")
        #expect(try connection.rows("SELECT state FROM \"order\" ORDER BY _id") == [["sent"], ["open"]])
    }

    @Test("Numbers grow without a decision, and shrink with one")
    func widths() throws {
        let wide = Self.old.replacing("number: int16", with: "number: int64").replacing("type: decimal, scale: 2", with: "type: decimal, scale: 4")
        // A decimal of 18 digits has no room for two more.
        let (connection, _) = try migrate(to: wide, "accept: { Order.price: { TR2108: No price has 17 digits. } }")
        #expect(try connection.rows("SELECT number, price FROM \"order\" ORDER BY _id") == [["1", "105000"], ["2", "-100"]])
        #expect(try findings(to: Self.old.replacing("scale: 2", with: "scale: 1")).map(\.code.name) == ["TR2109"])
    }

    // MARK: Composites and hierarchies

    @Test("A composite that may be missing now is there in all rows")
    func presence() throws {
        let (connection, _) = try migrate(to: Self.old.replacing("home: Address", with: "home: Address?"))
        #expect(try connection.rows("SELECT home, home_street, home_zip FROM customer ORDER BY _id") == [["1", "Main 1", "3000"], ["1", "", nil]])
    }

    @Test("An entity gets children; an attribute goes up to the parent")
    func hierarchy() throws {
        let child = Self.old + "  Firm:\n    parent: Customer\n    attributes: { number: { type: int, default: 1 } }\n"
        let (connection, _) = try migrate(to: child)
        #expect(try connection.rows("SELECT _entity, name, number FROM customer ORDER BY _id") == [["Customer", "Ada", nil], ["Customer", "Ben", nil]])
        let up = child.replacing("    attributes: { number: { type: int, default: 1 } }\n", with: "").replacing("info: string?", with: "info: string?, number: int?")
        let (second, plan) = try migrate(
            from: child, to: up, rows: "INSERT INTO customer (_entity, name, home_street, number) VALUES ('Firm', 'x', '', 5), ('Customer', 'y', '', NULL);")
        #expect(try second.rows("SELECT number FROM customer ORDER BY _id") == [["5"], [nil]])
        #expect(!strategies(plan).contains(.rebuild))
    }

    @Test("Counts and sums are made right for rows that are there")
    func derived() throws {
        let new = Self.old.replacing("home: Address", with: "home: Address, orderCount: { type: int, derived: orders.@count }")
        let (connection, _) = try migrate(to: new)
        #expect(try connection.rows("SELECT order_count FROM customer ORDER BY _id") == [["0"], ["1"]])
    }

    @Test("Counts and sums that were there stay right, whatever strategy their tables need")
    func keptDerivations() throws {
        let counted = Self.old.replacing("home: Address", with: "home: Address, orderCount: { type: int, derived: orders.@count }, total: { type: decimal, scale: 2, derived: orders.@sum.price }")
        func totals(_ new: String, _ decided: String = "") throws -> ([[String?]], MigrationPlan) {
            let (connection, plan) = try migrate(from: counted, to: new, decided)
            return (try connection.rows("SELECT order_count, total FROM customer ORDER BY _id"), plan)
        }
        let same = try totals(counted)
        #expect(same.0 == [["0", "0"], ["1", "1050"]])
        #expect(same.1.steps.allSatisfy { $0.sql.hasPrefix("UPDATE _trellis_metadata") })
        let beside = try totals(counted.replacing("info: string?", with: "info: string?, note: string?"))
        #expect(beside.0 == same.0 && !strategies(beside.1).contains(.rebuild))
        #expect(!beside.1.steps.contains { $0.sql.hasPrefix("UPDATE customer") })
        #expect(try totals(counted.replacing("info: string?", with: "info: { type: string, default: x }")).0 == same.0)
        let doubled = try totals(counted, "values: { Order.price: price * 2 }")
        #expect(doubled.0 == [["0", "0"], ["1", "2100"]])
    }

    @Test("Counts and sums are computed from the right rows, whatever the tables are called", arguments: ["c", "m", "t0", "link", "member"])
    func tableNames(_ name: String) throws {
        // Each of the three entities has the name in turn.
        for tables in [[name, "x", "y"], ["x", name, "y"], ["x", "y", name]] {
            let old = """
                trellis: 1
                model: Shop
                entities:
                  Customer:
                    table: \(tables[0])
                    attributes: { orderCount: { type: int, derived: orders.@count }, total: { type: int, derived: orders.@sum.price } }
                    relationships: { orders: { to: [Order], inverse: customer } }
                  Order:
                    table: \(tables[1])
                    attributes: { price: int32, labelSum: { type: int, derived: labels.@sum.weight } }
                    relationships:
                      customer: { to: "Customer?", inverse: orders }
                      labels: { to: [Label], inverse: orders }
                  Label:
                    table: \(tables[2])
                    attributes: { weight: int32 }
                    relationships: { orders: { to: [Order], inverse: labels } }

                """
            let rows = """
                INSERT INTO \(tables[0]) (_id) VALUES (1), (2), (3);
                INSERT INTO \(tables[1]) (_id, price, customer_id) VALUES (1, 10, 1), (2, 20, 1), (3, 30, 2), (4, 8, 3), (5, 40, 3), (6, 6, 3);
                INSERT INTO \(tables[2]) (_id, weight) VALUES (1, 3), (2, 5);
                INSERT INTO \(tables[2])_orders (label_id, order_id) VALUES (1, 1), (2, 1), (2, 4);

                """
            let (connection, _) = try migrate(
                from: old, to: old.replacing("price: int32", with: "price: int32, note: string?"),
                "values: { Order.price: price / 2, Label.weight: weight / 2 }", rows: rows)
            let totals = try connection.rows("SELECT order_count, total FROM \(tables[0]) ORDER BY _id")
            #expect(totals == [["2", "15"], ["1", "15"], ["3", "27"]])
            let sums = try connection.rows("SELECT label_sum FROM \(tables[1]) ORDER BY _id")
            #expect(sums == [["3"], ["0"], ["0"], ["2"], ["0"], ["0"]])
            // The triggers go on from there.
            try connection.execute("UPDATE \(tables[2]) SET weight = 1 WHERE _id = 2; DELETE FROM \(tables[1]) WHERE _id = 6")
            #expect(try connection.rows("SELECT label_sum FROM \(tables[1]) WHERE _id IN (1, 4)") == [["2"], ["1"]])
            #expect(try connection.rows("SELECT order_count, total FROM \(tables[0]) WHERE _id = 3") == [["2", "24"]])
        }
    }
}
