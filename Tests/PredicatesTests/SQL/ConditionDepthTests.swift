import Predicates
import SQLiteAccess
import Testing

/// Conditions in each other: which depth is none, which is answered, and which is an error.
struct ConditionDepthTests {
    private let store: SampleStore

    /// Things whose counts are 0 to 4.
    init() throws {
        store = try SampleStore(["thing": (0..<5).map { ["count": .integer($0)] }])
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
