import Foundation
import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// Identities in conditions and as text.
struct ObjectIDTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let customers: [Customer]
    private let orders: [OrdersModel.Order]

    init() throws {
        file = try StoreFile(of: Orders.self)
        let context = try file.context()
        self.context = context
        let customers = ["Ada", "Bob", "Cleo"].map { Customer(in: context, name: $0) }
        self.customers = customers
        orders = [customers[0], customers[1], customers[1], nil].map { OrdersModel.Order(in: context, customer: $0) }
        try context.save()
    }

    private func found(_ condition: (OrdersModel.Order.Fields) -> Condition) throws -> [Int] {
        try found(#require(OrdersModel.Order.where(condition).condition))
    }

    private func found(_ condition: Condition) throws -> [Int] {
        let fresh = try context.container.makeContext()
        let here = try context.fetch(Fetch<OrdersModel.Order>(where: condition)).compactMap(orders.firstIndex)
        let there = try fresh.fetch(Fetch<OrdersModel.Order>(where: condition)).compactMap(\.objectID.rowID).map { Int($0) - 1 }
        #expect(here == there)
        // In memory, one by one.
        #expect(try orders.indices.filter { try condition.matches(orders[$0]) } == here)
        return here
    }

    // MARK: Conditions

    @Test func `a relationship is compared with identities, in Swift and in text`() throws {
        let (ada, bob) = (customers[0].objectID, customers[1].objectID)
        #expect(try found { $0.customer == bob } == [1, 2])
        #expect(try found { $0.customer != bob } == [0, 3])
        #expect(try found { $0.customer.isIn([ada, bob]) } == [0, 1, 2])
        #expect(try found { $0.customer.id == ada } == [0])
        let none: ObjectID? = nil
        #expect(try found { $0.customer == none } == [3])
        #expect(try found { $0.customer == nil } == [3])
        #expect(try found(Condition("customer == %@", bob)) == [1, 2])
        #expect(try found(Condition("customer IN %@", [ada, bob])) == [0, 1, 2])
        #expect(try found(Condition("customer IN %@", Set([ada]))) == [0])
    }

    @Test func `the object itself is compared with identities`() throws {
        let (first, last) = (orders[0].objectID, orders[3].objectID)
        #expect(try found { $0.id == first } == [0])
        #expect(try found { $0.objectID != first } == [1, 2, 3])
        #expect(try found { $0.id.isIn([first, last]) } == [0, 3])
        #expect(try found(Condition("SELF == %@", last)) == [3])
        #expect(try found(Condition("SELF IN %@", [first, last])) == [0, 3])
        let owners = try context.fetch(Customer.where { $0.orders.contains(first) })
        #expect(owners == [customers[0]])
    }

    @Test func `new objects are found by their temporary identities`() throws {
        let new = Customer(in: context, name: "New")
        let order = OrdersModel.Order(in: context, customer: new)
        #expect(try context.fetch(OrdersModel.Order.where { $0.customer == new.objectID }) == [order])
        #expect(try context.fetch(Customer.where { $0.id == new.objectID }) == [new])
    }

    // MARK: Stores

    @Test func `an identity of another file finds nothing and equals nothing`() throws {
        let other = try StoreFile(of: Orders.self).context()
        let foreign = Customer(in: other, name: "Ada")
        try other.save()
        let id = foreign.objectID
        #expect(id.rowID == customers[0].objectID.rowID && id != customers[0].objectID)
        #expect(try context.find(Customer.self, id) == nil)
        #expect(try context.find(Customer.self, [id, customers[0].objectID]) == [customers[0]])
        #expect(try found { $0.customer == id } == [])
        #expect(try found { $0.customer != id } == [0, 1, 2, 3])
        #expect(try found { $0.customer.isIn([id, customers[0].objectID]) } == [0])
        #expect(try context.fetch(Customer.where { $0.id == id }).isEmpty)
        #expect(throws: StoreError.self) {
            try context.batchUpdate(Fetch<OrdersModel.Order>()) { [$0.customer.set(toID: id)] }
        }
    }

    @Test func `two containers of a file give one identity`() throws {
        let other = try file.context()
        let read = try #require(try other.find(Customer.self, customers[0].objectID))
        #expect(read.objectID == customers[0].objectID && Set([read.objectID, customers[0].objectID]).count == 1)
        #expect(try read.objectID == other.container.objectID(of: Customer.self, rowID: 1))
        #expect(read.objectID.storeIdentifier == other.container.storeUUID)
    }

    // MARK: Inheritance

    @Test func `an object has one identity as itself and as what it inherits from`() throws {
        let store = try StoreFile(of: Inheritance.self)
        let context = try store.context()
        let office = Office(in: context, title: "HQ")
        let boss = Manager(in: context, name: "Boss", number: 1, salary: 1, office: office)
        try context.save()
        let ids = try [
            boss.objectID, context.id(Manager.self, 1), context.id(Employee.self, 1), context.id(InheritanceModel.Person.self, 1),
        ]
        #expect(Set(ids).count == 1)
        #expect(ids[0] != office.objectID)
        for id in ids {
            #expect(try store.context().find(InheritanceModel.Person.self, id)?.name == "Boss")
            #expect(try context.fetch(Employee.where { $0.id == id }) == [boss])
            #expect(ObjectID(id.uriRepresentation().absoluteString) == id)
        }
        #expect(boss.objectID.uriRepresentation().path == "/Person/Manager/1")
    }

    // MARK: Text

    @Test func `an identity is read back from its text, with its store`() throws {
        let id = customers[1].objectID
        let store = try #require(id.storeIdentifier)
        #expect(id.uriRepresentation().absoluteString == "trellis://\(store)/Customer/2")
        let back = try #require(ObjectID("trellis://\(store)/Customer/2"))
        #expect(back == id && back.hashValue == id.hashValue)
        #expect(try context.find(Customer.self, back) === customers[1])
        // The short text is of any store: it finds the object, and is no object's identity.
        let short = try #require(ObjectID(id.description))
        #expect(short == ObjectID(entity: "Customer", rowID: 2) && short != id)
        #expect(try context.find(Customer.self, short) === customers[1])
        #expect(ObjectID(short.uriRepresentation().absoluteString) == short)
        let coded = try JSONEncoder().encode([id])
        #expect(try JSONDecoder().decode([ObjectID].self, from: coded) == [id])
        #expect(try JSONDecoder().decode([ObjectID].self, from: Data(#"["Customer/2"]"#.utf8)) == [short])
    }

    @Test func `texts that are no identity are refused`() throws {
        let new = Customer(in: context, name: "New").objectID
        let texts = [
            "", "/", "Customer", "Customer/", "/2", "Customer/x", "Customer/-2", "Customer/0", "Customer/02", "Customer/2/3/4/5", "Customer/2/",
            "http://x/Customer/2", "trellis://x/2", "trellis://x/Customer", "trellis://x//2", "trellis://x/A/B/C/2", "trellis:Customer/2",
            " Customer/2", "Customer /2", "Customer/2 ", "Cust omer/2", "2Customer/2", "trellis:// x/Customer/2", "trellis://x/ Customer/2",
            new.description, new.uriRepresentation().absoluteString,
        ]
        for text in texts { #expect(ObjectID(text) == nil, "\(text)") }
    }
}
