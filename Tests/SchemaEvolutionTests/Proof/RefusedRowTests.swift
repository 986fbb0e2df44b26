import Predicates
import SQLiteAccess
import StoreMigration
import Testing

/// What stops a migration names the row.
struct RefusedRowTests {
    /// The row that stops the migration of a store with some rows.
    /// - Parameter isText: whether the plan has its statements as texts, as plans of the first format have them.
    private func row(_ migration: PlannedMigration, _ rows: String, isText: Bool = false) throws -> RefusedRow? {
        let planned = try #require(migration.plan, "\(migration.findings.map(\.message))")
        let plan = isText ? planned.byStatements : planned
        let connection = try SQLiteConnection.inMemory()
        try TextDerivation.register(on: connection.functions)
        try connection.execute(migration.old.schema.ddl + rows)
        let identity = migration.new.schema.identity
        let chain = MigrationChain(
            model: identity.model, version: identity.version, isDraft: true, hash: identity.hash, plans: [plan])
        let error = #expect(throws: MigrationError.self) { try StoreMigrator(connection, chain).migrate() }
        switch error {
        case .refusedByRows(_, _, _, let row), .newViolations(_, let row): return row
        default:
            Issue.record("\(String(describing: error))")
            return nil
        }
    }

    private static func model(_ attributes: String) -> String {
        "trellis: 1\nmodel: Shop\nentities:\n  OrderRow:\n    attributes: { \(attributes) }\n"
    }

    @Test(
        "A row that a rule refuses is named with its model, entity, attribute, key and value",
        arguments: [
            ("someText: string", "someText: { type: string, minLength: 3, check: true }", "", "'abc'", "'ab'", "'ab'"),
            ("someText: string?", "someText: string", "values: { OrderRow.someText: some_text }", "'abc'", "NULL", "NULL"),
            ("someText: int", "someText: int16", "accept: { OrderRow.someText: { TR2109: why } }", "7", "40000", "40000"),
            ("someText: string", "someText: day", "accept: { OrderRow.someText: { TR2109: why } }", "'2024-01-31'", "'2024-02-31'", "'2024-02-31'"),
            ("someText: { type: decimal, scale: 2 }", "someText: { type: decimal, scale: 9 }", "", "7", "999999999999999999", "999999999999999999"),
            ("someText: int", "someText: string", "values: { OrderRow.someText: \"CASE WHEN some_text < 9 THEN CAST(some_text AS TEXT) ELSE x'00' END\" }", "7", "10", "10"),
            ("someText: string", "someText: { type: string, maxLength: 200, check: true }", "", "'a'", "printf('%.300c', 'x')", "'\(String(repeating: "x", count: 40))'…"),
        ])
    func named(old: String, new: String, decided: String, good: String, bad: String, value: String) throws {
        let migration = try PlannedMigration(from: Self.model(old), to: Self.model(new), decided)
        let rows = "INSERT INTO order_row (_id, some_text) VALUES (3, \(good)), (5, \(bad)), (9, \(good));"
        let expected = RefusedRow(model: "Shop", entity: "OrderRow", properties: ["someText"], row: 5, values: [value])
        #expect(try row(migration, rows) == expected)
        #expect(try row(migration, rows, isText: true) == expected)
    }

    @Test("Two rows with the same values are both named")
    func duplicates() throws {
        let old = Self.model("a: string, order: int?")
        let migration = try PlannedMigration(from: old, to: old + "    unique: [[a, order]]\n")
        let rows =
            "INSERT INTO order_row (_id, a, \"order\") VALUES (1, 'x', NULL), (2, 'x', NULL), (3, 'x', 1), (4, 'y', 1), (7, 'x', 1);"
        let found = try row(migration, rows)
        #expect(try row(migration, rows, isText: true) == found)
        #expect(
            found == RefusedRow(model: "Shop", entity: "OrderRow", properties: ["a", "order"], row: 3, otherRow: 7, values: ["'x'", "1"]))
        #expect(found?.description == "model 'Shop', entity 'OrderRow': rows 3 and 7 have 'a' 'x', 'order' 1")
    }

    @Test("A key that leads to no row is named with its value, and of a hierarchy the row's own entity")
    func keys() throws {
        let old = """
            trellis: 1
            model: Shop
            entities:
              Place:
                attributes: { name: string }
              Seat:
                parent: Place
                relationships: { nextGuest: { to: Guest?, inverse: seats } }
              Guest:
                attributes: { name: string }
                relationships: { seats: { to: [Seat], inverse: nextGuest, deleteRule: noAction } }

            """
        let migration = try PlannedMigration(from: old, to: old.replacing(", deleteRule: noAction", with: ""))
        let rows = "INSERT INTO guest (_id, name) VALUES (1, 'a'); INSERT INTO place (_id, _entity, name, next_guest_id) VALUES (1, 'Seat', 'a', 1), (2, 'Seat', 'b', 77);"
        let expected = RefusedRow(model: "Shop", entity: "Seat", properties: ["nextGuest"], row: 2, values: ["77"])
        #expect(try row(migration, rows) == expected)
        #expect(try row(migration, rows, isText: true) == expected)
    }

    @Test("A row in the middle of many is found, and the table is as it was")
    func manyRows() throws {
        let migration = try PlannedMigration(
            from: Self.model("someText: string?"), to: Self.model("someText: string"), "values: { OrderRow.someText: some_text }")
        let rows =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
            + "INSERT INTO order_row (_id, some_text) SELECT i * 2, iif(i IN (1789, 2500), NULL, 'x') FROM n;"
        #expect(try row(migration, rows, isText: true)?.row == 3578)
    }

    @Test("A value is shown on one line")
    func escaped() {
        let row = RefusedRow(model: "M", entity: "A", properties: ["v"], row: 1, values: ["'a\n\u{1b}[2J'"])
        #expect(row.description == "model 'M', entity 'A': row 1 has 'v' 'a\\n\\u{1b}[2J'")
    }
}
