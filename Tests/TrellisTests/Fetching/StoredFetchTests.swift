import OrdersModel
import Testing
import Trellis

/// Fetches without pending changes, and conditions on one object.
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


    @Test func `lists and streams find what a fetch finds`() async throws {
        try context.delete(cleo)
        ada.name = "Zoe"
        Customer(in: context, name: "New")
        let stored = Customer.where { $0.name < "D" }.sorted { [$0.name.ascending] }.includingPendingChanges(false)
        let list = try context.objects(stored, batchSize: 2)
        #expect(list.count == 3 && list[2] === cleo)
        #expect(Array(list) == [ada, bob, cleo])
        var streamed = [Customer]()
        for try await customer in try context.stream(stored, batchSize: 1) { streamed.append(customer) }
        #expect(streamed == [ada, bob, cleo])
        #expect(try context.fetch(stored.prefetching { $0.orders }) == [ada, bob, cleo])
        try context.save()
        // They are gone now.
        #expect(list[2] == nil && Array(list) == [ada, bob])
    }

    @Test func `rows that a rule deletes and the context has no objects for are found by no call`() throws {
        OrdersModel.OrderRow(in: context, sum: 1, order: OrdersModel.Order(in: context, customer: ada))
        try context.save()
        let other = try file.context()
        try other.delete(try #require(try other.fetchAll(OrdersModel.Order.self).first))
        let rows = Fetch<OrdersModel.OrderRow>().includingPendingChanges(false)
        let found = try other.fetch(rows)
        #expect(try other.count(rows) == found.count && other.ids(rows).count == found.count && Array(other.objects(rows)) == found)
        #expect(try other.count(Fetch<OrdersModel.Order>().includingPendingChanges(false)) == 1)
    }

    @Test func `to a child, what its parent has is stored`() throws {
        let new = Customer(in: context, name: "New")
        try context.delete(cleo)
        ada.name = "Zoe"
        let child = context.makeChild()
        let all = Fetch<Customer>(sort: [.ascending("name")])
        let stored = all.includingPendingChanges(false)
        let own = try child.fetch(all)
        #expect(own.map(\.name) == ["Bob", "New", "Zoe"])
        own[0].name = "Aaron"
        try child.delete(own[1])
        Customer(in: child, name: "Child's")
        #expect(try child.fetch(all).map(\.name) == ["Aaron", "Child's", "Zoe"])
        #expect(try child.fetch(stored) == own)
        #expect(try child.count(stored) == 3 && child.ids(stored) == [bob, new, ada].map(\.objectID))
        #expect(try child.fetch(stored.values { $0.name }) == ["Bob", "New", "Zoe"])
        #expect(try Array(child.objects(stored)) == own)
    }
}
