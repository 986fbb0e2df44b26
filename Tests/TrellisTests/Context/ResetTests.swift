import OrdersModel
import Testing
import Trellis

/// Resetting a context.
struct ResetTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
    }

    @Test func `all objects and changes are forgotten, and rows are read again`() throws {
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        ada.name = "changed"
        Customer(in: context, name: "new")
        context.reset()
        #expect(!context.hasChanges && context.registeredObjects.isEmpty)
        let again = try #require(try Customer.byName(in: context).first)
        #expect(again !== ada && again.name == "Ada")
        again.name = "Grace"
        try context.save()
        #expect(try file.column("SELECT name FROM customer") == ["Grace"])
    }

    @Test func `objects of before can be read, and neither their relationships nor changes lead anywhere`() throws {
        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, customer: ada)
        try context.save()
        let new = Customer(in: context, name: "new")
        context.reset()
        #expect(ada.managedObjectContext == nil && ada.name == "Ada" && ada.orders.isEmpty && order.customer == nil)
        #expect(new.name == "new" && !new.isInserted)
        LostEdit.$stopsProgram.withValue(false) {
            ada.name = "changed"
            order.customer = ada
        }
        #expect(!context.hasChanges)
        #expect(throws: StoreError.notInContext(ada.objectID)) { try context.delete(ada) }
        #expect(throws: StoreError.notInContext(ada.objectID)) { try context.refresh(ada) }
        try context.save()
        #expect(try file.rows("SELECT name, _version FROM customer") == [["Ada", "1"]])
    }

    @Test func `objects that held each other are released`() throws {
        weak var customer: Customer?
        weak var order: Order?
        weak var unsaved: Order?
        do {
            let ada = Customer(in: context, name: "Ada")
            let saved = Order(in: context, customer: ada)
            try context.save()
            let new = Order(in: context, customer: ada)
            (customer, order, unsaved) = (ada, saved, new)
            #expect(ada.orders.count == 2)
        }
        #expect(customer != nil)
        context.reset()
        #expect(customer == nil && order == nil && unsaved == nil)
    }
}
