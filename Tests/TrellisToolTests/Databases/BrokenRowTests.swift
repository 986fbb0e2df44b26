import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Rows that SQLite accepts and the library cannot read or save. The test breaks a known number of them.
struct BrokenRowTests {
    private static let model = """
          Party:
            abstract: true
            attributes: { name: string }
            relationships:
              orders: { to: [Order], inverse: customer }
          Person:
            parent: Party
            attributes: { birthday: day, note: string? }
            relationships:
              home: { to: Address }
          Company:
            parent: Party
            attributes: { size: int64? }
          Branch:
            parent: Company
            attributes: { city: string }
          Address:
            attributes: { street: string }
          Order:
            attributes:
              price: decimal
              tip: { type: "decimal?", scale: 2 }
              page: url?
              extra: { type: "json?", swift: "[String]" }
            relationships:
              customer: { to: "Party?", inverse: orders }
              courier: { to: "Person?" }
              firms: { to: [Company] }
        """

    private let store: CheckedStore

    init() throws {
        store = try CheckedStore([Self.model])
        try store.execute(
            """
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) INSERT INTO address (_id, street) SELECT i, 's' FROM n;
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
            INSERT INTO party (_id, _entity, name, birthday, home_id, size, city)
            SELECT i, CASE i % 3 WHEN 0 THEN 'Person' WHEN 1 THEN 'Company' ELSE 'Branch' END, 'n',
                iif(i % 3 = 0, '2001-02-03', NULL), iif(i % 3 = 0, i, NULL), NULL, iif(i % 3 = 2, 'c', NULL) FROM n;
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
            INSERT INTO "order" (_id, price, tip, page, extra, customer_id, courier_id)
            SELECT i, '12.5', 3, 'https://example.com/' || i, '["a"]', i, i / 3 * 3 + 3 FROM n WHERE i < 30;
            INSERT INTO order_firms (_id, order_id, company_id) SELECT _id, _id, _id / 3 * 3 + 1 FROM "order"
            """)
    }

    @Test func `a sound store has no finding`() throws {
        let check = try store.check()
        #expect(check.exitCode == 0 && !check.errors.contains("TR23"), "\(check.errors)")
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var sql: String
        var words: String
        var keys: String
        var table = "order"

        var testDescription: String { words }
    }

    static let damages: [Damage] = [
        .init(
            sql: "UPDATE party SET birthday = NULL WHERE _id IN (3, 6)", words: "2 rows without a value of 'Person.birthday'", keys: "3, 6",
            table: "party"),
        .init(sql: "UPDATE party SET city = NULL WHERE _id = 5", words: "1 row without a value of 'Branch.city'", keys: "5", table: "party"),
        .init(sql: "UPDATE party SET home_id = NULL WHERE _id = 9", words: "1 row without a value of 'Person.home'", keys: "9", table: "party"),
        .init(
            sql: "INSERT INTO party (_id, _entity, name) VALUES (70, 'Party', 'n'), (71, 'Ghost', 'n')",
            words: "2 rows of 'Party' with an unknown or abstract entity", keys: "70, 71", table: "party"),
        .init(
            sql: "UPDATE \"order\" SET courier_id = 1 WHERE _id IN (2, 8)",
            words: "2 rows with a key 'Order.courier' that leads to no 'Person', but to a row of another entity", keys: "2, 8"),
        .init(
            sql: "UPDATE order_firms SET company_id = 6 WHERE order_id = 4",
            words: "1 row with a key 'Order.firms' that leads to no 'Company', but to a row of another entity", keys: "4", table: "order_firms"),
        .init(
            sql: "UPDATE \"order\" SET price = 'abc' WHERE _id < 4", words: "3 rows with a value of 'Order.price' that is no decimal",
            keys: "1, 2, 3"),
        .init(sql: "UPDATE \"order\" SET price = '' WHERE _id = 4", words: "1 row with a value of 'Order.price' that is no decimal", keys: "4"),
        .init(
            sql: "UPDATE \"order\" SET extra = '{' WHERE _id IN (1, 7)", words: "2 rows with a value of 'Order.extra' that is no json", keys: "1, 7"
        ),
        .init(sql: "UPDATE \"order\" SET page = '' WHERE _id = 5", words: "1 row with a value of 'Order.page' that is no url", keys: "5"),
    ]

