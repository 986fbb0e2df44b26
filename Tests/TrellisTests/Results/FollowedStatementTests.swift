import Foundation
import LedgerModel
import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// How many statements live results need to follow a change: saves are not counted.
@Suite(.filesOnly(.statements))
struct FollowedStatementTests {
    /// A context over a store in memory, and the statements that follow a change in it.
    private final class Bench<Model: PersistentModel> {
        let container: PersistentContainer
        let context: ManagedObjectContext
        /// Controllers that a test looks at by their reports alone.
        private var held: [AnyObject] = []

        init(_ model: Model.Type) throws {
            container = try PersistentContainer(for: model, at: .fresh)
            context = try container.makeContext()
        }

        func controller<Entity: ManagedObject>(
            _ fetch: Fetch<Entity>, sections: SectionKey<Entity>? = nil, keepsSortKeys: Bool = true
        ) throws -> (FetchedResultsController<Entity>, ChangeRecorder<Entity>) {
            let controller = FetchedResultsController(
                fetch, sections: sections, keepsSortKeys: keepsSortKeys, in: context, isolation: nil)
            let recorder = ChangeRecorder<Entity>()
            controller.delegate = recorder
            try controller.performFetch()
            held.append(controller)
            return (controller, recorder)
        }

        /// The statements of the context that `change` and the reports after it need.
        func statements(_ change: () throws -> Void) throws -> [String] {
            try context.recordStatements {
                try change()
                try context.processPendingChanges()
            }.statements.filter { $0.purpose != .save }.map { "\($0.purpose.rawValue): \($0.sql)" }
        }
    }

