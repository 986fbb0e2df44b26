import OrdersModel
import Testing
import Trellis

/// Work that a container does with a context of its own, off the main actor.
struct PerformTests {
    private let file: StoreFile<Orders>
    private let container: PersistentContainer

    init() throws {
        file = try StoreFile(of: Orders.self)
        container = try file.container()
    }

    @Test func `what is saved is in the store, and the result comes back`() async throws {
        let id = try await container.perform { context in
            let ada = Customer(in: context, name: "Ada")
            try context.save()
            return ada.objectID
        }
        #expect(!id.isTemporary)
        #expect(try file.column("SELECT name FROM customer") == ["Ada"])
        #expect(try container.makeContext().find(Customer.self, id)?.name == "Ada")
    }

    @Test func `what is not saved is gone`() async throws {
        try await container.perform { _ = Customer(in: $0, name: "Ada") }
        #expect(try await container.perform { try $0.fetchAll(Customer.self).count } == 0)
    }

    @Test func `the error of the work comes back, and the next work goes on`() async throws {
        await #expect(throws: ObjectValidationError.self) {
            try await container.perform { context in
                _ = Customer(in: context, name: "")
                try context.save()
            }
        }
        #expect(try await container.perform { try $0.fetchAll(Customer.self).count } == 0)
    }

    @Test func `work in memory sees the same store`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        try await container.perform { context in
            Customer(in: context, name: "Ada")
            try context.save()
        }
        #expect(try container.makeContext().fetchAll(Customer.self).map(\.name) == ["Ada"])
    }

    @Test func `many tasks change one row without a conflict, as their work is done one after the other`() async throws {
        let id = try await container.perform { context in
            let ada = Customer(in: context, name: "0")
            try context.save()
            return ada.objectID
        }
        let container = container
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...50 {
                group.addTask {
                    try await container.perform { context in
                        let ada = try #require(try context.find(Customer.self, id))
                        ada.name = String((Int(ada.name) ?? 0) + 1)
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.rows("SELECT name, _version FROM customer") == [["50", "51"]])
    }

    @Test func `work of a cancelled task does not begin`() async throws {
        let container = container
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.perform { context in
                Customer(in: context, name: "Ada")
                try context.save()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try file.column("SELECT COUNT(*) FROM customer") == ["0"])
    }
}
