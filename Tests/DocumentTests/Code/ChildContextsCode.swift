import Testing
import Trellis

/// The Swift of Documentation/guides/child-contexts.md.
struct ChildContextsCode {
    @Test(arguments: [true, false])
    func `edits in a sheet`(_ isApplied: Bool) throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let order = try #require(try context.fetchAll(Order.self).first)

        let sheet = context.makeChild()
        let draft = try sheet.find(Order.self, order.objectID)
        draft?.paid = true
        draft?.customer?.name = "Ada L."

        #expect(!order.paid && !context.hasChanges && sheet.hasChanges)
        if isApplied {
            try sheet.save()
            try context.save()
        }
        let other = try store.container.makeContext()
        #expect(order.paid == isApplied)
        #expect(try other.fetchAll(Customer.self).map(\.name) == [isApplied ? "Ada L." : "Ada"])
    }
}
