import Foundation
import LedgerModel
import TestSupport
import Testing
import Trellis

/// Random batches in one store, and the same edits of objects one by one in another: both files must be equal after each, and the
/// objects and lists of a context that runs batches must show its file.
struct RandomBatchTests {
    private typealias Order = LedgerModel.Order

    /// A batch and its oracle. Both throw, or neither.
    private struct Operation {
        let name: String
        let batch: (ManagedObjectContext) throws -> Void
        let edits: (ManagedObjectContext) throws -> Void
    }

    private struct Overflow: Error {}

    // Values are sums of powers of two, so that sums of them have no order.

    private static func operation(_ random: inout SeededGenerator, _ number: Int) -> Operation {
        let pieces = Int16.random(in: 0...9, using: &random)
        let count = Int64.random(in: 0...4, using: &random)
        let cut = Int64.random(in: 0...30, using: &random)
        let letter = ["a", "b", "É"].randomElement(using: &random) ?? "a"
        let kind = Int.random(in: 0..<14, using: &random)
        // Nodes round no decimals, and have no functions of texts.
        switch TestStore.isOnCluster && (1...3).contains(kind) ? kind + 3 : kind {
        case 0:
            let added = Int16([1, 2, 32_765].randomElement(using: &random) ?? 1)
            let fetch = OrderRow.where { $0.pieces > pieces }
            return Operation(name: "pieces += \(added)") { try $0.batchUpdate(fetch) { [$0.pieces += added] } } edits: {
                for row in try $0.fetch(fetch) {
                    let (sum, isTooLarge) = row.pieces.addingReportingOverflow(added)
                    if isTooLarge { throw Overflow() }
                    row.pieces = sum
                }
            }
        case 1:
            let fetch = OrderRow.where { $0.order.number < cut }
            return Operation(name: "weight and price") {
                try $0.batchUpdate(fetch) { [$0.weight *= 0.5, $0.price.set(to: Decimal(pieces) / 4)] }
            } edits: {
                for row in try $0.fetch(fetch) {
                    row.weight *= 0.5
                    row.price = Decimal(pieces) / 4
                }
            }
        case 2:
            let fetch = OrderRow.where { $0.price != nil }
            return Operation(name: "price /= 4") { try $0.batchUpdate(fetch) { [$0.price *= Decimal(25) / 100] } } edits: {
                for row in try $0.fetch(fetch) {
                    var (exact, rounded) = ((row.price ?? 0) / 4, Decimal())
                    NSDecimalRound(&rounded, &exact, 2, .plain)
                    row.price = rounded
                }
            }
        case 3:
            let fetch = Customer.where { $0.orderCount > count }
            return Operation(name: "name in upper case") {
                try $0.batchUpdate(fetch) { [$0.name.set(to: $0.name.uppercased()), $0.note.set(to: letter)] }
            } edits: {
                for customer in try $0.fetch(fetch) {
                    (customer.name, customer.note) = (customer.name.uppercased(), letter)
                }
            }
        case 4:
            let fetch = Customer.where { $0.labelRank > count }
            return Operation(name: "one name for several") { try $0.batchUpdate(fetch) { [$0.name.set(to: "same")] } } edits: {
                for customer in try $0.fetch(fetch) { customer.name = "same" }
            }
        case 5:
            let fetch = Order.where { $0.pieces >= Int64(pieces) }
            return Operation(name: "orders to a customer") { context in
                guard let owner = try context.first(Fetch<Customer>().sorted { [$0.key.ascending] }) else { return }
                try context.batchUpdate(fetch) { [$0.customer.set(to: owner), $0.number += 1] }
            } edits: { context in
                guard let owner = try context.first(Fetch<Customer>().sorted { [$0.key.ascending] }) else { return }
                for order in try context.fetch(fetch) { (order.customer, order.number) = (owner, order.number + 1) }
            }
        case 6:
            let fetch = OrderRow.where { $0.pieces == pieces }
            return Operation(name: "rows to an order") { context in
                guard let owner = try context.first(Fetch<Order>().sorted { [$0.number.descending] }) else { return }
                try context.batchUpdate(fetch) { [$0.order.set(toID: owner.objectID), $0.pieces += 1] }
            } edits: { context in
                guard let owner = try context.first(Fetch<Order>().sorted { [$0.number.descending] }) else { return }
                for row in try context.fetch(fetch) {
                    if row.order != owner { row.order = owner }
                    row.pieces += 1
                }
            }
        case 7:
            let fetch = Customer.where { $0.orderCount == count }.sorted { [$0.key.ascending] }.limit(2)
            return Operation(name: "delete customers") { try $0.batchDelete(fetch) } edits: { try delete(fetch, $0) }
        case 8:
            let fetch = OrderRow.where { $0.pieces > pieces && $0.order.number > cut }
            return Operation(name: "delete rows") { try $0.batchDelete(fetch) } edits: { try delete(fetch, $0) }
        case 9:
            let fetch = LedgerModel.Label.where { $0.customers.any { $0.name.beginsWith(letter) } }
            return Operation(name: "delete labels") { try $0.batchDelete(fetch) } edits: { try delete(fetch, $0) }
        case 10:
            let fetch = Person.where { $0.boss == nil && $0.age < cut }
            return Operation(name: "delete persons without boss") { try $0.batchDelete(fetch) } edits: { try delete(fetch, $0) }
        case 11:
            let fetch = Person.where { $0.age > cut }
            return Operation(name: "persons to a boss") { context in
                guard let boss = try context.first(Fetch<Person>().sorted { [$0.name.ascending] }) else { return }
                try context.batchUpdate(fetch) { [$0.boss.set(to: boss), $0.age -= 1] }
            } edits: { context in
                guard let boss = try context.first(Fetch<Person>().sorted { [$0.name.ascending] }) else { return }
                for person in try context.fetch(fetch) { (person.boss, person.age) = (boss, person.age - 1) }
            }
        default:
            let rows = Int.random(in: 0...3, using: &random)
            func create(_ element: Int, in context: ManagedObjectContext) throws {
                let customer = Customer(in: context, name: "\(letter)\(number)-\(element == 7 ? 0 : element)", note: element % 2 == 0 ? nil : letter)
                LedgerModel.Label(in: context, name: letter, rank: Int32(element)).customers.insert(customer)
                for place in 0..<rows {
                    let order = Order(in: context, number: Int64(10 * element + place), customer: customer)
                    order.rows.append(OrderRow(in: context, pieces: Int16(place), price: Decimal(place) / 4, weight: Float(place) / 4))
                }
                let person = element % 3 == 0 ? Boss(in: context, name: letter, title: "T") : Person(in: context, name: "p\(number)")
                person.age = Int64(element * 7)
            }
            let elements = 0..<Int.random(in: 1...8, using: &random)
            return Operation(name: "insert \(elements.count)") { try $0.batchInsert(elements) { try create($0, in: $1) } } edits: { context in
                for element in elements { try create(element, in: context) }
            }
        }
    }

