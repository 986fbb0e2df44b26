import OrdersModel
import RulesModel
import Testing
import Trellis

/// Unique values.
struct UniquenessTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        Customer(in: context, name: "Ada")
        try context.save()
    }

    @Test func `a value that another row has is told with the object and the attribute, and nothing is written`() throws {
        let order = Order(in: context)
        let second = Customer(in: context, name: "Ada")
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.rule) == [.unique])
        #expect(error.failures.map(\.property) == ["name"])
        // The identity is the one that the object still has: no row was made.
        #expect(error.failures.map(\.objectID) == [second.objectID])
        #expect(second.objectID.isTemporary)
        #expect(error.failures.map(\.value) == ["Ada"])
        #expect(!error.description.contains("Ada"))
        #expect(try file.rows("SELECT * FROM \"order\"").isEmpty)

        second.name = "Grace"
        try context.save()
        #expect(order.objectID.rowID == 1)
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Ada", "Grace"])
    }

    @Test func `an update to a value that another row has is refused`() throws {
        let grace = Customer(in: context, name: "Grace")
        try context.save()
        grace.name = "Ada"
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.objectID) == [grace.objectID])
    }

    @Test func `two new objects with one value are refused`() throws {
        Service(in: context, name: "Tea")
        Service(in: context, name: "Tea")
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.entity) == ["Service"])
        #expect(try file.rows("SELECT * FROM service").isEmpty)
    }

    @Test func `a value is free for another object in the save that deletes or changes its holder`() throws {
        let ada = try #require(try Customer.byName(in: context).first)
        try context.delete(ada)
        let next = Customer(in: context, name: "Ada")
        try context.save()
        #expect(try file.rows("SELECT _id, name FROM customer") == [["2", "Ada"]])

        next.name = "Grace"
        Customer(in: context, name: "Ada")
        try context.save()
        #expect(try file.rows("SELECT _id, name FROM customer ORDER BY _id") == [["2", "Grace"], ["3", "Ada"]])
    }

    @Test func `an object that moves to another owner can have the value of one deleted in the same save`() throws {
        let rules = try StoreFile(of: Rules.self)
        let context = try rules.context()
        let (one, two) = (Owner(in: context, name: "one"), Owner(in: context, name: "two"))
        let old = Strict(in: context, name: "old", code: 7, owner: one)
        let new = Strict(in: context, name: "new", owner: one)
        try context.save()

        try context.delete(old)
        new.owner = two
        new.code = 7
        try context.save()
        #expect(try rules.rows("SELECT name, code, owner_id FROM strict") == [["new", "7", "2"]])
    }

    @Test func `a value is handed on from object to object in one save, whichever was changed first`() throws {
        let names = ["b", "c", "d"]
        let customers = names.map { Customer(in: context, name: $0) }
        try context.save()
        for (customer, name) in zip(customers, ["c", "d", "e"]) { customer.name = name }
        try context.save()
        #expect(try file.column("SELECT name FROM customer WHERE _id > 1 ORDER BY _id") == ["c", "d", "e"])
        for (customer, name) in zip(customers, names) { customer.name = name }
        try context.save()
        #expect(
            try file.rows("SELECT name, _version FROM customer WHERE _id > 1 ORDER BY _id") == [
                ["b", "3"], ["c", "3"], ["d", "3"],
            ])
    }

    @Test func `two objects swap their values in one save`() throws {
        let ada = try #require(try Customer.byName(in: context).first)
        let grace = Customer(in: context, name: "Grace")
        try context.save()
        (ada.name, grace.name) = ("Grace", "Ada")
        try context.save()
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Grace", "Ada"])
    }

    @Test func `nil is no value that could be taken twice`() throws {
        let rules = try StoreFile(of: Rules.self)
        let context = try rules.context()
        let owner = Owner(in: context, name: "")
        for name in ["aa", "bb"] { Strict(in: context, name: name, owner: owner) }
        try context.save()
        #expect(try rules.column("SELECT COUNT(*) FROM strict WHERE code IS NULL") == ["2"])
    }
}
