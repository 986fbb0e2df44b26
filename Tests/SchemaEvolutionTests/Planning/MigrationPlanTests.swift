import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Plans from one version to another, run on databases with rows.
struct MigrationPlanTests {
    static let old = """
        trellis: 1
        model: Shop
        enums: { State: [open, paid, sent] }
        composites:
          Address: { street: string, zip: string? }
        entities:
          Customer:
            attributes: { name: string, info: string?, home: Address }
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: cascade } }
            indexes: [name]
            search: [name]
          Order:
            attributes: { number: int16, state: { type: State, default: open }, price: { type: decimal, scale: 2 } }
            relationships:
              customer: { to: Customer?, inverse: orders }
              labels: { to: [Label], inverse: orders }
          Label:
            attributes: { name: { type: string, unique: true } }
            relationships: { orders: { to: [Order], inverse: labels } }

        """

    private static let rows = """
        INSERT INTO customer (_id, name, info, home_street, home_zip) VALUES (1, 'Ada', 'x', 'Main 1', '3000'), (7, 'Ben', NULL, '', NULL);
        INSERT INTO "order" (_id, _version, number, state, price, customer_id) VALUES (3, 5, 1, 'paid', 1050, 7), (4, 1, 2, 'open', -1, NULL);
        INSERT INTO label (_id, name) VALUES (2, 'a'), (9, 'b');
        INSERT INTO label_orders (label_id, order_id) VALUES (2, 3), (9, 3), (2, 4);
        DELETE FROM label WHERE _id = 9;

        """

