import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/coming-from/core-data.md.
struct CoreDataCode {
    @Test func `opens a store and saves`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")

        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()

        #expect(!ada.isInserted && ada.objectID.rowID == 1)
    }

    @Test func `fetches with the same condition in two forms`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context

        let open = try Condition("paid == NO AND customer.name BEGINSWITH[c] %@", "a")
        let read = try context.fetch(Fetch<Order>(where: open, sort: [.descending("date")]))
        let typed = try context.fetch(
            Order.where { !$0.paid && $0.customer.name.beginsWith("a", .caseInsensitive) }.sorted { [$0.date.descending] })

        #expect(read.count == 2 && read == typed)
    }

    @Test func `works in the background`() async throws {
        let store = try ShopStore()
        let container = store.container

        let id = try await container.perform { context in
            let order = Order(in: context)
            try context.save()
            return order.objectID
        }

        #expect(try container.makeContext().find(Order.self, id) != nil)
    }
}
