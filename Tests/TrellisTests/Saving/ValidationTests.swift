import OrdersModel
import RulesModel
import Testing
import Trellis

/// Validation at save.
struct ValidationTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
    }

    @Test func `a customer with an empty name is refused with the entity, the attribute and the rule`() throws {
        let customer = Customer(in: context, name: "")
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        let failure = try #require(error?.failures.first)
        #expect(error?.failures.count == 1)
        #expect(failure.entity == "Customer")
        #expect(failure.property == "name")
        #expect(failure.rule == .minLength(1))
        #expect(failure.objectID == customer.objectID)
    }

    @Test func `a value may break rules until the save, which alone looks at it`() throws {
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        ada.name = ""
        #expect(ada.name == "" && context.updatedObjects == [ada])
        #expect(try context.fetch(Fetch<Customer>(where: .compare("name", .equal, to: ""))) == [ada])
        ada.name = "Ada L."
        try context.save()
        #expect(try file.rows("SELECT name, _version FROM customer") == [["Ada L.", "2"]])
    }

    @Test func `when one object is refused nothing of the save is written`() throws {
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        ada.info = "changed"
        Customer(in: context, name: "Grace")
        Customer(in: context, name: "")
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try file.rows("SELECT name, info, _version FROM customer") == [["Ada", nil, "1"]])
    }

    @Test func `after a refusal the context keeps its changes, and saves them once they are fixed`() throws {
        let unnamed = Customer(in: context, name: "")
        let order = Order(in: context, customer: unnamed)
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(context.hasChanges)
        #expect(context.insertedObjects == [unnamed, order])
        #expect(unnamed.objectID.isTemporary)

        unnamed.name = "Ada"
        try context.save()
        #expect(!context.hasChanges)
        #expect(
            try file.rows("SELECT name, \"order\"._id FROM customer JOIN \"order\" ON customer_id = customer._id")
                == [["Ada", "1"]])
    }

    @Test func `every broken rule of every object is told at once`() throws {
        Customer(in: context, name: "")
        Service(in: context, name: "")
        let row = OrderRow(in: context, sum: 1.005, order: Order(in: context))
        row.order = nil
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(
            error?.failures.map (\.path) == [
                "Customer.name", "Service.name", "OrderRow.sum", "OrderRow.order",
            ])
        #expect(error?.failures.map(\.rule) == [.minLength(1), .minLength(1), .scale(2), .required])
    }

    @Test func `an update is validated as an insert is`() throws {
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        ada.name = ""
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try file.column("SELECT name FROM customer") == ["Ada"])
    }

    @Test func `the description of a refusal holds no values, and its full text does`() throws {
        OrderRow(in: context, sum: 98765.4321, order: Order(in: context))
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.description == "OrderRow.sum must have at most 2 decimal places and 18 digits (OrderRow/new2)")
        #expect(!"\(error)".contains("98765"))
        #expect(error.text(includingValues: true).contains("98765.4321"))
    }

    @Test func `length is counted in Unicode scalars, and of data in bytes`() throws {
        let rules = try StoreFile(of: Rules.self).context()
        let owner = Owner(in: rules, name: "")
        // One character of two scalars is long enough, one of one scalar is not.
        Strict(in: rules, name: "e\u{301}", bytes: .init([0, 0]), owner: owner)
        try rules.save()
        Strict(in: rules, name: "é", bytes: .init([1]), owner: owner)
        let error = #expect(throws: ObjectValidationError.self) { try rules.save() }
        #expect(error?.failures.map(\.property) == ["name", "bytes"])
        #expect(error?.failures.map(\.rule) == [.minLength(2), .minBytes(2)])
    }

    @Test func `an object that breaks a rule and is deleted again does not refuse the save`() throws {
        let unnamed = Customer(in: context, name: "")
        Customer(in: context, name: "Ada")
        try context.delete(unnamed)
        try context.save()
        #expect(try file.column("SELECT name FROM customer") == ["Ada"])
    }
}
