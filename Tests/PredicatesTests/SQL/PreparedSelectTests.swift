import Foundation
import Predicates
import Testing

/// Fetches that differ in their values alone, and the statement that answers all of them.
struct PreparedSelectTests {
    private func query(_ condition: Condition, limit: Int? = nil, offset: Int = 0, sort: [SortTerm] = []) -> FetchQuery {
        FetchQuery(entity: "Thing", condition: condition, sort: sort, limit: limit, offset: offset)
    }

    private func statement(_ query: FetchQuery) throws -> SelectStatement {
        try ResolvedFetch(query, in: SampleLayout.layout).select(["_id"])
    }

    private func person(_ key: Int64, _ store: String? = nil) -> ConditionValue { .object(.init(entity: "Person", key: key, store: store)) }

    @Test func `the statement of one fetch answers others of its shape`() throws {
        let pairs: [(FetchQuery, FetchQuery)] = [
            (query(.compare("count", .equal, .integer(1))), query(.compare("count", .equal, .integer(-7)))),
            (query(.compare("name", .notEqual, .text("a"))), query(.compare("name", .notEqual, .text("b'")))),
            (query(.compare("info", .less, .text("a")), limit: 1), query(.compare("info", .less, .text("")), limit: 9)),
            (query(.compare("size", .greater, .real(0.5)), limit: 3, offset: 1), query(.compare("size", .greater, .real(-2)), limit: 0, offset: 7)),
            (query(.compare("price", .lessOrEqual, .decimal(1.25))), query(.compare("price", .lessOrEqual, .decimal(7)))),
            (query(.compare("made", .greater, .date(5))), query(.compare("made", .greater, .date(0.25)))),
            (query(.compare("due", .equal, .day("2001-01-01"))), query(.compare("due", .equal, .day("2024-02-29")))),
            (query(.compare("key", .equal, .uuid(UUID()))), query(.compare("key", .equal, .uuid(UUID())))),
            (query(.compare("owner", .equal, person(1))), query(.compare("owner", .equal, person(99)))),
            (query(.compare("owner.name", .equal, .text("a")), sort: [.ascending("count")]),
             query(.compare("owner.name", .equal, .text("z")), sort: [.ascending("count")])),
            (query(.and([.compare("count", .less, .integer(1)), .not(.compare("flag", .equal, .bool(true)))])),
             query(.and([.compare("count", .less, .integer(2)), .not(.compare("flag", .equal, .bool(true)))]))),
            (query(.between(.path("count"), Operand(.value(.integer(1))), Operand(.value(.integer(2))))),
             query(.between(.path("count"), Operand(.value(.integer(8))), Operand(.value(.integer(3)))))),
            (query(.text(.path("name"), TextComparison(.beginsWith), Operand(.value(.text("ab"))))),
             query(.text(.path("name"), TextComparison(.beginsWith), Operand(.value(.text("z")))))),
        ]
        var wrong = [String]()
        for (first, second) in pairs {
            let (shape, other) = (try #require(FetchShape(first)), try #require(FetchShape(second)))
            let prepared = PreparedSelect(shape, for: try statement(first), in: SampleLayout.layout) { $0.select(["_id"]) }
            let expected = try statement(second)
            if shape != other || prepared?.statement(of: other) != expected { wrong.append("\(second): \(String(describing: prepared))") }
        }
        #expect(wrong == [])
    }

    @Test func `a value without a stored form is resolved instead`() throws {
        for (path, usual, odd) in [("size", ConditionValue.real(1), ConditionValue.real(.nan)), ("made", .date(1), .date(.nan))] {
            let (first, second) = (query(.compare(path, .notEqual, usual)), query(.compare(path, .notEqual, odd)))
            let (shape, other) = (try #require(FetchShape(first)), try #require(FetchShape(second)))
            let prepared = PreparedSelect(shape, for: try statement(first), in: SampleLayout.layout) { $0.select(["_id"]) }
            #expect(shape == other && prepared?.statement(of: shape) != nil && prepared?.statement(of: other) == nil, "\(path)")
        }
        // SQL of another fetch is not that of the shape.
        let (shape, other) = (try #require(FetchShape(query(.compare("count", .equal, .integer(1))))), query(.compare("count", .less, .integer(1))))
        #expect(PreparedSelect(shape, for: try statement(other), in: SampleLayout.layout) { $0.select(["_id"]) } == nil)
    }

    @Test func `fetches that ask something else have another shape`() throws {
        let base = query(.compare("owner", .equal, person(1)))
        let others = [
            query(.compare("maker", .equal, person(1))), query(.compare("owner", .notEqual, person(1))),
            query(.compare("owner", .equal, person(1, "other"))), query(.compare("owner", .equal, .object(.init(entity: "Chief", key: 1)))),
            query(.compare("owner", .equal, .null)), query(.not(.compare("owner", .equal, person(1)))),
            query(.or([.compare("owner", .equal, person(1))])), query(.compare("owner", .equal, person(1)), limit: 1),
            query(.compare("owner", .equal, person(1)), offset: 1), query(.compare("owner", .equal, person(1)), sort: [.ascending("count")]),
            FetchQuery(entity: "Tag", condition: .compare("owner", .equal, person(1))),
            FetchQuery(entity: "Thing", condition: .compare("owner", .equal, person(1)), includesSubentities: false),
        ]
        let shapes = try (others + [base]).map { try #require(FetchShape($0)) }
        #expect(Set(shapes).count == shapes.count)
        #expect(FetchShape(query(.constant(true))) != FetchShape(query(.constant(false))))
        #expect(FetchShape(query(.compare("flag", .equal, .bool(true)))) != FetchShape(query(.compare("flag", .equal, .bool(false)))))
    }

    @Test func `what depends on its values or on the moment has no shape`() {
        let conditions: [Condition] = [
            .comparison(.path("made"), .less, Operand(.function(.now, []))), .membership(.path("count"), in: Operand(.list([]))),
            .text(.path("name"), TextComparison(.matches), Operand(.value(.text("a+")))), .compare("owner", .equal, person(-1)),
            .compare("bytes", .equal, .data([1])), .compare("name", .equal, .text(String(repeating: "a", count: 1_001))),
            .and(Array(repeating: .compare("count", .equal, .integer(1)), count: 33)),
            (0..<40).reduce(Condition.constant(true)) { inner, _ in .not(inner) },
        ]
        #expect(conditions.compactMap { FetchShape(query($0)) } == [])
    }
}
