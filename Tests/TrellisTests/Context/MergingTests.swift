import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// A context reports its saves to other contexts, which can show them.
struct MergingTests {
    private let file: StoreFile<Orders>
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext
    private let ada: Customer
    private let theirs: Customer

    init() throws {
        file = try StoreFile(of: Orders.self)
        container = try file.container()
        context = try container.makeContext()
        other = try container.makeContext()
        ada = Customer(in: context, name: "Ada", info: "read")
        try context.save()
        theirs = try #require(try other.find(Customer.self, ada.objectID))
    }

    /// What the saves of `body` are told as.
    private func saves(_ count: Int, by body: () throws -> Void) async throws -> [SavedChanges] {
        let stream = container.saves
        try body()
        var saves = [SavedChanges]()
        for await changes in stream {
            saves.append(changes)
            if saves.count == count { break }
        }
        return saves
    }

    @Test func `a save is told with what it made, wrote and deleted, and whose members changed`() async throws {
        let orders = (0..<2).map { _ in Order(in: other, customer: theirs) }
        let row = OrderRow(in: other, sum: 1, order: orders[0])
        try other.save()
        let grace = Customer(in: other, name: "Grace")
        let told = try await saves(1) {
            theirs.info = "changed"
            try other.delete(orders[0])
            orders[1].customer = grace
            try other.save()
        }
        #expect(told[0].isOf(other) && !told[0].isOf(context))
        #expect(told[0].inserted == [grace.objectID])
        #expect(Set(told[0].updated) == [theirs.objectID, orders[1].objectID])
        #expect(Set(told[0].deleted) == [orders[0].objectID, row.objectID])
        #expect(told[0].reconnected == [theirs.objectID, grace.objectID])
    }

    @Test func `a move is told with the owner that it left and the one that it came to`() async throws {
        let grace = Customer(in: other, name: "Grace")
        let order = Order(in: other, customer: theirs)
        try other.save()
        let told = try await saves(1) {
            order.customer = grace
            try other.save()
        }
        #expect(told[0].updated == [order.objectID])
        #expect(told[0].reconnected == [theirs.objectID, grace.objectID])
    }

    @Test func `owners of rows that a delete took along unloaded are told`() async throws {
        let service = Service(in: context, name: "service")
        let orders = (0..<2).map { _ in Order(in: context, customer: ada) }
        for order in orders { OrderRow(in: context, sum: 1, order: order, service: service) }
        try context.save()
        let told = try await saves(1) {
            try other.delete(try #require(try other.find(Order.self, orders[0].objectID)))
            try other.save()
        }
        #expect(told[0].deleted.map(\.entity) == ["Order", "OrderRow"])
        #expect(told[0].reconnected == [ada.objectID, service.objectID])
    }

    @Test func `every stream gets every save, with permanent ids, and none of a save that failed`() async throws {
        let streams = (0..<2).map { _ in container.saves }
        let new = Customer(in: other, name: "Ada")
        #expect(throws: ObjectValidationError.self) { try other.save() }
        new.name = "Grace"
        try other.save()
        new.name = "again"
        try other.save()
        let second = new.objectID
        for stream in streams {
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next()?.inserted == [second])
            #expect(await iterator.next()?.updated == [second])
        }
    }

