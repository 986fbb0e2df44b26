import Foundation
import LedgerModel
import Testing
import Trellis

/// Attributes whose values come from others: counts and sums that the database keeps, and folded strings that the library
/// writes.
struct DerivedAttributeTests {
    private let file: StoreFile<Ledger>

    init() throws {
        file = try StoreFile(of: Ledger.self)
    }

    // MARK: Counts and sums

    @Test func `sums follow when a context merges a save that changed members only`() throws {
        let container = try file.container()
        let (context, other) = (try container.makeContext(), try container.makeContext())
        other.automaticallyMergesChanges = true
        let order = Order(in: context, number: 1)
        let row = OrderRow(in: context, pieces: 2, order: order)
        try context.save()
        let theirs = try #require(try other.find(Order.self, order.objectID))
        #expect(theirs.pieces == 2)
        row.pieces = 5
        try context.save()
        _ = try other.find(Order.self, order.objectID)
        #expect(theirs.pieces == 5)
    }

    @Test func `counts and sums are those of the store, and follow with each save of the context`() throws {
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, number: 1, customer: ada)
        let row = OrderRow(in: context, pieces: 2, price: 1.25, weight: 0.5, order: order)
        OrderRow(in: context, pieces: 3, order: order)
        #expect(ada.orderCount == 0 && order.pieces == 0 && order.price == 0)
        try context.save()
        #expect(ada.orderCount == 1 && order.pieces == 5 && order.price == 1.25 && order.weight == 0.5)

        row.price = 2
        #expect(order.price == 1.25)
        try context.save()
        #expect(order.price == 2)

