@testable import ContactsModel
import Foundation
import OrdersModel
import Testing
import Trellis

/// The lists that applications of these models show, by the models' named fetches and with Swift's operators: before and after their
/// objects are saved, and in a context that has seen none of it.
struct ListTests {
    /// Tells the same of every state of a store.
    private func everywhere<Model: PersistentModel>(
        in file: StoreFile<Model>, _ context: ManagedObjectContext, _ check: (ManagedObjectContext) throws -> Void
    ) throws {
        try check(context)
        try context.save()
        try check(context)
        try check(try file.context())
    }

    private func instant(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @Test func `customers by name`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        for name in ["Grace", "Zoë", "Ada", "ada", "Žofie"] { Customer(in: context, name: name, info: name == "Ada" ? "x" : nil) }
        try everywhere(in: file, context) { (context: ManagedObjectContext) throws in
            #expect(try Customer.byName(in: context).map(\.name) == ["Ada", "Grace", "Zoë", "ada", "Žofie"])
            #expect(try context.fetch(Customer.byName().where { $0.info == nil }).map(\.name) == ["Grace", "Zoë", "ada", "Žofie"])
            let last = try context.fetch(Customer.where { $0.name > "Grace" }.sorted { [$0.name.descending] })
            #expect(last.map(\.name) == ["Žofie", "ada", "Zoë"])
        }
    }

    @Test func `orders by date and customer's name`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let (ada, grace) = (Customer(in: context, name: "Ada"), Customer(in: context, name: "Grace"))
        for (date, customer) in [(2, grace), (1, grace), (2, ada), (2, nil), (1, ada)] as [(Double, Customer?)] {
            Order(in: context, date: instant(date), customer: customer)
        }
        let names = { (orders: [Order]) in orders.map { $0.customer?.name ?? "-" } }
        try everywhere(in: file, context) { (context: ManagedObjectContext) throws in
            #expect(try names(Order.journal(in: context)) == ["Ada", "Grace", "-", "Ada", "Grace"])
            let latest = Order.where { $0.date > instant(1) }.sorted { [$0.date.descending, $0.customer.name.descending] }
            #expect(try names(context.fetch(latest)) == ["Grace", "Ada", "-"])
            #expect(try names(context.fetch(Order.journal().where { $0.customer.name == nil })) == ["-"])
            #expect(try names(context.fetch(Order.journal().where { $0.customer.name != "Ada" })) == ["Grace", "-", "Grace"])
        }
    }

    @Test func `rows of one order by their service's name`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let (tea, cake) = (Service(in: context, name: "Tea"), Service(in: context, name: "Cake"))
        let (first, second) = (Order(in: context), Order(in: context))
        for (sum, order, service) in [(1, first, tea), (2, first, cake), (3, second, cake), (4, first, nil)]
            as [(Decimal, Order, Service?)]
        {
            OrderRow(in: context, sum: sum, order: order, service: service)
        }
        try context.save()
        try everywhere(in: file, context) { (context: ManagedObjectContext) throws in
            let order = try #require(try context.find(Order.self, first.objectID))
            #expect(try OrderRow.inOrder(order: order, in: context).map(\.sum) == [4, 2, 1])
            #expect(try context.fetch(OrderRow.inOrder(order: order).where { $0.service != nil }).map(\.sum) == [2, 1])
            let rows = OrderRow.where { $0.order == order && $0.sum >= 2 }.sorted { [$0.service.name.descending] }
            #expect(try context.fetch(rows).map(\.sum) == [2, 4])
        }
    }

    @Test func `orders made and not paid`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        for (date, made, paid) in [(3, true, false), (1, true, false), (2, true, true), (4, false, false), (5, false, true)] {
            Order(in: context, date: instant(Double(date)), made: made, paid: paid, customer: date == 3 ? ada : nil)
        }
        let dates = { (orders: [Order]) in orders.map(\.date.timeIntervalSinceReferenceDate) }
        try everywhere(in: file, context) { (context: ManagedObjectContext) throws in
            #expect(try dates(Order.unpaid(in: context)) == [1, 3])
            #expect(try dates(context.fetch(Order.where { $0.made && !$0.paid }.sorted { [$0.date.ascending] })) == [1, 3])
            #expect(try dates(context.fetch(Order.unpaid().where { $0.customer.name == "Ada" })) == [3])
            #expect(try dates(context.fetch(Order.unpaid().where { $0.customer == nil })) == [1])
        }
    }

    @Test func `persons by age and first name`() throws {
        let file = try StoreFile(of: Contacts.self)
        let context = try file.context()
        for (name, age) in [("Bo", 40), ("Ann", 40), ("Kim", 17), ("Joe", nil), ("Lou", 18)] as [(String, Int16?)] {
            Person(in: context, firstName: name, lastName: "Smith", age: age)
        }
        try everywhere(in: file, context) { (context: ManagedObjectContext) throws in
            #expect(try Person.byAge(in: context).map(\.firstName) == ["Joe", "Kim", "Lou", "Ann", "Bo"])
            #expect(try context.fetch(Person.adults().where { $0.firstName < "Bo" }).map(\.firstName) == ["Ann"])
            let minors = Person.where { $0.age == nil || $0.age < 18 }.sorted { [$0.firstName.ascending] }
            #expect(try context.fetch(minors).map(\.firstName) == ["Joe", "Kim"])
        }
    }
}
