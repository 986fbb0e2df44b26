import Foundation
import OrdersModel
import Testing
import Trellis

/// What a fetch finds with changes pending is what it finds once they are saved: tried with edits from a seed, which the
/// failing test's argument tells.
@Suite("Fetches under random edits")
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
}
