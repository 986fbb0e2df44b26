import Foundation
import OrdersModel
import Predicates
import RulesModel
import Testing
import Trellis

/// A fetch sees what its context has changed and not saved.
struct PendingChangeFetchTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let ada: Customer
    private let grace: Customer
    private let orders: [Order]

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        ada = Customer(in: context, name: "Ada")
        grace = Customer(in: context, name: "Grace")
        let (context, ada) = (context, ada)
        orders = (1...4).map {
            Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double($0)), made: true, customer: ada)
        }
        try context.save()
    }

    private func unpaid() throws -> [Order] { try Order.unpaid(in: context) }

    /// What the fetch gives before the save, after it, and in a context that has seen none of it.
    private func expectUnpaid(_ expected: [Order], sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try unpaid() == expected, sourceLocation: sourceLocation)
        try context.save()
        #expect(try unpaid() == expected, sourceLocation: sourceLocation)
        let other = try file.context()
        #expect(try Order.unpaid(in: other).map(\.objectID) == expected.map(\.objectID), sourceLocation: sourceLocation)
    }

    @Test func `a new object that meets the condition is found in its place, another one is not`() throws {
        let new = Order(in: context, date: Date(timeIntervalSinceReferenceDate: 2.5), made: true)
        Order(in: context, date: Date(timeIntervalSinceReferenceDate: 2.6))
        try expectUnpaid([orders[0], orders[1], new, orders[2], orders[3]])
    }

    @Test func `a deleted object is not found`() throws {
        try context.delete(orders[1])
        try expectUnpaid([orders[0], orders[2], orders[3]])
    }

    @Test func `a changed object comes in, drops out and moves`() throws {
        let hidden = Order(in: context, date: Date(timeIntervalSinceReferenceDate: 0))
        try context.save()
        hidden.made = true
        orders[0].paid = true
        orders[1].date = Date(timeIntervalSinceReferenceDate: 9)
        try expectUnpaid([hidden, orders[2], orders[3], orders[1]])
    }

    @Test func `objects are found by what is at the end of a key path now`() throws {
        let fetch = Fetch<Order>(where: .compare("customer.name", .equal, to: "Zoe"), sort: [.descending("date")])
        #expect(try context.fetch(fetch).isEmpty)
        ada.name = "Zoe"
        #expect(try context.fetch(fetch) == orders.reversed())
        orders[3].customer = grace
        orders[2].customer = nil
        #expect(try context.fetch(fetch) == [orders[1], orders[0]])
        try context.save()
        #expect(try context.fetch(fetch) == [orders[1], orders[0]])
    }

    @Test func `objects are sorted by what is at the end of a key path now, and without it come first`() throws {
        for order in orders { order.date = orders[0].date }
        let zoe = Customer(in: context, name: "Zoe")
        orders[0].customer = zoe
        orders[1].customer = nil
        orders[2].customer = grace
        try expectUnpaid([orders[1], orders[3], orders[2], orders[0]])
        zoe.name = "Aaron"
        try expectUnpaid([orders[1], orders[0], orders[3], orders[2]])
    }

    @Test func `a tree is searched by the name that a parent has now`() throws {
        let rules = try StoreFile(of: Rules.self)
        let context = try rules.context()
        let root = Node(in: context, name: "root")
        let child = Node(in: context, name: "child", parent: root)
        try context.save()
        root.name = "changed"
        let fetch = { (name: String) in
            try context.fetch(Fetch<Node>(where: .compare("parent.name", .equal, to: name)))
        }
        #expect(try fetch("changed") == [child])
        #expect(try fetch("root").isEmpty)
        try context.save()
        #expect(try fetch("changed") == [child])
    }

    @Test(arguments: [0, 1, 3, 10])
    func `a limit counts what is returned`(_ limit: Int) throws {
        let first = Order(in: context, date: Date(timeIntervalSinceReferenceDate: 0), made: true)
        try context.delete(orders[1])
        orders[3].date = Date(timeIntervalSinceReferenceDate: 1.5)
        let fetch = Fetch<Order>(sort: [.ascending("date")], limit: limit)
        let expected = Array([first, orders[0], orders[3], orders[2]].prefix(limit))
        #expect(try context.fetch(fetch) == expected)
        try context.save()
        #expect(try context.fetch(fetch) == expected)
    }

    @Test func `a limit holds also for what is read, but for what may be left out`() throws {
        for day in 10..<60 { Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double(day))) }
        try context.save()
        let reading = try file.context()
        let known = try reading.fetch(Fetch<Order>(sort: [.ascending("date")], limit: 3))
        known[1].date = Date(timeIntervalSinceReferenceDate: 1000)
        try reading.delete(known[2])
        Order(in: reading, date: Date(timeIntervalSinceReferenceDate: 0))
        let (found, statements) = try reading.recordStatements {
            try reading.fetch(Fetch<Order>(sort: [.ascending("date")], limit: 5))
        }
        #expect(found.map(\.date.timeIntervalSinceReferenceDate) == [0, 1, 4, 10, 11])
        // Five that are stored, and the two unsaved ones that meet the condition.
        #expect(StatementFigures(statements).rows == 7)
    }

    @Test func `a limit counts what is returned where unknown rows are going to be deleted`() throws {
        let late = (10..<14).map { Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double($0))) }
        for order in orders { OrderRow(in: context, sum: 1, order: order) }
        OrderRow(in: context, sum: 2, order: late[3])
        try context.save()
        let reading = try file.context()
        for order in try reading.fetch(Fetch<Order>(sort: [.ascending("date")], limit: 4)) { try reading.delete(order) }
        #expect(try reading.fetch(Fetch<OrderRow>(limit: 1)).map(\.sum) == [2])
        #expect(try reading.fetch(Fetch<Order>(sort: [.ascending("date")], limit: 2)).count == 2)
    }

    @Test func `a negative limit finds nothing, with and without pending changes`() throws {
        let fetch = Fetch<Order>(limit: -1)
        #expect(try context.fetch(fetch).isEmpty)
        Order(in: context)
        #expect(try context.fetch(fetch).isEmpty)
    }

    @Test func `nil is a value that is found, and unequal to every other`() throws {
        grace.info = "info"
        let equal = Fetch<Customer>(where: .compare("info", .equal, to: String?.none))
        let unequal = Fetch<Customer>(where: .compare("info", .notEqual, to: "info"))
        let less = Fetch<Customer>(where: .compare("info", .less, to: "zzz"))
        for _ in 1...2 {
            #expect(try context.fetch(equal) == [ada])
            #expect(try context.fetch(unequal) == [ada])
            #expect(try context.fetch(less) == [grace])
            try context.save()
        }
        #expect(try context.fetch(Fetch<Customer>(where: .not(.compare("info", .less, to: "zzz")))) == [ada])
    }

    @Test func `a new object can be what is asked for`() throws {
        let new = Customer(in: context, name: "new")
        orders[0].customer = new
        let placed = { try Order.placed(since: .distantPast, by: new, in: context) }
        #expect(try placed() == [orders[0]])
        try context.save()
        #expect(try placed() == [orders[0]])
    }

    @Test func `a condition that the model does not fit is told with all that is wrong, and asks nothing`() throws {
        let fetch = Fetch<Order>(
            where: .and([
                .compare("nme", .equal, to: 1), .compare("customer.name", .equal, to: 2), .compare("rows", .equal, to: 1),
            ]),
            sort: [.ascending("customer")])
        let error = #expect(throws: ConditionErrors.self) { try context.fetch(fetch) }
        #expect(error?.errors.map(\.kind) == [.unknownName, .type, .type, .type])
        #expect(error?.errors.first?.unknownName == "nme")
    }
}
