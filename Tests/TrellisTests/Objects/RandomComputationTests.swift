import Foundation
import LedgerModel
import TestSupport
import Testing
import Trellis

/// Computed attributes after random edits, saves, batches and statements of plain SQL, compared with a calculation over all rows that
/// knows nothing of triggers.
struct RandomComputationTests {
    private typealias Label = LedgerModel.Label

    /// The rows of a table, by their keys.
    private struct Rows {
        var rows: [[String?]]
        let columns: [String]

        init(_ file: StoreFile<Ledger>, _ table: String, _ columns: String) throws {
            self.columns = ["_id"] + columns.split(separator: " ").map(String.init)
            rows = try file.rows("SELECT \(self.columns.joined(separator: ", ")) FROM \(table) ORDER BY _id")
        }

        func text(_ row: Int, _ column: String) -> String? { columns.firstIndex(of: column).flatMap { rows[row][$0] } }
        func number(_ row: Int, _ column: String) -> Int? { text(row, column).flatMap { Int($0) } }
        func real(_ row: Int, _ column: String) -> Double? { text(row, column).flatMap { Double($0) } }

        /// The row with a key.
        func place(_ key: Int?) -> Int? { key.flatMap { key in rows.firstIndex { $0[0] == "\(key)" } } }
        /// The rows in which a column has a value.
        func places(_ column: String, _ key: Int?) -> [Int] { rows.indices.filter { number($0, column) == key } }
    }

    /// The computed values that are not what they should be.
    private static func wrongValues(_ file: StoreFile<Ledger>) throws -> [String] {
        let customers = try Rows(file, "customer", "name note paid_count paid_cost last_number heavy_count light_rank")
        let orders = try Rows(
            file, "\"order\"", "number paid pieces price weight cost rest piece_weight least_price customer_name customer_id")
        let rows = try Rows(file, "order_row", "pieces price cost customer_note order_total order_id")
        let labels = try Rows(file, "label", "weight rank")
        let links = try Rows(file, "customer_labels", "customer_id label_id")
        let people = try Rows(file, "person", "name age boss_id boss_name oldest adult_count boss_age _entity")
        var wrong = [String]()
        func expect<Value: Equatable>(_ found: Value?, _ wanted: Value?, _ name: String) {
            if found != wanted { wrong.append("\(name): \(found.map { "\($0)" } ?? "nil") and not \(wanted.map { "\($0)" } ?? "nil")") }
        }
        // SQLite's text of a floating-point number has 15 digits.
        func expectNear(_ found: Double?, _ wanted: Double?, _ name: String) {
            expect(found.map { ($0 * 1e9).rounded() }, wanted.map { ($0 * 1e9).rounded() }, name)
        }
        for row in rows.rows.indices {
            let cost = rows.number(row, "price").map { $0 * (rows.number(row, "pieces") ?? 0) }
            expect(rows.number(row, "cost"), cost, "row \(row) cost")
            let order = orders.place(rows.number(row, "order_id"))
            let customer = order.flatMap { customers.place(orders.number($0, "customer_id")) }
            expect(rows.text(row, "customer_note"), customer.flatMap { customers.text($0, "note") }, "row \(row) note")
            expect(rows.number(row, "order_total"), order.flatMap { orders.number($0, "price") }, "row \(row) total")
        }
        for order in orders.rows.indices {
            let mine = rows.places("order_id", orders.number(order, "_id"))
            let cost = mine.compactMap { rows.number($0, "cost") }.reduce(0, +)
            expect(orders.number(order, "cost"), cost, "order \(order) cost")
            let price = orders.number(order, "price") ?? 0
            // Thousandths: cost and price are hundredths, and half a price has one digit more.
            expect(orders.number(order, "rest"), cost * 10 - price * 5 + (orders.number(order, "number") ?? 0) * 1000, "order \(order) rest")
            let pieces = orders.number(order, "pieces") ?? 0
            expectNear(
                orders.real(order, "piece_weight"), pieces == 0 ? nil : (orders.real(order, "weight") ?? 0) / Double(pieces), "order \(order) weight")
            expect(orders.number(order, "least_price"), mine.compactMap { rows.number($0, "price") }.min(), "order \(order) least")
            let customer = customers.place(orders.number(order, "customer_id"))
            expect(orders.text(order, "customer_name"), customer.flatMap { customers.text($0, "name") }, "order \(order) name")
        }
        for customer in customers.rows.indices {
            let mine = orders.places("customer_id", customers.number(customer, "_id"))
            let paid = mine.filter { orders.number($0, "paid") == 1 }
            expect(customers.number(customer, "paid_count"), paid.count, "customer \(customer) paid")
            expect(customers.number(customer, "paid_cost"), paid.compactMap { orders.number($0, "cost") }.reduce(0, +), "customer \(customer) cost")
            expect(customers.number(customer, "last_number"), mine.compactMap { orders.number($0, "number") }.max(), "customer \(customer) last")
            let own = links.places("customer_id", customers.number(customer, "_id")).compactMap { labels.place(links.number($0, "label_id")) }
            let heavy = own.filter { (labels.real($0, "weight") ?? 0) > 1 || [3, 4].contains(labels.number($0, "rank")) }
            expect(customers.number(customer, "heavy_count"), heavy.count, "customer \(customer) heavy")
            let light = own.filter { (labels.real($0, "weight") ?? 2) <= 1 }.compactMap { labels.number($0, "rank") }
            let mean = light.isEmpty ? nil : Double(light.reduce(0, +)) / Double(light.count)
            expectNear(customers.real(customer, "light_rank"), mean, "customer \(customer) light")
        }
        for person in people.rows.indices {
            let boss = people.place(people.number(person, "boss_id"))
            expect(people.text(person, "boss_name"), boss.flatMap { people.text($0, "name") }, "person \(person) boss")
            let isBoss = people.text(person, "_entity") == "Boss"
            let reports = people.places("boss_id", people.number(person, "_id")).compactMap { people.number($0, "age") }
            expect(people.number(person, "oldest"), isBoss ? reports.max() : nil, "person \(person) oldest")
            expect(people.number(person, "adult_count"), isBoss ? reports.count { $0 >= 18 } : nil, "person \(person) adults")
            let difference = boss.flatMap { people.number($0, "age") }.flatMap { age in people.number(person, "age").map { age - $0 } }
            expect(people.number(person, "boss_age"), isBoss ? difference : nil, "person \(person) age")
        }
        return wrong
    }

