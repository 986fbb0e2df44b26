import Foundation
import GRDB
import OrdersModel
import TestSupport
import Testing
import Trellis

/// Fetched results controller.
struct FetchedResultsControllerTests {
    private let file: StoreFile<Orders>
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        container = try file.container()
        context = try container.makeContext()
        for (day, name) in [(1, "Ada"), (2, "Bob"), (3, "Cleo")] {
            let customer = Customer(in: context, name: name)
            Order(in: context, date: date(day), made: true, customer: customer)
        }
        try context.save()
    }

    private func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(day) * 86_400) }

    private func controller<Entity: ManagedObject>(
        _ fetch: Fetch<Entity>, sections: SectionKey<Entity>? = nil
    ) throws -> (FetchedResultsController<Entity>, ChangeRecorder<Entity>) {
        let controller = FetchedResultsController(fetch, sections: sections, in: context, isolation: nil)
        let recorder = ChangeRecorder<Entity>()
        controller.delegate = recorder
        try controller.performFetch()
        return (controller, recorder)
    }

    private var byDate: Fetch<Order> { Fetch<Order>().sorted { [$0.date.ascending] } }

    // MARK: Reading

    @Test func `it gives objects, places and counts by section`() throws {
        let (controller, _) = try controller(Customer.byName(), sections: .firstLetter(of: \.name))
        #expect(controller.sections.map(\.name) == ["A", "B", "C"])
        #expect(controller.sections.map(\.count) == [1, 1, 1])
        #expect(controller.sectionIndexTitles == ["A", "B", "C"])
        #expect(controller.section(forIndexTitle: "C") == 2)
        let bob = try controller.object(at: IndexPath(indexes: [1, 0]))
        #expect(bob.name == "Bob")
        #expect(controller.indexPath(of: bob) == IndexPath(indexes: [1, 0]))
        #expect(controller.indexPath(of: bob.objectID) == IndexPath(indexes: [1, 0]))
        #expect(controller.count == 3)
    }

    @Test func `days and months make sections in a time zone`() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 0))
        #expect(try controller(byDate, sections: .day(of: \.date, in: zone)).0.sections.map(\.name) == ["2001-01-02", "2001-01-03", "2001-01-04"])
        #expect(try controller(byDate, sections: .month(of: \.date, in: zone)).0.sections.map(\.name) == ["2001-01"])
        let west = try #require(TimeZone(secondsFromGMT: -3600))
        #expect(try controller(byDate, sections: .day(of: \.date, in: west).reversed).0.sections.map(\.name)
            == ["2001-01-03", "2001-01-02", "2001-01-01"])
    }

    @Test func `before the first fetch it has no results, and says so`() throws {
        let controller = FetchedResultsController(byDate, in: context, isolation: nil)
        #expect(controller.count == 0)
        #expect(controller.sections.isEmpty)
        #expect(throws: StoreError.resultsNotFetched) { try controller.fetchedObjects }
    }

    @Test func `an unknown section key is refused`() throws {
        let controller = FetchedResultsController(byDate, sections: .value(at: "colour"), in: context, isolation: nil)
        #expect(throws: ConditionErrors.self) { try controller.performFetch() }
    }

    @Test func `counts and places load no object`() throws {
        let other = try container.makeContext()
        let controller = FetchedResultsController(byDate, sections: .value(of: \.made), in: other, isolation: nil)
        try controller.performFetch()
        _ = (controller.count, controller.sections, controller.snapshot)
        #expect(other.registeredObjects.isEmpty)
        _ = try controller.object(at: IndexPath(indexes: [0, 1]))
        #expect(other.registeredObjects.count == 3)
    }

    // MARK: Reports

    @Test func `calls come in order, with old and new places`() throws {
        let (controller, recorder) = try controller(byDate, sections: .value(of: \.paid))
        let first = try controller.object(at: IndexPath(indexes: [0, 0]))
        first.paid = true
        Order(in: context, date: date(9))
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == [
            "will", "insert section 1 true", "insert 0.2", "move 0.0 to 1.0", "update 0.0 to 1.0", "did",
        ])
    }

    @Test func `an edit that is taken back is not reported`() throws {
        let (controller, recorder) = try controller(byDate)
        let first = try controller.object(at: IndexPath(indexes: [0, 0]))
        first.paid = true
        first.paid = false
        first.date = date(5)
        first.date = date(1)
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == [])
    }

    @Test func `a save reports nothing that was reported before it`() throws {
        let (controller, recorder) = try controller(byDate)
        Order(in: context, date: date(0))
        try controller.object(at: IndexPath(indexes: [0, 1])).paid = true
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "insert 0.0", "update 0.1 to 0.2", "did"])
        try context.save()
        // The new object has its permanent identity, and nothing else has changed.
        #expect(recorder.takeCalls() == ["will", "did"])
        #expect(controller.snapshot.ids.allSatisfy { !$0.isTemporary })
    }

    @Test func `a failed save reports nothing, and a rollback takes the edits back`() throws {
        let (controller, recorder) = try controller(Customer.byName())
        let bob = try controller.object(at: IndexPath(indexes: [0, 1]))
        bob.name = "Zoe"
        Customer(in: context, name: "Ada")
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "insert 0.1", "move 0.1 to 0.3", "update 0.1 to 0.3", "did"])
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(recorder.takeCalls() == [])
        try context.rollback()
        #expect(recorder.takeCalls() == ["will", "delete 0.1", "move 0.3 to 0.1", "update 0.3 to 0.1", "did"])
        #expect(try controller.fetchedObjects.map(\.name) == ["Ada", "Bob", "Cleo"])
    }

    @Test func `an observer that edits is followed by a report of its edit`() throws {
        final class Editor: FetchedResultsControllerDelegate {
            typealias Entity = Order
            var reports = 0
            func controllerDidChangeContent(_ controller: FetchedResultsController<Order>) {
                reports += 1
                if let first = try? controller.object(at: IndexPath(indexes: [0, 0])), !first.paid { first.paid = true }
            }
        }
        let (controller, _) = try controller(byDate)
        let editor = Editor()
        controller.delegate = editor
        Order(in: context, date: date(0))
        try context.processPendingChanges()
        #expect(editor.reports == 2)
        #expect(try controller.object(at: IndexPath(indexes: [0, 0])).paid)
    }

    // MARK: Known defects of NSFetchedResultsController

    @Test func `changes of related objects are seen by conditions, orders and sections`() throws {
        let (ofZoe, seen) = try controller(Order.where { $0.customer.name == "Zoe" })
        let (sorted, moves) = try controller(Fetch<Order>().sorted { [$0.customer.name.ascending] })
        let (sections, _) = try controller(byDate, sections: .value(of: \.customer.name))
        let ada = try #require(try context.first(Customer.where { $0.name == "Ada" }))
        ada.name = "Zoe"
        try context.processPendingChanges()
        #expect(ofZoe.count == 1)
        #expect(seen.takeCalls() == ["will", "insert 0.0", "did"])
        #expect(moves.takeCalls() == ["will", "move 0.0 to 0.2", "update 0.0 to 0.2", "did"])
        #expect(sections.sections.map(\.name) == ["Bob", "Cleo", "Zoe"])
        #expect(try sorted.fetchedObjects.last?.customer == ada)
    }

    @Test func `a limit holds after inserts, updates and deletes`() throws {
        let (controller, _) = try controller(byDate.limit(2))
        Order(in: context, date: date(0))
        try context.processPendingChanges()
        #expect(try controller.fetchedObjects.map(\.date) == [date(0), date(1)])
        try controller.object(at: IndexPath(indexes: [0, 0])).date = date(8)
        try context.save()
        #expect(try controller.fetchedObjects.map(\.date) == [date(1), date(2)])
        try context.delete(try controller.object(at: IndexPath(indexes: [0, 0])))
        try context.save()
        #expect(try controller.fetchedObjects.map(\.date) == [date(2), date(3)])
    }

    @Test func `rows that only shift are not reported`() throws {
        let (controller, recorder) = try controller(byDate)
        Order(in: context, date: date(0))
        try context.delete(try controller.object(at: IndexPath(indexes: [0, 1])))
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "delete 0.1", "insert 0.0", "did"])
    }

    @Test func `a section that goes and one that comes do not contradict the moves of rows`() throws {
        let (controller, recorder) = try controller(byDate, sections: .value(of: \.customer.name))
        var shown = ReplayedList(controller.snapshot)
        for customer in try context.fetch(Customer.byName()) { customer.name += "!" }
        try context.processPendingChanges()
        for change in recorder.take() { shown.apply(change) }
        #expect(shown == ReplayedList(controller.snapshot))
        #expect(shown.sections.map(\.name) == ["Ada!", "Bob!", "Cleo!"])
    }

    @Test func `another condition or order reports the difference`() throws {
        let (controller, recorder) = try controller(byDate)
        try controller.setFetch(byDate.where { $0.customer.name != "Bob" })
        #expect(recorder.takeCalls() == ["will", "delete 0.1", "did"])
        try controller.setFetch(Fetch<Order>().where { $0.customer.name != "Bob" }.sorted { [$0.date.descending] })
        #expect(recorder.takeCalls() == ["will", "move 0.1 to 0.0", "did"])
        #expect(throws: ConditionErrors.self) { try controller.setFetch(Fetch(sort: [.ascending("colour")])) }
        #expect(controller.count == 2)
    }

    // MARK: Where changes come from

    @Test(.filesOnly(.databaseWriter)) func `saves of other contexts, deletes by rules and your own SQL are followed`() throws {
        let (rows, recorder) = try controller(Fetch<OrderRow>())
        let other = try container.makeContext()
        let order = try #require(try other.first(byDate))
        let row = OrderRow(in: other, sum: 3, order: order)
        try other.save()
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "insert 0.0", "did"])

        row.sum = 4
        try other.save()
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "update 0.0 to 0.0", "did"])

        try container.databaseWriter.write { try $0.execute(sql: "UPDATE order_row SET sum = 500") }
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "update 0.0 to 0.0", "did"])
        #expect(try rows.object(at: IndexPath(indexes: [0, 0])).sum == 5)

        try context.delete(try #require(try context.first(byDate)))
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "delete 0.0", "did"])
        try context.rollback()
        #expect(recorder.takeCalls() == ["will", "insert 0.0", "did"])
    }

    @Test func `a reset keeps the results and forgets what was not saved`() throws {
        let (controller, recorder) = try controller(byDate)
        Order(in: context, date: date(0))
        try context.processPendingChanges()
        _ = recorder.takeCalls()
        context.reset()
        #expect(recorder.takeCalls() == ["will", "delete 0.0", "did"])
        #expect(try controller.fetchedObjects.map(\.date) == [date(1), date(2), date(3)])
    }

    @Test func `another container over the file is followed, as another process is`() async throws {
        let (controller, recorder) = try controller(byDate)
        // The monitor has to know the state before.
        try await Task.sleep(for: .milliseconds(200))
        let other = try file.context()
        Order(in: other, date: date(7))
        try other.save()
        let clock = ContinuousClock()
        let start = clock.now
        while recorder.changes.isEmpty, clock.now - start < .seconds(20) {
            try await Task.sleep(for: .milliseconds(2))
            try context.processPendingChanges()
        }
        #expect(recorder.takeCalls() == ["will", "insert 0.3", "did"])
        #expect(controller.count == 4)
    }

    // MARK: Streams

    @Test func `a stream gives each change, and a slow reader the newest state`() async throws {
        let (controller, _) = try controller(byDate)
        var shown = ReplayedList(controller.snapshot)
        var changes = controller.changes.makeAsyncIterator()
        for day in [9, 8, 7, 0] {
            Order(in: context, date: date(day))
            try context.processPendingChanges()
        }
        let first = try #require(try await changes.next())
        shown.apply(first)
        #expect(first.insertedRows.count == 1)
        let second = try #require(try await changes.next())
        shown.apply(second)
        #expect(second.insertedRows.count == 3)
        #expect(shown == ReplayedList(controller.snapshot))
    }

    @Test func `updates of a fetch begin with the objects and follow`() async throws {
        var updates = context.updates(of: byDate).makeAsyncIterator()
        #expect(try await updates.next()?.count == 3)
        Order(in: context, date: date(9))
        Order(in: context, date: date(10))
        #expect(try await updates.next()?.count == 5)
    }

    @Test func `in an actor, edits are reported without a call`() async throws {
        try await Self.editOnMainActor(container)
    }

    @MainActor private static func editOnMainActor(_ container: PersistentContainer) async throws {
        let context = container.viewContext
        let controller = FetchedResultsController(Fetch<Order>(), in: context)
        let recorder = ChangeRecorder<Order>()
        controller.delegate = recorder
        try controller.performFetch()
        Order(in: context)
        #expect(recorder.changes.isEmpty)
        for _ in 0..<1000 where recorder.changes.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(recorder.takeCalls() == ["will", "insert 0.3", "did"])
    }

    // MARK: Memory

    @Test func `controllers that are dropped leave nothing behind`() throws {
        weak var last: FetchedResultsController<Order>?
        for number in 0..<10_000 {
            let controller = FetchedResultsController(byDate, in: context, isolation: nil)
            if number % 1000 == 0 { try controller.performFetch() }
            last = controller
        }
        #expect(last == nil)
        // Without controllers nothing is logged, and objects are released.
        weak var order: Order?
        do {
            let new = Order(in: context)
            order = new
            try context.delete(new)
        }
        context.reset()
        #expect(order == nil)
    }
}
