import OrdersModel
import Testing
import Trellis

/// Each task has a context of its own; what they share is the container.
struct ConcurrencyTests {
    private static let (tasks, saves) = (8, 15)

    /// Saves orders in many tasks at once, each of which reads what the others have saved by then.
    private func work(on container: PersistentContainer) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 1...Self.tasks {
                group.addTask {
                    let context = try container.makeContext()
                    let customer = Customer(in: context, name: "customer \(task)")
                    for save in 1...Self.saves {
                        let order = Order(in: context, customer: customer)
                        OrderRow(in: context, sum: 1, order: order)
                        try context.save()
                        #expect(customer.orders.count == save)
                        #expect(try context.fetchAll(Order.self).allSatisfy { $0.customer != nil })
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func expectAllSaved(in container: PersistentContainer) throws {
        let context = try container.makeContext()
        let customers = try context.fetchAll(Customer.self)
        #expect(customers.count == Self.tasks)
        #expect(customers.allSatisfy { $0.orders.count == Self.saves })
        #expect(customers.allSatisfy { $0.orders.allSatisfy { $0.rows.count == 1 } })
        #expect(try context.fetchAll(OrderRow.self).count == Self.tasks * Self.saves)
    }

    @Test func `tasks save to one file, and nothing is lost`() async throws {
        let file = try StoreFile(of: Orders.self)
        let container = try file.container(busyTimeout: 60)
        try await work(on: container)
        try expectAllSaved(in: container)
        #expect(try file.column("SELECT COUNT(*) FROM order_row") == ["\(Self.tasks * Self.saves)"])
    }

    @Test func `tasks save to one store in memory, and nothing is lost`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        try await work(on: container)
        try expectAllSaved(in: container)
    }

    @Test func `an object is found in another task by its identity`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        let context = try container.makeContext()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        let id = ada.objectID
        let name = try await Task.detached {
            let context = try container.makeContext()
            return try context.find(Customer.self, id)?.name
        }.value
        #expect(name == "Ada")
    }
}
