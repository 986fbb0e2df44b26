import ChronicleModel
import DqliteNodes
import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis
import TrellisCluster

/// A container on three nodes does what one on a file does.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct ClusterContainerTests {
    /// Runs the same on the file and on the cluster, and compares what it says, and all rows.
    private func compare(_ body: (PersistentContainer, (Any) -> Void) throws -> Void) throws {
        let pair = try StorePair(Orders.self)
        var texts = [[String]]()
        for container in pair.both {
            var lines = [String]()
            do { try body(container) { lines.append("\($0)") } } catch { lines.append("\(error)") }
            texts.append(lines)
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].count > 1 && !texts[0].contains { $0.contains("SQLite error") })
        #expect(try pair.differences() == [])
    }

    @Test func `objects are saved, fetched, changed and deleted`() throws {
        try compare { container, say in
            let context = try container.makeContext()
            let ada = Customer(
                in: context, name: "Ada", info: "O'Hara\n\"é\" ; -- ?1 🙂")
            let service = Service(in: context, name: "s", info: "")
            for number in 0..<5 {
                let order = Order(in: context, date: Date(timeIntervalSinceReferenceDate: 0.1 + Double(number) / 3), customer: ada)
                OrderRow(in: context, sum: Decimal(number) / 4, order: order, service: number == 2 ? nil : service)
            }
            try context.save()
            let other = try container.makeContext()
            let orders = try other.fetch(Order.where { $0.customer.name == "Ada" && $0.made == false }.sorted(by: .descending("date")))
            say(orders.map { "\($0.objectID) \($0.date.timeIntervalSinceReferenceDate) \($0.customer?.info ?? "")" })
            say(try orders[0].rows.map { "\($0.sum) \($0.service?.info ?? "-") \(try other.count(Fetch<OrderRow>()))" })
            orders[0].made = true
            orders[1].customer = Customer(in: other, name: "Eve")
            try other.delete(orders[2])
            try other.save()
            say(try container.makeContext().fetchAll(OrderRow.self).map { "\($0.objectID) \($0.order?.made ?? false)" })
            // Unsaved rows count in a fetch, whatever their values are.
            ada.info = "unsaved 'x'"
            Customer(in: context, name: "new", info: nil)
            say(try context.fetch(Customer.where { $0.info != "y" }.sorted(by: .ascending("name"))).map(\.name))
            say(try context.fetch(Order.where { $0.customer.info == "unsaved 'x'" && $0.date < Date(timeIntervalSinceReferenceDate: 1 / 3 + 0.2) }).count)
            say(try context.fetch(Customer.where { $0.name.isIn((0..<300).map { "c\($0)" } + ["new"]) }).count)
            ada.info = nil
            try context.save()
            try context.delete(ada)
            do { try context.save() } catch let error as ObjectValidationError { say(error) }
            try context.rollback()
            say(try context.fetchAll(Customer.self).map(\.name))
        }
    }

    @Test func `unique values, conflicts and keys of others are reported alike`() throws {
        try compare { container, say in
            let (first, second) = (try container.makeContext(), try container.makeContext())
            let ada = Customer(in: first, name: "Ada")
            Customer(in: first, name: "Bob")
            try first.save()
            let same = try second.fetchAll(Customer.self)
            Customer(in: second, name: "Ada")
            do { try second.save() } catch { say(error) }
            try second.rollback()
            ada.info = "first"
            same[0].info = "second"
            try first.save()
            do { try second.save() } catch let error as ConflictError { say(error.conflicts.map { "\($0.objectID) \($0.kind)" }) }
            second.mergePolicy = .objectWins
            try second.save()
            say(same[0].info ?? "")
            // Names that go round.
            (same[0].name, same[1].name) = (same[1].name, same[0].name)
            try second.save()
            second.uniqueKeyPolicy = .objectWins
            Customer(in: second, name: "Ada", info: "third")
            try second.save()
            say(try container.makeContext().fetchAll(Customer.self).map { "\($0.objectID) \($0.name) \($0.info ?? "")" })
        }
    }

    @Test func `batches count, return identities and undo what fails`() throws {
        try compare { container, say in
            let context = try container.makeContext()
            say(try context.batchInsert(0..<700, collectingIDs: true) { Customer(in: $1, name: "c\($0)") }.ids?.last ?? "none")
            do { try context.batchInsert(0..<3) { Customer(in: $1, name: $0 == 2 ? "c5" : "d\($0)") } } catch { say(error) }
            say(try context.batchUpdate(Fetch<Customer>()) { [$0.info.set(to: "x")] }.count)
            say(try context.batchUpdate(Customer.where { $0.name == "c7" }, collectingIDs: true) { [$0.info.set(to: nil)] }.ids ?? [])
            say(try context.batchDelete(Customer.where { $0.info == nil }, collectingIDs: true).ids ?? [])
            say(try context.batchDelete(Customer.where { $0.name > "c2" }).count)
            say(try context.count(Fetch<Customer>()))
        }
    }

    @Test func `two containers give keys once`() throws {
        let pair = try StorePair(Orders.self)
        let containers = try [pair.remote, pair.cluster.container(Orders.self)]
        try onThreads(2) { number in
            let context = try containers[number].makeContext()
            for round in 0..<15 {
                Order(in: context, customer: Customer(in: context, name: "\(number) \(round)"))
                try context.save()
            }
        }
        let rows = try pair.cluster.copy().rows("SELECT count(*), count(DISTINCT customer_id), max(_id) FROM \"order\"")
        #expect(rows == [["30", "30", "30"]])
        #expect(try pair.cluster.copy().rows("SELECT count(*), max(number) FROM _trellis_saves") == [["30", "30"]])
    }

    @Test func `a save is one round trip, and tells another container's lists`() throws {
        let log = RequestLog()
        let pair = try StorePair(Orders.self, observer: log.note)
        let context = try pair.remote.makeContext()
        let customers = (0..<3).map { Customer(in: context, name: "c\($0)") }
        try context.save()
        Customer(in: context, name: "d")
        let insert = try log.of { try context.save() }
        customers[0].info = "x"
        Order(in: context, customer: customers[1])
        let both = try log.of { try context.save() }
        for number in 0..<1_000 { Customer(in: context, name: "many \(number)") }
        let many = try log.of { try context.save() }
        let fetch = try log.of { _ = try pair.remote.makeContext().fetchAll(Customer.self) }
        #expect(insert.count == 1 && many.count == 1, "\(insert)")
        // The first order's key is read, under the lock.
        #expect(both.count == 3, "\(both)")
        #expect(fetch.count <= 2, "\(fetch)")

        let other = try pair.cluster.container(Orders.self).makeContext()
        Customer(in: other, name: "d")
        #expect(throws: ObjectValidationError.self) { try other.save() }
        try other.rollback()
        Customer(in: other, name: "e")
        try other.save()
        Customer(in: context, name: "f")
        let late = try log.of { try context.save() }
        #expect(late.count > 1 && late.count < 7, "\(late)")
        #expect(try pair.cluster.copy().rows("SELECT count(*), max(_id) FROM customer") == [["1006", "1006"]])
    }

    @Test func `live results show what another container saves`() async throws {
        let pair = try StorePair(Orders.self)
        let context = try pair.remote.makeContext()
        let results = FetchedResultsController(Fetch<Customer>(sort: [.ascending("name")]), in: context)
        try results.performFetch()
        let other = try pair.cluster.container(Orders.self).makeContext()
        Customer(in: other, name: "Ada")
        try other.save()
        for _ in 0..<200 where try results.fetchedObjects.isEmpty {
            try await Task.sleep(for: .milliseconds(20))
            try context.processPendingChanges()
        }
        #expect(try results.fetchedObjects.map(\.name) == ["Ada"])
    }

    private static func failure(_ body: () throws -> some Any) -> String {
        do { return "no error, but \(try body())" } catch { return "\(error)" }
    }

    @Test func `what a cluster cannot do is refused, and nothing is done`() throws {
        let pair = try StorePair(Orders.self)
        let context = try pair.remote.makeContext()
        Customer(in: context, name: "a\0b")
        let text = Self.failure { try context.save() }
        #expect(text.contains("U+0000"))
        try context.rollback()
        let function = Self.failure { try context.fetch(Customer.where { $0.name.contains("x", .caseInsensitive) }) }
        #expect(function.contains("which nodes do not have"))
        let copy = Self.failure { try pair.remote.backup(to: pair.folder.file("copy")) }
        #expect(copy.contains("on this machine"))
        let reading = try pair.cluster.container(Orders.self, access: .readOnly).makeContext()
        Customer(in: reading, name: "x")
        #expect(throws: StoreError.readOnly) { try reading.save() }
        #expect(throws: StoreError.self) { try PersistentContainer(for: Orders.self, at: .dqlite(["nowhere"], database: "x")) }
        for name in ["", ".", "../x", "a/b", "a\0b", "orders-wal", "orders-journal"] {
            let text = Self.failure { _ = try PersistentContainer(for: Orders.self, at: .dqlite(["127.0.0.1:1"], database: name)) }
            #expect(text.contains("the name of a database begins with no '.'"), "\(name): \(text)")
        }
        #expect(throws: StoreError.self) { try pair.cluster.container(Chronicle.self) }
        #expect(try pair.cluster.copy().rows("SELECT count(*) FROM customer") == [["0"]])
    }
}
