import Foundation
import GRDB
import TestSupport
import Testing
import Trellis

private struct CustomerRecord: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "customers"
    var id: Int64?
    var name: String
    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The Swift of Documentation/coming-from/grdb.md.
struct GrdbCode {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test func `does in GRDB what the page shows`() throws {
        try DatabaseQueue(path: folder.file("shop.sqlite")).write { db in
            try db.execute(
                sql: """
                    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                    CREATE TABLE orders (id INTEGER PRIMARY KEY, date REAL, paid INTEGER, customerId INTEGER);
                    INSERT INTO orders VALUES (1, 0, 0, 1), (2, 0, 1, 1);
                    """)
        }
        let path = folder.file("shop.sqlite")
        #expect(try names(in: open(path)) == ["Ada"])
    }

    private func open(_ path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path)
        try pool.write { db in
            var ada = CustomerRecord(id: nil, name: "Ada")
            try ada.insert(db)
        }
        return pool
    }

    private func names(in pool: DatabasePool) throws -> [String] {
        let rows = try pool.read { db in
            try Row.fetchAll(
                db, sql: "SELECT o.date, c.name FROM orders o JOIN customers c ON c.id = o.customerId WHERE NOT o.paid ORDER BY o.date")
        }
        return rows.map { $0["name"] }
    }

    @Test func `opens a store and writes`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        Customer(in: context, name: "Ada")
        try context.save()

        #expect(try context.count(Fetch<Customer>()) == 1)
    }

    @Test func `reads values of two entities`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context

        let unpaid = try context.fetch(
            Order.where { !$0.paid }.sorted { [$0.date.ascending] }.values { ($0.date, $0.customer.name) })

        #expect(unpaid.map(\.1) == ["Ada", "Ada"])
    }

    @Test func `reads and observes the same store with GRDB`() async throws {
        let store = try ShopStore()
        let (total, counts) = try both(of: store.container)

        #expect(total == 36_000)
        for try await count in counts.values(in: store.container.databaseWriter) {
            #expect(count == 1)
            break
        }
    }

    private func both(of container: PersistentContainer) throws -> (Int, ValueObservation<ValueReducers.Fetch<Int>>) {
        let total = try container.databaseWriter.read { db in
            try Int.fetchOne(db, sql: "SELECT sum(sum) FROM order_row") ?? 0
        }
        let counts = ValueObservation.tracking { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM customer") ?? 0 }
        return (total, counts)
    }
}
