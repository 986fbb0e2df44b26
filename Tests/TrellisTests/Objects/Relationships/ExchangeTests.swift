import RelationshipsModel
import RulesModel
import Testing
import Trellis

/// Partners and unique values that change hands in one save, in every order in which a program can say so.
struct ExchangeTests {
    static let orders = permutations([0, 1, 2])

    private static func permutations(_ numbers: [Int]) -> [[Int]] {
        if numbers.isEmpty { return [[]] }
        return numbers.flatMap { first in permutations(numbers.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test(arguments: orders, [false, true])
    func `three exchange their partners, from either end`(_ wanted: [Int], _ fromHolder: Bool) throws {
        for order in Self.orders {
            let file = try StoreFile(of: Society.self)
            let made = try file.context()
            for number in 0..<3 { User(in: made, name: "\(number)", badge: Badge(in: made, number: Int64(number))) }
            try made.save()
            let context = try file.context()
            let users = try context.fetchAll(User.self)
            let badges = try context.fetchAll(Badge.self)
            for number in order {
                if fromHolder {
                    badges[wanted[number]].holder = users[number]
                } else {
                    users[number].badge = badges[wanted[number]]
                }
            }
            // Each object that got another's partner left one without a partner, but each had one in the end.
            for number in 0..<3 {
                #expect(users[number].badge == badges[wanted[number]])
                #expect(badges[wanted[number]].holder == users[number])
            }
            try context.save()
            #expect(
                try file.column("SELECT number FROM badge ORDER BY holder_id") == wanted.map(String.init), "\(wanted) in the order \(order)")
        }
    }

    @Test(arguments: orders)
    func `three exchange unique values`(_ wanted: [Int]) throws {
        for order in Self.orders {
            let file = try StoreFile(of: Rules.self)
            let context = try file.context()
            let owner = Owner(in: context, name: "owner")
            let objects = (0..<3).map { Strict(in: context, name: "ab", code: Int64($0), owner: owner) }
            try context.save()
            for number in order { objects[number].code = Int64(wanted[number]) }
            try context.save()
            #expect(try file.column("SELECT code FROM strict ORDER BY _id") == wanted.map(String.init), "in the order \(order)")
        }
    }
}
