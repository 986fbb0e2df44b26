import OrdersModel
import Testing
import Trellis

/// Conflicts between contexts.
struct ConflictTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Orders.self)
        let made = try file.context()
        for name in ["Ada", "Grace", "Linus"] { Customer(in: made, name: name) }
        try made.save()
        context = try file.context()
        other = try file.context()
    }

    private func customers(in context: ManagedObjectContext) throws -> [Customer] {
        try Customer.byName(in: context)
    }

    @Test func `a row that another context saved since it was read is a conflict, and nothing is written`() throws {
        let mine = try customers(in: context)
        let theirs = try customers(in: other)
        theirs[0].info = "theirs"
        try other.save()

        mine[0].info = "mine"
        mine[1].info = "mine"
        Customer(in: context, name: "new")
        let error = try #require(throws: ConflictError.self) { try context.save() }
        #expect(error.conflicts.map(\.objectID) == [mine[0].objectID])
        #expect(error.conflicts.map(\.kind) == [.changed])
        #expect(error.description == "Customer/1 was changed by another context or process since it was read")
        #expect(
            try file.rows("SELECT name, info FROM customer ORDER BY _id") == [
                ["Ada", "theirs"], ["Grace", nil], ["Linus", nil],
            ])
    }

    @Test func `all conflicts are reported, with the new state of the rows`() throws {
        let mine = try customers(in: context)
        let theirs = try customers(in: other)
        theirs[0].info = "theirs"
        try other.delete(theirs[1])
        theirs[2].info = "theirs"
        try other.save()

        mine[0].info = "mine"
        mine[1].info = "mine"
        try context.delete(mine[2])
        let error = #expect(throws: ConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.objectID) == mine.map(\.objectID))
        #expect(error?.conflicts.map(\.kind) == [.changed, .deleted, .changed])
        #expect(try file.column("SELECT COUNT(*) FROM customer WHERE info = 'theirs'") == ["2"])
    }

    @Test func `after a conflict the context keeps its changes, and new objects are new again`() throws {
        let mine = try customers(in: context)
        try file.execute("UPDATE customer SET _version = 2 WHERE _id = 1")
        mine[0].info = "mine"
        let new = Customer(in: context, name: "new")
        let order = Order(in: context, customer: new)
        #expect(throws: ConflictError.self) { try context.save() }
        #expect(context.insertedObjects == [new, order])
        #expect(context.updatedObjects == [mine[0]])
        #expect(new.objectID.isTemporary && order.objectID.isTemporary)
        #expect(order.customer == new)
        #expect(try context.find(Customer.self, new.objectID) === new)

        try file.execute("UPDATE customer SET _version = 1 WHERE _id = 1")
        try context.save()
        #expect(new.objectID.rowID == 4)
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["4"])
        #expect(try file.rows("SELECT info, _version FROM customer WHERE _id = 1") == [["mine", "2"]])
    }

    @Test func `changes of different rows are no conflict`() throws {
        let mine = try customers(in: context)
        let theirs = try customers(in: other)
        theirs[0].info = "theirs"
        try other.save()
        mine[1].info = "mine"
        try context.save()
        #expect(try file.column("SELECT info FROM customer ORDER BY _id") == ["theirs", "mine", "NULL"])
    }

    @Test func `a context can save one row again and again`() throws {
        let mine = try customers(in: context)[0]
        for number in 1...5 {
            mine.info = "\(number)"
            try context.save()
        }
        #expect(try file.rows("SELECT info, _version FROM customer WHERE _id = 1") == [["5", "6"]])
    }

    @Test func `a new object is at the version of its row`() throws {
        let new = Customer(in: context, name: "new")
        try context.save()
        new.info = "changed"
        try context.save()
        #expect(try file.rows("SELECT info, _version FROM customer WHERE name = 'new'") == [["changed", "2"]])
    }
}
