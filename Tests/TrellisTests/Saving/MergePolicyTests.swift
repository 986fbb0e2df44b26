import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// Two contexts that write the same rows, under each merge policy.
struct MergePolicyTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext
    private let mine: Customer
    private let theirs: Customer

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        other = try file.context()
        mine = Customer(in: context, name: "Ada", info: "read")
        try context.save()
        theirs = try #require(try other.find(Customer.self, mine.objectID))
    }

    private func row() throws -> [String?]? {
        try file.rows("SELECT name, info, _version FROM customer WHERE _id = 1").first
    }

    @Test(arguments: [
        (MergePolicy.storeWins, "theirs"), (.objectWins, "mine"), (.overwrite, "mine"), (.rollback, "theirs"),
    ])
    func `what both have changed is the winner's`(_ policy: MergePolicy, _ info: String) throws {
        context.mergePolicy = policy
        theirs.info = "theirs"
        try other.save()
        mine.info = "mine"
        try context.save()
        #expect(mine.info == info && !context.hasChanges)
        #expect(try row()?[1] == info)
        // The next save has nothing in its way.
        mine.info = "again"
        context.mergePolicy = .error
        try context.save()
        #expect(try row()?[1] == "again")
    }

    @Test(arguments: [
        (MergePolicy.storeWins, "mine", "theirs"), (.objectWins, "mine", "theirs"), (.overwrite, "mine", "read"),
        (.rollback, "Ada", "theirs"),
    ])
    func `what only one has changed survives where a policy goes by property`(
        _ policy: MergePolicy, _ name: String, _ info: String
    ) throws {
        context.mergePolicy = policy
        theirs.info = "theirs"
        try other.save()
        mine.name = "mine"
        try context.save()
        #expect(mine.name == name && mine.info == info)
        #expect(try row() == [name, info, policy == .rollback ? "2" : "3"])
    }

    @Test func `a property that both changed to the same value, or others changed back, is the store's own`() throws {
        context.mergePolicy = .storeWins
        theirs.info = "theirs"
        try other.save()
        theirs.info = "read"
        try other.save()
        mine.info = "mine"
        try context.save()
        #expect(try row() == ["Ada", "mine", "4"])
    }

    @Test func `what was read counts, and not what an edit that was discarded left`() throws {
        context.mergePolicy = .storeWins
        mine.info = "first"
        try context.refresh(mine, mergeChanges: false)
        theirs.info = "theirs"
        try other.save()
        try context.refresh(mine)
        mine.info = "mine"
        theirs.name = "Theirs"
        try other.save()
        try context.save()
        #expect(try row() == ["Theirs", "mine", "4"])
    }

    @Test func `a policy that is set after the edits knows what was read all the same`() throws {
        theirs.info = "theirs"
        try other.save()
        (mine.info, mine.name) = ("mine", "Mine")
        context.mergePolicy = .storeWins
        try context.save()
        #expect(try row() == ["Mine", "theirs", "3"])
    }

    @Test(arguments: [MergePolicy.storeWins, .rollback])
    func `an object whose row was deleted is deleted where the store wins`(_ policy: MergePolicy) throws {
        context.mergePolicy = policy
        let order = Order(in: context, customer: mine)
        try context.save()
        try file.execute("UPDATE \"order\" SET customer_id = NULL; DELETE FROM customer")
        mine.info = "mine"
        try context.save()
        #expect(mine.isDeleted && !context.hasChanges && order.customer == nil)
        #expect(try file.rows("SELECT * FROM customer").isEmpty)
    }

    @Test(arguments: [MergePolicy.objectWins, .overwrite])
    func `a row that was deleted is created again if the object wins, with a version that no context has read`(
        _ policy: MergePolicy
    ) throws {
        context.mergePolicy = policy
        theirs.info = "theirs"
        try other.save()
        let staleContext = try file.context()
        let stale = try #require(try staleContext.find(Customer.self, mine.objectID))
        try other.delete(theirs)
        try other.save()
        mine.info = "mine"
        let order = Order(in: context, customer: mine)
        try context.save()
        #expect(!mine.isDeleted && order.customer == mine)
        #expect(try file.rows("SELECT _id, name, info FROM customer") == [["1", "Ada", "mine"]])
        #expect(try file.column("SELECT customer_id FROM \"order\"") == ["1"])
        mine.info = "again"
        try context.save()
        stale.info = "stale"
        #expect(throws: ConflictError.self) { try staleContext.save() }
    }

    @Test(arguments: [MergePolicy.storeWins, .rollback])
    func `an object that was to be deleted stays where the store wins`(_ policy: MergePolicy) throws {
        context.mergePolicy = policy
        let order = Order(in: context, customer: mine)
        try context.save()
        theirs.info = "theirs"
        try other.save()
        order.customer = nil
        try context.delete(mine)
        try context.save()
        #expect(!mine.isDeleted && mine.info == "theirs" && !context.hasChanges)
        #expect(try context.fetchAll(Customer.self) == [mine])
        #expect(mine.orders.isEmpty && order.customer == nil)
    }

    @Test(arguments: [MergePolicy.objectWins, .overwrite])
    func `an object that was to be deleted goes where the object wins`(_ policy: MergePolicy) throws {
        context.mergePolicy = policy
        theirs.info = "theirs"
        try other.save()
        try context.delete(mine)
        try context.save()
        #expect(mine.isDeleted)
        #expect(try row() == nil)
    }

    @Test(arguments: [MergePolicy.storeWins, .objectWins, .overwrite, .rollback])
    func `what both have deleted is gone`(_ policy: MergePolicy) throws {
        context.mergePolicy = policy
        try file.execute("DELETE FROM customer")
        try context.delete(mine)
        try context.save()
        #expect(mine.isDeleted && !context.hasChanges)
    }

    @Test func `an object that stays goes all the same with an owner that is deleted`() throws {
        context.mergePolicy = .storeWins
        let order = Order(in: context)
        let row = OrderRow(in: context, sum: 1, order: order)
        try context.save()
        try file.execute("UPDATE order_row SET sum = 500, _version = 2")
        try context.delete(order)
        try context.save()
        #expect(order.isDeleted && row.isDeleted)
        #expect(try file.rows("SELECT * FROM order_row").isEmpty)
    }

    @Test(arguments: [(MergePolicy.storeWins, "Theirs"), (.objectWins, "Mine")])
    func `a key that both have changed is the winner's, and members are where it leads`(
        _ policy: MergePolicy, _ winner: String
    ) throws {
        context.mergePolicy = policy
        let customers = ["Mine", "Theirs"].map { Customer(in: context, name: $0) }
        let order = Order(in: context, customer: mine)
        try context.save()
        #expect(mine.orders.count == 1 && customers.allSatisfy { $0.orders.isEmpty })
        let moved = try #require(try other.find(Order.self, order.objectID))
        moved.customer = try other.find(Customer.self, customers[1].objectID)
        try other.save()
        order.customer = customers[0]
        order.paid = true
        try context.save()
        #expect(order.customer?.name == winner && order.paid && mine.orders.isEmpty)
        #expect(customers.map { $0.orders.count } == (winner == "Mine" ? [1, 0] : [0, 1]))
        #expect(try file.column("SELECT name FROM customer WHERE _id = (SELECT customer_id FROM \"order\")") == [winner])
    }

    @Test func `after a save that fails for another reason all edits are there, also those that would have lost`() throws {
        context.mergePolicy = .storeWins
        theirs.info = "theirs"
        try other.save()
        mine.info = "mine"
        try file.execute("CREATE TRIGGER no BEFORE INSERT ON \"order\" BEGIN SELECT RAISE(ABORT, 'not today'); END")
        let order = Order(in: context)
        #expect(throws: StoreError.constraint(message: "not today")) { try context.save() }
        #expect(mine.info == "mine" && context.updatedObjects == [mine] && context.insertedObjects == [order])
        try file.execute("DROP TRIGGER no")
        try context.save()
        #expect(mine.info == "theirs" && order.objectID.rowID == 1)
    }

    @Test func `a conflict tells what both have changed, and versions`() throws {
        theirs.info = "theirs"
        try other.save()
        (mine.info, mine.name) = ("mine", "Mine")
        let error = try #require(throws: ConflictError.self) { try context.save() }
        let conflict = try #require(error.conflicts.first)
        #expect(conflict.readVersion == 1 && conflict.storedVersion == 2 && !conflict.isDeletedHere)
        #expect(conflict.properties.map(\.name) == ["name", "info"])
        #expect(conflict.properties.map(\.ownValue) == ["Mine", "mine"])
        #expect(conflict.properties.map(\.storedValue) == ["Ada", "theirs"])
        #expect(conflict.properties.map(\.isChangedHere) == [true, true])
        #expect(conflict.properties.map(\.isChangedThere) == [false, true])
        #expect(!error.description.contains("mine"))
        #expect(error.text(includingValues: true).contains("info: mine here, changed; theirs in the store, changed"))
    }

    @Test func `a conflict over a delete tells what others changed`() throws {
        theirs.info = "theirs"
        try other.save()
        try context.delete(mine)
        let conflict = #expect(throws: ConflictError.self) { try context.save() }?.conflicts.first
        #expect(conflict?.isDeletedHere == true && conflict?.kind == .changed)
        #expect(conflict?.properties.map(\.name) == ["info"] && conflict?.properties.map(\.isChangedThere) == [true])
    }
}
