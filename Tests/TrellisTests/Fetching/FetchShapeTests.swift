import Foundation
import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// What a fetch can be asked for: objects, the first, whether there is any, how many, identities.
struct FetchShapeTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let orders: [Order]

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        let context = context
        orders = (1...6).map { Order(in: context, date: .at($0), made: $0 % 2 == 0) }
        try context.save()
    }

    private let byDate = Fetch<Order>(sort: [.ascending("date")])

    /// All shapes of one fetch are about the same objects.
    private func expect(
        _ fetch: Fetch<Order>, _ expected: [Order], in context: ManagedObjectContext? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let context = context ?? self.context
        #expect(try context.fetch(fetch) == expected, sourceLocation: sourceLocation)
        #expect(try context.first(fetch) == expected.first, sourceLocation: sourceLocation)
        #expect(try context.exists(fetch) == !expected.isEmpty, sourceLocation: sourceLocation)
        #expect(try context.count(fetch) == expected.count, sourceLocation: sourceLocation)
        #expect(try context.ids(fetch) == expected.map(\.objectID), sourceLocation: sourceLocation)
        #expect(Array(try context.objects(fetch, batchSize: 2)) == expected, sourceLocation: sourceLocation)
        let dates = fetch.values(FetchedProperty<Date>("date"))
        #expect(try context.fetch(dates) == expected.map(\.date), sourceLocation: sourceLocation)
    }

    @Test func `a fetch can be refined any number of times`() throws {
        var fetch = byDate
        for second in 10..<1_110 { fetch = fetch.where(.compare("date", .notEqual, to: Date.at(Double(second)))) }
        try expect(fetch.where(.compare("made", .equal, to: true)), [orders[1], orders[3], orders[5]])
    }

    // MARK: Limit and offset

    @Test func `an offset passes over the beginning, and a limit counts what comes after it`() throws {
        try expect(byDate.offset(4), Array(orders[4...]))
        try expect(byDate.offset(1).limit(2), Array(orders[1...2]))
        try expect(byDate.offset(5).limit(9), [orders[5]])
    }

    @Test func `an offset beyond the end and a limit of 0 leave nothing`() throws {
        for fetch in [byDate.offset(6), byDate.offset(.max).limit(.max), byDate.limit(0), byDate.limit(0).offset(2)] {
            try expect(fetch, [])
        }
        Order(in: context, date: .at(0))
        for fetch in [byDate.offset(7), byDate.offset(.max).limit(.max), byDate.limit(0), byDate.limit(0).offset(2)] {
            try expect(fetch, [])
        }
    }

    @Test func `a negative limit finds nothing, and a negative offset passes over nothing`() throws {
        try expect(byDate.limit(-1), [])
        try expect(byDate.offset(-1).limit(2), Array(orders[...1]))
        orders[0].made = true
        try expect(byDate.limit(-1), [])
        try expect(byDate.offset(-1).limit(2), Array(orders[...1]))
    }

    @Test func `limit and offset hold with new, changed and deleted objects`() throws {
        let new = Order(in: context, date: .at(2.5))
        try context.delete(orders[0])
        orders[5].date = .at(1.5)
        let expected = [orders[5], orders[1], new, orders[2], orders[3], orders[4]]
        for (offset, limit) in [(0, 3), (1, 2), (2, 1), (3, 9), (5, 1), (6, 1)] {
            try expect(byDate.offset(offset).limit(limit), Array(expected.dropFirst(offset).prefix(limit)))
        }
    }

    @Test func `limit and offset hold where objects at the end of a path have changed`() throws {
        let (ada, zoe) = (Customer(in: context, name: "Ada"), Customer(in: context, name: "Zoe"))
        for order in orders { order.customer = order.made ? ada : zoe }
        try context.save()
        let fetch = byDate.sorted(by: .ascending("customer.name"), .descending("date"))
        try expect(fetch.offset(2).limit(2), [orders[1], orders[4]])
        ada.name = "Zoo"
        try expect(fetch.offset(2).limit(2), [orders[0], orders[5]])
    }

    @Test func `objects that the order leaves equal come in the order in which they were saved, new ones last`() throws {
        let fetch = byDate.sorted(by: .descending("made"))
        let saved = [1, 3, 5, 0, 2, 4].map { orders[$0] }
        try expect(fetch, saved)
        let new = (1...2).map { Order(in: context, date: .at($0), made: true) }
        try expect(fetch, saved[..<3] + new + saved[3...])
        try expect(fetch.offset(2).limit(4), [orders[5]] + new + [orders[0]])
        orders[0].made = true
        try expect(fetch, [orders[0]] + saved[..<3] + new + saved[4...])
    }

    // MARK: More precise fetches

    @Test func `a fetch is made more precise in a copy of it`() throws {
        let made = byDate.where(.compare("made", .equal, to: true))
        let late = made.where(.compare("date", .greater, to: Date.at(2)))
        try expect(made, [orders[1], orders[3], orders[5]])
        try expect(late, [orders[3], orders[5]])
        try expect(late.sorted(by: .descending("date")).limit(1), [orders[5]])
        #expect(byDate.condition == nil)
        #expect(made.prefetching("rows").prefetching("customer", "rows.service").prefetch == ["rows", "customer", "rows.service"])
        #expect(made.limit(2).limit(nil).limit == nil)
    }

    // MARK: What is read

    @Test func `counts and identities make no objects`() throws {
        let reading = try file.context()
        _ = try reading.count(byDate)
        _ = try reading.exists(byDate)
        let ids = try reading.ids(byDate)
        _ = try reading.fetch(byDate.values(FetchedProperty<Bool>("made")))
        #expect(reading.registeredObjects.isEmpty)
        #expect(ids == orders.map(\.objectID))
        #expect(try reading.find(Order.self, ids).map(\.date) == orders.map(\.date))
    }

    @Test func `a count with pending changes makes no objects either`() throws {
        let reading = try file.context()
        let first = try #require(try reading.first(byDate))
        first.made = true
        let new = Order(in: reading, date: .at(9), made: true)
        let made = byDate.where(.compare("made", .equal, to: true))
        #expect(try reading.count(made) == 5)
        #expect(try reading.ids(made).map(\.rowID) == [1, 2, 4, 6, nil])
        #expect(try reading.ids(made).last == new.objectID)
        #expect(Set(reading.registeredObjects) == [first, new])
    }

    @Test func `the first object is the only one that is read`() throws {
        let reading = try file.context()
        let (first, statements) = try reading.recordStatements { try reading.first(byDate.offset(2)) }
        #expect(first?.date == .at(3))
        #expect(StatementFigures(statements).rows == 1)
        #expect(try reading.first(byDate.limit(0)) == nil)
    }

    @Test func `whatever has changed, a fetch is one statement for the store and one for unsaved rows`() throws {
        let reading = try file.context()
        let known = try reading.fetch(byDate.limit(2))
        try reading.delete(known[0])
        known[1].made.toggle()
        Order(in: reading)
        let fetch = byDate.where(.compare("customer.name", .equal, to: String?.none)).offset(1).limit(3)
        for ask in [
            { try reading.fetch(fetch).count }, { try reading.count(fetch) }, { try reading.ids(fetch).count },
            { try reading.fetch(fetch.values(FetchedProperty<Date>("date"))).count },
        ] {
            let (count, statements) = try reading.recordStatements(ask)
            #expect(count == 3)
            #expect(statements.count == 2)
        }
    }

    @Test func `a fetch is one statement if only objects at the ends of its paths have changed`() throws {
        let customers = (0..<6).map { Customer(in: context, name: "c\($0)") }
        for (order, customer) in zip(orders, customers) { order.customer = customer }
        try context.save()
        let reading = try file.context()
        try #require(try reading.first(Fetch<Customer>())).name = "z"
        let fetch = Fetch<Order>(sort: [.ascending("customer.name")])
        let (dates, statements) = try reading.recordStatements { try reading.fetch(fetch).map(\.date) }
        #expect(dates == [2, 3, 4, 5, 6, 1].map { Date.at($0) })
        #expect(statements.count == 1)
        #expect(StatementFigures(statements).faults == 0)

        let asking = try file.context()
        try #require(try asking.first(Fetch<Customer>())).name = "z"
        let (count, asked) = try asking.recordStatements {
            try asking.count(Fetch<Order>(where: .compare("customer.name", .greater, to: "c3")))
        }
        #expect(count == 3)
        #expect(asked.count == 1)
    }

    // MARK: What is refused

    @Test func `a name that the model does not have is refused by every shape`() throws {
        let wrong = Fetch<Order>(sort: [.ascending("dat")])
        #expect(throws: ConditionErrors.self) { try context.fetch(wrong) }
        #expect(throws: ConditionErrors.self) { try context.first(wrong) }
        #expect(throws: ConditionErrors.self) { try context.count(wrong) }
        #expect(throws: ConditionErrors.self) { try context.exists(wrong) }
        #expect(throws: ConditionErrors.self) { try context.ids(wrong) }
        #expect(throws: ConditionErrors.self) { try context.objects(wrong) }
        #expect(throws: ConditionErrors.self) { try context.stream(wrong) }
    }

    @Test func `a class of another model is refused by every shape`() throws {
        let wrong = Fetch<Person>()
        let error = StoreError.notInModel(entity: "Person", model: "Orders")
        #expect(throws: error) { try context.count(wrong) }
        #expect(throws: error) { try context.ids(wrong) }
        #expect(throws: error) { try context.objects(wrong) }
        #expect(throws: error) { try context.fetch(wrong.values(FetchedProperty<String>("name"))) }
        #expect(throws: error) { try context.fetch(wrong.storedGroups(.count)) }
    }
}

extension Date {
    /// A number of seconds after 2001-01-01.
    static func at(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    static func at(_ seconds: Int) -> Date { at(Double(seconds)) }
}
