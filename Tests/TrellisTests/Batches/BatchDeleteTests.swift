import DepotModel
import InheritanceModel
import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// One statement deletes many rows, and the schema applies the delete rules.
struct BatchDeleteTests {
    @Test func `cascades and cleared keys happen in the file and in loaded objects`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let service = Service(in: context, name: "wash")
        let orders = (0..<3).map { _ in OrdersModel.Order(in: context) }
        let rows = orders.map { OrderRow(in: context, sum: 1, order: $0, service: service) }
        orders[0].made = true
        try context.save()
        #expect(service.rows.count == 3)
        let result = try context.batchDelete(OrdersModel.Order.where { $0.made }, collectingIDs: true)
        #expect(result.count == 1)
        #expect(try result.ids == [context.id(OrdersModel.Order.self, 1)])
        #expect(orders[0].isDeleted && rows[0].isDeleted && !orders[1].isDeleted)
        #expect(Set(service.rows) == [rows[1], rows[2]])
        try context.batchDelete(Fetch<Service>())
        #expect(service.isDeleted && rows[1].service == nil)
        // A context that has changed the row sees a conflict.
        #expect(try file.column("SELECT _version FROM order_row") == ["2", "2"])
        #expect(!context.hasChanges)
    }

    @Test func `the rule deny is named with the rows, and nothing is deleted`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        Customer(in: context, name: "Bob")
        for _ in 0..<2 { OrdersModel.Order(in: context, customer: ada) }
        try context.save()
        let error = try #require(throws: ObjectValidationError.self) { try context.batchDelete(Fetch<Customer>()) }
        #expect(error.failures.count == 1)
        #expect(error.failures.first?.objectID == ada.objectID && error.failures.first?.rule == .deny(count: 2))
        #expect(error.failures.first?.property == "orders")
        #expect(try file.column("SELECT count(*) FROM customer") == ["2"])
        #expect(try context.batchDelete(Customer.where { $0.orders.isEmpty }).count == 1)
    }

    @Test func `a condition on a key that the delete clears chooses rows before it`() throws {
        let file = try StoreFile(of: Inheritance.self)
        let context = try file.context()
        let first = InheritanceModel.Person(in: context, name: "first")
        let second = InheritanceModel.Person(in: context, name: "second")
        second.friend = first
        try context.save()
        let result = try context.batchDelete(InheritanceModel.Person.where { $0.friend == nil })
        #expect(result.count == 1)
        #expect(try file.column("SELECT name FROM person") == ["second"])
        #expect(second.friend == nil)
    }

    @Test func `hooks and counts that would be skipped are named, also behind a cascade`() throws {
        let file = try StoreFile(of: Depot.self)
        let context = try file.context()
        let shelf = Shelf(in: context, name: "s")
        Box(in: context, name: "b", shelf: shelf)
        try context.save()
        let error = try #require(throws: BatchError.self) { try context.batchDelete(Fetch<Shelf>()) }
        guard case .skipsRules(let rules) = error else { throw error }
        #expect(Set(rules.map(\.description)) == [
            "Box.Hooks.prepareForDeletion", "Parcel.Hooks.prepareForDeletion", "Parcel.Hooks.validateForDelete",
        ])
        #expect("\(error)".hasSuffix("pass 'skipping: [.hooks, .validations]'"))
        #expect(throws: BatchError.self) { try context.batchDelete(Fetch<Shelf>(), skipping: .hooks) }
        #expect(try context.batchDelete(Fetch<Shelf>(), skipping: [.hooks, .validations]).count == 1)
        #expect(try file.column("SELECT count(*) FROM box") == ["0"])
        #expect(throws: BatchError.self) { try context.batchUpdate(Fetch<Box>()) { [$0.name.set(to: "x")] } }

        let society = try StoreFile(of: Society.self)
        let other = try society.context()
        let counts = try #require(throws: BatchError.self) { try other.batchDelete(Fetch<Player>()) }
        #expect("\(counts)".hasPrefix(
            "the batch would skip the number of members of Team.players, the number of members of Team.substitutes; nothing was written"))
    }

    @Test func `order and limit choose the rows`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        for name in ["c", "a", "b"] { Customer(in: context, name: name) }
        try context.save()
        #expect(try context.batchDelete(Fetch<Customer>().sorted { [$0.name.ascending] }.limit(1).offset(1)).count == 1)
        #expect(try file.column("SELECT name FROM customer ORDER BY name") == ["a", "c"])
        #expect(try context.batchDelete(Fetch<Customer>()).count == 2)
    }
}
