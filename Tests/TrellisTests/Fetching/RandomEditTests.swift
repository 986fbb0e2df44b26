import Foundation
import OrdersModel
import Testing
import Trellis

/// What a fetch finds with changes pending is what it finds once they are saved: tried with edits from a seed, which the
/// failing test's argument tells.
struct RandomEditTests {
    /// SplitMix64: the same seed gives the same edits on every machine.
    private struct Randomness: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let fetches: [Fetch<Order>] = [
        Fetch(),
        Fetch(where: .compare("made", .equal, to: true), sort: [.ascending("date")]),
        Fetch(where: .not(.compare("customer.info", .equal, to: "a")), sort: [.descending("customer.name")]),
        Fetch(where: .compare("customer.info", .greaterOrEqual, to: "b"), sort: [.ascending("customer.info")], limit: 3),
        Fetch(
            where: .compare("customer", .notEqual, to: Customer?.none), sort: [.descending("date"), .ascending("paid")],
            limit: 5),
        Fetch(
            where: .or([
                .compare("customer.name", .less, to: "name 3"),
                .compare("date", .greater, to: Date(timeIntervalSinceReferenceDate: 3)),
            ]),
            sort: [.ascending("paid"), .ascending("customer.name"), .descending("date")]),
        Fetch(where: .and([]), sort: [.ascending("customer.info"), .ascending("made")], limit: 1),
        Fetch(where: .or([])),
    ]

    private func edit(_ context: ManagedObjectContext, names: inout Int, with random: inout Randomness) throws {
        let orders = try context.fetchAll(Order.self)
        let customers = try context.fetchAll(Customer.self)
        let order = orders.randomElement(using: &random)
        let customer = customers.randomElement(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1, 2:
            let date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<6, using: &random)))
            Order(in: context, date: date, made: Bool.random(using: &random), customer: customer)
        case 3:
            names += 1
            Customer(in: context, name: "name \(names)", info: ["a", "b", "c"].randomElement(using: &random))
        case 4:
            names += 1
            customer?.name = "name \(names)"
        case 5: customer?.info = [nil, "a", "b", "c"].randomElement(using: &random) ?? nil
        case 6: order?.date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<6, using: &random)))
        case 7: order?.made.toggle()
        case 8: order?.paid.toggle()
        case 9: order?.customer = Bool.random(using: &random) ? customer : nil
        case 10: if let order { try context.delete(order) }
        default:
            if let customer {
                customer.orders.removeAll()
                try context.delete(customer)
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a fetch finds the same before a save, after it, and in a context that is fresh`(_ seed: UInt64) throws {
        var random = Randomness(state: seed)
        var names = 0
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        for _ in 1...6 {
            for _ in 1...Int.random(in: 1...12, using: &random) { try edit(context, names: &names, with: &random) }
            let pending = try Self.fetches.map { try context.fetch($0) }
            let members = try context.fetchAll(Customer.self).map { Set($0.orders) }
            try context.save()
            #expect(try Self.fetches.map { try context.fetch($0) } == pending)

            let fresh = try file.context()
            #expect(try Self.fetches.map { try fresh.fetch($0).map(\.objectID) } == pending.map { $0.map(\.objectID) })
            let stored = try fresh.fetchAll(Customer.self).map { Set($0.orders.map(\.objectID)) }
            #expect(stored == members.map { Set($0.map(\.objectID)) })
        }
        #expect(names > 0)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a fetch sees the saves of another context under its own unsaved edits`(_ seed: UInt64) throws {
        var random = Randomness(state: seed)
        var names = 0
        let file = try StoreFile(of: Orders.self)
        let other = try file.context()
        for _ in 1...30 { try edit(other, names: &names, with: &random) }
        try other.save()
        var sizes = Set<Int>()
        for _ in 1...4 {
            let context = try file.context()
            // Its objects keep the values that they have now.
            let orders = try context.fetchAll(Order.self)
            let customers = try context.fetchAll(Customer.self)
            for customer in customers { _ = customer.orders.count }
            for _ in 1...Int.random(in: 1...4, using: &random) {
                try edit(context, names: &names, with: &random)
                for _ in 1...Int.random(in: 1...6, using: &random) { try edit(other, names: &names, with: &random) }
                try other.save()
                let visible = orders.map { [$0.date.description, "\($0.made) \($0.paid)"] }
                for (place, fetch) in Self.fetches.enumerated() {
                    let ids = try context.ids(fetch)
                    let truth = try UnsavedTruth(of: context, over: file.context())
                    #expect(ids == truth.ids(place), "fetch \(place)")
                    #expect(try context.fetch(fetch).map(\.objectID) == ids && context.count(fetch) == ids.count)
                    let dates = try context.fetch(fetch.values(FetchedProperty<Date>("date")))
                    #expect(dates == ids.compactMap { truth.orders[$0]?.date })
                    sizes.insert(ids.count)
                }
                #expect(orders.map { [$0.date.description, "\($0.made) \($0.paid)"] } == visible)
            }
        }
        #expect(sizes.count > 3)
    }
}

