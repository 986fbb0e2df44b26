import OrdersModel
import Testing
import Trellis

/// After a save that failed, whatever for, nothing is written, the context still holds all edits, and they can be saved once the
/// obstacle is gone. A full disk is tried in ``FullDiskTests``.
struct FailedSaveTests {
    enum Obstacle: CaseIterable {
        case validation, conflict, conflictOverDelete, uniqueValue, lockedStore, trigger, missingDestination
    }

    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let ada: Customer
    private let grace: Customer
    private let orders: [Order]
    private let rows: [OrderRow]

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.container(busyTimeout: 0.05).makeContext()
        ada = Customer(in: context, name: "Ada", info: "old")
        grace = Customer(in: context, name: "Grace")
        orders = [Order(in: context, customer: ada), Order(in: context, customer: ada), Order(in: context, customer: ada)]
        rows = [1, 2, 3].map { [context, orders] in OrderRow(in: context, sum: $0, order: orders[0]) }
        try context.save()
    }

    /// Puts the obstacle in the way and gives what removes it.
    private func put(_ obstacle: Obstacle, _ new: Order) throws -> () throws -> Void {
        switch obstacle {
        case .validation:
            rows[0].sum = -1
            return { rows[0].sum = 1 }
        case .conflict:
            try file.execute("UPDATE customer SET _version = 7 WHERE name = 'Ada'")
            return { try file.execute("UPDATE customer SET _version = 1 WHERE name = 'Ada'") }
        case .conflictOverDelete:
            try file.execute("UPDATE \"order\" SET _version = 7 WHERE _id = 3")
            return { try file.execute("UPDATE \"order\" SET _version = 1 WHERE _id = 3") }
        case .uniqueValue:
            grace.name = "Ada"
            return { grace.name = "Grace" }
        case .lockedStore:
            let other = try file.connection()
            try other.execute("BEGIN IMMEDIATE")
            return { try other.execute("ROLLBACK") }
        case .trigger:
            try file.execute("CREATE TRIGGER no AFTER UPDATE ON order_row BEGIN SELECT RAISE(ABORT, 'not today'); END")
            return { try file.execute("DROP TRIGGER no") }
        case .missingDestination:
            let third = Customer(in: context, name: "third")
            new.customer = third
            try file.execute("CREATE TRIGGER no AFTER INSERT ON customer BEGIN DELETE FROM customer WHERE name = 'third'; END")
            return { try file.execute("DROP TRIGGER no") }
        }
    }

    @Test(arguments: Obstacle.allCases)
    func `nothing is written, all edits are kept and can be saved later`(_ obstacle: Obstacle) throws {
        let before = try everything()
        ada.info = "edited"
        let new = Order(in: context, customer: ada)
        orders[1].customer = grace
        rows[2].order = orders[1]
        try context.delete(orders[2])
        let remove = try put(obstacle, new)
        let put = try everything()
        if ![.conflict, .conflictOverDelete].contains(obstacle) { #expect(put == before) }
        #expect(throws: (any Error).self) { try context.save() }

        #expect(try everything() == put)
        #expect(context.hasChanges && context.insertedObjects.contains(new) && new.objectID.isTemporary)
        #expect(context.updatedObjects.contains(ada) && ada.info == "edited")
        #expect(context.deletedObjects == [orders[2]] && orders[2].isDeleted)
        #expect(orders[1].customer == grace && Array(grace.orders) == [orders[1]])
        #expect(ada.orders.contains(orders[0]) && !ada.orders.contains(orders[2]))
        #expect(Set(orders[0].rows) == Set(rows.prefix(2)) && Array(orders[1].rows) == [rows[2]])
        #expect(try context.find(Order.self, new.objectID) === new)

        try remove()
        try context.save()
        #expect(!context.hasChanges && new.objectID.rowID != nil)
        #expect(try file.column("SELECT info FROM customer WHERE _id = 1") == ["edited"])
        #expect(try file.column("SELECT customer_id FROM \"order\" WHERE _id = 2") == ["2"])
        #expect(try file.column("SELECT COUNT(*) FROM \"order\"") == ["3"])
        #expect(try file.column("SELECT order_id FROM order_row ORDER BY _id") == ["1", "1", "2"])
    }

    private func everything() throws -> [[String?]] {
        try ["customer", "\"order\"", "order_row"].flatMap { try file.rows("SELECT * FROM \($0) ORDER BY _id") }
    }
}
