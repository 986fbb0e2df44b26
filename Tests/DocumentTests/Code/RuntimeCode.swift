import Foundation
import Synchronization
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/runtime.md.
@Suite("The code about the run-time library")
struct RuntimeCode {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// A context of a store in memory, with Ada and three orders of hers; the container has to be kept.
    private func store() throws -> (container: PersistentContainer, context: ManagedObjectContext) {
        let container = try PersistentContainer(for: Orders.self, at: .inMemory)
        let context = try container.makeContext()
        let (ada, tea) = (Customer(in: context, name: "Ada"), Service(in: context, name: "Tea"))
        for day in 1...3 {
            let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)
            let order = Order(in: context, date: date, made: true, paid: day == 3, customer: ada)
            OrderRow(in: context, sum: Decimal(60 * day), order: order, service: tea)
        }
        try context.save()
        return (container, context)
    }

    @Test func `opens a store`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()

        #expect(try context.fetchAll(Customer.self).isEmpty)
    }

    // MARK: Isolation

    @Test @MainActor func `performs work elsewhere`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let lines = ["Ada", "Grace"]

        let context = try container.viewContext                        // the main actor's own
        let count = try await container.perform { context in           // elsewhere, with a context of its own
            for line in lines { Customer(in: context, name: line) }
            try context.save()
            return try context.fetchAll(Customer.self).count
        }

        #expect(try count == 2 && context.fetchAll(Customer.self).count == 2)
    }

    @Test func `carries values from one context to another`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let id = try await container.perform { context in
            let order = Order(in: context, made: true)
            try context.save()
            return order.objectID
        }
        let context = try container.makeContext()
        try #require(try context.find(Order.self, id)).made = false

        let snapshot = try await container.perform { context in
            try context.find(Order.self, id).map(Order.Snapshot.init(of:))      // Sendable, Hashable, Codable
        }
        try snapshot?.apply(in: context)                                        // sets the values in another context's object

        #expect(try context.find(Order.self, id)?.made == true)
    }

    // MARK: Changing

    @Test func `changes objects and their relationships`() throws {
        let (container, context) = try store()
        defer { _ = container }
        try context.delete(try #require(try Service.find(name: "Tea", in: context)))
        let row = try #require(try context.fetchAll(OrderRow.self).first)
        for order in try Order.journal(in: context) { order.customer = nil }
        try context.delete(try #require(try Customer.find(name: "Ada", in: context)))
        try context.save()

        let ada = Customer(in: context, name: "Ada")
        let order = Order(in: context, customer: ada)    // ada.orders holds it
        order.rows.insert(row)                           // row.order is order, and the former order lost it
        try context.delete(row)
        try context.save()

        #expect(ada.orders.contains(order) && order.rows.isEmpty)
        #expect(try context.fetchAll(OrderRow.self).count == 2)
    }

    @Test @MainActor func `merges what others save`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.viewContext
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        let id = ada.objectID
        let merging = Task {
            for await changes in container.saves where !changes.isOf(context) { try context.mergeChanges(from: changes) }
        }
        await Task.yield()

        try await container.perform { context in
            try context.find(Customer.self, id)?.info = "Pays late."
            try context.save()
        }
        while ada.info == nil { await Task.yield() }
        merging.cancel()
        #expect(ada.info == "Pays late.")
    }

    // MARK: Hooks

    @Test func `tells classes what happens to their objects`() throws {
        let (container, context) = try store()
        defer { _ = container }
        let order = try #require(try Order.unpaid(in: context).first)
        (order.paid, order.made) = (true, false)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.first?.path == "Order.paid", "\(String(describing: error?.failures))")

        order.made = true
        try context.delete(Attachment(in: context, path: "late.pdf"))
        #expect(trashed.withLock { $0 } == ["late.pdf"])
    }

    // MARK: Fetching

    @Test func `fetches by conditions`() throws {
        let (container, context) = try store()
        defer { _ = container }

        let ada = try Customer.find(name: "Ada", in: context)                            // by a unique key, or nil
        for order in try Order.unpaid(in: context) { #expect(order.customer === ada) }                                 // named in the model
        let late = try context.fetch(
            Order.where { $0.made && !$0.paid && $0.customer.name.beginsWith("A", .caseInsensitive) }
                .sorted { [$0.date.descending, $0.customer.name.ascending] })
        let mine = try context.fetch(Order.unpaid().where { $0.customer == ada })         // a named one, made more precise

        #expect(late == mine.reversed() && mine.count == 2)
        #expect(try ada?.openOrders == mine)
    }

    @Test func `fetches by key paths`() throws {
        let (container, context) = try store()
        defer { _ = container }
        let late = Fetch<Order>(where: .compare("made", .equal, to: true), sort: [.descending("date")])
        let first = try context.fetch(late.filtered(by: .compare("customer.name", .notEqual, to: "Ada")).limit(20))

        #expect(try context.fetch(late).count == 3 && first.isEmpty)
    }

    @Test func `reads long results batch by batch`() async throws {
        let (container, context) = try store()
        defer { _ = container }
        for _ in 0..<800 { Order(in: context, made: true) }
        try context.save()
        var count = 0

        let orders = try context.objects(Fetch<Order>(sort: [.descending("date")]))
        print(orders.count, orders[712]?.date ?? .now)
        for try await order in try context.stream(Fetch<Order>()) { count += order.made ? 1 : 0 }

        #expect(orders.count == 803 && count == 803)
    }

    @Test func `reads values without objects`() throws {
        let (container, context) = try store()
        defer { _ = container }
        var names = [String?]()

        let rows = try context.fetch(Order.unpaid().values { ($0.date, $0.customer.name) })
        for (date, name) in rows { names += date > .distantPast ? [name] : [] }

        #expect(names == ["Ada", "Ada"])
    }

    @Test func `reads groups`() throws {
        let (container, context) = try store()
        defer { _ = container }
        var lines = [String]()

        let sums = Fetch<OrderRow>().storedGroups { (.key($0.service.name), .sum($0.sum), .count) }
        let groups = sums.having { name, total, _ in total > 100 && name != nil }
            .sorted { _, total, _ in [total.descending] }.limit(10)
        for (name, total, count) in try context.fetch(groups) { lines.append("\(name ?? "") \(total) \(count)") }

        #expect(lines == ["Tea 360 3"])
    }

    @Test func `prefetches`() throws {
        let (container, context) = try store()
        defer { _ = container }

        let orders = try context.fetch(Fetch<Order>(limit: 1_000, prefetch: ["customer", "rows.service"]))

        #expect(orders.count == 3)
    }

    @Test func `searches`() throws {
        let (container, context) = try store()
        defer { _ = container }
        Note(in: context, title: "Keller", text: "Der Öltank ist leer.")
        try context.save()

        let notes = try Note.search(.allWords("öltank keller"), limit: 20, in: context)

        #expect(notes.count == 1)
    }

    @Test func `shows passages`() throws {
        let (container, context) = try store()
        defer { _ = container }
        Note(in: context, title: "Keller", text: "Der Öltank <ist> leer.")
        try context.save()
        let typed = "öltank"
        var shown = [String]()
        func show(_ title: String, _ passage: HighlightedText, _ rank: Double) {
            shown.append("\(title): \(passage.pieces.map { $0.isMatch ? "*\($0.text)*" : $0.text }.joined()) \(rank < 0)")
        }

        for result in try Note.searchResults(.prefixes(typed), snippets: SnippetStyle(tokens: 12), limit: 20, in: context) {
            show(result.object.title, result.snippet, result.rank)
        }

        #expect(shown == ["Keller: Der *Öltank* <ist> leer. true"])

        func escapedForHTML(_ text: String) -> String { text.replacing("<", with: "&lt;") }
        for result in try Note.searchResults(.prefixes(typed), in: context) {
            let text = result.snippet.pieces.map { $0.isMatch ? "*\($0.text)*" : $0.text }.joined()
            let html = result.snippet.marked("<b>", "</b>") { escapedForHTML($0) }

            #expect(text == "Der *Öltank* <ist> leer.")
            #expect(html == "Der <b>Öltank</b> &lt;ist> leer.")
        }
    }

    // MARK: What runs

    @Test func `tells what runs`() throws {
        let logger = Log()

        let slow = StatementObserver(slowerThan: .milliseconds(50)) { logger.warning("\($0)") }
        let container = try PersistentContainer(for: Orders.self, at: .file(path), observers: [slow])

        #expect(try container.makeContext().fetchAll(Order.self).isEmpty)
    }
}

private struct Log: Sendable {
    func warning(_ text: String) { print(text) }
}

// MARK: The page's hooks, and what they call

extension Attachment: DeleteHook {
    func prepareForDeletion() throws { trash(path) }
}
extension Order: UpdateValidation {
    func validateForUpdate() throws {
        if paid, !made { throw BrokenRule("made before it is paid", property: "paid") }
    }
}

private let trashed = Mutex<[String]>([])

private func trash(_ path: String) { trashed.withLock { $0.append(path) } }
