import Foundation
import LedgerModel
import TestSupport
import Testing
import Trellis

/// Counts and sums under random edits, through the graph and by plain SQL: always what a query over all rows gives.
struct RandomDerivationTests {
    /// Queries that find rows whose derived column is not what it is derived from.
    private static let wrongRows: [String] = {
        let friends = "person_friends AS c JOIN person AS m ON m._id = c.friends_id WHERE c.person_id = o._id"
        let labels = "customer_labels AS c JOIN label AS m ON m._id = c.label_id WHERE c.customer_id = o._id"
        let values = [
            ("customer", "order_count", #"count(*) FROM "order" WHERE customer_id = o._id"#),
            ("customer", "label_count", "count(*) FROM customer_labels WHERE customer_id = o._id"),
            ("customer", "label_weight", "total(m.weight) FROM \(labels)"),
            ("customer", "label_rank", "coalesce(sum(m.rank), 0) FROM \(labels)"),
            ("\"order\"", "pieces", "coalesce(sum(pieces), 0) FROM order_row WHERE order_id = o._id"),
            ("\"order\"", "price", "coalesce(sum(price), 0) FROM order_row WHERE order_id = o._id"),
            ("\"order\"", "weight", "total(weight) FROM order_row WHERE order_id = o._id"),
            ("label", "customer_count", "count(*) FROM customer_labels WHERE label_id = o._id"),
            ("person", "friend_count", "count(*) FROM person_friends WHERE person_id = o._id"),
            ("person", "report_count", "count(*) FROM person WHERE boss_id = o._id"),
        ]
        let bosses = [
            ("ages", "coalesce(sum(age), 0) FROM person WHERE boss_id = o._id"),
            ("friend_ages", "coalesce(sum(m.age), 0) FROM \(friends)"),
            ("favourite_count", "count(*) FROM boss_favourites WHERE boss_id = o._id"),
        ]
        return values.map { "SELECT '\($0.0).\($0.1)', _id FROM \($0.0) AS o WHERE \($0.1) IS NOT (SELECT \($0.2))" }
            + bosses.map {
                "SELECT 'person.\($0.0)', _id FROM person AS o"
                    + " WHERE \($0.0) IS NOT CASE _entity WHEN 'Boss' THEN (SELECT \($0.1)) END"
            }
    }()

    @Test func `they equal what a query over all rows gives, after every save and every statement`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(6, long: 100) {
            let file = try StoreFile(of: Ledger.self)
            var context = try file.context()
            var names = 0
            for _ in 0..<25 {
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try file.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \(Self.statement(&random))")
                    context = try file.context()
                } else {
                    for _ in 0..<Int.random(in: 1...6, using: &random) { try Self.edit(context, &names, &random) }
                    try context.save()
                    try expectCurrent(context)
                }
                let wrong = try Self.wrongRows.flatMap { try file.rows($0) }
                #expect(wrong == [])
                if !wrong.isEmpty { return }
            }
        }
    }

    /// What the context's objects show is what the file has.
    private func expectCurrent(_ context: ManagedObjectContext) throws {
        let fresh = try context.container.makeContext()
        let shown = { (context: ManagedObjectContext) in
            try context.fetchAll(Customer.self).map { "\($0.orderCount) \($0.labelCount) \($0.labelWeight) \($0.labelRank)" }
                + context.fetchAll(Order.self).map { "\($0.pieces) \($0.price) \($0.weight)" }
                + context.fetchAll(Boss.self).map { "\($0.ages) \($0.friendAges) \($0.favouriteCount) \($0.reportCount)" }
        }
        #expect(try shown(context) == shown(fresh))
    }

    private static func edit(_ context: ManagedObjectContext, _ names: inout Int, _ random: inout SeededGenerator) throws {
        let customer = try context.fetchAll(Customer.self).randomElement(using: &random)
        let order = try context.fetchAll(Order.self).randomElement(using: &random)
        let row = try context.fetchAll(OrderRow.self).randomElement(using: &random)
        let label = try context.fetchAll(Label.self).randomElement(using: &random)
        let people = try context.fetchAll(Person.self)
        let (person, other) = (people.randomElement(using: &random), people.randomElement(using: &random))
        names += 1
        switch Int.random(in: 0..<16, using: &random) {
        case 0: Customer(in: context, name: "c\(names)")
        case 1: Order(in: context, number: 1, customer: customer)
        case 2, 3:
            OrderRow(
                in: context, pieces: .random(in: -3...9, using: &random), price: names % 3 == 0 ? nil : Decimal(names) / 4,
                weight: .random(in: -1...9, using: &random), order: order)
        case 4: Label(in: context, name: "t", weight: names % 3 == 0 ? nil : Double(names), rank: Int32(names % 5))
        case 5: Person(in: context, name: "p", age: Int64(names), boss: person)
        case 6: Boss(in: context, name: "b", age: Int64(names), boss: person, title: "t")
        case 7: if let customer, let label { customer.labels.contains(label) ? customer.labels.remove(label) : customer.labels.insert(label) }
        case 8: row?.order = order
        case 9: row?.pieces = 7
        case 10: order?.customer = Bool.random(using: &random) ? customer : nil
        case 11: label?.weight = Bool.random(using: &random) ? 0.25 : nil
        case 12: person?.boss = Bool.random(using: &random) ? other : nil
        case 13: if let person, let other { person.friends.insert(other) }
        case 14:
            if let boss = person as? Boss, let label { boss.favourites.insert(label) }
            person?.age = Int64(names)
        default:
            let candidates: [ManagedObject?] = [customer, order, row, label, person]
            if let object = candidates.randomElement(using: &random) ?? nil { try context.delete(object) }
        }
    }

    private static func statement(_ random: inout SeededGenerator) -> String {
        let key = Int.random(in: 1...6, using: &random)
        let statements = [
            "DELETE FROM customer WHERE _id = \(key)", #"DELETE FROM "order" WHERE _id = \#(key)"#,
            "DELETE FROM order_row WHERE _id % 3 = 0", "DELETE FROM label WHERE _id = \(key)", "DELETE FROM person WHERE _id = \(key)",
            "UPDATE order_row SET pieces = pieces + 1, price = NULL WHERE _id % 2 = 0",
            "UPDATE OR IGNORE person SET boss_id = (SELECT min(_id) FROM person), age = age + 1",
            "UPDATE label SET weight = rank, rank = rank + 1",
            "INSERT OR IGNORE INTO customer_labels (customer_id, label_id) SELECT min(c._id), max(t._id) FROM customer AS c, label AS t"
                + " HAVING min(c._id) IS NOT NULL",
            "UPDATE customer_labels SET label_id = (SELECT max(_id) FROM label) WHERE _id = (SELECT min(_id) FROM customer_labels)"
                + " AND customer_id NOT IN (SELECT customer_id FROM customer_labels WHERE label_id = (SELECT max(_id) FROM label))",
        ]
        return statements.randomElement(using: &random) ?? ""
    }
}