    private func version(_ text: String) throws -> StoredVersion {
        let result = ModelReader.read(Array(text.utf8), file: "Shop.yaml")
        return StoredVersion(try #require(result.model, "\(TextRenderer(sources: ["Shop.yaml": text]).render(result.findings))"))
    }

    private func decisions(_ text: String) throws -> MigrationDecisions {
        let (decisions, findings) = DecisionReader.read(Array(("trellis: 1\n" + text).utf8), file: "2.migration.yaml")
        #expect(findings.isEmpty, "\(findings.map(\.message))")
        return try #require(decisions)
    }

    /// A database of the old version with rows, migrated by the plan; the plan is proved, too.
    private func migrate(
        from oldText: String = old, to newText: String, _ decided: String = "", rows: String = rows
    ) throws -> (SQLiteConnection, MigrationPlan) {
        let (old, new) = (try version(oldText), try version(newText))
        let decisions = try decisions(decided)
        let (made, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
        let plan = try #require(made, "\(findings.map { $0.message + " " + ($0.suggestion?.message ?? "") })")
        #expect(MigrationProof(from: old, to: new, decisions).findings(of: plan).map(\.message) == [])
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \(rows) PRAGMA foreign_keys = OFF")
        try connection.execute("BEGIN IMMEDIATE; \(plan.text) COMMIT; PRAGMA foreign_keys = ON")
        #expect(try connection.rows("PRAGMA foreign_key_check") == [])
        #expect(try connection.rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'") == [[new.schema.identity.hash]])
        return (connection, plan)
    }

    private func findings(to newText: String, _ decided: String = "") throws -> [Finding] {
        let (plan, findings) = MigrationPlanner.plan(from: try version(Self.old), to: try version(newText), try decisions(decided))
        #expect((plan == nil) == findings.containsError)
        return findings
    }

    private func strategies(_ plan: MigrationPlan) -> Set<MigrationPlan.Strategy> { Set(plan.steps.map(\.strategy)) }

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

    // MARK: Relationships

    @Test("A to-one that becomes a to-many keeps its destination as the one member")
    func toMany() throws {
        let new = Self.old.replacing("customer: { to: Customer?, inverse: orders }", with: "customer: { to: [Customer], inverse: orders }")
            .replacing("deleteRule: cascade", with: "deleteRule: nullify")
        let (connection, _) = try migrate(to: new)
        #expect(try connection.rows("SELECT order_id, customer_id FROM customer_orders") == [["3", "7"]])
    }

    @Test("A key that changes sides takes a value, which is told")
    func otherSide() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  Book:\n    attributes: { name: string }\n  Item:\n    relationships: { book: { to: Book? } }\n"
        let new = "trellis: 1\nmodel: Shop\nentities:\n  Book:\n    attributes: { name: string }\n    relationships: { item: { to: Item?, inverse: book, key: here } }\n  Item:\n    relationships: { book: { to: Book?, inverse: item } }\n"
        let asked = try PlannedMigration(from: old, to: new)
        #expect(asked.codes == ["TR2104"] && asked.helps[0].contains("'values: { Book.item: \"(SELECT _id FROM item WHERE book_id = book._id)\" }'"))
        let connection = try PlannedMigration(from: old, to: new, "values: { Book.item: \"(SELECT _id FROM item WHERE book_id = book._id)\" }")
            .run("INSERT INTO book (_id, name) VALUES (1, 'a'), (2, 'b'); INSERT INTO item (_id, book_id) VALUES (7, 2), (8, NULL)")
        #expect(try connection.rows("SELECT item_id FROM book ORDER BY _id") == [[nil], ["7"]])
    }

    @Test("The line that is told for a key that changes sides does, whichever table comes first and whatever it is called then")
    func otherSideInAnyOrder() throws {
        let (head, book) = ("trellis: 1\nmodel: Shop\nentities:\n", "  Book:\n    attributes: { name: string }\n")
        let flipped = head + "  Item:\n    relationships: { book: { to: Book?, inverse: item } }\n" + book + "    relationships: { item: { to: Item?, inverse: book, key: here } }\n"
        let loose = head + "  Item:\n    relationships: { book: { to: Book? } }\n" + book
        let oneToOne = head + "  Item:\n    relationships: { book: { to: Book?, inverse: item, key: here } }\n" + book + "    relationships: { item: { to: Item?, inverse: book } }\n"
        for old in [loose, oneToOne] {
            for (name, renames) in [("Item", ""), ("Part", "renames: { Item: Part }\n")] {
                let new = flipped.replacing("Item", with: name)
                let value = "values: { Book.item: \"(SELECT _id FROM \(name.lowercased()) WHERE book_id = book._id)\" }"
                let asked = try PlannedMigration(from: old, to: new, renames)
                // No two rows of a one-to-one lead to the same one, so that its keys can go to the other side.
                if old == oneToOne {
                    #expect(asked.codes == [])
                } else {
                    #expect(asked.codes == ["TR2104"] && asked.helps.first?.contains("'\(value)'") == true, "\(asked.helps)")
                }
                let connection = try PlannedMigration(from: old, to: new, renames + (old == oneToOne ? "" : value))
                    .run("INSERT INTO book (_id, name) VALUES (1, 'a'), (2, 'b'); INSERT INTO item (_id, book_id) VALUES (7, 2), (8, NULL)")
                #expect(try connection.rows("SELECT item_id FROM book ORDER BY _id") == [[nil], ["7"]])
            }
        }
    }

    @Test("Many-to-many relationships exchange their names, hand them on, or leave them to an entity's table")
    func namesOfConnections() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  A: { relationships: { x: { to: [B] }, y: { to: [B] } } }\n  B: { attributes: { n: int } }\n  T: { attributes: { n: int } }\n"
        let rows = "INSERT INTO a (_id) VALUES (1); INSERT INTO b (n) VALUES (7), (8); INSERT INTO a_x (a_id, b_id) VALUES (1, 1); INSERT INTO a_y (a_id, b_id) VALUES (1, 2); INSERT INTO t (n) VALUES (9)"
        let exchanged = try PlannedMigration(from: old, to: old, "renames: { A.x: y, A.y: x }").run(rows)
        #expect(try exchanged.rows("SELECT a_x.b_id, a_y.b_id FROM a_x, a_y") == [["2", "1"]])
        let shifted = try PlannedMigration(from: old, to: old.replacing("y: {", with: "z: {").replacing("x: {", with: "y: {"), "renames: { A.x: y, A.y: z }").run(rows)
        #expect(try shifted.rows("SELECT a_y.b_id, a_z.b_id FROM a_y, a_z") == [["1", "2"]])
        let taken = try PlannedMigration(
            from: old, to: old.replacing("x: {", with: "z: {").replacing("T: {", with: "T: { table: a_x,"), "renames: { A.x: z }").run(rows)
        #expect(try taken.rows("SELECT a_z.b_id, a_x.n FROM a_z, a_x") == [["1", "9"]])
    }

