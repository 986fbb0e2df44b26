import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/relationships.md.
struct RelationshipsCode {
    @Test func `changes objects and their relationships`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        try context.delete(try #require(try Service.find(name: "Tea", in: context)))
        let row = try #require(try context.fetchAll(OrderRow.self).first)
        for order in try Order.journal(in: context) { order.customer = nil }
        try context.delete(try #require(try Customer.find(name: "Ada", in: context)))
        try context.save()

        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, customer: ada)    // ada.orders holds it
        order.rows.insert(row)                           // row.order is order, and the former order lost it
        try context.delete(row)
        try context.save()

        #expect(ada.orders.contains(order) && order.rows.isEmpty)
        #expect(try context.fetchAll(OrderRow.self).count == 2)
    }

    @Test func `assigns lists of members`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let (ada, grace) = (Customer(in: context, name: "Ada L"), Customer(in: context, name: "Grace"))
        let order = Order(in: context, customer: grace)
        let rows = (0...2).map { OrderRow(in: context, sum: Decimal($0), order: order, service: Service(in: context, name: "s\($0)")) }
        let (tea, cake) = (rows[0], rows[1])

        order.rows = [tea, cake]                            // other rows leave the order
        order.rows = ToMany(rows.filter { $0.sum > 0 })     // any sequence
        ada.orders = grace.orders                           // they leave Grace

        #expect(Set(order.rows) == [cake, rows[2]] && tea.order == nil)

        #expect(Array(ada.orders) == [order] && grace.orders.isEmpty)
    }
}
