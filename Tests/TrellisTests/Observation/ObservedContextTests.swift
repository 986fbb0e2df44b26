import AttributeOptionsModel
import Foundation
import LedgerModel
import Observation
import RelationshipsModel
import Testing
import Trellis

/// What `withObservationTracking` reports about saves, merges, refreshes and rollbacks.
struct ObservedContextTests {
    private let file: StoreFile<Ledger>
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext
    private let names = ObjectNames()
    private let ada: Customer
    private let bob: Customer
    private let orders: [Order]

    init() throws {
        file = try StoreFile(of: Ledger.self)
        container = try file.container()
        (context, other) = (try container.makeContext(), try container.makeContext())
        context.notifiesObservers = true
        (ada, bob) = (Customer(in: context, name: "Ada"), Customer(in: context, name: "Bob"))
        orders = (1...3).map { [context, ada] in Order(in: context, number: $0, customer: ada) }
        try context.save()
    }

    private func theirs<Object: ManagedObject>(_ object: Object) throws -> Object {
        try #require(try other.find(Object.self, object.objectID))
    }

    // MARK: Saves

    @Test func `a save reports values that the database derives, if they are others`() throws {
        let watches = [Watch { "\(ada.orderCount)" }, Watch { "\(bob.orderCount)" }, Watch { "\(orders[0].pieces)" }, Watch { ada.name }]
        OrderRow(in: context, pieces: 5, order: orders[0])
        orders[2].customer = bob
        #expect(watches.map(\.count) == [0, 0, 0, 0])
        try context.save()
        #expect(watches.map(\.count) == [1, 1, 1, 0])
        for watch in watches { expectReport(watch) }
        watches.forEach { $0.again() }
        ada.name = "Eve"
        try context.save()
        #expect(watches.map(\.count) == [0, 0, 0, 1])
    }

    @Test func `a save that gives objects their keys reports no relationship and no value`() throws {
        let new = Customer(in: context, name: "New")
        let order = Order(in: context, number: 9, customer: new)
        let watches = [Watch { names[order.customer] }, Watch { names[new.orders] }, Watch { new.name }, Watch { "\(order.number)" }]
        try context.save()
        #expect(watches.map(\.count) == [0, 0, 0, 0])
        #expect(!order.isInserted)
    }

    @Test func `a save reports values of the store that a merge policy prefers`() throws {
        let (name, count) = (Watch { ada.name }, Watch { "\(orders[0].number)" })
        try theirs(ada).name = "Theirs"
        try other.save()
        context.mergePolicy = .storeWins
        ada.name = "Mine"
        name.again()
        try context.save()
        #expect(name.count == 1 && name.valueThen == "Mine" && ada.name == "Theirs" && count.count == 0)
    }

    // MARK: Merges and refreshes

    @Test func `a merge reports values, references and members that other contexts have saved`() throws {
        context.automaticallyMergesChanges = true
        let watches = [
            Watch { ada.name }, Watch { names[orders[0].customer] }, Watch { names.sorted(ada.orders) }, Watch { names.sorted(bob.orders) },
            Watch { bob.name }, Watch { "\(ada.orderCount)" }, Watch { "\(orders[1].number)" },
        ]
        try theirs(ada).name = "Eve"
        try theirs(orders[0]).customer = theirs(bob)
        try other.save()
        #expect(watches.allSatisfy { $0.count == 0 })
        _ = try context.fetchAll(Label.self)
        #expect(watches.map(\.count) == [1, 1, 1, 1, 0, 1, 0])
        for watch in watches { expectReport(watch) }
        #expect(watches[0].valueThen == "Ada" && watches[1].valueThen == names[ada] && ada.name == "Eve")
        // Reading again finds nothing new.
        watches.forEach { $0.again() }
        try context.refreshAll()
        #expect(watches.allSatisfy { $0.count == 0 })
    }

    @Test func `a refresh reports what differs, and nothing else`() throws {
        let watches = [Watch { ada.name }, Watch { names.sorted(ada.orders) }, Watch { names[orders[0].customer] }]
        try context.refresh(ada)
        try context.refresh(orders[0])
        #expect(watches.allSatisfy { $0.count == 0 })
        try file.execute("UPDATE customer SET name = 'Zoe', _version = _version + 1 WHERE name = 'Ada'")
        try context.refresh(ada)
        #expect(watches.map(\.count) == [1, 0, 0])
    }

    @Test func `a refresh that discards changes reports the values that come back`() throws {
        ada.name = "Eve"
        orders[0].customer = bob
        let watches = [Watch { ada.name }, Watch { names[orders[0].customer] }, Watch { names.sorted(bob.orders) }, Watch { "\(ada.hasChanges)" }]
        try context.refresh(ada, mergeChanges: false)
        #expect(watches.map(\.count) == [1, 0, 0, 1])
        #expect(watches[0].valueThen == "Eve")
        try context.refresh(orders[0], mergeChanges: false)
        #expect(watches.map(\.count) == [1, 1, 1, 1])
    }

