import Foundation
import OrdersModel
import TestSupport
import Trellis

/// A process that writes to a store and follows a list of it, beside another such process.
@MainActor enum StoreFollower {
    /// Notes when the list first has the order that the other process writes last.
    private final class Watcher: FetchedResultsControllerDelegate {
        typealias Entity = Order
        let marker: Date
        var seen: Date?
        var reports = 0

        init(_ marker: Date) { self.marker = marker }

        func controllerDidChangeContent(_ controller: FetchedResultsController<Order>) {
            reports += 1
            guard seen == nil, controller.count > 0 else { return }
            let last = try? controller.object(at: IndexPath(indexes: [0, controller.count - 1]))
            // The markers are the last of the list, one or both.
            let before = controller.count > 1 ? try? controller.object(at: IndexPath(indexes: [0, controller.count - 2])) : nil
            if [last?.date, before?.date].contains(marker) { seen = Date() }
        }
    }

    /// Writes and follows until a moment, then writes a last order, and prints what it saw.
    /// - Parameter place: 0 or 1; the other process has the other number.
    static func run(_ path: String, _ place: Int, until end: Date, _ seed: UInt64) async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path), busyTimeout: 60)
        let context = container.viewContext
        context.mergePolicy = .storeWins
        let fetch = Fetch<Order>().sorted { [$0.date.ascending] }
        let controller = FetchedResultsController(fetch, in: context)
        let watcher = Watcher(marker(1 - place))
        controller.delegate = watcher
        try controller.performFetch()
        var random = SeededGenerator(seed: seed)
        var saves = 0
        while Date() < end {
            if try edit(context, fetch, &random) { saves += 1 }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...4, using: &random)))
        }
        // The other's last order is the only write of its moment.
        try await Task.sleep(until: .now + .seconds(end.timeIntervalSinceNow + 0.4 + 0.4 * Double(place)))
        Order(in: context, date: marker(place))
        try context.save()
        let committed = Date()
        try await Task.sleep(until: .now + .seconds(end.timeIntervalSinceNow + 1.4))
        let shown = controller.snapshot.ids
        let isCurrent = shown == (try context.fetch(fetch).map(\.objectID))
        let report = FollowerReport(
            committed: committed.timeIntervalSince1970, seen: watcher.seen?.timeIntervalSince1970, isCurrent: isCurrent,
            count: shown.count, saves: saves, reports: watcher.reports)
        FileHandle.standardOutput.write(try JSONEncoder().encode(report))
    }

    private static func marker(_ place: Int) -> Date { Date(timeIntervalSinceReferenceDate: 1e7 + Double(place)) }

    /// - Returns: whether the save succeeded.
    private static func edit(_ context: ManagedObjectContext, _ fetch: Fetch<Order>, _ random: inout SeededGenerator) throws -> Bool {
        let orders = try context.fetch(fetch)
        let date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<1_000, using: &random)))
        let order = orders.randomElement(using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where orders.count < 200: Order(in: context, date: date)
        case 1: order?.date = date
        case 2 where orders.count > 20: if let order { try context.delete(order) }
        default: order?.paid.toggle()
        }
        do {
            try context.save()
            return true
        } catch {
            try context.rollback()
            return false
        }
    }
}

/// What a following process saw. Times are seconds since 1970.
struct FollowerReport: Codable {
    /// When its last save returned.
    var committed: Double
    /// When its list had the other's last order.
    var seen: Double?
    /// Whether its list is what a fetch finds.
    var isCurrent: Bool
    var count: Int
    var saves: Int
    var reports: Int
}
