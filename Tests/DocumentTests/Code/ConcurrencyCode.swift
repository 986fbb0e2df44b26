import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/concurrency.md.
struct ConcurrencyCode {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test @MainActor func `performs work elsewhere`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let lines = ["Ada", "Grace"]

        let context = container.viewContext                            // the main actor's own
        let count = try await container.perform { context in           // elsewhere, with a context of its own
            for line in lines { Customer(in: context, name: line) }
            try context.save()
            return try context.fetchAll(Customer.self).count
        }

        #expect(try count == 2 && context.fetchAll(Customer.self).count == 2)
    }

    @Test func `reads beside other work`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        try await container.perform { context in
            Customer(in: context, name: "Ada")
            try context.save()
        }

        let names = try await container.performRead { context in try context.fetchAll(Customer.self).map(\.name) }

        #expect(names == ["Ada"])
    }

    @Test func `carries values from one context to another`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let id = try await container.perform { context in
            let order = Order(in: context, made: true)
            try context.save()
            return order.objectID
        }
        let context = try container.makeContext()
        try #require(try context.find(Order.self, id)).made = false

        let snapshot = try await container.perform { context in
            try context.find(Order.self, id).map(Order.Snapshot.init(of:))      // Sendable, Hashable, Codable
        }
        try snapshot?.apply(in: context)                                        // sets the values in another context's object

        #expect(try context.find(Order.self, id)?.made == true)
    }

    @Test @MainActor func `merges what others save`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = container.viewContext
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        let id = ada.objectID
        let merging = Task {
            for await changes in container.saves where !changes.isOf(context) { try context.mergeChanges(from: changes) }
        }
        await Task.yield()

        try await container.perform { context in
            try context.find(Customer.self, id)?.info = "Pays late."
            try context.save()
        }
        while ada.info == nil { await Task.yield() }
        merging.cancel()
        #expect(ada.info == "Pays late.")
    }
}
