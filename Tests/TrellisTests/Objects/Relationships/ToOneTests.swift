import OrdersModel
import Testing
import Trellis

/// To-one relationships.
struct ToOneTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let ada: Customer
    private let grace: Customer

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        ada = Customer(in: context, name: "Ada")
        grace = Customer(in: context, name: "Grace")
        try context.save()
    }

    private func customers(in context: ManagedObjectContext) throws -> (ada: Customer, grace: Customer) {
        let all = try Customer.byName(in: context)
        return (try #require(all.first), try #require(all.last))
    }

    @Test func `setting one end sets the other`() throws {
        let order = Order(in: context)
        #expect(order.customer == nil)
        order.customer = ada
        #expect(Array(ada.orders) == [order])
        #expect(ada.orders.contains(order))
        order.customer = nil
        #expect(ada.orders.isEmpty)
        #expect(!ada.orders.contains(order))
    }

    @Test func `moving to another parent leaves the first`() throws {
        let order = Order(in: context, customer: ada)
        order.customer = grace
        #expect(ada.orders.isEmpty)
        #expect(Array(grace.orders) == [order])
        try context.save()
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["2"])
    }

    @Test func `moving where nothing but the child is loaded leaves the first parent too`() throws {
        Order(in: context, customer: ada)
        try context.save()

        let other = try file.context()
        let order = try #require(try other.fetchAll(Order.self).first)
        let (ada, grace) = try customers(in: other)
        order.customer = grace
        #expect(ada.orders.isEmpty)
        #expect(Array(grace.orders) == [order])
        try other.save()
        #expect(ada.orders.isEmpty)
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["2"])
    }

    @Test func `moving where only the parents' ends are loaded changes both`() throws {
        let moved = Order(in: context, customer: ada)
        try context.save()

        let other = try file.context()
        let (ada, grace) = try customers(in: other)
        #expect(ada.orders.count == 1)
        #expect(grace.orders.isEmpty)
        let order = try #require(try other.find(Order.self, moved.objectID))
        order.customer = grace
        #expect(ada.orders.isEmpty)
        #expect(Array(grace.orders) == [order])
    }

    @Test func `there and back again is where it was`() throws {
        let saved = Order(in: context, customer: ada)
        try context.save()

        let other = try file.context()
        let order = try #require(try other.find(Order.self, saved.objectID))
        let (ada, grace) = try customers(in: other)
        order.customer = grace
        order.customer = ada
        #expect(Array(ada.orders) == [order])
        #expect(grace.orders.isEmpty)
        try other.save()
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["1"])
    }

    @Test func `setting the destination that is set already is no change`() throws {
        let order = Order(in: context, customer: ada)
        try context.save()
        order.customer = ada
        #expect(!context.hasChanges)

        let other = try file.context()
        let read = try #require(try other.fetchAll(Order.self).first)
        read.customer = try customers(in: other).ada
        #expect(!other.hasChanges)
        let free = Order(in: context)
        try context.save()
        free.customer = nil
        #expect(!context.hasChanges)
    }

    @Test func `an unsaved object is set and saved with the one that leads to it`() throws {
        let order = Order(in: context)
        try context.save()
        let linus = Customer(in: context, name: "Linus")
        order.customer = linus
        try context.save()
        #expect(linus.objectID.rowID == 3)
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["3"])
        #expect(order.customer == linus)
        // Saved, it is a destination like any other.
        order.customer = linus
        #expect(!context.hasChanges)
    }

    @Test func `a destination that is deleted is nil`() throws {
        let service = Service(in: context, name: "Tea")
        let row = OrderRow(in: context, sum: 1, order: Order(in: context), service: service)
        try context.save()
        try context.delete(service)
        #expect(row.service == nil)
        try context.save()
        #expect(row.service == nil)
        #expect(try file.column("SELECT service_id FROM order_row") == ["NULL"])
    }

    @Test func `an object cannot be linked to one that is deleted`() throws {
        let order = Order(in: context, customer: grace)
        try context.save()
        try context.delete(ada)
        order.customer = ada
        #expect(order.customer == nil)
        #expect(grace.orders.isEmpty)
        try expectDeletedDestination(of: order)
        order.customer = nil
        try context.save()
        #expect(try file.column("SELECT name FROM customer") == ["Grace"])

        // Nor to one that is gone for good, saved or not.
        let never = Customer(in: context, name: "Never")
        try context.delete(never)
        order.customer = never
        try expectDeletedDestination(of: order)
        order.customer = ada
        try expectDeletedDestination(of: order)
        order.customer = nil
        try context.save()
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["NULL"])
    }

    private func expectDeletedDestination(of order: Order) throws {
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        let failures = error.failures.filter { $0.objectID == order.objectID }
        #expect(failures.map(\.rule) == [.deletedDestination])
        #expect(failures.map(\.property) == ["customer"])
    }

    @Test func `a deleted object that is linked is no member`() throws {
        let order = Order(in: context)
        try context.save()
        #expect(ada.orders.isEmpty)
        try context.delete(order)
        order.customer = ada
        #expect(ada.orders.isEmpty)
        ada.orders.insert(order)
        #expect(ada.orders.isEmpty)
        try context.save()
        #expect(ada.orders.isEmpty)
    }

    @Test func `two rows that lead nowhere yet read as nil`() throws {
        try file.execute("INSERT INTO \"order\" (date, made, paid, customer_id) VALUES (0, 0, 0, 77)")
        let other = try file.context()
        let order = try #require(try other.fetchAll(Order.self).first)
        #expect(order.customer == nil)
        // The dangling key is left as it is by a change of something else.
        order.made = true
        #expect(order.customer == nil)
        order.customer = try customers(in: other).ada
        try other.save()
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["1"])
    }
}
