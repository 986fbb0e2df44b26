import Foundation
import LedgerModel
import Testing
import Trellis

/// Attributes that triggers compute from filtered members, from their own row and through relationships, and the time of a change.
struct ComputedAttributeTests {
    private typealias Label = LedgerModel.Label
    private let file: StoreFile<Ledger>

    init() throws {
        file = try StoreFile(of: Ledger.self)
    }

    @Test func `products are exact, and sums of them follow with each save`() throws {
        let context = try file.context()
        let order = Order(in: context, number: 3)
        let row = OrderRow(in: context, pieces: 3, price: Decimal(string: "0.1"), order: order)
        OrderRow(in: context, pieces: 7, price: Decimal(string: "999999999999.99"), order: order)
        OrderRow(in: context, pieces: 2, price: nil, order: order)
        #expect(row.cost == nil && order.cost == 0)
        try context.save()
        #expect(row.cost == Decimal(string: "0.3") && order.cost == Decimal(string: "7000000000000.23"))
        #expect(order.rest == Decimal(string: "6500000000003.185") && order.leastPrice == Decimal(string: "0.1"))
        row.pieces = -1
        #expect(row.cost == Decimal(string: "0.3"))
        try context.save()
        #expect(row.cost == Decimal(string: "-0.1"))
        row.price = nil
        try context.save()
        #expect(row.cost == nil && order.leastPrice == Decimal(string: "999999999999.99"))
        #expect(try file.rows("SELECT cost FROM order_row ORDER BY _id") == [[nil], ["699999999999993"], [nil]])
    }

    @Test func `a value beyond 64 bits is refused, also where only a part of the calculation is`() throws {
        let context = try file.context()
        Order(in: context, number: Int64.max / 10)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try file.rows(#"SELECT count(*) FROM "order""#) == [["0"]])
        try context.rollback()
        let order = Order(in: context, number: 1)
        OrderRow(in: context, pieces: 30_000, price: Decimal(string: "5000000000000000"), order: order)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try file.rows("SELECT count(*) FROM order_row") == [["0"]])
    }

    @Test func `a quotient is nil if its divisor is 0`() throws {
        let context = try file.context()
        let order = Order(in: context, number: 1)
        let row = OrderRow(in: context, pieces: 0, weight: 3, order: order)
        try context.save()
        #expect(order.pieceWeight == nil)
        row.pieces = 2
        try context.save()
        #expect(order.pieceWeight == 1.5)
    }

    @Test func `values through relationships follow the relationship and its destination, in whatever order rows are written`() throws {
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada", note: "first")
        let order = Order(in: context, number: 1, customer: ada)
        let row = OrderRow(in: context, pieces: 1, price: 2, order: order)
        #expect(order.customerName == nil)
        try context.save()
        #expect(order.customerName == "Ada" && row.customerNote == "first" && row.orderTotal == 2)
        ada.name = "Eva"
        ada.note = nil
        try context.save()
        #expect(order.customerName == "Eva" && row.customerNote == nil)
        let bob = Customer(in: context, name: "Bob", note: "second")
        order.customer = bob
        try context.save()
        #expect(order.customerName == "Bob" && row.customerNote == "second")
        try context.delete(ada)
        order.customer = nil
        try context.save()
        #expect(order.customerName == nil && row.customerNote == nil)
        try file.execute(
            """
            INSERT INTO "order" (_id, number, paid, customer_id) VALUES (70, 1, 0, 50);
            INSERT INTO order_row (_id, pieces, weight, order_id) VALUES (80, 1, 0, 70);
            INSERT INTO customer (_id, name, "key", note) VALUES (50, 'x', 'x', 'late');
            """)
        #expect(try file.rows("SELECT customer_name FROM \"order\" WHERE _id = 70") == [["x"]])
        #expect(try file.rows("SELECT customer_note FROM order_row WHERE _id = 80") == [["late"]])
        try file.execute("PRAGMA foreign_keys = ON; DELETE FROM customer WHERE _id = 50")
        #expect(try file.rows("SELECT count(*) FROM \"order\" WHERE _id = 70") == [["0"]])
    }

