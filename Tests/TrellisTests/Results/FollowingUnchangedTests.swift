import AttributeOptionsModel
import Foundation
import LedgerModel
import OrdersModel
import Testing
import Trellis

/// Live results do not report rows that have the values that they had at the last report.
struct FollowingUnchangedTests {
    /// How results judge changes: row by row with kept sort keys or without, or by running the fetch again.
    enum Judging: CaseIterable {
        case kept, lean, again

        var keepsSortKeys: Bool { self != .lean }

        /// All rows of orders. A number of members cannot be judged row by row.
        var rows: Fetch<OrdersModel.OrderRow> {
            let all = self == .again ? OrdersModel.OrderRow.where { $0.order.rows.count >= 0 } : Fetch<OrdersModel.OrderRow>()
            return all.sorted { [$0.sum.ascending] }
        }
    }

    private static let orders = Fetch<OrdersModel.Order>().sorted { [$0.date.ascending] }

    private func controller<Entity: ManagedObject>(
        _ fetch: Fetch<Entity>, keepsSortKeys: Bool = true, in context: ManagedObjectContext
    ) throws -> (FetchedResultsController<Entity>, ChangeRecorder<Entity>) {
        let controller = FetchedResultsController(fetch, keepsSortKeys: keepsSortKeys, in: context, isolation: nil)
        let recorder = ChangeRecorder<Entity>()
        controller.delegate = recorder
        try controller.performFetch()
        return (controller, recorder)
    }

    // MARK: Deletes that are taken back

