#if os(macOS) || os(Linux)
    import Foundation
    import InheritanceModel
    import OrdersModel
    import RelationshipsModel
    import Testing
    import Trellis

    /// A mistake in a program stops it, and says what, and of which objects.
    @Suite("Mistakes that stop a program")
    struct ProgramMistakeTests {
        private func message(of result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }

        @Test func `objects of two contexts are linked`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = try PersistentContainer(for: Orders.self, at: .inMemory)
                let (here, there) = (try container.makeContext(), try container.makeContext())
                let order = OrdersModel.Order(in: here)
                try here.save()
                order.customer = Customer(in: there, name: "Ada")
            }
            #expect(message(of: result).contains("'customer' of Order/1 cannot lead to Customer/new1, which belongs to another context"))
        }

        @Test func `an object of another model is made`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try PersistentContainer(for: Orders.self, at: .inMemory).makeContext()
                _ = Guest(in: context, name: "Ada")
            }
            #expect(message(of: result).contains("Guest is not an entity of the model 'Orders'"))
        }

        @Test func `a member is put where there is no place`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try PersistentContainer(for: Society.self, at: .inMemory).makeContext()
                let album = Album(in: context, title: "a")
                album.tracks.insert(Track(in: context, title: "t"), at: 2)
            }
            #expect(message(of: result).contains("the position 2 of 'tracks' of Album/new1 is outside of 0...0"))
        }

        @Test func `a list is asked for an object that it does not have`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try PersistentContainer(for: Orders.self, at: .inMemory).makeContext()
                let results = FetchedResultsController(Fetch<Customer>(), in: context)
                try results.performFetch()
                _ = try results.object(at: IndexPath(indexes: [0, 3]))
            }
            #expect(message(of: result).contains("the results of Customer have no object at"))
        }
    }
#endif