    @Test(arguments: damages)
    func `broken rows are counted, and some are named`(_ damage: Damage) throws {
        try store.execute(damage.sql)
        let check = try store.check()
        #expect(check.exitCode == 1)
        #expect(check.errors.contains("error[TR2303]: version 1: \(damage.words)"), "\(check.errors)")
        #expect(check.errors.contains("note: rows of the table '\(damage.table)': \(damage.keys)\n"), "\(check.errors)")
        #expect(check.errors.matches(of: /error\[TR23/).count == 1, "\(check.errors)")
    }

    @Test func `all damages at once are reported one by one`() throws {
        for damage in Self.damages where damage.keys != "4" { try store.execute(damage.sql) }
        let check = try store.check()
        for damage in Self.damages where damage.keys != "4" { #expect(check.errors.contains(damage.words), "\(check.errors)") }
    }

    @Test func `a step that nothing refuses reports the rows that break a rule afterwards`() throws {
        let store = try CheckedStore(
            [
                "  Order:\n    attributes: { number: int64, price: string? }",
                "  Order:\n    attributes: { number: int64, price: decimal? }",
            ], decisions: [2: "values: { Order.price: \"iif(number = 2, '12,5', '12.5')\" }"])
        try store.execute("INSERT INTO \"order\" (_id, number, price) VALUES (11, 1, 'a'), (12, 2, 'b')")
        let check = try store.check()
        #expect(check.errors.contains("after the migration to version 2: 1 row with a value of 'Order.price' that is no decimal"), "\(check.errors)")
        #expect(check.errors.contains("rows of the table 'order': 12"), "\(check.errors)")
        #expect(try store.migrated().rows("SELECT price FROM \"order\" WHERE number = 2") == [["12,5"]])
    }

    // MARK: Pages

    /// The page that an index begins with.
    private func page(of index: String, in store: DamagedShop) throws -> UInt64 {
        let row = try store.connection().rows("SELECT rootpage FROM sqlite_schema WHERE name = '\(index)'")
        return try #require(UInt64(row.first?.first.flatMap { $0 } ?? ""))
    }

    @Test func `a damaged page of an index is reported, and the rows are checked all the same`() throws {
        let shop = try DamagedShop()
        try shop.fill(customers: 20)
        try shop.breakAges(2)
        let size = try #require(UInt64(try shop.connection().rows("PRAGMA page_size")[0][0] ?? ""))
        let page = try page(of: "order__number", in: shop)
        let file = try FileHandle(forUpdating: URL(filePath: shop.folder.file("shop.sqlite")))
        try file.seek(toOffset: (page - 1) * size)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size)))
        try file.close()
        let check = try shop.check()
        #expect(check.exitCode == 1)
        #expect(check.errors.contains(/error\[TR2302\]: the database is damaged: SQLite finds [0-9]+ problem/), "\(check.errors)")
        #expect(check.errors.contains("2 rows with a value of 'Customer.age'"), "\(check.errors)")
    }

    @Test func `rows that an index lacks are damage`() throws {
        let shop = try DamagedShop()
        try shop.fill(customers: 20)
        let definition = try #require(try shop.connection().rows("SELECT sql FROM sqlite_schema WHERE name = 'order__number'")[0][0])
        // The index with a condition, so that it lacks rows, under the old definition.
        try shop.execute("DROP INDEX order__number; \(definition) WHERE number > 30")
        try shop.execute(
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = \(SQL.literal(definition)) WHERE name = 'order__number'")
        let check = try shop.check()
        #expect(check.errors.contains("the database is damaged: SQLite finds 4 problems"), "\(check.errors)")
        #expect(check.errors.contains("note: row 1 missing from index order__number"), "\(check.errors)")
    }
}
