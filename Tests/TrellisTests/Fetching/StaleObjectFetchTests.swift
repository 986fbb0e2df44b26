import Foundation
import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// A context has unsaved edits and registered objects with old values. Another one has saved new values.
struct StaleObjectFetchTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext
    private let ada: Customer
    private let grace: Customer
    private let orders: [Order]

    init() throws {
        file = try StoreFile(of: Orders.self)
        (context, other) = (try file.context(), try file.context())
        ada = Customer(in: context, name: "Ada")
        grace = Customer(in: context, name: "Grace")
        let (context, ada) = (context, ada)
        orders = (1...3).map {
            Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double($0)), made: true, customer: ada)
        }
        try context.save()
    }

    /// Edits the other context's copy of an object and saves it.
    private func save<Object: ManagedObject>(_ object: Object, _ edit: (Object) throws -> Void) throws {
        try edit(copy(of: object, in: other))
        try other.save()
    }

    /// The object of another context with the same identity.
    private func copy<Object: ManagedObject>(of object: Object, in other: ManagedObjectContext) throws -> Object {
        let found = try other.find(Object.self, object.objectID)
        return try #require(found)
    }

    private func ofCustomer(_ name: String) -> Fetch<Order> {
        Fetch(where: .compare("customer.name", .equal, to: name), sort: [.descending("customer.name")])
    }

    @Test func `an unsaved edit of a related object leaves the others with the store's values`() throws {
        try save(ada) { $0.name = "Zoe" }
        #expect(try context.count(ofCustomer("Zoe")) == 3)
        grace.info = "edited"
        #expect(try context.count(ofCustomer("Zoe")) == 3 && context.count(ofCustomer("Ada")) == 0)
        #expect(try context.fetch(ofCustomer("Zoe")) == orders)
        #expect(try context.ids(ofCustomer("Zoe")) == orders.map(\.objectID))
        let names = ofCustomer("Zoe").values(FetchedProperty<String?>("customer.name"))
        #expect(try context.fetch(names) == ["Zoe", "Zoe", "Zoe"])
        #expect(try context.fetch(names.distinct()) == ["Zoe"])
        #expect(ada.name == "Ada" && !ada.hasChanges)
    }

    @Test func `an object with unsaved changes counts with its own values`() throws {
        try save(ada) { $0.name = "Zoe" }
        ada.info = "edited"
        #expect(try context.count(ofCustomer("Zoe")) == 0 && context.count(ofCustomer("Ada")) == 3)
    }

    @Test func `an edited object is judged by the saved values of those that it leads to`() throws {
        try save(ada) { $0.name = "Zoe" }
        orders[0].paid = true
        #expect(try context.fetch(ofCustomer("Zoe")) == orders)
        let sum = OrderRow(in: context, sum: 1, order: orders[1])
        let row = Fetch<OrderRow>(where: .compare("order.customer.name", .equal, to: "Zoe"))
        #expect(try context.fetch(row) == [sum] && context.count(row) == 1)
    }

    @Test func `the order is that of the saved values`() throws {
        try save(orders[0]) { $0.date = Date(timeIntervalSinceReferenceDate: 9) }
        orders[2].date = Date(timeIntervalSinceReferenceDate: 5)
        let byDate = Fetch<Order>(sort: [.ascending("date")])
        #expect(try context.fetch(byDate) == [orders[1], orders[2], orders[0]])
        #expect(try context.ids(byDate.limit(1).offset(2)) == [orders[0].objectID])
        #expect(orders[0].date == Date(timeIntervalSinceReferenceDate: 1))
    }

    @Test func `members are those of the store, also if they are loaded`() throws {
        #expect(ada.orders.count == 3 && grace.orders.isEmpty)
        let elsewhere = try copy(of: grace, in: other)
        try save(orders[0]) { $0.customer = elsewhere }
        let early = Condition.quantified(.any, .compare("orders.date", .less, to: Date(timeIntervalSinceReferenceDate: 1.5)))
        let fetch = Fetch<Customer>(where: early)
        orders[2].paid = true
        #expect(try context.fetch(fetch) == [grace] && context.count(fetch) == 1)
        orders[1].date = Date(timeIntervalSinceReferenceDate: 0)
        #expect(try context.fetch(fetch) == [ada, grace])
        #expect(ada.orders.count == 3 && grace.orders.isEmpty)
    }

    @Test func `a row that another context inserts or deletes counts at once`() throws {
        let new = Order(in: other, date: Date(timeIntervalSinceReferenceDate: 7), made: true)
        try other.delete(copy(of: orders[1], in: other))
        try other.save()
        grace.info = "edited"
        orders[0].paid = true
        let fetch = Fetch<Order>(sort: [.ascending("customer.info"), .ascending("date")])
        #expect(try context.ids(fetch) == [orders[0], orders[2], new].map { $0.objectID }.sorted { $0.rowID ?? 0 < $1.rowID ?? 0 })
        #expect(try context.count(fetch) == 3 && context.fetch(fetch).count == 3)
    }

    @Test func `connections are those of the store with the unsaved ones`() throws {
        let file = try StoreFile(of: Society.self)
        let (context, other) = (try file.context(), try file.context())
        let posts = ["a", "b", "c"].map { Post(in: context, title: $0) }
        let tag = Tag(in: context, name: "x")
        posts[0].tags.append(tag)
        try context.save()
        let second = try copy(of: posts[1], in: other)
        second.tags.append(try copy(of: tag, in: other))
        try other.save()
        let fetch = Fetch<Post>(where: .quantified(.any, .compare("tags.name", .equal, to: "x")))
        posts[2].tags.append(tag)
        #expect(try context.fetch(fetch) == posts)
        posts[0].tags.remove(tag)
        #expect(try context.fetch(fetch) == [posts[1], posts[2]])
        try context.save()
        #expect(try context.fetch(fetch) == [posts[1], posts[2]])
    }
}
