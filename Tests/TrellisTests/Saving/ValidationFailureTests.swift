import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// Broken rules, without saving.
struct ValidationFailureTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
    }

    @Test func `they are those of the error of a save`() throws {
        let ada = Customer(in: context, name: "")
        let order = OrdersModel.Order(in: context)
        OrderRow(in: context, sum: -1, order: order)
        let failures = try context.validationFailures()
        #expect(failures.map(\.path) == ["Customer.name", "OrderRow.sum"])
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures == failures)
        #expect(try ada.validationFailures().map(\.rule) == [.minLength(1)])
        #expect(try order.validationFailures().isEmpty)
        ada.name = "Ada"
        #expect(try ada.validationFailures().isEmpty)
        #expect(try file.rows("SELECT * FROM customer").isEmpty)
        #expect(context.insertedObjects.count == 3)
    }

    @Test func `a deletion is judged by the rules of deletions`() throws {
        let ada = Customer(in: context, name: "Ada")
        let order = OrdersModel.Order(in: context, customer: ada)
        try context.save()
        #expect(try ada.validationFailures().isEmpty)
        try context.delete(ada)
        #expect(try ada.validationFailures().map(\.rule) == [.deny(count: 1)])
        #expect(try context.validationFailures().map(\.objectID) == [ada.objectID])
        try context.delete(order)
        #expect(try context.validationFailures().isEmpty)
        try context.save()
        #expect(try ada.validationFailures().isEmpty)
    }

    @Test func `an unchanged object is judged as well`() throws {
        Customer(in: context, name: "Ada")
        try context.save()
        try file.execute("PRAGMA ignore_check_constraints = ON; UPDATE customer SET name = ''")
        let other = try file.context()
        let read = try #require(try other.fetchAll(Customer.self).first)
        #expect(try read.validationFailures().map(\.rule) == [.minLength(1)])
        #expect(try other.validationFailures().isEmpty)
    }
}
