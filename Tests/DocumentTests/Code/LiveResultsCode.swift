import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/live-results.md.
@Suite("The code about live results")
struct LiveResultsCode {
    private let context: ManagedObjectContext
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        context = try PersistentContainer(for: Orders.self, at: .file(folder.file("orders.sqlite"))).makeContext()
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