    @Test func `they equal a calculation over all rows, after every save, batch and statement`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(6, long: 100) {
            let file = try StoreFile(of: Ledger.self)
            var context = try file.context()
            for step in 0..<25 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    try file.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; \(Self.statement(&random))")
                    context = try file.context()
                case 1:
                    try Self.batch(context, &random)
                default:
                    for edit in 0..<Int.random(in: 1...7, using: &random) { try Self.edit(context, step * 10 + edit, &random) }
                    try context.save()
                    try expectCurrent(context)
                }
                let wrong = try Self.wrongValues(file)
                #expect(wrong == [])
                if !wrong.isEmpty { return }
            }
        }
    }

    /// What the context's objects show is what the file has.
    private func expectCurrent(_ context: ManagedObjectContext) throws {
        let fresh = try context.container.makeContext()
        let shown = { (context: ManagedObjectContext) in
            try context.fetchAll(Customer.self).map { "\($0.paidCount) \($0.paidCost) \($0.lastNumber ?? -1) \($0.heavyCount) \($0.lightRank ?? -1)" }
                + context.fetchAll(Order.self).map { "\($0.cost) \($0.rest) \($0.pieceWeight ?? -1) \($0.leastPrice ?? -1) \($0.customerName ?? "")" }
                + context.fetchAll(OrderRow.self).map { "\($0.cost ?? -1) \($0.customerNote ?? "") \($0.orderTotal ?? -1)" }
                + context.fetchAll(Boss.self).map { "\($0.oldest ?? -1) \($0.adultCount) \($0.bossAge ?? -1) \($0.bossName ?? "")" }
        }
        #expect(try shown(context) == shown(fresh))
    }

    private static func edit(_ context: ManagedObjectContext, _ number: Int, _ random: inout SeededGenerator) throws {
        let customer = try context.fetchAll(Customer.self).randomElement(using: &random)
        let order = try context.fetchAll(Order.self).randomElement(using: &random)
        let row = try context.fetchAll(OrderRow.self).randomElement(using: &random)
        let label = try context.fetchAll(Label.self).randomElement(using: &random)
        let people = try context.fetchAll(Person.self)
        let (person, other) = (people.randomElement(using: &random), people.randomElement(using: &random))
        switch Int.random(in: 0..<18, using: &random) {
        case 0: Customer(in: context, name: "c\(number)", note: number % 2 == 0 ? "n\(number)" : nil)
        case 1: Order(in: context, number: Int64(number), paid: Bool.random(using: &random), customer: customer)
        case 2, 3:
            OrderRow(
                in: context, pieces: .random(in: -3...9, using: &random), price: number % 3 == 0 ? nil : Decimal(number) / 4,
                weight: Float(Int.random(in: -4...9, using: &random)) / 4, order: order)
        case 4: Label(in: context, name: "t", weight: number % 3 == 0 ? nil : Double(number % 5) / 2, rank: Int32(number % 5))
        case 5: Person(in: context, name: "p\(number)", age: .random(in: 10...30, using: &random), boss: person)
        case 6: Boss(in: context, name: "b\(number)", age: .random(in: 10...30, using: &random), boss: person, title: "t")
        case 7: if let customer, let label { customer.labels.contains(label) ? customer.labels.remove(label) : customer.labels.insert(label) }
        case 8: row?.order = order
        case 9: row?.pieces = .random(in: -3...9, using: &random)
        case 10: order?.customer = Bool.random(using: &random) ? customer : nil
        case 11: label?.weight = Bool.random(using: &random) ? 1.5 : nil
        case 12: person?.boss = Bool.random(using: &random) ? other : nil
        case 13: order?.paid = Bool.random(using: &random) ? nil : order?.paid != true
        case 14: person?.age = .random(in: 10...30, using: &random)
        case 15: customer?.note = Bool.random(using: &random) ? "n\(number)" : nil
        case 16: person?.name = "n\(number)"
        default:
            let candidates: [ManagedObject?] = [customer, order, row, label, person]
            if let object = candidates.randomElement(using: &random) ?? nil { try context.delete(object) }
        }
    }

    private static func batch(_ context: ManagedObjectContext, _ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try context.batchUpdate(OrderRow.where { $0.pieces > 2 }) { [$0.pieces -= 1] }
        case 1: try context.batchUpdate(Fetch<Order>()) { [$0.paid.set(to: true), $0.number += 1] }
        case 2: try context.batchDelete(OrderRow.where { $0.pieces == 3 })
        default: try context.batchUpdate(Person.where { $0.age > 15 }) { [$0.age -= 1] }
        }
    }

    private static func statement(_ random: inout SeededGenerator) -> String {
        let key = Int.random(in: 1...6, using: &random)
        let statements = [
            "DELETE FROM customer WHERE _id = \(key)", #"DELETE FROM "order" WHERE _id = \#(key)"#, "DELETE FROM label WHERE _id = \(key)",
            "DELETE FROM person WHERE _id = \(key)", "DELETE FROM order_row WHERE _id % 3 = 0",
            "UPDATE order_row SET pieces = pieces + 1, price = NULL WHERE _id % 2 = 0", "UPDATE customer SET name = name || 'x', note = 'y'",
            #"UPDATE "order" SET number = number + 1, paid = 1 - paid"#, "UPDATE person SET age = age + 1, name = name || 'z'",
            "UPDATE OR IGNORE person SET boss_id = (SELECT min(_id) FROM person)", "UPDATE label SET weight = rank / 2.0, rank = (rank + 1) % 6",
            #"UPDATE "order" SET customer_id = (SELECT max(_id) FROM customer) WHERE _id % 2 = 0"#,
            #"INSERT INTO "order" (number, paid, customer_id) SELECT 5, 1, max(_id) FROM customer"#,
            "INSERT OR IGNORE INTO customer_labels (customer_id, label_id) SELECT min(c._id), max(t._id) FROM customer AS c, label AS t"
                + " HAVING min(c._id) IS NOT NULL",
        ]
        return statements.randomElement(using: &random) ?? ""
    }
}