    @Test func `lazy values that another process wrote are reported`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let context = try file.context()
        context.notifiesObservers = true
        let (photo, same) = (
            Photo(in: context, title: "A", image: Data(), text: "one", rating: 1), Photo(in: context, title: "B", image: Data(), rating: 1)
        )
        try context.save()
        let watches = [Watch { photo.text }, Watch { same.text }]
        try file.execute("UPDATE photo SET text = 'three', _version = _version + 1 WHERE title = 'A'")
        try context.refreshAll()
        #expect(watches.map(\.count) == [1, 0])
        #expect(photo.text == "three")
    }

    @Test func `objects that another context deleted are reported`() throws {
        context.automaticallyMergesChanges = true
        let watches = [Watch { names.sorted(ada.orders) }, Watch { "\(orders[0].isDeleted)" }, Watch { names[orders[1].customer] }]
        try other.delete(theirs(orders[0]))
        try other.save()
        _ = try context.fetchAll(Label.self)
        #expect(watches.map(\.count) == [1, 1, 0])
        watches.forEach { $0.again() }
        try other.delete(theirs(ada))
        try other.save()
        _ = try context.fetchAll(Label.self)
        #expect(watches[2].hasChanged == (watches[2].count == 1))
    }

    // MARK: Batches

    @Test func `batches of the context report values, members and derived values`() throws {
        let watches = [
            Watch { ada.name }, Watch { names.sorted(ada.orders) }, Watch { "\(ada.orderCount)" }, Watch { bob.name },
            Watch { "\(orders[0].number)" }, Watch { "\(orders[1].isDeleted)" },
        ]
        try context.batchUpdate(Customer.where { $0.name == "Ada" }) { [$0.name.set(to: "Eve")] }
        #expect(watches.map(\.count) == [1, 0, 0, 0, 0, 0])
        #expect(watches[0].valueThen == "Ada" && ada.name == "Eve")
        try context.batchDelete(Order.where { $0.number == 2 })
        #expect(watches.map(\.count) == [1, 1, 1, 0, 0, 1])
        for watch in watches { expectReport(watch) }
    }

    @Test func `batches of another context report as its saves do`() throws {
        context.automaticallyMergesChanges = true
        let watches = [Watch { ada.name }, Watch { names.sorted(ada.orders) }, Watch { "\(ada.orderCount)" }, Watch { names[orders[1].customer] }]
        try other.batchUpdate(Customer.where { $0.name == "Ada" }) { [$0.name.set(to: "Eve")] }
        try other.batchDelete(Order.where { $0.number == 1 })
        #expect(watches.allSatisfy { $0.count == 0 })
        _ = try context.fetchAll(Label.self)
        #expect(watches.map(\.count) == [1, 1, 1, 0])
        for watch in watches { expectReport(watch) }
    }

    @Test func `a batch with more rows than it lists reports the values that differ`() throws {
        try context.batchInsert(0..<12_000) { Order(in: $1, number: 100 + $0, customer: nil) }
        let watches = [Watch { "\(orders[0].number)" }, Watch { "\(orders[2].number)" }, Watch { ada.name }, Watch { "\(ada.orderCount)" }]
        try context.batchUpdate(Order.where { $0.number != 3 }) { [$0.number += 1] }
        #expect(watches.map(\.count) == [1, 0, 0, 0])
        #expect(orders[0].number == 2)
    }

    // MARK: Rollbacks

    @Test func `a rollback reports what comes back and what is gone`() throws {
        ada.name = "Eve"
        orders[0].customer = bob
        try context.delete(orders[1])
        Order(in: context, number: 7, customer: bob)
        let watches = [
            Watch { ada.name }, Watch { names[orders[0].customer] }, Watch { names.sorted(ada.orders) }, Watch { names.sorted(bob.orders) },
            Watch { "\(orders[1].isDeleted)" }, Watch { bob.name }, Watch { "\(orders[2].number)" },
        ]
        try context.rollback()
        #expect(watches.map(\.count) == [1, 1, 1, 1, 1, 0, 0])
        for watch in watches { expectReport(watch) }
    }

    @Test func `a rollback of a delete reports references without an inverse`() throws {
        let context = try PersistentContainer(for: Society.self, at: .fresh).makeContext()
        context.notifiesObservers = true
        let (rome, bath) = (City(in: context, name: "Rome"), City(in: context, name: "Bath"))
        let italy = Country(in: context, name: "Italy", capital: rome)
        Country(in: context, name: "Avon", capital: bath)
        let person = RelationshipsModel.Person(in: context, name: "Ada", home: rome, birthplace: bath)
        let post = Post(in: context, title: "A")
        post.readers.insert(person)
        try context.save()
        try context.delete(italy)
        try context.delete(person)
        let watches = [Watch { names[person.home] }, Watch { names[post.readers] }, Watch { "\(rome.isDeleted)" }]
        #expect(watches.map(\.before) == ["nil", "", "true"])
        try context.rollback()
        for watch in watches { expectReport(watch) }
        #expect(watches[1].hasChanged && watches[2].hasChanged)
    }

    @Test func `a reset reports the relationships that it empties`() throws {
        let watches = [Watch { names[ada.orders] }, Watch { names[orders[0].customer] }, Watch { ada.name }]
        context.reset()
        for watch in watches { expectReport(watch) }
        #expect(watches.map(\.count) == [1, 1, 0])
        let again = try #require(try context.fetchAll(Customer.self).first { $0.name == "Ada" })
        let watch = Watch { again.name }
        again.name = "Eve"
        #expect(watch.count == 1)
    }
}
