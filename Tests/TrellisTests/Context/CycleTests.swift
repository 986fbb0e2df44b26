import OrdersModel
import Testing
import Trellis

/// A context that lives for weeks keeps only objects in use, even if relationships were loaded in both directions.
struct CycleTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        try file.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
            INSERT INTO customer (name) SELECT 'customer ' || i FROM n;
            INSERT INTO "order" (date, made, paid, customer_id) SELECT 0, 0, 0, _id FROM customer;
            INSERT INTO order_row (sum, order_id) SELECT 100 * n, o._id FROM "order" o, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7);
            """)
    }

    /// Looks at a customer's orders and their rows, in both directions.
    private func look(at key: Int64) throws -> Customer {
        let customer = try #require(try context.find(Customer.self, ObjectID(entity: "Customer", rowID: key)))
        for order in customer.orders {
            #expect(order.customer == customer)
            for row in order.rows { #expect(row.order == order) }
        }
        return customer
    }

    @Test func `objects that are no longer used are released, however they are connected`() throws {
        weak var first: Customer?
        for key in Int64(1)...4_000 {
            let customer = try look(at: key)
            if key == 1 { first = customer }
        }
        // 36,000 objects have been looked at.
        #expect(context.registeredObjects.count < 25_000)
        #expect(first == nil)
    }

    @Test func `an object in use, and all objects that it can reach, stay loaded`() throws {
        let held = try look(at: 1)
        weak let row = held.orders.first?.rows.first
        let changed = try look(at: 2).orders[0].rows[0]
        changed.sum = 77
        let new = OrderRow(in: context, sum: 5, order: held.orders[0])
        for key in Int64(3)...4_000 { _ = try look(at: key) }
        #expect(context.registeredObjects.count < 25_000)

        let statements = try context.recordStatements { () throws -> Void in
            #expect(row != nil && row?.order?.customer === held)
            #expect(held.orders.first?.rows.count == 8 && held.orders[0].rows.contains(new))
            #expect(changed.sum == 77 && changed.order?.customer?.name == "customer 2")
            #expect(try context.find(Customer.self, held.objectID) === held)
        }.statements
        #expect(statements.isEmpty)
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM order_row WHERE order_id = 1") == ["8"])
        #expect(try file.column("SELECT COUNT(*) FROM order_row WHERE sum = 7700") == ["1"])
    }
}
