import Foundation
import Observation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/live-results.md.
struct LiveResultsCode {
    private let context: ManagedObjectContext
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // The container keeps the folder: a save into a file that is gone is refused.
        let migration = MigrationPolicy.automatic { [folder] _ in _ = folder }
        context = try PersistentContainer(for: Orders.self, at: .file(folder.file("orders.sqlite")), migration: migration).makeContext()
        Order(in: context, made: true, customer: Customer(in: context, name: "Ada"))
        try context.save()
    }

    private func makeController() throws -> FetchedResultsController<Order> {
        let controller = FetchedResultsController(Order.unpaid(), sections: .value(of: \.customer.name), in: context)
        try controller.performFetch()

        for section in controller.sections { print(section.name, section.count) }      // loads no object
        let first = try controller.object(at: IndexPath(indexes: [0, 0]))               // loads a batch
        #expect(first.customer?.name == "Ada")
        return controller
    }

    final class TableUpdater: FetchedResultsControllerDelegate {
        typealias Entity = Order

        func controller(_ controller: FetchedResultsController<Order>, didChangeContentWith change: FetchedResultsChange) {
            for row in change.deletedRows { remove(at: row.oldIndexPath) }
            for row in change.insertedRows { insert(row.id, at: row.newIndexPath) }
            for row in change.movedRows { move(from: row.oldIndexPath, to: row.newIndexPath) }
            for row in change.updatedRows { reload(at: row.newIndexPath) }
        }

        private(set) var calls: [String] = []
        func remove(at path: IndexPath) { calls.append("remove") }
        func insert(_ id: ObjectID, at path: IndexPath) { calls.append("insert") }
        func move(from old: IndexPath, to new: IndexPath) { calls.append("move") }
        func reload(at path: IndexPath) { calls.append("reload") }
    }

    @Test func `a delegate receives changes`() throws {
        let controller = try makeController()
        let updater = TableUpdater()
        controller.delegate = updater
        Order(in: context, made: true, customer: try context.first(Fetch<Customer>()))
        try context.save()
        #expect(updater.calls == ["insert"])
        let snapshot = controller.snapshot
        for section in snapshot.sections { print(section.name, section.ids) }
        #expect(snapshot.ids.count == 2)

        let text = "Grace"
        try controller.setFetch(Order.unpaid().where { $0.customer.name.contains(text) })
        #expect(controller.count == 0)
    }

    @Test func `a loop takes changes one by one`() async throws {
        let inserted = try await Task { try await Self.followChanges() }.value
        #expect(inserted == 1)
    }

    private static func followChanges() async throws -> Int {
        let code = try LiveResultsCode()
        let controller = try code.makeController()
        Order(in: code.context, made: true)
        var inserted = 0
        // The loop ends with its task.
        func print(_ ids: [ObjectID], _ moved: [IndexPath]) {
            inserted += ids.count
            withUnsafeCurrentTask { $0?.cancel() }
        }

        for try await change in controller.changes {
            print(change.insertedRows.map(\.id), change.movedRows.map(\.newIndexPath))
        }
        return inserted
    }

    @Test func `onChange is called`() throws {
        let customer = try #require(try context.first(Fetch<Customer>()))
        let redraw = Redraw()
        func draw(_ name: String, _ orders: Int) {}
        context.notifiesObservers = true
        withObservationTracking {
            draw(customer.name, customer.orders.count)
        } onChange: {
            redraw.send()
        }
        customer.name = "Grace"
        #expect(redraw.count == 1)
    }

    private final class Redraw: @unchecked Sendable {
        private(set) var count = 0
        func send() { count += 1 }
    }

    @Test @MainActor func `a loop takes the changes of one object`() async throws {
        let printed = try await Task { @MainActor in try await Self.followObject() }.value
        #expect(printed == "renamed: Grace")
    }

    @MainActor private static func followObject() async throws -> String {
        let context = try LiveResultsCode().context
        let customer = try #require(try context.first(Fetch<Customer>()))
        var printed = ""
        func print(_ label: String, _ name: String) {
            printed = "\(label) \(name)"
            withUnsafeCurrentTask { $0?.cancel() }
        }
        // It runs when the loop waits.
        Task { @MainActor in customer.name = "Grace" }

        for await change in customer.changes {
            if change.contains(\.name) { print("renamed:", customer.name) }
        }
        return printed
    }

    @Test @MainActor func `loops take the changes and the saves of a context`() async throws {
        #expect(try await Task { @MainActor in try await Self.followContext() }.value == 1)
        #expect(try await Task { @MainActor in try await Self.followSaves() }.value == 1)
    }

    @MainActor private static func followContext() async throws -> Int {
        let context = try LiveResultsCode().context
        var count = 0
        func print(_ inserted: Set<ObjectID>, _ updated: Set<ObjectID>, _ deleted: Set<ObjectID>, _ refreshed: Set<ObjectID>) {
            count = inserted.count
            withUnsafeCurrentTask { $0?.cancel() }
        }
        Task { @MainActor in _ = Order(in: context) }

        for try await change in context.changes {
            print(change.inserted, change.updated, change.deleted, change.refreshed)
        }
        return count
    }

    @MainActor private static func followSaves() async throws -> Int {
        let context = try LiveResultsCode().context
        var count = 0
        func print(_ inserted: [ObjectID], _ updated: [ObjectID], _ deleted: [ObjectID]) {
            count = inserted.count
            withUnsafeCurrentTask { $0?.cancel() }
        }
        Task { @MainActor in
            Order(in: context)
            try context.save()
        }

        for await save in context.saves {
            print(save.inserted, save.updated, save.deleted)
        }
        return count
    }

    @Test func `a loop takes whole lists`() async throws {
        let drawn = try await Task { try await Self.followLists() }.value
        #expect(drawn == [1, 2])
    }

    private static func followLists() async throws -> [Int] {
        let context = try LiveResultsCode().context
        var drawn = [Int]()
        func draw(_ orders: [Order]) {
            drawn.append(orders.count)
            if drawn.count == 1 { Order(in: context, made: true) } else { withUnsafeCurrentTask { $0?.cancel() } }
        }

        for try await orders in context.updates(of: Order.unpaid()) {
            draw(orders)
        }
        return drawn
    }
}
