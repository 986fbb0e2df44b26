import Foundation
import Predicates
import SQLiteAccess
import Testing

/// Parameters whose values come when the statement is run.
struct ParameterTests {
    private let parameters = [
        "text": FetchParameter(type: .text, isOptional: true),
        "texts": FetchParameter(type: .text, isOptional: false, isList: true),
        "amount": FetchParameter(type: .decimal(scale: 2), isOptional: false),
        "date": FetchParameter(type: .date, isOptional: false),
        "keys": FetchParameter(type: .uuid, isOptional: false, isList: true),
        "FETCH_SOURCE": FetchParameter(type: .object(entity: "Person"), isOptional: false),
        "things": FetchParameter(type: .object(entity: "Thing"), isOptional: false, isList: true),
    ]

    private func keys(_ store: SampleStore, _ condition: Condition, _ arguments: [String: ConditionValue]) throws -> [Int64] {
        let query = FetchQuery(entity: "Thing", condition: condition)
        let select = try ResolvedFetch(query, in: SampleLayout.layout, parameters: parameters).select(["_id"])
        let statement = try store.connection.prepare(select.sql)
        for (place, value) in try select.values(arguments).enumerated() { try statement.raw.bind(value, at: Int32(place) + 1) }
        var keys = [Int64]()
        while try statement.raw.step() { keys.append(statement.raw.integer(at: 0)) }
        return keys
    }

    private func parameter(_ name: String) -> Operand { Operand(.parameter(name)) }

    @Test func `a beginning that comes later is the same range of texts`() throws {
        let names = ["", "a", "ab", "b", "\u{10FFFF}a"]
        let store = try SampleStore(["thing": names.map { ["name": .text($0)] }])
        let condition = path("name").has(.beginsWith, parameter("text"))
        for prefix in ["", "a", "ab", "c", "\u{10FFFF}"] {
            let expected = try store.keys(where: path("name").has(.beginsWith, text(prefix)))
            #expect(try keys(store, condition, ["text": .text(prefix)]) == expected)
        }
        #expect(try keys(store, condition, [:]) == [])
    }

    @Test func `a list that comes later has any number of values of any kind`() throws {
        let uuid = UUID(uuid: (9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let store = try SampleStore([
            "thing": [
                ["name": .text("a\u{0}"), "key": .blob(bytes), "token": .text(uuid.uuidString.lowercased())],
                ["name": .text("b")],
            ]
        ])
        let texts = Condition.membership(path("name"), in: parameter("texts"))
        #expect(try keys(store, texts, ["texts": .list([.text("a\u{0}"), .text("x")])]) == [1])
        #expect(try keys(store, texts, ["texts": .list([])]) == [])
        #expect(try keys(store, texts, ["texts": .list((0..<50_000).map { .text("\($0)") } + [.text("b")])]) == [2])
        for column in ["key", "token"] {
            #expect(try keys(store, .membership(path(column), in: parameter("keys")), ["keys": .list([.uuid(uuid)])]) == [1])
        }
        let itself = Condition.membership(Operand(.keyPath([])), in: parameter("things"))
        #expect(try keys(store, itself, ["things": .list([.object(.init(entity: "Thing", key: 2))])]) == [2])
        #expect(throws: ConditionError.self) { try keys(store, texts, ["texts": .list([.integer(1)])]) }
    }

    @Test func `a parameter takes the form in which the other side is stored`() throws {
        let store = try SampleStore(["thing": [["seen": .real(978_307_210), "price": .integer(150), "count": .integer(3)]]])
        #expect(try keys(store, .comparison(path("seen"), .equal, parameter("date")), ["date": .date(10)]) == [1])
        #expect(try keys(store, .comparison(parameter("amount"), .equal, path("price")), ["amount": .decimal(1.5)]) == [1])
        #expect(
            try keys(
                store, .comparison(path("count") * parameter("amount"), .equal, value(.decimal(4.5))), ["amount": .decimal(1.5)])
                == [1])
        #expect(throws: ConditionErrors.self) { try keys(store, .comparison(path("count"), .equal, parameter("text")), [:]) }
    }

    @Test func `what a path from an object that is a parameter leads to is a parameter of its own`() throws {
        let condition = Condition.and([
            .comparison(path("name"), .equal, variable("FETCH_SOURCE", "boss.name")),
            .comparison(path("owner"), .equal, parameter("FETCH_SOURCE")),
        ])
        let fetch = try ResolvedFetch(
            FetchQuery(entity: "Thing", condition: condition), in: SampleLayout.layout, parameters: parameters)
        #expect(
            fetch.parameters == [
                "FETCH_SOURCE": FetchParameter(type: .object(entity: "Person"), isOptional: false),
                "FETCH_SOURCE.boss.name": FetchParameter(type: .text, isOptional: true),
            ])
        let wrong = Condition.comparison(path("name"), .equal, Operand(.variable("FETCH_SOURCE", path: ["nmae"]), range: 8..<26))
        let errors = #expect(throws: ConditionErrors.self) {
            try ResolvedFetch(FetchQuery(entity: "Thing", condition: wrong), in: SampleLayout.layout, parameters: parameters)
        }
        #expect(errors?.errors.map(\.range) == [22..<26])
        #expect(errors?.errors.first?.candidates.contains("name") == true)
    }

    @Test func `no condition is too long for SQLite: neither many lists nor many alternatives`() throws {
        let store = try SampleStore(["thing": [["name": .text("7-7")], ["count": .integer(2_999)]]])
        let lists = (0..<700).map { list in
            Condition.membership(path("name"), in: value(.list((0..<64).map { .text("\(list)-\($0)") })))
        }
        #expect(try store.keys(where: .or(lists)) == [1])
        #expect(try store.keys(where: .or((1..<3_000).map { .comparison(path("count"), .equal, number($0)) })) == [2])
        #expect(try store.keys(where: .and((1..<3_000).map { .comparison(path("count"), .notEqual, number($0)) })) == [1])
    }
}
