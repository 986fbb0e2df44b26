#if os(macOS) || os(Linux)
    import AtlasModel
    import AttributeOptionsModel
    import Foundation
    import OrdersModel
    import RelationshipsModel
    import Testing
    import Trellis

    /// An edit that no save can write stops a debug build, and says which object and why.
    @Suite("Edits that would be lost")
    struct LostEditTests {
        /// What the process that ends in `body` writes before it stops.
        private func message(of result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }

        @Test func `an attribute of an object whose deletion is saved`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try PersistentContainer(for: Orders.self, at: .inMemory).makeContext()
                let ada = Customer(in: context, name: "Ada")
                try context.save()
                try context.delete(ada)
                try context.save()
                ada.name = "Ada Byron"
            }
            #expect(message(of: result).contains("'name' of Customer/1 was set, and no save will write it, because it is no longer in the store"))
        }

        @Test func `a relationship of an object whose context is gone`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                func order() throws -> Order {
                    let context = try PersistentContainer(for: Orders.self, at: .inMemory).makeContext()
                    let order = Order(in: context, customer: Customer(in: context, name: "Ada"))
                    try context.save()
                    return order
                }
                try order().customer = nil
            }
            #expect(message(of: result).contains("'customer' of Order/1 was set, and no save will write it, because its context was released or reset"))
        }

        @Test func `members of an object whose context was reset`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try PersistentContainer(for: Orders.self, at: .inMemory).makeContext()
                let (ada, order) = (Customer(in: context, name: "Ada"), Order(in: context))
                try context.save()
                context.reset()
                ada.orders.insert(order)
            }
            #expect(message(of: result).contains("'orders' of Customer/1"))
        }

        @Test func `a lazy attribute that was never loaded`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = try PersistentContainer(for: AttributeOptions.self, at: .inMemory)
                let writer = try container.makeContext()
                Photo(in: writer, title: "photo", image: Data(), rating: 1)
                try writer.save()
                let context = try container.makeContext()
                let photo = try context.fetchAll(Photo.self)[0]
                context.reset()
                photo.thumbnail = Data([1])
            }
            #expect(message(of: result).contains("'thumbnail' of Photo/1 was set, and no save will write it"))
        }

        @Test func `a new object that a rollback has taken back`() async {
            await #expect(processExitsWith: .failure) {
                let context = try PersistentContainer(for: Orders.self, at: .inMemory).makeContext()
                let ada = Customer(in: context, name: "Ada")
                try context.rollback()
                ada.name = "Ada Byron"
            }
        }
    }
#endif
