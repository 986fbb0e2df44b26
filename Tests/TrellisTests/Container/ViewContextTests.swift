@preconcurrency import Dispatch
import OrdersModel
import Testing
import Trellis

/// The context that a container has for the main actor.
@MainActor
struct ViewContextTests {
    @Test func `it is one context, of the container`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        let ada = Customer(in: container.viewContext, name: "Ada")
        #expect(container.viewContext.insertedObjects == [ada])
        #expect(container.viewContext.container === container)
        try container.viewContext.save()
        #expect(try container.makeContext().fetchAll(Customer.self).map(\.name) == ["Ada"])
    }

    @Test func `it opens its connection at its first statement, and throws there if the container is closed`() throws {
        let file = try StoreFile(of: Orders.self)
        let container = try file.container()
        let context = container.viewContext
        Customer(in: context, name: "Ada")
        try container.close()
        #expect(context.hasChanges && container.viewContext === context)
        #expect(throws: StoreError.closed) { try context.fetchAll(Customer.self) }
        #expect(throws: StoreError.closed) { try context.save() }
    }

    @Test func `it goes with its container, and the container with those who use it`() async throws {
        weak var context: ManagedObjectContext?
        weak var container: PersistentContainer?
        do {
            let made = try PersistentContainer(for: Orders.self, at: .fresh)
            container = made
            context = made.viewContext
            #expect(context != nil)
        }
        #expect(container == nil)
        await expectEventually { context == nil }
    }

    @Test func `it can be used on when the container is gone`() throws {
        let context = try PersistentContainer(for: Orders.self, at: .fresh).viewContext
        Customer(in: context, name: "Ada")
        try context.save()
        #expect(try context.container.makeContext().fetchAll(Customer.self).map(\.name) == ["Ada"])
    }

    @Test func `it goes on the main actor, wherever the container is released`() async throws {
        let box = Box(try PersistentContainer(for: Orders.self, at: .fresh))
        let object = Order(in: try #require(box.content?.viewContext))
        emptyElsewhere(box)
        // Code on the main actor may be reading the object: the context waits for the main actor's next turn.
        #expect(object.managedObjectContext != nil)
        await expectEventually { object.managedObjectContext == nil }
    }

    /// Releases the container on another thread, while the main actor is busy here.
    private func emptyElsewhere(_ box: Box) {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            box.content = nil
            done.signal()
        }
        done.wait()
    }

    private func expectEventually(_ condition: () -> Bool) async {
        for _ in 1...200 where !condition() { try? await Task.sleep(for: .milliseconds(5)) }
        #expect(condition())
    }

    @Test func `the main actor sees what was performed, in rows that it does not know yet`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        let id = try await container.perform { context in
            let ada = Customer(in: context, name: "Ada")
            try context.save()
            return ada.objectID
        }
        #expect(try container.viewContext.find(Customer.self, id)?.name == "Ada")
    }
}

/// Holds a container that another thread releases.
///
/// Unchecked: the test waits while the other thread uses it.
private final class Box: @unchecked Sendable {
    var content: PersistentContainer?

    init(_ content: PersistentContainer?) {
        self.content = content
    }
}
