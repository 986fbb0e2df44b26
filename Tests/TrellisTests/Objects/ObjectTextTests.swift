import AttributeOptionsModel
import Foundation
import OrdersModel
import RelationshipsModel
import Synchronization
import Testing
import Trellis

/// What `print`, `dump` and a debugger show of objects, members and fetches. None of it runs a statement.
struct ObjectTextTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        Order(in: context, date: .at(1), customer: ada)
        Order(in: context, date: .at(2), customer: ada)
        try context.save()
    }

    /// Statements that ran, counted by an observer.
    private final class Counter: Sendable {
        let count = Mutex(0)
    }

    private func observed(_ body: (ManagedObjectContext, () -> Int) throws -> Void) throws {
        let counter = Counter()
        let container = try file.container(observers: [StatementObserver { _ in counter.count.withLock { $0 += 1 } }])
        try body(try container.makeContext()) { counter.count.withLock { $0 } }
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func `an object shows its identity, its values and what is not loaded, and loads nothing for it`() throws {
        try observed { context, statements in
            let order = try #require(try context.fetchAll(Order.self).first)
            let before = statements()
            #expect(before > 0)
            let text = "\(order)"
            #expect(text.hasPrefix("Order/1 (date: "))
            #expect(text.contains("paid: false") && text.contains("customer: Customer/1") && text.contains("rows: not loaded"), "\(text)")
            #expect(String(reflecting: order) == text && order.debugDescription == text)
            let dump = dumped(order)
            #expect(dump.contains("objectID: Order/1") && dump.contains("customer: Customer/1"), "\(dump)")
            #expect("\(order.rows)" == "not loaded")
            #expect(statements() == before)
            #expect(order.customer?.name == "Ada")
            #expect(statements() > before)
        }
    }

    @Test func `a change shows the value and what it was`() throws {
        let ada = try #require(try context.fetchAll(Customer.self).first)
        ada.name = "Ada Byron"
        #expect("\(ada)".contains("name: \"Ada Byron\" (was \"Ada\")"), "\(ada)")
        let order = try #require(ada.orders.first { $0.objectID.rowID == 1 })
        order.customer = nil
        #expect("\(order)".contains("customer: nil (was Customer/1)"), "\(order)")
        try context.save()
        #expect("\(ada)".contains("name: \"Ada Byron\"") && !"\(ada)".contains("was"), "\(ada)")
    }

    @Test func `a to-many shows its members once they are loaded`() throws {
        let ada = try #require(try context.fetchAll(Customer.self).first)
        context.reset()
        let again = try #require(try context.fetchAll(Customer.self).first)
        #expect("\(again.orders)" == "not loaded")
        #expect(again.orders.count == 2)
        #expect(["[Order/1, Order/2]", "[Order/2, Order/1]"].contains("\(again.orders)"), "\(again.orders)")
        #expect(dumped(again.orders).contains("Order/2 (date:"))
        #expect("\(ada)".hasPrefix("Customer/1, without context ("), "\(ada)")
        let new = Customer(in: context, name: "Grace")
        #expect("\(new)".hasPrefix("Customer/new") && "\(new.orders)" == "[]")
        try context.save()
        try context.delete(new)
        #expect("\(new)".hasPrefix("Customer/2, deleted by the next save ("), "\(new)")
        try context.save()
        #expect("\(new)".hasPrefix("Customer/2, no longer in the store ("), "\(new)")
    }

    @Test func `a lazy attribute is not loaded to be shown`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let made = try file.context()
        Photo(in: made, title: "a", image: Data([1, 2, 3]), rating: 1)
        try made.save()
        let photo = try #require(try file.context().fetchAll(Photo.self).first)
        #expect("\(photo)".contains("not loaded"), "\(photo)")
    }

    @Test func `a fetch and a condition are shown as text`() {
        let fetch = Order.where { !$0.paid && $0.customer.name == "Ada" }.sorted { [$0.date.descending] }.limit(10).offset(5)
        #expect("\(fetch)" == "Order where NOT (paid == true) AND customer.name == \"Ada\" sorted by date descending, offset 5, limit 10")
        #expect("\(Fetch<Customer>().prefetching { $0.orders })" == "Customer, prefetching orders")
    }

    @Test func `objects are identifiable by their identities`() throws {
        let orders = try context.fetchAll(Order.self)
        func identities<Element: Identifiable>(_ elements: [Element]) -> [Element.ID] { elements.map(\.id) }
        #expect(identities(orders) == orders.map(\.objectID))
    }
}
