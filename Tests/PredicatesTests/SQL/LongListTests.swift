import Predicates
import SQLiteAccess
import Testing

/// Many values of one operand that AND or OR combines: they are one list.
struct LongListTests {
    private let store: SampleStore

    /// Things whose counts are 0 to 4.
    init() throws {
        store = try SampleStore(["thing": (0..<5).map { ["count": .integer($0)] }])
    }

    private func counts(_ numbers: Range<Int64>) -> [Condition] {
        numbers.map { .compare("count", .equal, .integer($0)) }
    }

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
}