/// What a context has to find: the rows of the store, and in place of some of them the objects with unsaved changes. It judges them
/// in plain Swift.
private struct UnsavedTruth {
    struct OrderValues {
        var date: Date
        var made: Bool
        var paid: Bool
        var customer: ObjectID?

        init(_ order: Order) {
            (date, made, paid) = (order.date, order.made, order.paid)
            customer = order.customer?.objectID
        }
    }

    struct CustomerValues {
        var name: String
        var info: String?
    }

    private(set) var orders: [ObjectID: OrderValues] = [:]
    private var customers: [ObjectID: CustomerValues] = [:]

    init(of context: ManagedObjectContext, over store: ManagedObjectContext) throws {
        for order in try store.fetchAll(Order.self) { orders[order.objectID] = OrderValues(order) }
        for customer in try store.fetchAll(Customer.self) {
            customers[customer.objectID] = CustomerValues(name: customer.name, info: customer.info)
        }
        for object in context.deletedObjects {
            orders[object.objectID] = nil
            customers[object.objectID] = nil
        }
        for object in context.insertedObjects + context.updatedObjects {
            if let order = object as? Order { orders[order.objectID] = OrderValues(order) }
            if let customer = object as? Customer {
                customers[customer.objectID] = CustomerValues(name: customer.name, info: customer.info)
            }
        }
    }

    /// The identities that the fetch of a number in the suite's list finds.
    func ids(_ fetch: Int) -> [ObjectID] {
        func name(_ order: OrderValues) -> String? { order.customer.flatMap { customers[$0]?.name } }
        func info(_ order: OrderValues) -> String? { order.customer.flatMap { customers[$0]?.info } }
        let (found, keys, limit): ((OrderValues) -> Bool, (OrderValues) -> [Key], Int)
        switch fetch {
        case 1: (found, keys, limit) = ({ $0.made }, { [.up($0.date.key)] }, .max)
        case 2: (found, keys, limit) = ({ info($0) != "a" }, { [.down(name($0))] }, .max)
        case 3: (found, keys, limit) = ({ info($0).map { $0 >= "b" } ?? false }, { [.up(info($0))] }, 3)
        case 4: (found, keys, limit) = ({ $0.customer != nil }, { [.down($0.date.key), .up($0.paid.key)] }, 5)
        case 5:
            found = { order in name(order).map { $0 < "name 3" } ?? false || order.date.timeIntervalSinceReferenceDate > 3 }
            (keys, limit) = ({ [.up($0.paid.key), .up(name($0)), .down($0.date.key)] }, .max)
        case 6: (found, keys, limit) = ({ _ in true }, { [.up(info($0)), .up($0.made.key)] }, 1)
        case 7: (found, keys, limit) = ({ _ in false }, { _ in [] }, .max)
        default: (found, keys, limit) = ({ _ in true }, { _ in [] }, .max)
        }
        let sorted = orders.filter { found($0.value) }.sorted { left, right in
            for (first, second) in zip(keys(left.value), keys(right.value)) where first.text != second.text {
                // Nothing comes before everything.
                let isBefore = first.text.map { text in second.text.map { text < $0 } ?? false } ?? true
                return isBefore != first.isDescending
            }
            return left.key.place < right.key.place
        }
        return Array(sorted.map(\.key).prefix(limit))
    }

    /// A sort key, as text that sorts as its value does.
    private enum Key {
        case up(String?), down(String?)

        var text: String? {
            switch self {
            case .up(let text), .down(let text): text
            }
        }

        var isDescending: Bool { if case .down = self { true } else { false } }
    }
}

extension ObjectID {
    /// Saved objects by their keys, then new ones in the order in which they were made.
    fileprivate var place: Int64 {
        rowID ?? (Int64(description.drop { $0 != "/" }.dropFirst(4)) ?? 0) + 1_000_000
    }
}

extension Date {
    /// The dates of the tests are 0 to 5 seconds.
    fileprivate var key: String { "\(Int(timeIntervalSinceReferenceDate))" }
}

extension Bool {
    fileprivate var key: String { self ? "1" : "0" }
}
