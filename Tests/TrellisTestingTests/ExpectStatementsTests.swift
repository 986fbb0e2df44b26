import OrdersModel
import Testing
import Trellis
import TrellisTesting

/// What a test of a program's own expects of the statements that it runs.
struct ExpectStatementsTests {
    private let store: TestStore<Orders>

    init() throws {
        store = try TestStore(
            of: Orders.self,
            seeds: """
                trellis: 1
                seeds: Orders
                objects:
                  Customer:
                    ada: { name: Ada }
                    bob: { name: Bob }
                  Order:
                    - { date: "2026-01-05T08:00:00Z", made: true, paid: false, customer: ada }
                    - { date: "2026-01-06T08:00:00Z", made: true, paid: false, customer: bob }
                """)
    }

    @Test func `as many statements as expected are no issue`() throws {
        let orders = try expectStatements(1, in: store.context) { try Order.unpaid(in: store.context) }
        #expect(orders.count == 2)
        expectStatements(0, in: store.context) { #expect(!store.context.hasChanges) }
        try expectStatements(...3, in: store.context) { _ = try Order.unpaid(in: store.context) }
    }

    @Test func `another number is an issue at the line of the expectation, which lists the statements`() throws {
        let line = #line + 2
        try withKnownIssue {
            try expectStatements(1, in: store.context) {
                for order in try Order.unpaid(in: store.context) { _ = order.customer?.name }
            }
        } matching: { issue in
            let text = "\(issue)"
            return issue.sourceLocation?.line == line && text.contains("3 statements ran instead of 1")
                && text.contains("fault: SELECT") && text.contains("fetch: SELECT")
        }
    }

    @Test func `objects that are loaded one by one are faults`() throws {
        withKnownIssue {
            expectNoFaults(in: store.context) {
                for order in (try? store.context.fetchAll(Order.self)) ?? [] { _ = order.customer?.name }
            }
        } matching: { "\($0)".contains("2 times something was loaded alone") }
        _ = try store.context.fetchAll(Customer.self)
        try expectNoFaults(in: store.context) {
            for order in try store.context.fetchAll(Order.self) { _ = order.customer?.name }
        }
    }

    @Test func `what the work throws comes through`() {
        #expect(throws: StoreError.self) { try expectStatements(0, in: store.context) { throw StoreError.closed } }
    }
}
