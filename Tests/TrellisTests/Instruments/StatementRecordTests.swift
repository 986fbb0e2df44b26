import AttributeOptionsModel
import Foundation
import OrdersModel
import SearchModel
import Testing
import Trellis

/// The records of the statements that contexts run.
struct StatementRecordTests {
    private let file: StoreFile<Orders>
    private let container: PersistentContainer

    init() throws {
        file = try StoreFile(of: Orders.self)
        container = try file.container()
        let context = try container.makeContext()
        for name in ["Ada", "Bob", "Eve"] {
            let order = Order(in: context, customer: Customer(in: context, name: name))
            OrderRow(in: context, sum: 1, order: order)
            OrderRow(in: context, sum: 2, order: order)
        }
        try context.save()
    }

    private func figures(_ context: ManagedObjectContext, _ body: () throws -> Void) throws -> StatementFigures {
        StatementFigures(try context.recordStatements(body).statements)
    }

    // MARK: Reading

    @Test func `a fetch is one statement, with its rows`() throws {
        let context = try container.makeContext()
        let (orders, statements) = try context.recordStatements { try context.fetchAll(Order.self) }
        #expect(orders.count == 3)
        let statement = try #require(statements.first)
        #expect(statements.count == 1)
        #expect(statement.purpose == .fetch && statement.rows == 3)
        #expect(statement.sql.hasPrefix("SELECT t0.") && statement.sql.contains("FROM \"order\""), "\(statement.sql)")
        #expect(statement.duration > .zero)
        // Rows of known objects are read as well.
        #expect(try figures(context) { _ = try context.fetchAll(Order.self) }.rows == 3)
    }