    @Test func `only members that meet the condition count`() throws {
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        let paid = Order(in: context, number: 5, paid: true, customer: ada)
        let open = Order(in: context, number: 9, customer: ada)
        OrderRow(in: context, pieces: 2, price: 4, order: paid)
        OrderRow(in: context, pieces: 1, price: 1, order: open)
        for (weight, rank) in [(0.5, 1), (0.5, 4), (2, 2)] { ada.labels.insert(Label(in: context, name: "t", weight: weight, rank: Int32(rank))) }
        try context.save()
        #expect(ada.paidCount == 1 && ada.paidCost == 8 && ada.lastNumber == 9)
        #expect(ada.heavyCount == 2 && ada.lightRank == 2.5)
        open.paid = true
        paid.number = 20
        try context.save()
        #expect(ada.paidCount == 2 && ada.paidCost == 9 && ada.lastNumber == 20)
        try context.delete(paid)
        open.paid = false
        try context.save()
        #expect(ada.paidCount == 0 && ada.paidCost == 0 && ada.lastNumber == 9)
        try context.batchUpdate(Fetch<Order>()) { [$0.paid.set(to: true)] }
        try context.refreshAll()
        #expect(ada.paidCount == 1 && ada.paidCost == 1)
    }

    @Test func `the time of the last change is written with each save and by plain SQL, and not for derived values`() throws {
        let context = try file.context()
        let begin = Date(timeIntervalSinceNow: -0.01)
        let boss = Person(in: context, name: "B")
        #expect(boss.changed == nil)
        try context.save()
        let first = try #require(boss.changed)
        #expect(first >= begin && first <= Date(timeIntervalSinceNow: 0.01))
        try file.execute("UPDATE person SET changed = NULL")
        Person(in: context, name: "R", boss: boss)
        try context.save()
        #expect(try file.rows("SELECT report_count, changed FROM person WHERE name = 'B'") == [["1", nil]])
        boss.age = 7
        try context.save()
        #expect(try #require(boss.changed) >= first)
        try file.execute("UPDATE person SET changed = NULL; UPDATE person SET name = 'C'")
        #expect(try file.rows("SELECT count(*) FROM person WHERE changed IS NULL") == [["0"]])
    }

    @Test func `undo and a child's save keep values right, and conflicts do not see them`() throws {
        let context = try file.context()
        context.undoLevels = 5
        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, number: 1, customer: ada)
        let row = OrderRow(in: context, pieces: 2, price: 3, order: order)
        try context.save()
        row.pieces = 5
        try context.save()
        #expect(order.cost == 15)
        try context.undo()
        try context.save()
        #expect(order.cost == 6 && row.cost == 6)

        let child = context.makeChild()
        let theirs = try #require(try child.fetchAll(OrderRow.self).first)
        theirs.pieces = 4
        try child.save()
        #expect(row.pieces == 4 && row.cost == 6)
        let other = try file.context()
        let renamed = try #require(try other.fetchAll(Customer.self).first)
        renamed.name = "Eva"
        try other.save()
        order.number = 8
        try context.save()
        #expect(row.cost == 12 && order.customerName == "Eva" && order.number == 8)
    }

    @Test func `fetches decide by them, and live lists follow each save`() throws {
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        let orders = (1...4).map { Order(in: context, number: $0, customer: ada) }
        for (place, order) in orders.enumerated() { OrderRow(in: context, pieces: Int16(place), price: 10, order: order) }
        try context.save()
        let byCost = Order.where { $0.cost > 5 && $0.customerName == "Ada" }.sorted { [$0.cost.descending] }
        let list = FetchedResultsController(byCost, in: context, isolation: nil)
        try list.performFetch()
        #expect(try list.fetchedObjects.map(\.number) == [4, 3, 2])
        let row = try #require(try context.fetch(OrderRow.where { $0.order.number == 1 }).first)
        row.pieces = 9
        try context.processPendingChanges()
        #expect(try list.fetchedObjects.map(\.number) == [4, 3, 2])
        try context.save()
        try context.processPendingChanges()
        #expect(try list.fetchedObjects.map(\.number) == [1, 4, 3, 2])
        #expect(try context.fetch(byCost).map(\.number) == [1, 4, 3, 2])
        ada.name = "Eva"
        try context.save()
        try context.processPendingChanges()
        #expect(try list.fetchedObjects == [])
    }
}
