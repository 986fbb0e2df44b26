import Foundation
import KitchenSinkModel
import OrdersModel
import TestSupport
import Testing
import Trellis

/// Fetches that differ in their values alone: a store writes their SQL once. What each finds is compared with a container that was never
/// asked for another one.
struct PreparedFetchTests {
    private static let properties = [
        "flag", "small", "large", "single", "double", "text", "amount", "longAmount", "exact", "instant", "unixInstant", "writtenInstant",
        "day", "length", "roundedAmount", "bytes", "identifier", "writtenIdentifier", "kind", "state", "place.latitude", "maybeFlag",
        "maybeLarge", "maybeDouble", "maybeText", "maybeAmount", "maybeExact", "maybeInstant", "maybeDay", "maybeIdentifier", "maybeKind",
    ]

    private static let values: [ConditionValue] = [
        .null, .bool(true), .bool(false), .integer(0), .integer(1), .integer(-5), .integer(70_000), .integer(.max), .integer(.min), .real(0.5),
        .real(-0.0), .real(1.25), .real(1e300), .real(.nan), .real(.infinity), .decimal(1.25), .decimal(Decimal(string: "1.249")!),
        .decimal(Decimal(string: "1e40")!), .decimal(0), .text(""), .text("t"), .text("T"), .text("té"), .text("t\0b"), .text("*"),
        .text("%"), .text("\u{10FFFF}"), .text("paper"), .text("new"), .text("2001-01-01"), .text("PT1H"),
        .text("07070707-0707-0707-0707-070707070707"), .date(0), .date(0.5), .date(100), .date(1e15), .date(.nan), .day("2001-01-01"),
        .day("0000-99-99"), .duration(.seconds(0)), .duration(.seconds(60)), .uuid(UUID(repeating: 7)), .uuid(UUID(repeating: 0)),
        .data([1, 2]), .object(ObjectReference(entity: "Values", key: 1)),
    ]

    private static func conditions(_ property: String, _ value: ConditionValue) -> [Condition] {
        let (path, operand) = (Operand.path(property), Operand(.value(value)))
        return [
            .comparison(path, .equal, operand), .comparison(path, .notEqual, operand), .comparison(operand, .greater, path),
            .and([.comparison(path, .greaterOrEqual, operand), .compare("large", .notEqual, to: 3)]),
            .between(path, operand, operand),
            .text(path, TextComparison(.beginsWith), operand), .text(path, TextComparison(.contains, [.caseInsensitive]), operand),
            .text(path, TextComparison(.like), operand), .not(.or([.comparison(path, .less, operand), .compare("flag", .equal, to: true)])),
        ]
    }

    /// What a fetch gives, or its error.
    private static func answer(_ condition: Condition, _ number: Int, in context: ManagedObjectContext) -> [String] {
        var fetch = Fetch<Values>(where: condition, sort: [.ascending("text")])
        if number % 3 > 0 { fetch = fetch.limit(number % 7) }
        if number % 4 > 2 { fetch = fetch.offset(number % 3) }
        do {
            return [String(try context.count(fetch))] + (try context.fetch(fetch)).map { String($0.large) }
        } catch {
            return [String(describing: error)]
        }
    }

    private static func fill(_ context: ManagedObjectContext, _ random: inout SeededGenerator) throws {
        for number in 0..<12 {
            let row = Values(plainIn: context)
            (row.flag, row.large, row.small) = (number % 2 == 0, Int64(number - 5), Int16(number % 3))
            row.text = ["", "t", "T", "té", "t\0b", "tea"].randomElement(using: &random) ?? ""
            row.double = [0, 0.5, 1.25, 1e300].randomElement(using: &random) ?? 0
            row.amount = [0, 1.25, -1].randomElement(using: &random) ?? 0
            row.exact = row.amount
            row.instant = Date(timeIntervalSinceReferenceDate: [0, 0.5, 100].randomElement(using: &random) ?? 0)
            row.identifier = UUID(repeating: [0, 7].randomElement(using: &random) ?? 0)
            row.writtenIdentifier = row.identifier
            if number % 3 == 0 { continue }
            (row.maybeFlag, row.maybeLarge, row.maybeText, row.maybeDouble) = (row.flag, row.large, row.text, row.double)
            (row.maybeAmount, row.maybeExact, row.maybeIdentifier) = (row.amount, row.exact, row.identifier)
        }
        try context.save()
    }

    @Test(.filesOnly(.nul)) func `a fetch finds the same whatever its store was asked for before`() throws {
        var random = SeededGenerator.forTests()
        let file = try StoreFile(of: KitchenSink.self)
        try Self.fill(try file.context(), &random)
        let known = try file.container()
        var differences = [String]()
        var found = 0
        let questions = TestScale.count(6, long: 60)
        for _ in 0..<questions {
            // Each shape comes once in a new container, and many times in the other one.
            let (fresh, warm) = (try file.context(), try known.makeContext())
            for property in Self.properties {
                let value = try #require(Self.values.randomElement(using: &random))
                for (number, condition) in Self.conditions(property, value).enumerated() {
                    let number = number + Int.random(in: 0..<3, using: &random) * 12
                    let expected = Self.answer(condition, number, in: fresh)
                    if expected.count > 1 { found += 1 }
                    if Self.answer(condition, number, in: warm) != expected { differences.append("\(property) \(value) \(condition): \(expected)") }
                }
            }
        }
        #expect(differences == [])
        #expect(found > 10 * questions)
    }

    @Test func `an error of one value is told, and the next value is asked for`() throws {
        let context = try StoreFile(of: Orders.self).context()
        let order = Order(in: context, customer: Customer(in: context, name: "Ada"))
        try context.save()
        func count(_ value: ConditionValue) -> Int? {
            try? context.count(Fetch<Order>(where: .comparison(.path("customer.name"), .equal, Operand(.value(value)))))
        }
        let outcomes = [count(.text("Ada")), count(.integer(1)), count(.text("Bob")), count(.text("Ada")), count(.null)]
        #expect(outcomes == [1, nil, 0, 1, 0])
        order.customer?.name = "Bob"
        #expect([count(.text("Bob")), count(.text("Ada"))] == [1, 0])
        try context.save()
        #expect([count(.text("Bob")), count(.text("Ada"))] == [1, 0])
    }

    @Test func `identities of other stores find nothing, also where an own one was asked for before`() throws {
        let (file, other) = (try StoreFile(of: Orders.self), try StoreFile(of: Orders.self))
        let (context, foreign) = (try file.context(), try other.context())
        let references = try [context, foreign].map { context in
            let customer = Customer(in: context, name: "Ada")
            _ = Order(in: context, customer: customer)
            try context.save()
            return customer
        }
        func count(_ customer: Customer) throws -> Int { try context.count(Fetch<Order>(where: .compare("customer", .equal, to: customer.objectID))) }
        #expect(try [references[0], references[1], references[0]].map(count) == [1, 0, 1])
    }
}