    private func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(day)) }

    private func orders() throws -> (Bench<Orders>, [OrdersModel.Order], [OrdersModel.Customer]) {
        let bench = try Bench(Orders.self)
        let customers = (0..<20).map { OrdersModel.Customer(in: bench.context, name: "c\($0)") }
        let orders = (0..<40).map { OrdersModel.Order(in: bench.context, date: date($0), customer: customers[$0 % 20]) }
        try bench.context.save()
        return (bench, orders, customers)
    }

    // MARK: Rows

    @Test func `rows that are judged alone need no statement`() throws {
        let (bench, orders, customers) = try orders()
        let (controller, recorder) = try bench.controller(OrdersModel.Order.where { !$0.paid }.sorted { [$0.date.ascending] })
        #expect(try bench.statements { orders[3].paid = true } == [])
        #expect(recorder.takeCalls() == ["will", "delete 0.3", "did"])
        #expect(try bench.statements { orders[0].date = date(100) } == [])
        #expect(recorder.takeCalls() == ["will", "move 0.0 to 0.38", "update 0.0 to 0.38", "did"])
        #expect(try bench.statements { OrdersModel.Order(in: bench.context, date: date(-1)) } == [])
        #expect(recorder.takeCalls() == ["will", "insert 0.0", "did"])
        // Not read by the fetch, so it is reported and nothing else happens.
        #expect(try bench.statements { orders[4].made = true } == [])
        #expect(recorder.takeCalls() == ["will", "update 0.3 to 0.3", "did"])
        #expect(try bench.statements { orders[3].made = true } == [])
        #expect(recorder.takeCalls() == [])
        #expect(try bench.statements { try bench.context.save() } == [])
        _ = recorder.takeCalls()
        #expect(try bench.statements { try bench.context.delete(orders[5]) }.filter { !$0.hasPrefix("delete") } == [])
        #expect(try bench.statements { try bench.context.save() } == [])
        #expect(recorder.takeCalls() == ["will", "delete 0.4", "did"])
        // What the fetch does not read at all.
        #expect(try bench.statements { customers[0].name = "Zoe" } == [])
        #expect(try bench.statements { try bench.context.save() } == [])
        #expect(recorder.takeCalls() == [])
        #expect(controller.count == 39)
    }

    @Test func `a save of another context costs one query of the rows that it wrote`() throws {
        let (bench, orders, _) = try orders()
        let ids = orders.map(\.objectID)
        bench.context.reset()
        let (controller, recorder) = try bench.controller(OrdersModel.Order.where { !$0.paid }.sorted { [$0.date.ascending] })
        let other = try bench.container.makeContext()
        for id in ids[3...5] { try other.find(OrdersModel.Order.self, id)?.paid = true }
        OrdersModel.Order(in: other, date: date(7))
        try other.save()
        let statements = try bench.statements {}
        #expect(statements.count == 1, "\(statements)")
        #expect(statements.allSatisfy { $0.contains("IN (") }, "\(statements)")
        #expect(recorder.takeCalls() == ["will", "delete 0.3", "delete 0.4", "delete 0.5", "insert 0.5", "did"])
        OrdersModel.Customer(in: other, name: "Zoe")
        try other.save()
        #expect(try bench.statements {} == [])
        #expect(controller.count == 38)
    }

    @Test func `without kept sort keys a row is placed by a few others`() throws {
        let bench = try Bench(Orders.self)
        let orders = (0..<1_000).map { OrdersModel.Order(in: bench.context, date: date($0)) }
        try bench.context.save()
        let ids = orders.map(\.objectID)
        bench.context.reset()
        let (_, recorder) = try bench.controller(Fetch<OrdersModel.Order>().sorted { [$0.date.ascending] }, keepsSortKeys: false)
        let order = try #require(try bench.context.find(OrdersModel.Order.self, ids[500]))
        let statements = try bench.statements { order.date = date(2_000) }
        #expect((1...20).contains(statements.count), "\(statements.count)")
        #expect(recorder.takeCalls() == ["will", "move 0.500 to 0.999", "update 0.500 to 0.999", "did"])
        #expect(try bench.statements { order.paid = true } == [])
        #expect(recorder.takeCalls() == ["will", "update 0.999 to 0.999", "did"])
    }

    @Test func `a window needs no statement until its reserve runs out`() throws {
        let bench = try Bench(Orders.self)
        let orders = (0..<200).map { OrdersModel.Order(in: bench.context, date: date($0)) }
        try bench.context.save()
        let (controller, recorder) = try bench.controller(Fetch<OrdersModel.Order>().sorted { [$0.date.ascending] }.limit(5).offset(3))
        let statements = try bench.statements {
            orders[0].date = date(300)
            try bench.context.processPendingChanges()
            orders[4].paid = true
            try bench.context.processPendingChanges()
            OrdersModel.Order(in: bench.context, date: date(-1))
            try bench.context.processPendingChanges()
            orders[150].date = date(160)
        }
        #expect(statements == [])
        #expect(recorder.takeCalls() == [
            "will", "delete 0.0", "insert 0.4", "did", "will", "update 0.0 to 0.0", "did", "will", "delete 0.4", "insert 0.0", "did",
        ])
        #expect(try controller.fetchedObjects == Array(orders[3...7]))
        let leaving = try bench.statements {
            for order in orders[1...40] { order.date = date(400) }
        }
        // One fetch, of saved and of unsaved rows.
        #expect(leaving.count == 2 && leaving.allSatisfy { $0.hasPrefix("fetch") }, "\(leaving)")
        #expect(try controller.fetchedObjects == Array(orders[43...47]))
    }

    // MARK: Related rows

    @Test func `a related object leads to the rows that it decides on`() throws {
        let (bench, orders, customers) = try orders()
        let (_, moves) = try bench.controller(Fetch<OrdersModel.Order>().sorted { [$0.customer.name.ascending] })
        let (sections, _) = try bench.controller(
            Fetch<OrdersModel.Order>().sorted { [$0.date.ascending] }, sections: .value(of: \.customer.name))
        // All objects are in memory, so nothing is read; without loaded members, the keys of the rows are.
        let first = try bench.statements { customers[0].name = "zz" }
        #expect(first.count <= 2 && first.allSatisfy { $0.hasPrefix("connection") }, "\(first)")
        #expect(moves.takeCalls().filter { $0.hasPrefix("move") } == ["move 0.0 to 0.38", "move 0.1 to 0.39"])
        #expect(sections.sections.last?.name == "zz")
        _ = customers[1].orders.count
        #expect(try bench.statements { customers[1].name = "zzz" } == [])
        #expect(moves.takeCalls().filter { $0.hasPrefix("move") } == ["move 0.0 to 0.38", "move 0.1 to 0.39"])
        #expect(try bench.statements { customers[1].info = "x" } == [])
        #expect(try bench.statements { orders[5].paid = true } == [])
        #expect(try bench.statements { try bench.context.save() } == [])
    }

    @Test func `rows without objects are found by their keys, and no other row is read`() throws {
        let (bench, _, customers) = try orders()
        let id = customers[0].objectID
        bench.context.reset()
        let (_, moves) = try bench.controller(Fetch<OrdersModel.Order>().sorted { [$0.customer.name.ascending] })
        let customer = try #require(try bench.context.find(OrdersModel.Customer.self, id))
        let records = try bench.context.recordStatements {
            customer.name = "zz"
            try bench.context.processPendingChanges()
        }.statements
        #expect(records.map(\.purpose) == [.connection, .fetch], "\(records)")
        #expect(records.map(\.rows).reduce(0, +) <= 6, "\(records)")
        #expect(moves.takeCalls().filter { $0.hasPrefix("move") } == ["move 0.0 to 0.38", "move 0.1 to 0.39"])
        #expect(bench.context.registeredObjects.count == 1)
    }

    @Test func `a deleted object changes the counts of those that it was connected with, when it is saved`() throws {
        let bench = try Bench(Ledger.self)
        let label = LedgerModel.Label(in: bench.context, name: "red")
        let customers = ["Ada", "Ben"].map { LedgerModel.Customer(in: bench.context, name: $0) }
        for customer in customers { customer.labels.insert(label) }
        try bench.context.save()
        let (id, labelID) = (customers[0].objectID, label.objectID)
        bench.context.reset()
        let (controller, recorder) = try bench.controller(LedgerModel.Label.where { $0.customerCount > 1 })
        let (_, counts) = try bench.controller(Fetch<LedgerModel.Label>().sorted { [$0.customerCount.descending] })
        try bench.context.delete(try #require(try bench.context.find(LedgerModel.Customer.self, id)))
        try bench.context.processPendingChanges()
        #expect(controller.count == 1)
        _ = (recorder.takeCalls(), counts.takeCalls())
        try bench.context.save()
        #expect(try bench.context.find(LedgerModel.Label.self, labelID)?.customerCount == 1)
        #expect(recorder.takeCalls() == ["will", "delete 0.0", "did"])
        #expect(counts.takeCalls() == ["will", "update 0.0 to 0.0", "did"])
    }

    @Test func `a member that moves affects its owners before and after`() throws {
        let (bench, orders, _) = try orders()
        let row = OrdersModel.OrderRow(in: bench.context, sum: 9, order: orders[0])
        try bench.context.save()
        let (controller, recorder) = try bench.controller(OrdersModel.Order.where { order in order.rows.any { $0.sum > 5 } })
        #expect(controller.snapshot.ids == [orders[0].objectID])
        let moved = try bench.statements { row.order = orders[7] }
        #expect(moved.allSatisfy { !$0.hasPrefix("connection") }, "\(moved)")
        #expect(recorder.takeCalls() == ["will", "delete 0.0", "insert 0.0", "did"])
        #expect(controller.snapshot.ids == [orders[7].objectID])
        try bench.context.save()
        // Another context moves it, and this one has forgotten the row.
        let id = row.objectID
        bench.context.reset()
        _ = recorder.takeCalls()
        let other = try bench.container.makeContext()
        let foreign = try #require(try other.find(OrdersModel.OrderRow.self, id))
        foreign.order = try other.find(OrdersModel.Order.self, orders[3].objectID)
        try other.save()
        let statements = try bench.statements {}
        #expect(statements.count <= 2, "\(statements)")
        #expect(controller.snapshot.ids == [orders[3].objectID])
        #expect(recorder.takeCalls() == ["will", "delete 0.0", "insert 0.0", "did"])
    }

    @Test func `connections in a join table lead to their owners`() throws {
        let bench = try Bench(Society.self)
        let posts = (0..<30).map { Post(in: bench.context, title: "p\($0)") }
        let (swift, sql) = (Tag(in: bench.context, name: "swift"), Tag(in: bench.context, name: "sql"))
        try bench.context.save()
        let (controller, recorder) = try bench.controller(Post.where { post in post.tags.any { $0.name == "swift" } })
        func titles() throws -> [String] { try controller.fetchedObjects.map(\.title) }
        func noFetch(_ change: () throws -> Void) throws {
            let statements = try bench.statements(change)
            #expect(statements.allSatisfy { !$0.hasPrefix("fetch") || $0.contains("_id\" IN (") || $0.contains("_id IN (") }, "\(statements)")
        }
        try noFetch { posts[3].tags.append(swift) }
        #expect(try titles() == ["p3"])
        try noFetch { sql.posts.append(posts[5]) }
        #expect(try titles() == ["p3"])
        try noFetch { sql.name = "swift" }
        #expect(try titles() == ["p3", "p5"])
        try bench.context.save()
        #expect(try titles() == ["p3", "p5"])
        try noFetch { posts[3].tags.removeAll() }
        #expect(try titles() == ["p5"])
        try bench.context.rollback()
        #expect(try titles() == ["p3", "p5"])
        let other = try bench.container.makeContext()
        try other.find(Tag.self, swift.objectID)?.posts.removeAll()
        try other.save()
        try noFetch {}
        #expect(try titles() == ["p5"])
        #expect(recorder.errors.isEmpty)
    }

    // MARK: Derived attributes

    @Test func `only a save that reaches a derived value costs anything`() throws {
        let bench = try Bench(Ledger.self)
        let customers = (0..<30).map { LedgerModel.Customer(in: bench.context, name: "c\(100 + $0)") }
        let orders = customers.map { LedgerModel.Order(in: bench.context, number: 1, customer: $0) }
        let row = LedgerModel.OrderRow(in: bench.context, pieces: 2, order: orders[0])
        try bench.context.save()
        let (frequent, counts) = try bench.controller(Fetch<LedgerModel.Customer>().sorted { [$0.orderCount.descending, $0.name.ascending] })
        let (big, sums) = try bench.controller(LedgerModel.Order.where { $0.pieces > 2 })
        func save() throws -> [String] { try bench.statements { try bench.context.save() } }

        row.price = 3
        row.weight = 7
        LedgerModel.Label(in: bench.context, name: "red")
        customers[3].note = "x"
        #expect(try save() == [])
        #expect(counts.takeCalls() == ["will", "update 0.3 to 0.3", "did"])

        row.pieces = 3
        #expect(try bench.statements {} == [])
        #expect(big.count == 0)
        #expect(try save().count == 1)
        #expect(big.snapshot.ids == [orders[0].objectID])
        #expect(sums.takeCalls() == ["will", "insert 0.0", "did"])

        LedgerModel.Order(in: bench.context, number: 2, customer: customers[9])
        #expect(try bench.statements {} == [])
        #expect(counts.takeCalls() == [])
        #expect(try save().count <= 3)
        #expect(counts.takeCalls() == ["will", "move 0.9 to 0.0", "update 0.9 to 0.0", "did"])

        orders[4].customer = customers[9]
        try bench.context.save()
        #expect(counts.takeCalls().filter { $0.hasPrefix("move") } == ["move 0.5 to 0.29"])
        let other = try bench.container.makeContext()
        try other.delete(try #require(try other.find(LedgerModel.Order.self, orders[0].objectID)))
        try other.save()
        try bench.context.processPendingChanges()
        #expect(big.count == 0)
        #expect(frequent.indexPath(of: customers[0]) == IndexPath(indexes: [0, 28]))
    }
}
