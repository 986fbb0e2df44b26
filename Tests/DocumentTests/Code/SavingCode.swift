import Testing
import Trellis

/// The Swift of Documentation/guides/saving.md.
struct SavingCode {
    @Test func `merges into the row with the unique value`() throws {
        let store = try ShopStore()
        let container = store.context.container
        let context = try container.makeContext()
        defer { withExtendedLifetime(store) {} }
        let known = try store.context.count(Fetch<Customer>())

        context.uniqueKeyPolicy = .objectWins
        let ada = Customer(in: context, name: "Ada", info: "imported")
        try context.save()

        #expect(try container.makeContext().count(Fetch<Customer>()) == known)
        #expect(try container.makeContext().find(Customer.self, ada.objectID)?.info == "imported")
    }
}
