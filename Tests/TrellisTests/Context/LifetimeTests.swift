import OrdersModel
import RulesModel
import Testing
import Trellis

/// How long objects live.
struct LifetimeTests {
    @Test func `a context and its objects are released together, though relationships hold both ways`() throws {
        let file = try StoreFile(of: Orders.self)
        weak var context: ManagedObjectContext?
        weak var customer: Customer?
        weak var order: Order?
        weak var unsaved: Order?
        do {
            let made = try file.context()
            let ada = Customer(in: made, name: "Ada")
            let saved = Order(in: made, customer: ada)
            try made.save()
            let new = Order(in: made, customer: ada)
            #expect(Set(ada.orders) == [saved, new])
            (context, customer, order, unsaved) = (made, ada, saved, new)
        }
        #expect(context == nil)
        #expect(customer == nil)
        #expect(order == nil)
        #expect(unsaved == nil)
    }

    @Test func `objects that were read and deleted are released with their context`() throws {
        let file = try StoreFile(of: Orders.self)
        let made = try file.context()
        Order(in: made, customer: Customer(in: made, name: "Ada"))
        OrderRow(in: made, sum: 1, order: Order(in: made))
        try made.save()

        weak var read: Customer?
        weak var deleted: Order?
        weak var pending: OrderRow?
        do {
            let context = try file.context()
            read = try Customer.byName(in: context).first
            #expect(read?.name == "Ada")
            let orders = try context.fetchAll(Order.self)
            #expect(orders.first?.customer?.orders.count == 1)
            deleted = orders.first
            try context.delete(try #require(orders.first))
            try context.save()
            pending = orders.last?.rows.first
            #expect(pending != nil)
            try context.delete(try #require(orders.last))
        }
        #expect(read == nil)
        #expect(deleted == nil)
        #expect(pending == nil)
    }

    @Test func `an object that outlives its context stays readable, and changing it does no harm in a release build`() throws {
        let file = try StoreFile(of: Orders.self)
        var kept: (customer: Customer, order: Order)?
        do {
            let context = try file.context()
            let ada = Customer(in: context, name: "Ada", info: "info")
            let order = Order(in: context, customer: ada)
            try context.save()
            kept = (ada, order)
        }
        let (customer, order) = try #require(kept)
        #expect(customer.managedObjectContext == nil)
        #expect(customer.name == "Ada")
        #expect(customer.info == "info")
        #expect(customer.objectID.rowID == 1)
        // Relationships are empty: no context can load them.
        #expect(order.customer == nil)
        #expect(customer.orders.isEmpty)
        LostEdit.$stopsProgram.withValue(false) {
            customer.name = "changed"
            #expect(customer.name == "changed")
            order.customer = customer
            customer.orders.removeAll()
        }
        #expect(try file.column("SELECT name FROM customer") == ["Ada"])
    }

    @Test func `a context does not keep objects that no other code holds`() throws {
        let file = try StoreFile(of: Rules.self)
        let made = try file.context()
        Owner(in: made, name: "owner")
        try made.save()
        try file.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
            INSERT INTO cleared (name) SELECT 'member ' || i FROM n
            """)

        let context = try file.context()
        weak var released: Cleared?
        weak var changed: Cleared?
        var held: Cleared?
        do {
            let all = try context.fetchAll(Cleared.self)
            #expect(all.count == 30_000)
            released = all[0]
            changed = all[1]
            held = all[29_999]
            changed?.name = "changed"
        }
        // What has changes is kept until they are saved.
        #expect(changed != nil)
        try context.save()
        #expect(released == nil)
        #expect(held?.name == "member 30000")
        #expect(try context.find(Cleared.self, #require(held).objectID) === held)
        #expect(try file.column("SELECT name FROM cleared WHERE _id = 2") == ["changed"])
        // Read again it is another instance of the same row.
        #expect(try context.fetchAll(Cleared.self).count == 30_000)
    }

    @Test func `what was prefetched stays with the objects that lead to it`() throws {
        let file = try StoreFile(of: Orders.self)
        let made = try file.context()
        Order(in: made, customer: Customer(in: made, name: "Ada"))
        try made.save()
        try file.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15000)
            INSERT INTO customer (name) SELECT 'customer ' || i FROM n
            """)
        let context = try file.context()
        let order = try #require(try context.fetch(Fetch<Order>(prefetch: ["customer"])).first)
        #expect(try context.fetchAll(Customer.self).count == 15_001)
        // A save releases objects that are not used.
        order.made = true
        try context.save()
        #expect(context.registeredObjects.count == 2)
        let (name, statements) = context.recordStatements { order.customer?.name }
        #expect(name == "Ada" && statements.isEmpty)
    }

    @Test func `fetching in pieces keeps no more than a piece or two`() throws {
        let file = try StoreFile(of: Rules.self)
        let made = try file.context()
        try file.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
            INSERT INTO cleared (name) SELECT 'member ' || i FROM n
            """)
        try made.save()

        let context = try file.context()
        var places = [WeakMember]()
        for key in stride(from: Int64(1), through: 60_000, by: 100) {
            for row in key..<key + 100 {
                if let member = try context.find(Cleared.self, ObjectID(entity: "Cleared", rowID: row)), row == key {
                    places.append(WeakMember(member: member))
                }
            }
        }
        #expect(places.count == 600)
        #expect(places.count { $0.member != nil } < 300)
    }

    private struct WeakMember {
        weak var member: Cleared?
    }
}
