import Foundation
import GRDB
import OrdersModel
import TestSupport
import Testing
import Trellis

/// Live results under random edits, saves of two contexts, rollbacks, deletes by rules, raw SQL and other fetches.
struct RandomResultsTests {
    /// Names of objects that stay when a save gives them their keys. It holds the objects.
    final class Labels {
        private var objects: [ManagedObject] = []

        subscript(object: ManagedObject?) -> String {
            guard let object else { return "-" }
            if let place = objects.firstIndex(of: object) { return "#\(place)" }
            objects.append(object)
            return "#\(objects.count - 1)"
        }
    }

    /// The destinations that fetches of a child find. An object whose destination the child has set keeps showing it when it is deleted
    /// above, and a list does not.
    final class Destinations {
        private var found: Set<ManagedObject> = []

        func renew(in context: ManagedObjectContext) throws {
            found = Set(try context.fetchAll(Order.self))
            found.formUnion(try context.fetchAll(Customer.self))
        }

        subscript<Object: ManagedObject>(object: Object?) -> Object? { object.flatMap { found.contains($0) ? $0 : nil } }
    }

    /// One run: a store, two contexts, and lists of the first.
    final class Run {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let other: ManagedObjectContext
        var random: SeededGenerator
        var lists: [any FollowedList] = []
        var names = 0
        let labels = Labels()

        init(_ file: StoreFile<Orders>, seed: UInt64) throws {
            container = try file.container()
            (context, other) = (try container.makeContext(), try container.makeContext())
            (context.mergePolicy, other.mergePolicy) = (.storeWins, .objectWins)
            other.automaticallyMergesChanges = true
            random = SeededGenerator(seed: seed)
            for _ in 0..<6 { try edit(context) }
            try context.save()
            lists = try Self.lists(of: context, labels)
        }

        static func text(_ date: Date) -> String { String(format: "%05d", Int(date.timeIntervalSinceReferenceDate) + 100) }

        /// - Parameter destinations: which destinations lists show; nil for those of the objects.
        static func lists(
            of context: ManagedObjectContext, _ labels: Labels, _ destinations: Destinations? = nil
        ) throws -> [any FollowedList] {
            func customer(of order: Order) -> Customer? { destinations.map { $0[order.customer] } ?? order.customer }
            func order(of row: OrderRow) -> Order? { destinations.map { $0[row.order] } ?? row.order }
            let orders: [Expectation<Order>] = [
                .init(name: "by date", fetch: Fetch<Order>().sorted { [$0.date.ascending] }, order: { [text($0.date)] }),
                .init(
                    name: "newest first", fetch: Fetch<Order>().sorted { [$0.date.descending] }, order: { [text($0.date)] },
                    isDescending: true),
                .init(
                    name: "made, not paid", fetch: Order.where { $0.made && !$0.paid }.sorted { [$0.date.ascending] },
                    holds: { $0.made && !$0.paid }, order: { [text($0.date)] }),
                .init(
                    name: "of customers with an a", fetch: Order.where { $0.customer.info == "a" }.sorted { [$0.customer.name.ascending] },
                    holds: { customer(of: $0)?.info == "a" }, order: { [customer(of: $0)?.name ?? ""] }),
                .init(
                    name: "in sections", fetch: Fetch<Order>().sorted { [$0.date.ascending] }, sections: .value(of: \.paid),
                    order: { [text($0.date)] }, section: { "\($0.paid)" }),
                .init(
                    name: "in sections of customers", fetch: Order.where { $0.made }.sorted { [$0.date.ascending] },
                    sections: .value(of: \.customer.name), holds: { $0.made }, order: { [text($0.date)] },
                    section: { customer(of: $0)?.name ?? "" }),
                .init(
                    name: "the first of all", fetch: Fetch<Order>().sorted { [$0.date.ascending] }.limit(3).offset(1),
                    order: { [text($0.date)] }),
                .init(
                    name: "with dear rows", fetch: Order.where { order in order.rows.any { $0.sum > 5 } },
                    // A child's object keeps the members that it has loaded, so the rows are asked.
                    members: { Set(try context.fetchAll(OrderRow.self).filter { $0.sum > 5 }.compactMap(\.order)) }, order: { _ in [] }),
            ]
            func follow(_ expectations: [Expectation<Order>]) throws -> any FollowedList {
                try Followed(
                    expectations, in: context, attributes: { "\(text($0.date)) \($0.made) \($0.paid)" },
                    relationships: { labels[customer(of: $0)] })
            }
            let lean = orders.map { order in
                var order = order
                order.keepsSortKeys = false
                return order
            }
            let customers: [Expectation<Customer>] = [
                .init(
                    name: "by letter", fetch: Customer.byName(), sections: .firstLetter(of: \.name), order: { [$0.name] },
                    section: { $0.name.hasPrefix("ä") ? "A" : $0.name.prefix(1).uppercased() }),
                .init(name: "with info", fetch: Customer.where { $0.info != nil }, holds: { $0.info != nil }, order: { _ in [] }),
            ]
            let rows: [Expectation<OrderRow>] = [
                .init(
                    name: "unpaid rows", fetch: OrderRow.where { !$0.order.paid }.sorted { [$0.order.date.ascending] },
                    holds: { !(order(of: $0)?.paid ?? false) }, order: { [order(of: $0).map { text($0.date) } ?? ""] }),
                .init(name: "all rows", fetch: Fetch<OrderRow>(), order: { _ in [] }),
            ]
            return [
                try follow(orders), try follow(orders.reversed()), try follow(lean), try follow([orders[4], orders[5]]),
                try follow([lean[5], lean[4], lean[6]]),
                try Followed(customers, in: context, attributes: { "\($0.name) \($0.info ?? "-")" }, relationships: { _ in "" }),
                try Followed(rows, in: context, attributes: { "\($0.sum)" }, relationships: { labels[order(of: $0)] }),
            ]
        }