    /// A store with rows of one order, which are deleted with it, and a context that knows none of them.
    private func unloadedRows(_ count: Int) throws -> (ManagedObjectContext, OrdersModel.Order) {
        let file = try StoreFile(of: Orders.self)
        let first = try file.context()
        let order = OrdersModel.Order(in: first, made: true)
        for number in 0..<count { OrdersModel.OrderRow(in: first, sum: Decimal(number), order: order) }
        try first.save()
        let context = try file.context()
        return (context, try #require(try context.find(OrdersModel.Order.self, order.objectID)))
    }

    @Test(arguments: Judging.allCases, [2, 30])
    func `rows that a rule deletes are as before after a rollback`(_ judging: Judging, count: Int) throws {
        let (context, order) = try unloadedRows(count)
        let (rows, recorder) = try controller(judging.rows, keepsSortKeys: judging.keepsSortKeys, in: context)
        try context.delete(order)
        try context.rollback()
        #expect(recorder.take() == [] && rows.count == count)
        try context.delete(order)
        try context.processPendingChanges()
        #expect(recorder.take().flatMap(\.deletedRows).count == count && rows.count == 0)
        try context.rollback()
        let change = try #require(recorder.take().first)
        #expect(change.insertedRows.count == count && change.updatedRows == [])
    }

    @Test(arguments: Judging.allCases) func `rows that a rule deletes are as before after an undo`(_ judging: Judging) throws {
        let (context, order) = try unloadedRows(3)
        context.undoLevels = 5
        let (rows, recorder) = try controller(judging.rows, keepsSortKeys: judging.keepsSortKeys, in: context)
        try context.delete(order)
        try context.undo()
        try context.processPendingChanges()
        #expect(recorder.take() == [] && rows.count == 3)
    }

    // MARK: Values of others

    @Test(arguments: [true, false], [true, false])
    func `values that another context saves and takes back are no update of an object`(keepsSortKeys: Bool, isLoaded: Bool) throws {
        let file = try StoreFile(of: Orders.self)
        let container = try file.container()
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let order = OrdersModel.Order(in: other, date: Date(timeIntervalSinceReferenceDate: 1), made: true)
        try other.save()
        let (orders, recorder) = try controller(Self.orders, keepsSortKeys: keepsSortKeys, in: context)
        let held = isLoaded ? try orders.fetchedObjects : []
        for made in [false, true] {
            order.made = made
            try other.save()
        }
        try context.processPendingChanges()
        // Without an object the version alone is known, and that is another one.
        #expect(recorder.take().flatMap { $0.updatedRows.map(\.id) } == (isLoaded ? [] : [order.objectID]))
        withExtendedLifetime(held) {}
    }

    @Test(arguments: [true, false], [true, false])
    func `related and derived values that a list does not read are no update of its rows`(keepsSortKeys: Bool, isLoaded: Bool) throws {
        let container = try PersistentContainer(for: Ledger.self, at: .fresh)
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let ada = LedgerModel.Customer(in: other, name: "Ada")
        let order = LedgerModel.Order(in: other, number: 1, customer: ada)
        let row = LedgerModel.OrderRow(in: other, pieces: 1, order: order)
        try other.save()
        let (orders, recorder) = try controller(
            LedgerModel.Order.where { $0.customer.name != "x" }.sorted { [$0.number.ascending] }, keepsSortKeys: keepsSortKeys, in: context)
        let held = isLoaded ? try orders.fetchedObjects.map { ($0, $0.customer, $0.pieces) } : []
        (ada.name, ada.note, row.pieces) = ("Eve", "n", 5)
        LedgerModel.OrderRow(in: other, pieces: 1, order: order)
        ada.labels.insert(LedgerModel.Label(in: other, name: "l"))
        try other.save()
        try context.processPendingChanges()
        try context.refreshAll()
        #expect(recorder.take() == [])
        withExtendedLifetime(held) {}
    }

    @Test(arguments: [true, false], [true, false])
    func `members that another context puts into another order are no update of the members`(keepsSortKeys: Bool, isLoaded: Bool) throws {
        let container = try PersistentContainer(for: Ledger.self, at: .fresh)
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let order = LedgerModel.Order(in: other, number: 1)
        for pieces in Int16(1)...3 { LedgerModel.OrderRow(in: other, pieces: pieces, order: order) }
        try other.save()
        let (rows, recorder) = try controller(
            Fetch<LedgerModel.OrderRow>().sorted { [$0.pieces.ascending] }, keepsSortKeys: keepsSortKeys, in: context)
        let held = isLoaded ? try rows.fetchedObjects : []
        order.rows.move(from: 0, to: 2)
        try other.save()
        try context.processPendingChanges()
        try context.refreshAll()
        #expect(recorder.take() == [])
        withExtendedLifetime(held) {}
    }

    // MARK: Reading again

    @Test(arguments: [true, false]) func `reading rows with lazy attributes again is no update`(keepsSortKeys: Bool) throws {
        let container = try PersistentContainer(for: AttributeOptions.self, at: .fresh)
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let photo = Photo(in: other, title: "a", image: Data([1]), note: "n", rating: 1, album: Album(in: other))
        try other.save()
        let (photos, recorder) = try controller(Fetch<Photo>().sorted { [$0.title.ascending] }, keepsSortKeys: keepsSortKeys, in: context)
        let mine = try #require(try photos.fetchedObjects.first)
        #expect(mine.image == Data([1]))
        for mergeChanges in [true, false] {
            try context.refreshAll(mergeChanges: mergeChanges)
            try context.refresh(mine, mergeChanges: mergeChanges)
        }
        try context.rollback()
        #expect(recorder.take() == [])
        withExtendedLifetime(photo) {}
    }

    // MARK: Saves

    @Test(arguments: [true, false]) func `a save of what the results show is no update`(keepsSortKeys: Bool) throws {
        let context = try PersistentContainer(for: Ledger.self, at: .fresh).makeContext()
        let ada = LedgerModel.Customer(in: context, name: "Ada")
        let order = LedgerModel.Order(in: context, number: 1, customer: ada)
        try context.save()
        let fetch = LedgerModel.Order.where { $0.customer.name != "x" }.sorted { [$0.number.ascending] }
        let (orders, recorder) = try controller(fetch, keepsSortKeys: keepsSortKeys, in: context)
        let new = LedgerModel.Order(in: context, number: 2, customer: ada)
        (order.number, new.number, ada.name) = (7, 8, "Eve")
        try context.processPendingChanges()
        _ = recorder.take()
        try context.save()
        let change = recorder.take()
        #expect(change.count == 1 && change.allSatisfy { $0.updatedRows == [] && $0.movedRows == [] && $0.permanentIDs.count == 1 })
        try context.save()
        try context.refreshAll()
        #expect(recorder.take() == [] && orders.count == 2)
    }
}
