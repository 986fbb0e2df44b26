import Testing
import Trellis

/// The Swift of Documentation/guides/undo.md.
struct UndoCode {
    @Test func `brings back what was deleted and saved`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let order = try #require(try context.fetchAll(Order.self).first)
        let rows = order.rows.count

        context.undoLevels = 50
        try context.undoGroup("Delete Order") {
            try context.delete(order)
        }
        try context.save()
        try context.undo()
        try context.save()

        #expect(rows == 1 && order.rows.count == 1 && order.customer?.name == "Ada")
        let other = try store.container.makeContext()
        #expect(try other.fetchAll(Order.self).map(\.rows.count) == [1, 1, 1])
        try context.redo()
        #expect(order.isDeleted)
    }

    @Test func `names groups`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        context.undoLevels = 50
        let customer = try #require(try context.fetchAll(Customer.self).first)

        customer.name = "Ada L."
        context.endUndoGroup("Rename")
        for step in context.undoSteps { print(step.name ?? "Edit", step.description) }

        #expect(context.undoSteps.map(\.name) == ["Rename"])
        #expect(context.undoSteps.map(\.description) == ["Customer/1: name"])
    }
}
