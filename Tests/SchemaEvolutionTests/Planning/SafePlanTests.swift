import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// Side effects of SQLite on a schema, and the plans that avoid them.
struct SafePlanTests {
    private static let model = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes:
              name: string
              code: { type: string?, unique: true }
              note: string?
              orderCount: { type: int, derived: orders.@count }
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: deny } }
            indexes: [{ on: note, where: note != nil }]
            search: [name]
          Order:
            attributes: { day: string?, price: { type: int, check: true, min: 0 } }
            relationships:
              customer: { to: Customer?, inverse: orders, deleteRule: cascade }
              tags: { to: [Tag], inverse: orders, deleteRule: cascade }
            indexes: [[day, price]]
          Tag:
            attributes: { name: string }
            relationships: { orders: { to: [Order], inverse: tags } }

        """
    private static let rows = """
        INSERT INTO customer (_id, name, code, note) VALUES (1, 'Ada', 'a', NULL), (5, 'Ben', NULL, 'x'), (8, 'Gone', NULL, NULL);
        INSERT INTO "order" (_id, day, price, customer_id) VALUES (1, '2020-01-01', 5, 1), (2, NULL, 7, 5);
        INSERT INTO tag (_id, name) VALUES (1, 't');
        INSERT INTO order_tags (order_id, tag_id) VALUES (1, 1), (2, 1);
        DELETE FROM customer WHERE _id = 8
        """
    /// A version in which each table is rebuilt.
    private static let rewritten = model.replacing("name: string\n", with: "name: string?\n").replacing("day: string?", with: "day: { type: string, default: never }")
        .replacing("{ name: string }", with: "{ name: { type: string, check: true, minLength: 1 } }")

    private func migrated(_ new: String, _ decided: String = "") throws -> (SQLiteConnection, MigrationPlan) {
        let migration = try PlannedMigration(from: Self.model, to: new, decided)
        return (try migration.run(Self.rows), try #require(migration.plan))
    }

    private func schema(_ connection: SQLiteConnection) throws -> [[String?]] {
        try connection.rows("SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1, 2")
    }

    // MARK: Rebuilding a table

    @Test("Keys of other tables refer to a rebuilt table by its name")
    func keysStay() throws {
        let (connection, _) = try migrated(Self.rewritten)
        for table in ["order", "order_tags"] {
            let targets = try connection.rows("SELECT \"table\" FROM pragma_foreign_key_list('\(table)') ORDER BY 1").map { $0[0] ?? "" }
            #expect(targets == (table == "order" ? ["customer"] : ["order", "tag"]))
        }
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO \"order\" (day, price, customer_id) VALUES ('', 1, 99)") }
    }

    @Test("Triggers of other tables, and those on it, name a rebuilt table and work")
    func triggersStay() throws {
        let (connection, _) = try migrated(Self.rewritten)
        #expect(try connection.rows("SELECT order_count FROM customer ORDER BY _id") == [["1"], ["1"]])
        try connection.execute("INSERT INTO \"order\" (day, price, customer_id) VALUES ('', 1, 5)")
        #expect(try connection.rows("SELECT order_count FROM customer ORDER BY _id") == [["1"], ["2"]])
        try connection.execute("DELETE FROM \"order\" WHERE _id = 1")
        #expect(try connection.rows("SELECT _id FROM customer") == [["5"]])
    }

    @Test("Indexes, uniqueness, conditions of indexes, CHECKs, triggers and searches come back")
    func partsComeBack() throws {
        let (connection, _) = try migrated(Self.rewritten)
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(PlannedMigration.version(Self.rewritten).schema.ddl)
        #expect(try schema(connection) == schema(fresh))
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO customer (name, code) VALUES ('x', 'a')") }
        #expect(throws: SQLiteError.self) { try connection.execute("UPDATE \"order\" SET price = -1") }
    }

    @Test("An index, a search or a count whose text stays is made again where a name in it means something else", arguments: [
        ("x: int", "indexes: [x]", "oldX: int, x: { type: int, default: 7 }", "A.x: oldX"),
        ("x: int, y: int", "indexes: [x, y]", "x: int, y: int, z: int?", "A.x: y, A.y: x"),
        ("x: string, y: string", "search: [x]", "x: string, y: string, z: int?", "A.x: y, A.y: x"),
    ])
    func reusedNames(before: String, parts: String, after: String, renames: String) throws {
        func model(_ attributes: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n  A: { attributes: { \(attributes) }, \(parts) }\n" }
        #expect(try PlannedMigration(from: model(before), to: model(after), "renames: { \(renames) }").findings.map(\.message) == [])
    }

    @Test("So it is where tables exchange their names, or one takes the name of another that goes")
    func reusedNamesOfTables() throws {
        let text = "trellis: 1\nmodel: Shop\nentities:\n  A: { attributes: { n: int, t: string }, indexes: [n], search: [t] }\n"
        let other = text + "  B: { attributes: { n: int, t: string }, indexes: [n], search: [t] }\n"
        let rows = "INSERT INTO a (n, t) VALUES (1, 'aa'); INSERT INTO b (n, t) VALUES (2, 'bb')"
        for (new, decided) in [(other, "renames: { A: B, B: A }"), (text, "renames: { B: A }\ndrops: { A: why }")] {
            let connection = try PlannedMigration(from: other, to: new, decided).run(rows)
            #expect(try connection.rows("SELECT n FROM a WHERE _id IN (SELECT rowid FROM a_search WHERE a_search MATCH 'bb')") == [["2"]])
        }
    }

    @Test("A count follows its relationship where two exchange their names")
    func reusedNamesOfKeys() throws {
        let model = """
            trellis: 1
            model: Shop
            entities:
              A: { relationships: { x: { to: B?, inverse: xs }, y: { to: B?, inverse: ys } } }
              B: { attributes: { c: { type: int, derived: xs.@count } }, relationships: { xs: { to: [A], inverse: x }, ys: { to: [A], inverse: y } } }

            """
        let connection = try PlannedMigration(from: model, to: model, "renames: { A.x: y, A.y: x, B.xs: ys, B.ys: xs }")
            .run("INSERT INTO b (_id) VALUES (1), (2); INSERT INTO a (x_id, y_id) VALUES (1, 2), (1, NULL)")
        #expect(try connection.rows("SELECT c FROM b ORDER BY _id") == [["0"], ["1"]])
    }

    @Test("Every copy names its columns, and no statement goes by their places")
    func namedColumns() throws {
        let (connection, plan) = try migrated(Self.rewritten.replacing("note: string?", with: "added: string?, note: string?").replacing("added: string?, ", with: ""))
        for step in plan.byStatements.steps where step.sql.hasPrefix("INSERT INTO") && !step.sql.contains("sqlite_sequence") && !step.sql.contains("'rebuild'") {
            #expect(step.sql.contains(try Regex(#"^INSERT INTO \S+ \("#)) && !step.sql.contains("*"), "\(step.sql)")
        }
        #expect(try connection.rows("SELECT name, code, note FROM customer ORDER BY _id") == [["Ada", "a", nil], ["Ben", nil, "x"]])
    }

    @Test("A name in double quotes that there is not is an error, and no text")
    func quotedNames() throws {
        let new = Self.model.replacing("note: string?", with: "note: string?\n      short: string")
        let migration = try PlannedMigration(from: Self.model, to: new, "values: { Customer.short: '\"nmae\"' }")
        #expect(migration.codes == ["TR2107"] && migration.findings[0].message.contains("no such column: nmae"), "\(migration.findings)")
    }

    @Test("SQL of a value that SQLite refuses is told at its decision")
    func badValues() throws {
        let new = Self.model.replacing("note: string?", with: "note: string?\n      short: string").replacing("to: Customer?", with: "to: Customer")
        for (short, key, message, line) in [("nmae", "1", "no such column: nmae", 3), ("name", "(SELECT _id FROM client)", "no such table: client", 4)] {
            let migration = try PlannedMigration(from: Self.model, to: new, "values:\n  Customer.short: \(short)\n  Order.customer: \(key)")
            let finding = try #require(migration.findings.first)
            #expect(finding.code.name == "TR2107" && finding.message.contains(message), "\(finding.message)")
            #expect(finding.span.file == "2.migration.yaml" && finding.span.start.line == line, "\(finding.span)")
            #expect(finding.suggestion?.message == (short == "nmae" ? "a text stands in single quotes: \"'nmae'\"" : nil))
        }
    }

    @Test("A column that is renamed and converted at once is read by its old name")
    func renamedAndConverted() throws {
        let new = Self.rewritten.replacing("price: { type: int, check: true, min: 0 }", with: "cost: double").replacing("price", with: "cost")
        let (connection, _) = try migrated(new, "renames: { Order.price: cost }\naccept: { Order.cost: { TR2109: why } }")
        #expect(try connection.rows("SELECT cost FROM \"order\" ORDER BY _id") == [["5.0"], ["7.0"]])
    }

    @Test("A rebuilt or renamed table never reuses a key")
    func keysAreNeverReused() throws {
        for (new, decided, table) in [(Self.rewritten, "", "customer"), (Self.model.replacing("Customer", with: "Client"), "renames: { Customer: Client }", "client")] {
            let (connection, _) = try migrated(new, decided)
            try connection.execute("INSERT INTO \(table) (name) VALUES ('new')")
            #expect(try connection.rows("SELECT max(_id) FROM \(table)") == [["9"]])
        }
    }

    @Test("A search finds the rows of a rebuilt table, and follows their changes")
    func searchesFollow() throws {
        let (connection, _) = try migrated(Self.rewritten)
        #expect(try connection.rows("SELECT rowid FROM customer_search WHERE customer_search MATCH 'ben'") == [["5"]])
        try connection.execute("UPDATE customer SET name = 'Zoe' WHERE _id = 5")
        #expect(try connection.rows("SELECT rowid FROM customer_search WHERE customer_search MATCH 'ben'") == [])
        try connection.execute("INSERT INTO customer_search (customer_search, rank) VALUES ('integrity-check', 1)")
    }

    // MARK: In place

    @Test("A unique attribute and a key with its action are added where SQLite adds no such column")
    func uniqueAndKey() throws {
        let new = Self.model.replacing("note: string?", with: "note: string?\n      number: { type: int?, unique: true }")
            .replacing("tags: {", with: "payer: { to: Customer? }\n      tags: {")
        let (connection, plan) = try migrated(new)
        #expect(!plan.steps.contains { $0.strategy == .rebuild })
        try connection.execute("UPDATE customer SET number = 1 WHERE _id = 1; UPDATE \"order\" SET payer_id = 5 WHERE _id = 1")
        #expect(throws: SQLiteError.self) { try connection.execute("UPDATE customer SET number = 1 WHERE _id = 5") }
        // A key that rows are given is none of a DEFAULT: with foreign keys on SQLite adds no such column.
        let given = Self.model.replacing("tags: {", with: "payer: { to: Customer }\n      tags: {")
        let (second, rebuilt) = try migrated(given, "values: { Order.payer: \"1\" }")
        #expect(rebuilt.steps.contains { $0.strategy == .rebuild } && !rebuilt.text.contains("DEFAULT 1 REFERENCES"))
        #expect(try second.rows("SELECT DISTINCT payer_id FROM \"order\"") == [["1"]])
    }

    @Test("What an index, a search, a condition and a trigger use can go")
    func usedColumns() throws {
        let new = Self.model.replacing("      note: string?\n", with: "").replacing("    indexes: [{ on: note, where: note != nil }]\n", with: "")
            .replacing("day: string?, ", with: "").replacing("indexes: [[day, price]]", with: "indexes: [[price]]")
            .replacing("      orderCount: { type: int, derived: orders.@count }\n", with: "")
        let (connection, _) = try migrated(new, "drops: { Customer.note: why, Order.day: why }")
        try connection.execute("INSERT INTO \"order\" (price, customer_id) VALUES (1, 5); DELETE FROM \"order\"")
        #expect(try connection.rows("SELECT count(*) FROM customer") == [["0"]])
    }

    @Test("An added column stands last and keeps a DEFAULT: the schema is equal to a fresh one all the same")
    func residue() throws {
        let new = Self.model.replacing("    attributes:\n      name: string", with: "    attributes:\n      rank: { type: int, default: 4 }\n      name: string")
        let (connection, plan) = try migrated(new)
        #expect(!plan.steps.contains { $0.strategy == .rebuild })
        #expect(try connection.rows("SELECT name FROM pragma_table_info('customer') ORDER BY cid DESC LIMIT 1") == [["rank"]])
        #expect(try connection.rows("SELECT rank FROM customer") == [["4"], ["4"]])
        // Another change comes after it and compares with a fresh schema again.
        #expect(try PlannedMigration(from: new, to: Self.model, "drops: { Customer.rank: why }").findings.isEmpty)
    }

    @Test("Nothing in a plan needs an SQLite newer than the oldest that stores are opened with")
    func oldestSQLite() throws {
        for new in [Self.rewritten, Self.model.replacing("Customer", with: "Client")] {
            let plan = try #require(try PlannedMigration(from: Self.model, to: new, new.contains("Client") ? "renames: { Customer: Client }" : "").plan)
            for step in plan.steps { #expect(!step.sql.contains("ALTER COLUMN") && !step.sql.contains("CONSTRAINT"), "\(step.sql)") }
        }
        let (_, plan) = try migrated(Self.rewritten)
        #expect(plan.steps.compactMap(\.rule?.liftedIn).map(\.description) == ["3.53", "3.53", "3.53"])
        #expect(plan.text.contains("-- SQLite cannot change NOT NULL before 3.53; every row is written\n"))
    }

    // MARK: Data and meaning

    @Test("Rows that collide under a new rule stop the migration: which is told before, with the place")
    func collisions() throws {
        let new = Self.model.replacing("note: string?", with: "note: { type: string?, unique: true }")
        let migration = try PlannedMigration(from: Self.model, to: new)
        #expect(migration.codes == ["TR2108"] && migration.findings[0].span.start.line == 8)
        #expect(throws: SQLiteError.self) { try migration.run(Self.rows + "; UPDATE customer SET note = 'same'") }
    }

    @Test("Keys that must not lead to the same row any more are told before, with the place")
    func collidingKeys() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  Seat:\n    relationships: { guest: { to: Guest?, inverse: seats } }\n  Guest:\n    relationships: { seats: { to: [Seat], inverse: guest } }\n"
        for new in [
            old.replacing("seats: { to: [Seat]", with: "seats: { to: Seat?").replacing("inverse: seats }", with: "inverse: seats, key: here }"),
            old.replacing("  Guest:\n", with: "    unique: [[guest]]\n  Guest:\n"),
        ] {
            let migration = try PlannedMigration(from: old, to: new)
            #expect(migration.codes == ["TR2108"] && migration.findings.first?.span.start.line == 5, "\(migration.findings.map(\.message))")
        }
    }

    @Test("No action of a key sets a required one to NULL")
    func requiredKeys() throws {
        let new = Self.model.replacing("to: Customer?", with: "to: Customer").replacing("deleteRule: deny } }", with: "deleteRule: nullify } }")
        let (connection, _) = try migrated(new, "values: { Order.customer: \"coalesce(customer_id, 1)\" }")
        #expect(try connection.rows("SELECT on_delete FROM pragma_foreign_key_list('order')") == [["NO ACTION"]])
        try connection.execute("BEGIN; DELETE FROM customer WHERE _id = 5; UPDATE \"order\" SET customer_id = 1; COMMIT")
    }

    @Test("Every table that a plan makes has a rowid, is STRICT, and uses no function or collation of a program's own")
    func plainSQLite() throws {
        let (connection, _) = try migrated(Self.rewritten)
        let tables = try connection.rows("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND (wr OR NOT strict)")
        #expect(tables == [])
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try connection.rows("SELECT name FROM sqlite_schema WHERE sql LIKE '%COLLATE%' OR sql LIKE '%trellis\\_fold%' ESCAPE '\\'") == [])
    }
}
