import Foundation
import LedgerModel
import Testing
import Trellis

/// Live results that read attributes derived from other derived attributes: sums of products.
struct FollowingDerivedTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let cheap: Order
    private let dear: Order
    private let row: OrderRow

    init() throws {
        container = try PersistentContainer(for: Ledger.self, at: .fresh)
        context = try container.makeContext()
        cheap = Order(in: context, number: 1)
        dear = Order(in: context, number: 2)
        row = OrderRow(in: context, pieces: 1, price: 1, order: cheap)
        _ = OrderRow(in: context, pieces: 1, price: 10, order: dear)
        try context.save()
    }

    private func lists(in context: ManagedObjectContext) throws -> [FetchedResultsController<Order>] {
        let fetches = [
            Fetch<Order>().sorted { [$0.cost.ascending] }, Order.where { $0.cost > 20 }, Order.where { $0.cost > 0 },
            Fetch<Order>().sorted { [$0.cost.descending] }.limit(1),
        ]
        return try fetches.map { fetch in
            let list = FetchedResultsController(fetch, in: context, isolation: nil)
            try list.performFetch()
            return list
        }
    }

    private func expect(_ lists: [FetchedResultsController<Order>], in context: ManagedObjectContext, _ ids: [[Order]]) throws {
        try context.processPendingChanges()
        #expect(lists.map(\.snapshot.ids) == ids.map { $0.map(\.objectID) })
    }

    @Test(arguments: [true, false]) func `they follow rows that change, move and go`(inOwnContext: Bool) throws {
        let reader = inOwnContext ? context : try container.makeContext()
        reader.automaticallyMergesChanges = true
        let lists = try lists(in: reader)
        try expect(lists, in: reader, [[cheap, dear], [], [cheap, dear], [dear]])
        row.pieces = 50
        try context.save()
        try expect(lists, in: reader, [[dear, cheap], [cheap], [cheap, dear], [cheap]])
        row.order = dear
        try context.save()
        try expect(lists, in: reader, [[cheap, dear], [dear], [dear], [dear]])
        try context.delete(row)
        try context.save()
        try expect(lists, in: reader, [[cheap, dear], [], [dear], [dear]])
    }

    @Test func `they follow what two saves and an unsaved move do`() throws {
        context.automaticallyMergesChanges = true
        let lists = try lists(in: context)
        let other = try container.makeContext()
        row.order = dear
        let changed = try #require(try other.fetch(OrderRow.where { $0.price == 1 }).first)
        changed.pieces = 30
        try other.save()
        try context.processPendingChanges()
        for list in lists { #expect(try list.snapshot.ids == context.fetch(list.fetch).map(\.objectID)) }
        #expect(lists[1].snapshot.ids == [cheap.objectID])
    }
}