    @Test func `merging shows values and members, keeps edits and marks what is deleted`() async throws {
        let orders = (0..<3).map { _ in Order(in: context, customer: ada) }
        try context.save()
        #expect(Set(ada.orders) == Set(orders))
        ada.info = "mine"
        let told = try await saves(1) {
            theirs.name = "Theirs"
            let found = try orders.map { try #require(try other.find(Order.self, $0.objectID)) }
            found[0].customer = nil
            found[1].paid = true
            try other.delete(found[2])
            Order(in: other, customer: theirs)
            try other.save()
        }
        try context.mergeChanges(from: told[0])
        #expect(ada.name == "Theirs" && ada.info == "mine" && ada.isUpdated)
        #expect(orders[0].customer == nil && orders[1].paid && orders[2].isDeleted)
        #expect(ada.orders.count == 2 && ada.orders.contains(orders[1]))
        try context.save()
        #expect(try file.rows("SELECT name, info FROM customer") == [["Theirs", "mine"]])
    }

    @Test func `what both have changed stays a conflict`() async throws {
        ada.info = "mine"
        ada.name = "Mine"
        let told = try await saves(1) {
            theirs.info = "theirs"
            try other.save()
        }
        try context.mergeChanges(from: told[0])
        #expect(ada.info == "mine")
        #expect(throws: ConflictError.self) { try context.save() }
        context.mergePolicy = .storeWins
        try context.save()
        #expect(ada.info == "theirs" && ada.name == "Mine")
    }

    @Test func `what others deleted and this context changed stays a conflict`() async throws {
        ada.info = "mine"
        let told = try await saves(1) {
            try other.delete(theirs)
            try other.save()
        }
        try context.mergeChanges(from: told[0])
        #expect(!ada.isDeleted)
        #expect(throws: ConflictError.self) { try context.save() }
    }

    @Test(arguments: [false, true])
    func `an object that keeps its values is a member where its key leads`(_ isDeleted: Bool) throws {
        let grace = Customer(in: context, name: "Grace")
        let order = Order(in: context, customer: ada)
        try context.save()
        context.automaticallyMergesChanges = true
        #expect(ada.orders.count == 1 && grace.orders.isEmpty)
        order.paid = true
        let other = try container.makeContext()
        let same = try #require(try other.find(Order.self, order.objectID))
        if isDeleted {
            try other.delete(same)
        } else {
            same.paid = true
            same.customer = try other.find(Customer.self, grace.objectID)
        }
        try other.save()
        #expect(try context.fetch(Customer.where { $0.orders.any { $0.paid } }).map(\.name) == ["Ada"])
        #expect(order.customer === ada)
        #expect(ada.orders.map(\.objectID) == [order.objectID] && grace.orders.isEmpty)
        #expect(throws: ConflictError.self) { try context.save() }
    }

    @Test(arguments: [false, true])
    func `an edit that is set back shows what a merge has passed over at the next fetch or save`(_ saves: Bool) throws {
        context.automaticallyMergesChanges = true
        ada.info = "mine"
        theirs.info = "theirs"
        try other.save()
        #expect(try context.fetchAll(Customer.self).map(\.info) == ["mine"])
        ada.info = "read"
        if saves { try context.save() } else { _ = try context.fetchAll(Customer.self) }
        #expect(ada.info == "theirs" && !ada.hasChanges)
        ada.info = "edited"
        try context.save()
        #expect(try file.rows("SELECT info, _version FROM customer") == [["edited", "3"]])
    }

    @Test func `a context's own saves have nothing new for it`() async throws {
        let told = try await saves(1) {
            ada.info = "saved"
            try context.save()
        }
        ada.info = "edited"
        try context.mergeChanges(from: told[0])
        #expect(ada.info == "edited")
    }

    @Test func `a context can merge by itself, whenever it is asked for objects`() throws {
        context.automaticallyMergesChanges = true
        let order = Order(in: context, customer: ada)
        try context.save()
        #expect(ada.orders.count == 1)
        theirs.info = "theirs"
        Order(in: other, customer: theirs)
        try other.save()
        #expect(ada.info == "read")
        #expect(try context.find(Customer.self, ada.objectID) === ada)
        #expect(ada.info == "theirs" && ada.orders.count == 2)
        try other.delete(try #require(try other.find(Order.self, order.objectID)))
        try other.save()
        #expect(try context.fetchAll(Order.self).count == 1)
        #expect(order.isDeleted)

        context.automaticallyMergesChanges = false
        theirs.info = "later"
        try other.save()
        #expect(try context.fetchAll(Customer.self) == [ada])
        #expect(ada.info == "theirs")
    }

    @Test func `connections and orders of other contexts are shown`() throws {
        let society = try StoreFile(of: Society.self)
        let container = try society.container()
        let (context, other) = (try container.makeContext(), try container.makeContext())
        context.automaticallyMergesChanges = true
        let post = Post(in: context, title: "post")
        let tags = ["a", "b", "c"].map { Tag(in: context, name: $0) }
        post.tags.replace(with: tags.prefix(2))
        let people = try Person.people("x", "y", in: context)
        people[0].spouse = people[1]
        try context.save()
        #expect(tags.map { $0.posts.count } == [1, 1, 0])

        let theirPost: Post = try other.named("post", "title")
        theirPost.tags.replace(with: [try other.named("c"), try other.named("a")])
        (try other.named("x") as Person).spouse = nil
        try other.save()
        #expect(try context.fetchAll(Post.self) == [post])
        #expect(Array(post.tags) == [tags[2], tags[0]])
        #expect(tags.map { $0.posts.count } == [1, 0, 1])
        #expect(people.allSatisfy { $0.spouse == nil })

        try other.delete(theirPost)
        try other.save()
        #expect(try context.fetchAll(Post.self).isEmpty)
        #expect(tags.allSatisfy { $0.posts.isEmpty })
    }

    @Test func `a context that merges automatically is released when no code holds it`() throws {
        weak var gone: ManagedObjectContext?
        do {
            let made = try container.makeContext()
            made.automaticallyMergesChanges = true
            gone = made
        }
        #expect(gone == nil)
        theirs.info = "theirs"
        try other.save()
    }
}
