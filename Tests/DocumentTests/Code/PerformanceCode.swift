import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/performance.md.
struct PerformanceCode {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test func `prefetches`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context

        let orders = try context.fetch(Fetch<Order>(limit: 1_000).prefetching { ($0.customer, $0.rows.each { $0.service }) })

        #expect(orders.count == 3)
    }

    @Test func `tells what runs`() throws {
        let logger = Log()

        let slow = StatementObserver(slowerThan: .milliseconds(50)) { logger.warning("\($0)") }
        let container = try PersistentContainer(for: Orders.self, at: .file(path), observers: [slow])

        #expect(try container.makeContext().fetchAll(Order.self).isEmpty)
    }

    @Test func `tells what SQLite does for a fetch`() throws {
        let blocks = try DocumentPage(path: "Documentation/guides/performance.md").blocks
        let models = "\(Project.root)/Tests/DocumentTests/Models"
        let shown = try #require(blocks.first { $0.lines.first?.hasPrefix("Order.placed") ?? false })
        let told = try ChildProcess.run(Project.trellis, ["fetches", "Orders.yaml"], in: "\(models)/Advised").output
        // The fetch stands in another line there.
        #expect(told.split(separator: "\n").dropFirst().map(String.init) == Array(shown.lines.dropFirst()))
        #expect(told.hasPrefix("Order.placed(since: date, by: Customer)  (Orders.yaml:"))
    }
}

private struct Log: Sendable {
    func warning(_ text: String) { print(text) }
}
