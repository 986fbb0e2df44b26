import OrdersModel
import Testing
import Trellis

@Suite("Fetches without pending changes, and conditions on one object")
struct StoredFetchTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let ada: Customer
    private let bob: Customer
    private let cleo: Customer

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        (ada, bob, cleo) = (Customer(in: context, name: "Ada"), Customer(in: context, name: "Bob"), Customer(in: context, name: "Cleo"))
        try context.save()
    }

    @Test func `the store decides what is found, and objects keep their changes`() throws {
        ada.name = "Zoe"
        Customer(in: context, name: "New")
        try context.delete(cleo)
        let fetch = Customer.where { $0.name < "D" }.sorted { [$0.name.descending] }
        #expect(try context.fetch(fetch) == [bob])
        let stored = fetch.includingPendingChanges(false)
        #expect(!stored.includesPendingChanges && fetch.includesPendingChanges)
        #expect(try context.fetch(stored) == [cleo, bob, ada])
        #expect(ada.name == "Zoe" && cleo.isDeleted)
        #expect(try context.count(stored) == 3 && context.count(fetch) == 1)
        #expect(try context.ids(stored) == [cleo, bob, ada].map(\.objectID))
        #expect(try context.fetch(stored.values { $0.name }) == ["Cleo", "Bob", "Ada"])
        #expect(try context.first(stored.limit(1).offset(2)) === ada)
        try context.save()
        #expect(try context.fetch(stored) == context.fetch(fetch))
    }

    @Test func `a condition is judged on one object, with its unsaved values`() throws {
        ada.name = "Zoe"
        #expect(try ada.matches { $0.name == "Zoe" })
        #expect(try !ada.matches { $0.name == "Ada" })
        let order = OrdersModel.Order(in: context, customer: ada)
        #expect(try order.matches { $0.customer.name.beginsWith("Z") })
        #expect(try order.matches { $0.customer == ada })
        #expect(try ada.matches { $0.orders.any { $0.paid == false } })
        #expect(try !bob.matches { $0.orders.count > 0 })
        #expect(try Condition("name LIKE %@ AND orders.@count == 1", "Z*").matches(ada))
        #expect(throws: ConditionErrors.self) { try Condition("nmae == 'x'").matches(ada) }
    }

    @Test func `what a condition needs is loaded`() throws {
        OrdersModel.Order(in: context, customer: ada)
        try context.save()
        let (first, second) = (try file.context(), try file.context())
        let order = try #require(try first.fetchAll(OrdersModel.Order.self).first)
        #expect(try order.matches { $0.customer.name == "Ada" })
        #expect(try order.matches { $0.customer.orders.count == 1 })
        let read = try #require(try second.find(Customer.self, ada.objectID))
        #expect(try read.matches { !$0.orders.isEmpty })
        withExtendedLifetime((first, second)) {}
    }
}
