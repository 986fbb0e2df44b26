import SQLiteAccess
import SchemaEvolution
import Testing

/// Attributes that triggers compute, for rows that are there.
struct DerivedMigrationTests {
    private static func model(order: String = "", row: String = "", customer: String = "name: string") -> String {
        """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { \(customer) }
            relationships: { orders: { to: [Order], inverse: customer } }
          Order:
            attributes: { number: int\(order) }
            relationships: { customer: { to: Customer?, inverse: orders }, rows: { to: [Row], inverse: order } }
          Row:
            attributes: { pieces: int, price: { type: decimal?, scale: 2 }\(row) }
            relationships: { order: { to: Order?, inverse: rows } }

        """
    }

    private static let rows = """
        INSERT INTO customer (_id, name) VALUES (1, 'Ada'), (2, 'Bob');
        INSERT INTO "order" (_id, number, customer_id) VALUES (1, 10, 1), (2, 20, NULL), (3, 30, 2);
        INSERT INTO row (_id, pieces, price, order_id) VALUES (1, 2, 150, 1), (2, 3, NULL, 1), (3, 4, 25, 3), (4, -1, 100, 3)
        """
    private static let cost = ", cost: { type: decimal?, scale: 2, derived: pieces * price }"
    private static let total = ", total: { type: decimal, scale: 2, derived: rows.@sum.cost }"

    private func values(_ column: String, of table: String, _ connection: SQLiteConnection) throws -> [String?] {
        try connection.rows("SELECT \(column) FROM \"\(table)\" ORDER BY _id").map { $0[0] }
    }

    @Test func `new ones are computed for all rows, each after those that it is computed from`() throws {
        let new = Self.model(
            order: Self.total + ", who: { type: string?, derived: customer.name }, big: { type: int, derived: rows.@count where pieces > 2 }",
            row: Self.cost, customer: "name: string, best: { type: int?, derived: orders.@max.number }")
        let connection = try PlannedMigration(from: Self.model(), to: new).run(Self.rows)
        #expect(try values("cost", of: "row", connection) == ["300", nil, "100", "-100"])
        #expect(try values("total", of: "order", connection) == ["300", "0", "0"])
        #expect(try values("who", of: "order", connection) == ["Ada", nil, "Bob"])
        #expect(try values("big", of: "order", connection) == ["1", "0", "1"])
        #expect(try values("best", of: "customer", connection) == ["10", "30"])
        // Its triggers are there.
        try connection.execute("UPDATE row SET price = 1 WHERE pieces = 3; UPDATE customer SET name = 'Eva' WHERE _id = 1")
        #expect(try values("total", of: "order", connection) == ["303", "0", "0"])
        #expect(try values("who", of: "order", connection) == ["Eva", nil, "Bob"])
    }

    @Test func `a changed derivation recomputes its values, and those that are computed from them`() throws {
        let old = Self.model(order: Self.total, row: Self.cost)
        let new = old.replacing("pieces * price }", with: "price * (pieces + 1) }")
        let connection = try PlannedMigration(from: old, to: new).run(Self.rows)
        #expect(try values("cost", of: "row", connection) == ["450", nil, "125", "0"])
        #expect(try values("total", of: "order", connection) == ["450", "0", "125"])
        let filtered = old.replacing("@sum.cost }", with: "@sum.cost where pieces > 0 }")
        #expect(try values("total", of: "order", PlannedMigration(from: old, to: filtered).run(Self.rows)) == ["300", "0", "100"])
    }

    @Test func `changed sources recompute them`() throws {
        let old = Self.model(order: Self.total, row: Self.cost)
        let connection = try PlannedMigration(from: old, to: old, "values: { Row.pieces: pieces * 10 }").run(Self.rows)
        #expect(try values("total", of: "order", connection) == ["3000", "0", "0"])
    }

    @Test func `a changed source gives a value to what had none, also if its table is rebuilt`() throws {
        let derived = "mean: { type: \"double?\", derived: orders.@avg.number }, best: { type: \"int?\", derived: orders.@max.number }"
        let old = Self.model(customer: "name: \"string?\", \(derived)").replacing("number: int", with: "number: \"int?\"")
        let new = Self.model(customer: "name: string, \(derived)")
        let values = "values: { Customer.name: \"coalesce(name, 'none')\", Order.number: \"coalesce(number, 7)\" }"
        let connection = try PlannedMigration(from: old, to: new, values).run(
            Self.rows + "; UPDATE \"order\" SET number = NULL WHERE _id = 3; UPDATE customer SET name = NULL WHERE _id = 2")
        #expect(try self.values("mean", of: "customer", connection) == ["10.0", "7.0"])
        #expect(try self.values("best", of: "customer", connection) == ["10", "7"])
    }

    @Test func `removed ones go with their triggers`() throws {
        let connection = try PlannedMigration(from: Self.model(order: Self.total, row: Self.cost), to: Self.model()).run(Self.rows)
        #expect(try connection.rows("SELECT name FROM sqlite_schema WHERE name LIKE '%cost%' OR name LIKE '%total%'") == [])
        try connection.execute("UPDATE row SET pieces = 7")
    }

    @Test func `the time of a change keeps its values, those of an ordinary date too, and is nil where it is new`() throws {
        let changed = Self.model(order: ", changed: { type: date?, derived: now() }")
        let new = try PlannedMigration(from: Self.model(), to: changed).run(Self.rows)
        #expect(try values("changed", of: "order", new) == [nil, nil, nil])
        try new.execute("UPDATE \"order\" SET number = 1 WHERE _id = 1")
        #expect(try values("changed IS NULL", of: "order", new) == ["0", "1", "1"])
        let plain = Self.model(order: ", changed: date?")
        let kept = try PlannedMigration(from: plain, to: changed).run(Self.rows + "; UPDATE \"order\" SET changed = 5 WHERE _id = 2")
        #expect(try values("changed", of: "order", kept) == [nil, "5.0", nil])
    }

    @Test func `a value beyond 64 bits refuses the migration, and nothing is stored`() throws {
        let new = Self.model(row: ", big: { type: int, derived: pieces * 1000000 - pieces }")
        let migration = try PlannedMigration(from: Self.model(), to: new)
        let plan = try #require(migration.plan)
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(migration.old.schema.ddl)
        try connection.execute("INSERT INTO row (pieces) VALUES (\(Int64.max / 1000))")
        #expect(throws: SQLiteError.self) { try connection.execute("BEGIN IMMEDIATE; \(plan.text) COMMIT") }
    }
}
