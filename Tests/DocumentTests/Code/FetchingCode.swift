import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/fetching.md.
struct FetchingCode {
    @Test func `fetches by conditions`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context

        let ada = try Customer.find(name: "Ada", in: context)                            // by a unique key, or nil
        for order in try Order.unpaid(in: context) { #expect(order.customer === ada) }                                 // named in the model
        let late = try context.fetch(
            Order.where { $0.made && !$0.paid && $0.customer.name.beginsWith("A", .caseInsensitive) }
                .sorted { [$0.date.descending, $0.customer.name.ascending] })
        let mine = try context.fetch(Order.unpaid().where { $0.customer == ada })         // a named one, made more precise

        #expect(late == mine.reversed() && mine.count == 2)
        #expect(try ada?.openOrders == mine)
    }

    @Test func `identities in conditions and as text`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let order = try #require(try Order.unpaid(in: context).first)
        let ada = try #require(order.customer)

        let id = order.objectID
        let text = id.uriRepresentation().absoluteString                                  // trellis://9c0d…/Order/1
        let again = try context.find(Order.self, ObjectID(text) ?? id)
        let others = try context.fetch(Order.where { $0.customer == ada.objectID && $0.id != id })
        let same = try context.fetch(Fetch<Order>(where: try Condition("SELF IN %@", [id])))

        #expect(again === order && same == [order])
        #expect(!others.isEmpty && others.allSatisfy { $0.customer === ada && $0 !== order })
    }

    @Test func `conditions on dates`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context

        let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        let spring = Order.where { $0.date.year(in: berlin) == 2026 && $0.date.quarter(in: berlin) == 2 }
        let recent = Order.where { $0.date >= .today(in: berlin) - .days(7) }.sorted { [$0.date.month.descending] }
        let months = Fetch<OrderRow>().storedGroups { (.key($0.order.date.startOfMonth(in: berlin)), .sum($0.sum)) }

        let order = try #require(try context.first(Fetch<Order>()))
        order.date = try Date("2026-03-31T22:30:00Z", strategy: .iso8601)
        #expect(try context.fetch(spring) == [order])
        #expect(try context.fetch(recent).allSatisfy { $0.date > Date() - 9 * 86_400 })
        try context.save()
        #expect(try context.fetch(months).allSatisfy { $0.0 <= Date() })
    }

    @Test func `fetches by key paths`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let late = Fetch<Order>(where: .compare("made", .equal, to: true), sort: [.descending("date")])
        let first = try context.fetch(late.where(.compare("customer.name", .notEqual, to: "Ada")).limit(20))

        #expect(try context.fetch(late).count == 3 && first.isEmpty)
    }

    @Test func `reads long results batch by batch`() async throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        for _ in 0..<800 { Order(in: context, made: true) }
        try context.save()
        var count = 0

        let orders = try context.objects(Fetch<Order>(sort: [.descending("date")]))
        print(orders.count, orders[712]?.date ?? .now)
        for try await order in try context.stream(Fetch<Order>()) { count += order.made ? 1 : 0 }

        #expect(orders.count == 803 && count == 803)
    }

    @Test func `reads values without objects`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        var names = [String?]()

        let rows = try context.fetch(Order.unpaid().values { ($0.date, $0.customer.name) })
        for (date, name) in rows { names += date > .distantPast ? [name] : [] }

        #expect(names == ["Ada", "Ada"])
    }

    @Test func `reads groups`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        var lines = [String]()

        let sums = Fetch<OrderRow>().storedGroups { (.key($0.service.name), .sum($0.sum), .count) }
        let groups = sums.having { name, total, _ in total > 100 && name != nil }
            .sorted { _, total, _ in total.descending }.limit(10)
        for (name, total, count) in try context.fetch(groups) { lines.append("\(name ?? "") \(total) \(count)") }
        let total = try context.fetch(Fetch<OrderRow>().storedGroups { .sum($0.sum) })    // one value in a list

        #expect(lines == ["Tea 360 3"] && total == [360])
    }

    @Test func `finds or creates objects by a unique key`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let imported = [("Ada", "known"), ("Grace", "first"), ("Grace", "second")]

        for (name, info) in imported {
            try Customer.findOrCreate(name: name, in: context) { $0.info = info }
        }

        #expect(try Customer.find(name: "Ada", in: context)?.info == nil)
        #expect(context.insertedObjects.map { ($0 as? Customer)?.info } == ["first"])
    }
}
