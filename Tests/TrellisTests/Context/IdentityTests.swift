import OrdersModel
import Testing
import Trellis

/// Identity.
struct IdentityTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
    }

    @Test func `a context has one instance of a row, another context another`() throws {
        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, customer: ada)
        try context.save()
        #expect(try Customer.byName(in: context).first === ada)
        #expect(try context.find(Customer.self, ada.objectID) === ada)

        let other = try file.context()
        let read = try #require(try Customer.byName(in: other).first)
        #expect(read !== ada)
        #expect(read != ada)
        #expect(read.objectID == ada.objectID)
        #expect(try other.find(Order.self, order.objectID)?.customer === read)
        #expect(try other.find(Order.self, order.objectID)?.managedObjectContext === other)
    }

    @Test func `finding an object that the context knows asks the file nothing`() throws {
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try file.execute("DELETE FROM customer")
        #expect(try context.find(Customer.self, ada.objectID) === ada)
        #expect(try file.context().find(Customer.self, ada.objectID) == nil)
    }

    @Test func `finding finds only what is there`() throws {
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        #expect(try context.find(Customer.self, ObjectID(entity: "Customer", rowID: 99)) == nil)
        #expect(try context.find(Customer.self, ObjectID(entity: "Customer", rowID: 0)) == nil)
        #expect(try context.find(Customer.self, ObjectID(entity: "Customer", rowID: -1)) == nil)
        #expect(try context.find(Customer.self, ObjectID(entity: "Service", rowID: 1)) == nil)
        #expect(try context.find(Service.self, ada.objectID) == nil)
        try context.delete(ada)
        #expect(try context.find(Customer.self, ada.objectID) == nil)
        try context.save()
        #expect(try context.find(Customer.self, ada.objectID) == nil)
    }

    @Test func `an identity is temporary until the save, and then the row's`() throws {
        let ada = Customer(in: context, name: "Ada")
        let grace = Customer(in: context, name: "Grace")
        let temporary = ada.objectID
        #expect("\(temporary)" == "Customer/new1")
        #expect(temporary.isTemporary)
        #expect(temporary.rowID == nil)
        #expect(temporary != grace.objectID)
        #expect(try context.find(Customer.self, temporary) === ada)
        // It means nothing elsewhere.
        #expect(try file.context().find(Customer.self, temporary) == nil)

        try context.save()
        #expect(!ada.objectID.isTemporary)
        #expect(ada.objectID.rowID == 1)
        #expect(grace.objectID.rowID == 2)
        #expect(try ada.objectID == context.id(Customer.self, 1))
        #expect("\(ada.objectID)" == "Customer/1")
        #expect(try context.find(Customer.self, ada.objectID) === ada)
    }

    @Test func `objects of different entities never have one identity`() throws {
        let ada = Customer(in: context, name: "Ada")
        let tea = Service(in: context, name: "Tea")
        #expect(ada.objectID != tea.objectID)
        try context.save()
        #expect(ada.objectID.rowID == tea.objectID.rowID)
        #expect(ada.objectID != tea.objectID)
    }

    @Test func `a key is never used again`() throws {
        let first = Customer(in: context, name: "first")
        let last = Customer(in: context, name: "last")
        try context.save()
        try context.delete(last)
        try context.save()
        let next = Customer(in: context, name: "next")
        try context.save()
        #expect(next.objectID.rowID == 3)

        try context.delete(first)
        try context.delete(next)
        try context.save()
        let other = try file.context()
        let again = Customer(in: other, name: "again")
        try other.save()
        #expect(again.objectID.rowID == 4)
    }

    @Test func `keys go on after rows that another program wrote`() throws {
        try file.execute("INSERT INTO customer (_id, name) VALUES (41, 'raw')")
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        #expect(ada.objectID.rowID == 42)
        try file.execute("INSERT INTO customer (name) VALUES ('raw again')")
        #expect(try file.column("SELECT _id FROM customer ORDER BY _id") == ["41", "42", "43"])
    }

    @Test func `fetching what is known keeps the values that the object has`() throws {
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try file.execute("UPDATE customer SET info = 'raw'")
        #expect(try Customer.byName(in: context).first === ada)
        #expect(ada.info == nil)
        #expect(try Customer.byName(in: file.context()).first?.info == "raw")
    }
}