        func edit(_ context: ManagedObjectContext) throws {
            let orders = try context.fetchAll(Order.self)
            let customers = try context.fetchAll(Customer.self)
            let order = orders.randomElement(using: &random)
            let customer = customers.randomElement(using: &random)
            let date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<6, using: &random)))
            switch Int.random(in: 0..<16, using: &random) {
            case 0, 1, 2: Order(in: context, date: date, made: Bool.random(using: &random), customer: customer)
            case 3:
                names += 1
                let letter = ["a", "B", "ä", "c"].randomElement(using: &random) ?? "d"
                Customer(in: context, name: "\(letter)\(names)", info: ["a", "b"].randomElement(using: &random))
            case 4:
                names += 1
                customer?.name = "\(Bool.random(using: &random) ? "a" : "z")\(names)"
            case 5: customer?.info = [nil, "a", "b"].randomElement(using: &random) ?? nil
            case 6, 7: order?.date = date
            case 8: order?.made.toggle()
            case 9: order?.paid.toggle()
            case 10: order?.customer = Bool.random(using: &random) ? customer : nil
            case 11: if let order { try context.delete(order) }
            case 12, 13: if let order { OrderRow(in: context, sum: Decimal(Int.random(in: 0..<10, using: &random)), order: order) }
            case 14: order?.rows.first?.sum = Decimal(Int.random(in: 0..<10, using: &random))
            default:
                if let customer {
                    customer.orders.removeAll()
                    try context.delete(customer)
                }
            }
        }

        func save(_ context: ManagedObjectContext) throws {
            do {
                try context.save()
            } catch is ConflictError {
                try context.rollback()
            } catch is ObjectValidationError {
                try context.rollback()
            } catch is StoreError {
                // The other context has deleted what a key refers to.
                try context.rollback()
            }
        }

        /// Runs a batch that changes a value of each row that it writes, or that a rule of the model refuses.
        /// - Returns: which one.
        private func batch(in context: ManagedObjectContext) throws -> String {
            let date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<6, using: &random)))
            let owner = try context.fetchAll(Customer.self).filter { !$0.objectID.isTemporary }.randomElement(using: &random)
            do {
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    try context.batchUpdate(Order.where { !$0.paid && $0.date < date }) { [$0.paid.set(to: true)] }
                    return "orders are paid"
                case 1:
                    try context.batchUpdate(Order.where { !$0.made && $0.customer.info == "a" }) { [$0.made.set(to: true)] }
                    return "orders are made"
                case 2:
                    try context.batchUpdate(Customer.where { $0.info == "a" }) { [$0.info.set(to: "b")] }
                    return "customers have other infos"
                case 3:
                    guard let owner else { return "none" }
                    try context.batchUpdate(Order.where { !$0.paid && $0.date >= date }) { [$0.customer.set(to: owner), $0.paid.set(to: true)] }
                    return "orders have a customer"
                case 4:
                    try context.batchDelete(Order.where { $0.date == date })
                    return "orders are deleted"
                case 5:
                    try context.batchDelete(Customer.where { $0.info == nil })
                    return "customers are deleted"
                case 6:
                    try context.batchUpdate(OrderRow.where { $0.sum > 5 && !$0.order.paid }) { [$0.sum.set(to: 1)] }
                    return "rows cost less"
                default:
                    try context.batchInsert(0..<Int.random(in: 1...3, using: &random)) { Order(in: $1, date: date, made: $0 == 1) }
                    return "orders are inserted"
                }
            } catch is ObjectValidationError {
                return "refused"
            } catch StoreError.notFound {
                // A context shows an object with unsaved edits whose row another one has deleted. No batch can give it to a row.
                return "refused, for its row is gone"
            }
        }

        /// Changes something in one way or another.
        /// - Returns: what.
        func step() throws -> String {
            switch Int.random(in: 0..<16, using: &random) {
            case 0...4:
                for _ in 0...Int.random(in: 0..<4, using: &random) { try edit(context) }
                return "after edits"
            case 5, 6:
                try edit(context)
                try save(context)
                return "after a save"
            case 7, 8, 9:
                for _ in 0...Int.random(in: 0..<3, using: &random) { try edit(other) }
                try save(other)
                return "after a save of another context"
            case 10:
                // Edits that no report has shown are taken back along with those before.
                for _ in 0..<Int.random(in: 0..<4, using: &random) { try edit(context) }
                try context.rollback()
                return "after a rollback"
            case 11 where !TestStore.isOnCluster:
                let number = Int.random(in: 0..<3, using: &random)
                try container.databaseWriter.write { database in
                    try database.execute(sql: "UPDATE \"order\" SET paid = NOT paid, date = 3 - date WHERE _id % 3 = ?", arguments: [number])
                }
                return "after raw SQL"
            case 12:
                for list in lists { try list.replaceFetch(with: &random) }
                return "after other fetches"
            case 13, 14:
                return "after a batch, \(try batch(in: Bool.random(using: &random) ? context : other))"
            default:
                // Discarded changes bring keys of deleted objects back, which read as nil before and after.
                let discards = Bool.random(using: &random) && context.deletedObjects.isEmpty
                try context.refreshAll(mergeChanges: !discards)
                return "after a refresh"
            }
        }
    }

    @Test func `old results and reported changes make new results`() throws {
        let seed = SeededGenerator.seedForTests()
        let rounds = TestScale.count(8, long: 10_000)
        var reports = 0
        for round in 0..<UInt64(rounds) {
            let run = try Run(try StoreFile(of: Orders.self), seed: seed &+ round)
            do {
                for _ in 0..<12 {
                    let moment = try run.step()
                    try run.context.processPendingChanges()
                    for list in run.lists { try list.check("\(moment), TRELLIS_SEED=\(seed &+ round)") }
                }
            } catch {
                Issue.record("\(error), TRELLIS_SEED=\(seed &+ round)")
                return
            }
            reports += run.lists.reduce(0) { $0 + $1.reportCount }
        }
        // Lists that report nothing would have nothing wrong.
        #expect(reports > 10 * rounds)
    }
}
