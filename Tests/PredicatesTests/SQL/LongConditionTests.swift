import Predicates
import SQLiteAccess
import Testing

/// Conditions of many parts: SQLite goes no deeper than 1,000 levels, and takes every AND and OR for one.
struct LongConditionTests {
    private let store: SampleStore

    /// Things whose counts are 0 to 4.
    init() throws {
        store = try SampleStore(["thing": (0..<5).map { ["count": .integer($0)] }])
    }

    private func counts(_ numbers: Range<Int64>) -> [Condition] {
        numbers.map { .compare("count", .equal, .integer($0)) }
    }

    @Test(arguments: [101, 1_100, 10_000] as [Int64]) func `a condition has as many parts as it likes`(parts: Int64) throws {
        #expect(try store.keys(where: .or(counts(1..<parts + 1))) == [2, 3, 4, 5])
    }

    @Test func `groups within a group of their own connective count as parts of it`() throws {
        let groups = (0..<11).map { Condition.or(counts($0 * 100 + 2..<$0 * 100 + 102)) }
        #expect(try store.keys(where: .or(groups)) == [3, 4, 5])
        #expect(try store.keys(where: .and(groups.map { .and([.not($0), .constant(true)]) })) == [1, 2])
        #expect(try store.keys(where: .and([.or([.or(groups)]), .and([])])) == [3, 4, 5])
    }

    @Test func `parts may stand in each other, on either side`() throws {
        let parts = counts(3..<1_003)
        let right = parts.reversed().dropFirst().reduce(parts[999]) { .or([$1, $0]) }
        #expect(try store.keys(where: right) == [4, 5])
        let left = parts.dropFirst().reduce(parts[0]) { .or([$0, $1]) }
        #expect(try store.keys(where: left) == [4, 5])
    }

    @Test(arguments: [true, false]) func `long groups of both connectives may stand in each other`(deepFirst: Bool) throws {
        // Each level leaves what the one within it finds, but for one more thing on every second level.
        var condition = Condition.compare("count", .equal, .integer(4))
        for level in 0..<12 {
            // No list of values: each comparison is a part of its own.
            let added = (9..<108).map { Condition.compare("count", level % 2 == 0 ? .greater : .less, .integer($0)) }
            let parts = deepFirst ? [condition] + added : added + [condition]
            condition = level % 2 == 0 ? .or(parts) : .and(parts)
        }
        #expect(try store.keys(where: condition) == [5])
        let other = Condition.compare("count", .equal, .integer(0))
        #expect(try store.keys(where: .or([condition, other])) == [1, 5])
        #expect(try store.keys(where: .not(condition)) == [1, 2, 3, 4])
    }

    @Test func `values stand where they belong in a condition that is put in another order`() throws {
        func parts(_ first: Int64, _ comparison: Comparison) -> [Condition] {
            (first..<first + 99).map { .compare("count", comparison, .integer($0)) }
        }
        let deep = (0..<6).reduce(Condition.compare("count", .less, .integer(2))) { inner, level in
            .or(parts(100 * Int64(level) + 10, .greater) + [.and(parts(100 * Int64(level) + 10, .less) + [inner])])
        }
        #expect(try store.keys(where: .and([.compare("count", .greater, .integer(0)), deep])) == [2])
    }

    @Test func `long groups in the conditions on members may be as long`() throws {
        let store = try SampleStore([
            "person": [[:], [:]], "thing": [["owner_id": .integer(2), "count": .integer(7)], ["owner_id": .integer(1)]],
        ])
        var filter = Condition.comparison(variable("t", "count"), .equal, number(7))
        for level in 0..<12 {
            let sign = level % 2 == 0 ? Comparison.greater : .less
            let added = (10..<109).map { Condition.comparison(variable("t", "count"), sign, number($0)) }
            filter = level % 2 == 0 ? .or(added + [filter]) : .and(added + [filter])
        }
        let set = MemberSet(path: ["things"], filter: .init(variable: "t", condition: filter))
        let condition = Condition.comparison(Operand(.aggregate(.count, set, of: [])), .equal, number(1))
        #expect(try store.keys("Person", where: condition) == [2])
    }
}
