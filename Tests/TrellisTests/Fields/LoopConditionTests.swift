import OrdersModel
import Testing
import Trellis

/// Conditions that a loop adds to: however many it adds, they stay wide and do not exhaust the stack when Swift frees them.
struct LoopConditionTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    /// Services "S0" to "S9".
    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        for number in 0..<10 { Service(in: context, name: "S\(number)") }
        try context.save()
    }

    private func named(_ number: Int) -> Condition { .compare("name", .equal, to: "S\(number)") }
    private func notNamed(_ number: Int) -> Condition { .compare("name", .notEqual, to: "S\(number)") }
    private func names(_ condition: Condition) throws -> [String] {
        try context.fetch(Fetch<Service>(where: condition, sort: [.ascending("name")])).map(\.name)
    }

    @Test func `40,000 conditions are added behind and before, by OR and AND`() throws {
        let numbers = 8..<40_000
        #expect(try names(numbers.dropFirst().reduce(named(8)) { $0 || named($1) }) == ["S8", "S9"])
        #expect(try names(numbers.dropFirst().reduce(named(8)) { named($1) || $0 }) == ["S8", "S9"])
        let others = (0..<8).map { "S\($0)" }
        #expect(try names(numbers.dropFirst().reduce(notNamed(8)) { $0 && notNamed($1) }) == others)
        #expect(try names(numbers.dropFirst().reduce(notNamed(8)) { notNamed($1) && $0 }) == others)
    }

    @Test func `they keep their order`() {
        let wanted = (0..<2_000).map(named)
        #expect(wanted.dropFirst().reduce(wanted[0]) { $0 || $1 }.comparisons == wanted)
        #expect(wanted.dropLast().reversed().reduce(wanted[1_999]) { $1 || $0 }.comparisons == wanted)
        let both = wanted[..<1_000].dropFirst().reduce(wanted[0]) { $0 && $1 } && wanted[1_001...].reduce(wanted[1_000]) { $0 && $1 }
        #expect(both.comparisons == wanted)
    }

    @Test func `100,000 negations are one or none`() {
        #expect((0..<100_000).reduce(named(1)) { condition, _ in !condition } == named(1))
        #expect((0..<100_001).reduce(named(1)) { condition, _ in !condition } == .not(named(1)))
    }

    @Test func `conditions on groups are added the same way`() throws {
        let count = GroupColumn<Int>.count
        let groups = Fetch<Service>().storedGroups(GroupColumn<String>.key("name"), count)
        let having = (2..<40_000).reduce(count == 1) { (count == $1) || $0 }
        #expect(having != (2..<40_000).reduce(count == 1) { $0 || (count == $1) })
        #expect((0..<100_000).reduce(count == 1) { condition, _ in !condition } == (count == 1))
        let few = (2..<2_000).reduce(count == 1) { $0 || (count == $1) }
        #expect(try context.fetch(groups.having(few)).count == 10)
    }

    @Test func `conditions that a loop puts into each other are refused by name`() {
        let deep = (0..<1_000).reduce(named(1)) { $1 % 2 == 0 ? $0 && named($1) : $0 || named($1) }
        let error = #expect(throws: ConditionErrors.self) { try context.fetch(Fetch<Service>(where: deep)) }
        #expect(error?.errors.map(\.message) == ["1001 conditions are nested, and the limit is 80"])
    }
}