        let other = Order(in: context, number: 2)
        row.order = other
        try context.delete(order)
        try context.save()
        #expect(ada.orderCount == 0 && other.pieces == 2 && other.price == 2 && other.weight == 0.5)
        #expect(!ada.hasChanges && !other.hasChanges)
    }

    @Test func `a value that the database derives does not count as a change of a row, so it refuses no save`() throws {
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        let other = try file.context()
        Order(in: other, number: 1, customer: try other.find(Customer.self, ada.objectID))
        try other.save()
        ada.note = "edited here, counted there"
        try context.save()
        #expect(ada.orderCount == 1)
        #expect(try file.rows("SELECT order_count, _version FROM customer") == [["1", "2"]])
    }

    @Test func `plain SQL is counted too, whatever order it writes in`() throws {
        _ = try file.container()
        try file.execute(
            """
            INSERT INTO "order" (_id, number, customer_id) VALUES (7, 1, 5), (8, 2, 5), (9, 3, NULL);
            INSERT INTO customer_labels (customer_id, label_id) VALUES (5, 3);
            INSERT INTO customer (_id, name, "key", order_count) VALUES (5, 'x', 'x', 99);
            INSERT INTO label (_id, name, weight, rank) VALUES (3, 'x', 2.5, 4);
            UPDATE "order" SET customer_id = 5 WHERE _id = 9;
            DELETE FROM "order" WHERE _id = 7;
            """)
        #expect(try file.rows("SELECT order_count, label_count, label_weight, label_rank FROM customer") == [["2", "1", "2.5", "4"]])
        #expect(try file.rows("SELECT customer_count FROM label") == [["1"]])
        let customer = try #require(try file.context().fetchAll(Customer.self).first)
        #expect(customer.orderCount == 2 && customer.labelCount == 1 && customer.labelWeight == 2.5 && customer.labelRank == 4)
    }

    @Test func `fetches decide and sort by them, as the store has them`() throws {
        let context = try file.context()
        for (name, count) in [("a", 1), ("b", 3), ("c", 2)] {
            let customer = Customer(in: context, name: name)
            for number in 0..<count { Order(in: context, number: Int64(number), customer: customer) }
        }
        try context.save()
        #expect(try Customer.frequent(count: 2, in: context).map(\.name) == ["b", "c"])
        // Pending orders count when they are saved; what is pending of the customers themselves is seen.
        let most = try #require(try Customer.frequent(count: 3, in: context).first)
        for number in 0..<5 { Order(in: context, number: Int64(number), customer: try Customer.called(name: "A", in: context).first) }
        most.note = "changed"
        #expect(try Customer.frequent(count: 2, in: context).map(\.name) == ["b", "c"])
        try context.save()
        #expect(try Customer.frequent(count: 2, in: context).map(\.name) == ["a", "b", "c"])
    }

    @Test func `a sum over connections follows its members, which may be written after them`() throws {
        let context = try file.context()
        let label = Label(in: context, name: "t", weight: 1.5, rank: 10)
        let ada = Customer(in: context, name: "Ada")
        ada.labels.insert(label)
        ada.labels.insert(Label(in: context, name: "u", weight: nil, rank: -3))
        try context.save()
        #expect(ada.labelCount == 2 && ada.labelWeight == 1.5 && ada.labelRank == 7 && label.customerCount == 1)
        label.weight = 4
        try context.save()
        #expect(ada.labelWeight == 4)
        try context.delete(label)
        try context.save()
        #expect(ada.labelCount == 1 && ada.labelWeight == 0 && ada.labelRank == -3)
    }

    @Test func `one that leads to itself counts once, and its own inverse in both directions`() throws {
        let context = try file.context()
        let boss = Boss(in: context, name: "B", age: 40, title: "Chief")
        boss.boss = boss
        let friend = Person(in: context, name: "F", age: 30, boss: boss)
        boss.friends.insert(friend)
        boss.friends.insert(boss)
        try context.save()
        #expect(boss.reportCount == 2 && boss.ages == 70)
        #expect(boss.friendCount == 2 && boss.friendAges == 70 && friend.friendCount == 1)
        // Only rows of its entity have a column of a child.
        #expect(try file.rows("SELECT name, ages, friend_ages FROM person ORDER BY name") == [["B", "70", "70"], ["F", nil, nil]])
        friend.age = 31
        boss.boss = nil
        try context.save()
        #expect(boss.reportCount == 1 && boss.ages == 31 && boss.friendAges == 71)
        try context.delete(friend)
        try context.save()
        #expect(boss.reportCount == 0 && boss.ages == 0 && boss.friendCount == 1)
    }

    @Test func `a sum beyond 64 bits is refused, and nothing is written`() throws {
        let context = try file.context()
        let boss = Boss(in: context, name: "B", age: .max, title: "Chief")
        boss.boss = boss
        try context.save()
        Person(in: context, name: "F", age: 1, boss: boss)
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try file.column("SELECT name FROM person") == ["B"])
    }

    // MARK: Folded strings

    @Test func `a folded string follows its source at once, and is written along with it`() throws {
        let context = try file.context()
        let customer = Customer(in: context, name: "ÅNGSTRÖM  Straße", note: nil)
        #expect(customer.key == "angstrom  strasse" && customer.plainNote == nil)
        try context.save()
        #expect(try file.rows(#"SELECT "key", searchable_note FROM customer"#) == [["angstrom  strasse", nil]])
        customer.note = "Café"
        #expect(customer.plainNote == "cafe")
        try context.save()
        #expect(try file.rows(#"SELECT "key", searchable_note FROM customer"#) == [["angstrom  strasse", "cafe"]])
        customer.name = "Zoë"
        try context.save()
        #expect(try file.column(#"SELECT "key" FROM customer"#) == ["zoe"])
    }

    @Test func `what a folded string is compared with is folded too, in the store and in memory`() throws {
        let context = try file.context()
        let customer = Customer(in: context, name: "Gößnitz")
        #expect(try Customer.called(name: "GÖSSNITZ", in: context) == [customer])
        try context.save()
        #expect(try Customer.called(name: "go\u{308}ßnitz", in: context) == [customer])
        #expect(try Customer.called(name: "Gossnitzer", in: context) == [])
        #expect(try Customer.search(.allWords("gossnitz"), in: context) == [customer])
    }

    @Test func `a unique folded string refuses a name that differs in case and diacritics alone`() throws {
        let context = try file.context()
        Customer(in: context, name: "André")
        try context.save()
        Customer(in: context, name: "ANDRE")
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.property) == ["key"])
    }

    @Test func `a child's folded string is made from what it inherits`() throws {
        let context = try file.context()
        let boss = Boss(in: context, name: "Émile", title: "Président")
        try context.save()
        #expect(boss.plainName == "emile" && boss.plainTitle == "president")
        boss.name = "Élise"
        try context.save()
        #expect(try file.rows("SELECT plain_name, plain_title FROM person") == [["elise", "president"]])
    }


    @Test func `a sum of durations is zero in a new object, and follows with each save`() throws {
        let context = try file.context()
        let tape = Tape(in: context)
        let track = Take(in: context, length: .seconds(2), tape: tape)
        Take(in: context, length: .milliseconds(500), loud: true, tape: tape)
        #expect(tape.length == .zero && tape.loudLength == .zero && tape.longest == nil)
        try context.save()
        #expect(tape.length == .milliseconds(2500) && tape.loudLength == .milliseconds(500) && tape.longest == .seconds(2))
        track.tape = nil
        try context.save()
        #expect(tape.length == .milliseconds(500) && tape.longest == .milliseconds(500))
    }
}
