import OrdersModel
import Testing
import Trellis

/// Several identities at once.
struct FindManyTests {
    private let context: ManagedObjectContext
    private let file: StoreFile<Orders>
    private let ids: [ObjectID]

    init() throws {
        file = try StoreFile(of: Orders.self)
        let setup = try file.context()
        let customers = (0..<5).map { Customer(in: setup, name: "\($0)") }
        try setup.save()
        ids = customers.map(\.objectID)
        context = try file.context()
    }

    @Test func `give their objects in their order, those that are known and those that are not`() throws {
        let known = try context.find(Customer.self, ids[3])
        let found = try context.find(Customer.self, [ids[4], ids[3], ids[0], ids[3]])
        #expect(found.map(\.name) == ["4", "3", "0", "3"])
        #expect(found[1] === known)
        #expect(found[1] === found[3])
    }

    @Test func `leave out what is not there, what was deleted, and what is of another entity`() throws {
        let customer = try #require(try context.find(Customer.self, ids[1]))
        try context.delete(customer)
        try file.execute("DELETE FROM customer WHERE _id = 3")
        let order = Order(in: context)
        let fresh = Customer(in: context, name: "new")
        let found = try context.find(Customer.self, [ids[0], ids[1], ids[2], order.objectID, fresh.objectID, ids[3]])
        #expect(found.map(\.name) == ["0", "new", "3"])
    }

    @Test func `cost no query where all are known`() throws {
        let all = try context.fetchAll(Customer.self)
        try file.execute("DELETE FROM customer")
        #expect(try context.find(Customer.self, ids) == all)
        #expect(try context.find(Customer.self, [ObjectID]()).isEmpty)
    }
}
