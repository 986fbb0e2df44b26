import Testing
import Trellis

/// The Swift of Documentation/coming-from/swiftdata.md.
struct SwiftdataCode {
    @Test func `fetches by a condition`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context

        let open = Order.where { !$0.paid && $0.customer.name == "Ada" }.sorted { [$0.date.descending] }
        let orders = try context.fetch(open)

        #expect(orders.count == 2)
    }
}
