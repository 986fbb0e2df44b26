import Foundation
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
            let added = level % 2 == 0 ? counts(9..<108) : counts(9..<108).map(Condition.not)
            let parts = deepFirst ? [condition] + added : added + [condition]
            condition = level % 2 == 0 ? .or(parts) : .and(parts)
        }
        #expect(try store.keys(where: condition) == [5])
        let other = Condition.compare("count", .equal, .integer(0))
        #expect(try store.keys(where: .or([condition, other])) == [1, 5])
        #expect(try store.keys(where: .not(condition)) == [1, 2, 3, 4])
    }

    @Test func `values stand where they belong in a condition that is put in another order`() throws {
        func parts(_ first: Int64, _ wrap: (Condition) -> Condition = { $0 }) -> [Condition] {
            counts(first..<first + 99).map(wrap)
        }
        let deep = (0..<6).reduce(Condition.compare("count", .less, .integer(2))) { inner, level in
            .or(parts(100 * Int64(level) + 10) + [.and(parts(100 * Int64(level) + 10, Condition.not) + [inner])])
        }
        #expect(try store.keys(where: .and([.compare("count", .greater, .integer(0)), deep])) == [2])
    }

    @Test func `long groups in the conditions on members may be as long`() throws {
        let store = try SampleStore([
            "person": [[:], [:]], "thing": [["owner_id": .integer(2), "count": .integer(7)], ["owner_id": .integer(1)]],
        ])
        var filter = Condition.comparison(variable("t", "count"), .equal, number(7))
        for level in 0..<12 {
            let sign = level % 2 == 0 ? Comparison.equal : .notEqual
            let added = (10..<109).map { Condition.comparison(variable("t", "count"), sign, number($0)) }
            filter = level % 2 == 0 ? .or(added + [filter]) : .and(added + [filter])
        }
        let set = MemberSet(path: ["things"], filter: .init(variable: "t", condition: filter))
        let condition = Condition.comparison(Operand(.aggregate(.count, set, of: [])), .equal, number(1))
        #expect(try store.keys("Person", where: condition) == [2])
    }

    // MARK: Long groups of one operand

    private func select(_ condition: Condition) throws -> SelectStatement {
        try ResolvedFetch(FetchQuery(entity: "Thing", condition: condition), in: SampleLayout.layout).select(["_id"])
    }

    @Test func `32,000 values of one property, combined by OR or AND, are one list and take seconds at most`() throws {
        let clock = ContinuousClock()
        let equal = Condition.or(counts(2..<32_002))
        let unequal = Condition.and((2..<32_002).map { .compare("count", .notEqual, .integer($0)) })
        let start = clock.now
        #expect(try store.keys(where: equal) == [3, 4, 5])
        #expect(try store.keys(where: unequal) == [1, 2])
        let time = clock.now - start
        // For both, unoptimized, and with other tests beside it; without lists it was minutes.
        #expect(time < .seconds(20), "\(time)")
        #expect(try select(equal).bindings.count == 1)
        #expect(try select(unequal).bindings.count == 1)
    }

    @Test func `a predicate of 32,000 ORs is read and answered in seconds`() throws {
        let clock = ContinuousClock()
        let text = (2..<32_002).map { "count == \($0)" }.joined(separator: " OR ")
        let start = clock.now
        #expect(try store.keys(where: Condition(text, arguments: [])) == [3, 4, 5])
        let time = clock.now - start
        #expect(time < .seconds(20), "\(time)")
    }

    @Test func `what does not belong to the list stays beside it`() throws {
        let others: [Condition] = [.compare("count", .greater, .integer(3)), .compare("limit", .equal, .integer(0))]
        #expect(try store.keys(where: .or(others + counts(100..<200) + [.compare("count", .equal, .integer(0))])) == [1, 5])
        let mixed = Condition.or((0..<70).flatMap { [.compare("count", .equal, .integer(90 + $0)), .compare("limit", .equal, .integer($0))] })
        #expect(try store.keys(where: mixed).isEmpty)
        #expect(try select(mixed).bindings.count == 2)
        let few = try select(.or(counts(0..<64)))
        #expect(few.bindings.count == 64 && !few.sql.contains("json_each"))
    }

    @Test func `nil in a long group finds what is nil, and a list with != does not exclude it`() throws {
        let store = try SampleStore(["thing": [["limit": .integer(1)], ["limit": .null], ["limit": .integer(2)]]])
        let limits = (2..<100).map { Condition.compare("limit", .equal, .integer($0)) }
        #expect(try store.keys(where: .or(limits)) == [3])
        #expect(try store.keys(where: .or(limits + [.compare("limit", .equal, .null)])) == [2, 3])
        #expect(try store.keys(where: .and(limits.map(Condition.not))) == [1, 2])
        let others = (2..<100).map { Condition.compare("limit", .notEqual, .integer($0)) }
        #expect(try store.keys(where: .and(others)) == [1, 2])
        #expect(try store.keys(where: .and(others + [.compare("limit", .notEqual, .null)])) == [1])
    }

    @Test func `an integer that no floating-point number is stays out of a long group of such`() throws {
        let store = try SampleStore(["thing": [["size": .real(9_007_199_254_740_992)], ["size": .real(5)]]])
        let sizes = (0..<90).map { Condition.compare("size", .equal, .integer($0 * 2 + 9_007_199_254_740_993)) }
        #expect(try store.keys(where: .or(sizes)).isEmpty)
        #expect(try store.keys(where: .or(sizes + counts(1..<70) + [.compare("size", .equal, .integer(5))])) == [2])
        #expect(try store.keys(where: .and(sizes.map(Condition.not))) == [1, 2])
    }

    // MARK: Conditions on groups

    private func groups(having: GroupCondition) throws -> ResolvedGroups {
        let query = GroupQuery(FetchQuery(entity: "Thing"), columns: [.key(["count"]), .objects], having: having)
        return try ResolvedGroups(query, in: SampleLayout.layout)
    }

    private func keys(having: GroupCondition) throws -> [Int64] {
        let select = try groups(having: having).select
        let statement = try store.connection.prepare(select.sql)
        for (index, binding) in select.bindings.enumerated() {
            if case .value(let value) = binding { try statement.raw.bind(value, at: Int32(index) + 1) }
        }
        var keys = [Int64]()
        while try statement.raw.step() { keys.append(statement.raw.integer(at: 0)) }
        return keys
    }

    private func has(_ comparison: Comparison, _ count: Int64) -> GroupCondition {
        .compare(.key(["count"]), comparison, .integer(count))
    }

    @Test func `a condition on groups has as many parts as it likes, side by side or in each other`() throws {
        #expect(try keys(having: .or((2..<3_000).map { has(.equal, $0) })) == [2, 3, 4])
        #expect(try keys(having: .and((2..<3_000).map { has(.notEqual, $0) })) == [0, 1])
        #expect(try keys(having: (2..<3_000).reduce(has(.equal, 1)) { .or([$0, has(.equal, $1)]) }) == [1, 2, 3, 4])
        #expect(try keys(having: (2..<3_001).reduce(has(.equal, 1)) { inner, _ in .not(inner) }) == [0, 2, 3, 4])
    }

    @Test func `a deep condition on groups is an error that names the depth and the limit, and one within the limit is answered`() throws {
        let mixed = { (levels: Int64, isRight: Bool) in
            (0..<levels).reduce(has(.equal, 1)) { inner, level in
                let other = level % 2 == 0 ? has(.equal, 90) : has(.less, 90)
                let parts = isRight ? [other, inner] : [inner, other]
                return level % 2 == 0 ? .or(parts) : .and(parts)
            }
        }
        for isRight in [true, false] {
            #expect(try keys(having: mixed(79, isRight)) == [1])
            let error = #expect(throws: ConditionErrors.self) { try groups(having: mixed(2_000, isRight)) }
            #expect(error?.errors.map(\.message) == ["2001 conditions on groups stand in each other, and the limit is 80"])
        }
        let negated = (0..<39).reduce(has(.equal, 1)) { inner, _ in .not(.or([has(.equal, 90), inner])) }
        #expect(try keys(having: negated) == [0, 2, 3, 4])
        #expect(mixed(2_000, true) == mixed(2_000, true) && mixed(2_000, true) != mixed(2_000, false))
        #expect(Set([mixed(2_000, true), mixed(2_000, true)]).count == 1)
    }

    // MARK: Depth

    private func expectTooDeep(_ condition: Condition, _ message: String) {
        let error = #expect(throws: ConditionErrors.self) { try store.keys(where: condition) }
        #expect(error?.errors.map(\.message) == [message])
        #expect(throws: ConditionError(.syntax, message, at: nil)) { try condition.substituting([:]) }
    }

    private let one = Condition.compare("count", .equal, .integer(1))

    @Test func `a deep condition is an error that names the depth and the limit`() {
        let other = Condition.compare("count", .less, .integer(9))
        let mixed = (0..<2_000).reduce(one) { inner, level in level % 2 == 0 ? .or([other, inner]) : .and([inner, other]) }
        expectTooDeep(mixed, "2001 conditions are nested, and the limit is 80")
        let negated = (0..<1_000).reduce(one) { inner, _ in .not(.or([other, inner])) }
        expectTooDeep(negated, "2001 conditions are nested, and the limit is 80")
        let sum = (0..<2_000).reduce(number(1)) { inner, _ in Operand(.arithmetic(inner, .plus, number(1))) }
        expectTooDeep(.comparison(sum, .equal, number(1)), "2001 operands are nested, and the limit is 100")
    }

    @Test func `the deepest condition that is no error can be asked for, whichever side is deep`() throws {
        let never = Condition.compare("count", .greater, .integer(90))
        for isRight in [true, false] {
            func group(_ inner: Condition, _ other: Condition, _ make: ([Condition]) -> Condition) -> Condition {
                make(isRight ? [other, inner] : [inner, other])
            }
            let mixed = (0..<79).reduce(one) { inner, level in
                level % 2 == 0 ? group(inner, never, Condition.or) : group(inner, .constant(true), Condition.and)
            }
            expectTooDeep(.or([never, .and([.not(never), mixed])]), "82 conditions are nested, and the limit is 80")
            let below = (0..<78).reduce(one) { inner, level in
                level % 2 == 0 ? group(inner, never, Condition.or) : group(inner, .constant(true), Condition.and)
            }
            #expect(try store.keys(where: below) == [2])
            let negated = (0..<39).reduce(one) { inner, _ in .not(group(inner, never, Condition.or)) }
            #expect(try store.keys(where: negated) == [1, 3, 4, 5])
            #expect(try store.keys(where: .and([.not(one), negated])) == [1, 3, 4, 5])
        }
    }

    @Test(arguments: [2, 3, 999, 1_000]) func `a pair of NOT takes itself away`(count: Int) throws {
        let condition = (0..<count).reduce(one) { inner, _ in .not(inner) }
        #expect(try store.keys(where: condition) == (count % 2 == 0 ? [2] : [1, 3, 4, 5]))
        let single = (0..<count).reduce(one) { inner, _ in .and([.not(inner)]) }
        #expect(try store.keys(where: .or([one, single])) == (count % 2 == 0 ? [2] : [1, 2, 3, 4, 5]))
    }

    private func deepCondition(_ innermost: Condition) -> Condition {
        (0..<2_000).reduce(innermost) { inner, level in level % 2 == 0 ? .not(inner) : .or([inner, .constant(true)]) }
    }

    @Test func `what a deep condition uses and says is found without going down into it`() {
        let deep = deepCondition(one)
        let (same, other) = (deepCondition(one), deepCondition(.constant(true)))
        #expect(deep == same && deep != other && Set([deep, same, other]).count == 2)
        #expect(deep.comparisons == [one])
        #expect(deep.keyPaths == [["count"]])
        #expect(deep.text.hasSuffix("count == 1)\(String(repeating: " OR TRUEPREDICATE)", count: 999)) OR TRUEPREDICATE"))
    }
}