    @Test func `a loop that loads one object after the other shows in the figures`() throws {
        let context = try container.makeContext()
        let figures = try figures(context) {
            for order in try context.fetchAll(Order.self) { #expect(order.customer?.name != nil) }
        }
        #expect(figures.fetches == 1 && figures.faults == 3 && figures.statements == 4 && figures.rows == 6)
    }

    @Test func `what the context knows costs nothing`() throws {
        let context = try container.makeContext()
        let customers = try context.fetchAll(Customer.self)
        let figures = try figures(context) {
            for order in try context.fetchAll(Order.self) { #expect(order.customer?.name != nil) }
            for customer in customers { #expect(try context.find(Customer.self, customer.objectID) === customer) }
        }
        #expect(figures.fetches == 1 && figures.faults == 0 && figures.statements == 1)
    }

    @Test func `members are loaded with one statement for each owner`() throws {
        let context = try container.makeContext()
        let orders = try context.fetchAll(Order.self)
        let figures = try figures(context) {
            for order in orders { #expect(order.rows.count == 2) }
            for order in orders { #expect(order.rows.count == 2) }
        }
        #expect(figures.relationships == 3 && figures.statements == 3 && figures.rows == 6)
    }

    @Test func `whether an object is known to be a member is asked without loading`() throws {
        let context = try container.makeContext()
        let order = try #require(try context.fetchAll(Order.self).first)
        let row = try #require(try context.fetchAll(OrderRow.self).first)
        let figures = try figures(context) { #expect(order.rows.contains(row)) }
        #expect(figures.statements == 0)
    }

    @Test func `a lazy attribute is a fault, once`() throws {
        let context = try PersistentContainer(for: AttributeOptions.self, at: .fresh).makeContext()
        Photo(in: context, title: "a", image: Data([1]), rating: 1, album: Album(in: context, cover: Data([9])))
        try context.save()
        let other = try context.container.makeContext()
        let photo = try #require(try other.fetchAll(Photo.self).first)
        let figures = try figures(other) { #expect(photo.image == Data([1]) && photo.image.count == 1) }
        #expect(figures.faults == 1 && figures.statements == 1)
    }

    @Test func `a search is one statement, whatever full-text tables do within`() throws {
        let context = try PersistentContainer(for: Reading.self, at: .fresh).makeContext()
        let (_, saving) = try context.recordStatements {
            Article(in: context, title: "Tank", text: "steht im Keller")
            try context.save()
        }
        #expect(saving.map { $0.sql.prefix(6) } == ["SELECT", "INSERT"], "the last key, and the row: \(saving)")
        let (_, statements) = try context.recordStatements { try Article.search(.allWords("keller"), in: context) }
        #expect(statements.map(\.purpose) == [.search])
        #expect(statements.map(\.rows) == [1])
    }

    // MARK: Saving

    @Test func `a save tells every statement, without what triggers do`() throws {
        let context = try container.makeContext()
        let order = try #require(try context.fetchAll(Order.self).first)
        let rows = Array(order.rows)
        order.paid = true
        rows[0].sum = 7
        let (_, statements) = try context.recordStatements { try context.save() }
        #expect(statements.allSatisfy { $0.purpose == .save })
        #expect(statements.filter { $0.sql.hasPrefix("UPDATE") }.count == 2, "\(statements)")
        #expect(
            statements.contains {
                $0.sql == "UPDATE \"order\" SET paid = ?, _version = _version + 1 WHERE _id = ? AND _version = ?"
            }, "\(statements)")

        try context.delete(order)
        let (_, deleting) = try context.recordStatements { try context.save() }
        #expect(deleting.filter { $0.sql.hasPrefix("DELETE") }.count == 3, "\(deleting)")
    }

    @Test func `a save that has nothing to do runs nothing`() throws {
        let context = try container.makeContext()
        #expect(try figures(context) { try context.save() }.statements == 0)
    }

    // MARK: Values

    @Test func `values are left out unless they are asked for`() throws {
        let context = try container.makeContext()
        let work = {
            _ = try context.fetch(Fetch<Customer>(where: .compare("name", .equal, to: "Ada")))
            Customer(in: context, name: "secret")
            try context.save()
        }
        let (_, redacted) = try context.recordStatements(work)
        #expect(redacted.allSatisfy { $0.sqlWithValues == nil })
        #expect(!redacted.contains { "\($0)".contains("Ada") || "\($0)".contains("secret") }, "\(redacted)")

        let (_, full) = try context.recordStatements(includingValues: true) {
            _ = try context.fetch(Fetch<Customer>(where: .compare("name", .equal, to: "Ada")))
            Customer(in: context, name: "another secret")
            try context.save()
        }
        #expect(full.contains { $0.purpose == .fetch && $0.sqlWithValues?.contains("'Ada'") == true }, "\(full)")
        #expect(full.contains { $0.purpose == .save && $0.sqlWithValues?.contains("'another secret'") == true }, "\(full)")
        #expect(!full.contains { $0.sql.contains("'Ada'") })
    }

    @Test func `a record describes itself in one line`() {
        var record = StatementRecord(purpose: .fetch, sql: "SELECT ?", duration: .microseconds(1500), rows: 1)
        #expect(record.description == "fetch, 1.5 ms, 1 row: SELECT ?")
        record.rows = 0
        record.sqlWithValues = "SELECT 'a'"
        #expect(record.description == "fetch, 1.5 ms: SELECT 'a'")
    }

    // MARK: Who listens

    @Test func `recordings within each other each have their statements, and end with their bodies`() throws {
        let context = try container.makeContext()
        let (inner, outer) = try context.recordStatements {
            _ = try context.fetchAll(Order.self)
            return try context.recordStatements { _ = try context.fetchAll(Customer.self) }.statements
        }
        #expect(inner.count == 1 && outer.count == 2)
        _ = try context.fetchAll(Service.self)
        #expect(outer.count == 2)
        #expect(throws: StoreError.self) { try context.recordStatements { throw StoreError.closed } }
        #expect(try figures(context) { _ = try context.fetchAll(Service.self) }.statements == 1)
    }

    @Test func `an observer hears the statements of all contexts of its container`() async throws {
        let log = Log()
        let container = try file.container(observers: [StatementObserver { log.add($0) }])
        _ = try container.makeContext().fetchAll(Order.self)
        try await container.perform { context in
            Customer(in: context, name: "Zoe")
            try context.save()
        }
        #expect(log.records.first?.purpose == .fetch)
        #expect(log.records.contains { $0.purpose == .save && $0.sql.hasPrefix("INSERT") })
        #expect(log.records.allSatisfy { $0.sqlWithValues == nil })
    }

    @Test func `an observer of slow statements hears no quick ones, and each observer what it asked for`() throws {
        let (slow, all, full) = (Log(), Log(), Log())
        let container = try file.container(
            observers: [
                StatementObserver(slowerThan: .seconds(3600)) { slow.add($0) },
                StatementObserver { all.add($0) },
                StatementObserver(includingValues: true) { full.add($0) },
            ])
        let context = try container.makeContext()
        _ = try context.fetch(Fetch<Customer>(where: .compare("name", .equal, to: "Ada")))
        #expect(slow.records.isEmpty)
        #expect(all.records.map(\.sqlWithValues) == [nil])
        #expect(full.records.first?.sqlWithValues?.contains("'Ada'") == true)
    }
}

/// Records from any thread.
private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [StatementRecord] = []

    var records: [StatementRecord] { lock.withLock { list } }

    func add(_ record: StatementRecord) {
        lock.withLock { list.append(record) }
    }
}
