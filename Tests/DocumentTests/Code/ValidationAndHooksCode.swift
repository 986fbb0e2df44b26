import Synchronization
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/validation-and-hooks.md.
struct ValidationAndHooksCode {
    @Test func `tells classes what happens to their objects`() throws {
        let store = try ShopStore()
        defer { withExtendedLifetime(store) {} }
        let context = store.context
        let order = try #require(try Order.unpaid(in: context).first)
        (order.paid, order.made) = (true, false)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.first?.path == "Order.paid", "\(String(describing: error?.failures))")

        order.made = true
        let attachment = Attachment(in: context, path: "early.pdf")
        try context.save()
        attachment.path = "late.pdf"
        try context.save()
        try context.delete(attachment)
        #expect(trashed.withLock { $0 } == ["early.pdf", "late.pdf"])
    }
}

// MARK: The page's hooks, and what they call

extension Attachment.Hooks: DeleteHook {
    static func prepareForDeletion(_ attachment: Attachment) throws { trash(attachment.path) }
}
extension Order.Hooks: ValidationHook {
    static func validate(_ order: Order) throws {
        if order.paid, !order.made { throw BrokenRule("made before it is paid", property: "paid") }
    }
}

extension Attachment.Hooks: SaveHook {
    static func willSave(_ attachment: Attachment) throws {
        if attachment.hasChanged({ $0.path }), let old = try attachment.committedValue({ $0.path }) { trash(old) }
    }
}

private let trashed = Mutex<[String]>([])

private func trash(_ path: String) { trashed.withLock { $0.append(path) } }