    private static func delete<Root: ManagedObject>(_ fetch: Fetch<Root>, _ context: ManagedObjectContext) throws {
        for object in try context.fetch(fetch) where !object.isDeleted { try context.delete(object) }
    }

    /// Everything in a file but versions and positions. A batch raises the versions of all rows that it meets, and a save those of rows
    /// with other values. Positions mean an order only, and are read as such.
    private static func content(_ file: StoreFile<Ledger>) throws -> [String] {
        var lines = [String]()
        for table in ["customer", "order", "order_row", "label", "person"] {
            let columns = try file.column("SELECT name FROM pragma_table_info('\(table)') WHERE name NOT LIKE '%position' AND name NOT IN ('_version', 'changed') ORDER BY name")
            let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            lines += try file.rows("SELECT \(list) FROM \"\(table)\" ORDER BY _id").map { "\(table) \($0.map { $0 ?? "-" })" }
        }
        for table in try file.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%_id INTEGER PRIMARY KEY,%' AND name NOT LIKE '%_search%'") {
            lines += try file.rows("SELECT * FROM \"\(table)\"").map { "\(table) \($0.dropFirst().map { $0 ?? "-" })" }.sorted()
        }
        // Members that batches bring stand by their identities, and those that edits bring in the order of the edits: the same members.
        lines += try file.rows("SELECT order_id, _id FROM order_row ORDER BY order_id, _id").map { "member \($0)" }
        lines += try file.rows("SELECT rowid FROM customer_search WHERE customer_search MATCH 'a* OR b* OR e* OR s*' ORDER BY rowid").map { "found \($0)" }
        lines += try file.rows("PRAGMA foreign_key_check").map { "dangling \($0)" }
        return lines
    }

    /// What a context shows of all objects.
    private static func objects(_ context: ManagedObjectContext) throws -> [String] {
        var lines = [String]()
        for customer in try context.fetch(Fetch<Customer>()) {
            lines.append("\(customer.objectID) \(customer.name) \(customer.key) \(customer.note ?? "-") \(customer.orderCount) \(customer.labelRank) \(customer.orders.map(\.objectID.description).sorted())")
        }
        for order in try context.fetch(Fetch<Order>()) {
            lines.append("\(order.objectID) \(order.number) \(order.pieces) \(order.price) \(order.weight) \(order.customer?.objectID.description ?? "-") \(order.rows.map(\.objectID))")
        }
        for row in try context.fetch(Fetch<OrderRow>()) { lines.append("\(row.objectID) \(row.pieces) \(row.price ?? -1) \(row.weight) \(row.order?.objectID.description ?? "-")") }
        for person in try context.fetch(Fetch<Person>()) {
            lines.append("\(person.objectID) \(person.name) \(person.age) \(person.reportCount) \(person.boss?.objectID.description ?? "-")")
        }
        return lines
    }

    private func run(_ random: inout SeededGenerator, steps: Int) throws {
        let (file, oracle) = (try StoreFile(of: Ledger.self), try StoreFile(of: Ledger.self))
        let (container, plain) = (try file.container(), try oracle.container())
        let (context, other) = (try container.makeContext(), try container.makeContext())
        (context.automaticallyMergesChanges, other.automaticallyMergesChanges) = (true, true)
        let isFollowed = Bool.random(using: &random)
        let fetch = Order.where { $0.pieces > 1 }.sorted { [$0.number.ascending] }
        let list = FetchedResultsController(fetch, in: context, isolation: nil)
        if isFollowed { try list.performFetch() }
        var held: [ManagedObject] = []
        for step in 0..<steps {
            let operation = Self.operation(&random, step)
            let edits = try plain.makeContext()
            var failed = (batch: false, edits: false)
            do { try operation.batch(Bool.random(using: &random) ? context : other) } catch is ObjectValidationError { failed.batch = true }
            do {
                try operation.edits(edits)
                try edits.save()
            } catch is ObjectValidationError { failed.edits = true } catch is Overflow { failed.edits = true }
            #expect(failed.batch == failed.edits, "\(operation.name)")
            let (found, wanted) = (try Self.content(file), try Self.content(oracle))
            #expect(found == wanted, "\(operation.name)")
            let fresh = try Self.objects(container.makeContext())
            #expect(try Self.objects(other) == fresh, "\(operation.name)")
            #expect(try Self.objects(context) == fresh, "\(operation.name)")
            if isFollowed {
                try context.processPendingChanges()
                let expected = try context.ids(fetch)
                #expect(try list.fetchedObjects.map(\.objectID) == expected, "\(operation.name)")
            }
            if found != wanted { return }
            held = try context.fetch(Fetch<Order>()) + context.fetch(Fetch<Customer>()).filter { _ in Bool.random(using: &random) }
        }
        withExtendedLifetime(held) {}
    }

    @Test(.filesOnly(.functions)) func `batches do what edits of objects do, in the file and in the graph`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(8, long: 200) { try run(&random, steps: 14) }
    }
}
