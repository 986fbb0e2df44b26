import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/batches.md.
struct BatchesCode {
    @Test func `inserts, updates and deletes`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let lines = [(name: "Bob", city: "Bern"), (name: "Cleo", city: "Thun")]

        try context.batchInsert(lines) { line, batch in
            Customer(in: batch, name: line.name, city: line.city)
        }
        let raised = try context.batchUpdate(OrderRow.where { $0.order.paid == false }) { [$0.sum *= 1.1] }
        try context.batchDelete(Order.where { $0.paid })

        #expect(try context.count(Fetch<Customer>()) == 3)
        #expect(raised.count == 2)
        #expect(Set(try context.fetchAll(OrderRow.self).map(\.sum)) == [66, 132])
    }

    @Test func `connects new objects`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let customerID = try #require(try context.fetchAll(Customer.self).first).objectID
        let teaID = try #require(try context.fetchAll(Service.self).first).objectID
        let dates = [Date(timeIntervalSinceReferenceDate: 0)]
        let prices: [Decimal] = [1, 2]

        try context.batchInsert(dates) { date, batch in
            let order = Order(in: batch, date: date, customer: try batch.find(Customer.self, customerID))
            let tea = try batch.find(Service.self, teaID)
            for price in prices { OrderRow(in: batch, sum: price, order: order, service: tea) }
        }

        #expect(try context.count(Fetch<OrderRow>()) == 5)
    }

    @Test func `skips validations`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        #expect(throws: BatchError.self) { try context.batchUpdate(Order.where { $0.made }) { [$0.paid.set(to: true)] } }

        try context.batchUpdate(Order.where { $0.made }, skipping: .validations) { [$0.paid.set(to: true)] }

        #expect(try context.count(Order.where { $0.paid }) == 3)
    }
}