    @Test("Connections with an entity that is gone are lost, though the relationship keeps its name")
    func otherDestination() throws {
        let new = Self.old.replacing("  Label:\n", with: "  Tag:\n").replacing("[Label]", with: "[Tag]")
        // If 'Label' is 'Tag', nothing is lost: that is asked first.
        #expect(try findings(to: new).map(\.message) == ["'Label' was removed, and all its objects would be lost"])
        #expect(try findings(to: new, "drops: { Label: no }").map(\.message) == [])
        let (connection, _) = try migrate(to: new, "drops: { Label: no, Order.labels: no }")
        #expect(try connection.rows("SELECT count(*) FROM order_labels") == [["0"]])
        let (renamed, _) = try migrate(to: new, "renames: { Label: Tag }")
        #expect(try renamed.rows("SELECT count(*) FROM order_labels") == [["2"]])
    }

    @Test("Members of a many-to-many get an order, and connections stay")
    func ordered() throws {
        let new = Self.old.replacing("labels: { to: [Label], inverse: orders }", with: "labels: { to: [Label], inverse: orders, ordered: true }")
        let (connection, _) = try migrate(to: new)
        #expect(try connection.rows("SELECT label_id, order_id, label_position FROM label_orders") == [["2", "3", nil], ["2", "4", nil]])
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

    // MARK: What is refused

    @Test("A loss needs a reason: an attribute, an entity, connections")
    func losses() throws {
        let without = Self.old.replacing(", price: { type: decimal, scale: 2 }", with: "")
        #expect(try findings(to: without).map(\.message) == ["the values of 'Order.price' would be lost"])
        let (connection, _) = try migrate(to: without, "drops: { Order.price: No program shows it. }")
        #expect(try connection.rows("SELECT count(*) FROM \"order\"") == [["2"]])

        let bare = Self.old.replacing("      labels: { to: [Label], inverse: orders }\n", with: "")
            .replacing("    relationships: { orders: { to: [Order], inverse: labels } }\n", with: "")
        #expect(Set(try findings(to: bare).map(\.code.name)) == ["TR2102"])
        _ = try migrate(to: bare, "drops: { Label.orders: no, Order.labels: no }")
        let gone = try #require(bare.firstRange(of: "  Label:")).lowerBound
        let (last, _) = try migrate(to: String(bare[..<gone]), "drops: { Label: Not used., Order.labels: no }")
        #expect(try last.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'label%'") == [])
    }

    @Test("A new required attribute or key needs a value")
    func missingValues() throws {
        let required = try findings(to: Self.old.replacing("number: int16,", with: "number: int16, total: int,"))
        #expect(required.map(\.code.name) == ["TR2103"])
        #expect(required[0].suggestion?.message.contains("'values: { Order.total: \"…\" }'") == true)
        // A new name that is nearly the old one is offered first.
        let shop = "trellis: 1\nmodel: Shop\nentities:\n  Order: { attributes: { totalSum: int? } }\n"
        let asked = try PlannedMigration(from: shop, to: shop.replacing("totalSum: int?", with: "totalSums: int"))
        #expect(asked.codes == ["TR2102", "TR2103"])
        #expect(asked.helps.first?.hasPrefix("decide in the migration's file: 'renames: { Order.totalSum: totalSums }', or ") == true, "\(asked.helps)")
        // Under the rename some rows may still lack a value.
        #expect(asked.helps.last?.contains("coalesce(\"totalSum\"") == true || asked.helps.last?.contains("coalesce(total_sum") == true, "\(asked.helps)")
        #expect(try findings(to: Self.old.replacing("to: Customer?", with: "to: Customer")).map(\.code.name) == ["TR2103"])
    }

    @Test("Decisions on what there is not, and those that nothing needs, are told at their place")
    func uselessDecisions() throws {
        let found = try findings(
            to: Self.old,
            """
            renames: { Order.nothing: x, Order.price: nothing }
            drops: { Order.number: why, Ordr: why }
            values: { Order.total: "1" }
            """).filter { $0.code.name == "TR2105" }
        #expect(found.map(\.span.start.line) == [2, 2, 3, 3, 4])
    }

    @Test("Decisions that are empty or no texts are refused")
    func badDecisions() {
        let marked = MarkedText("trellis: 1\nrenames: { A: 1️⃣\"\" }\ndrops: { B: 2️⃣[] }\n3️⃣value: {}\n")
        let (decisions, findings) = DecisionReader.read(marked.bytes, file: "m.yaml")
        #expect(decisions == nil)
        #expect(marked.differences(findings, [.init("TR2101", at: 1), .init("TR1102", at: 2), .init("TR1101", at: 3)]).isEmpty)
    }

    @Test("A rule that rows may break is told: the migration would stop and change nothing")
    func dataDependent() throws {
        let new = try version(Self.old.replacing("indexes: [name]", with: "unique: [[name, info]]").replacing("info: string?", with: "info: { type: string?, unique: true }"))
        let old = try version(Self.old)
        let plan = try #require(MigrationPlanner.plan(from: old, to: new).plan)
        #expect(MigrationProof(from: old, to: new, .init()).findings(of: plan).map(\.code.name) == ["TR2108", "TR2108"])
    }

    @Test("The proof sees a plan that leaves something out")
    func proof() throws {
        let (old, new) = (try version(Self.old), try version(Self.old.replacing("number: int16", with: "number: double")))
        let plan = try #require(MigrationPlanner.plan(from: old, to: new).plan)
        let proof = MigrationProof(from: old, to: new, .init())
        #expect(proof.findings(of: plan).isEmpty)
        for (index, step) in plan.byStatements.steps.enumerated() where !step.sql.hasPrefix("UPDATE _trellis") && !step.sql.hasPrefix("DELETE FROM sqlite_sequence") {
            var shorter = plan.byStatements
            shorter.steps.remove(at: index)
            #expect(proof.findings(of: shorter).first?.code.name == "TR2107", "without \(step.sql)")
        }
    }

    @Test("The proof sees values from another column, lost versions and connections that are turned, though the schema is right")
    func proofOfValues() throws {
        let model = "trellis: 1\nmodel: Shop\nentities:\n  Box:\n    attributes: { width: int, height: int, depth: int }\n    relationships: { inner: { to: Box?, inverse: outer }, outer: { to: [Box], inverse: inner } }\n"
        let (old, new) = (try version(model), try version(model.replacing("depth: int", with: "depth: double?")))
        let decisions = try decisions("accept: { Box.depth: { TR2109: a test } }")
        let plan = try #require(MigrationPlanner.plan(from: old, to: new, decisions).plan)
        let proof = MigrationProof(from: old, to: new, decisions)
        #expect(proof.findings(of: plan).isEmpty)
        for (right, wrong) in [("SELECT _id, _version, width, height", "SELECT _id, _version, height, width"), ("SELECT _id, _version", "SELECT _id, 1 + _version"), ("inner_id\nFROM", "_id\nFROM")] {
            #expect(proof.findings(of: try plan.replacing(right, with: wrong)).first?.code.name == "TR2107", "\(wrong)")
        }
    }

    @Test("The proof checks that a user-defined view, trigger and index on a kept table survive")
    func proofOfPersonsObjects() throws {
        let model = "trellis: 1\nmodel: Shop\nentities:\n  Box:\n    attributes: { width: int, depth: int }\n"
        let renamed = model.replacing("Box", with: "Crate").replacing("width", with: "breadth")
        for new in [renamed, renamed.replacing("depth: int", with: "depth: int?"), renamed.replacing(", depth: int", with: "")] {
            let decided = "renames: { Box: Crate, Box.width: breadth }" + (new.contains("depth") ? "" : "\ndrops: { Box.depth: a test }")
            let (old, latter, decisions) = (try version(model), try version(new), try decisions(decided))
            let plan = try #require(MigrationPlanner.plan(from: old, to: latter, decisions).plan)
            let proof = MigrationProof(from: old, to: latter, decisions)
            #expect(proof.findings(of: plan).map(\.message) == [])
            // Applying a plan depends on its outcomes of tables: if they are wrong, the objects keep the old names.
            for wrong in [TableOutcome("box", "box"), TableOutcome("box", "crate"), TableOutcome("box", nil)] {
                var other = plan
                other.tables = [wrong]
                let messages = proof.findings(of: other).map(\.message)
                #expect(!messages.isEmpty, "\(wrong)")
            }
        }
    }
}
