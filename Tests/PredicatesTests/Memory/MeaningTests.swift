import Foundation
import Predicates
import SQLiteAccess
import Testing

/// What conditions mean, each rule by its name. `SampleStore.keys` asks SQL and memory.
struct MeaningTests {
    // MARK: nil

    @Test func `nil is a value: other than something includes nil, equal to nil finds it`() throws {
        let store = try SampleStore(["thing": [["info": .text("a")], ["info": .null], ["info": .text("b")]]])
        #expect(try store.keys(where: .comparison(path("info"), .notEqual, text("a"))) == [2, 3])
        #expect(try store.keys(where: .not(.comparison(path("info"), .equal, text("a")))) == [2, 3])
        #expect(try store.keys(where: .comparison(path("info"), .equal, text(nil))) == [2])
        #expect(try store.keys(where: .comparison(path("info"), .notEqual, text(nil))) == [1, 3])
    }

    @Test func `nil has no order, no form and no beginning, and what says so is false, not unknown`() throws {
        let store = try SampleStore(["thing": [["info": .null, "limit": .null], ["info": .text("a"), "limit": .integer(1)]]])
        for sign in [Comparison.less, .lessOrEqual, .greater, .greaterOrEqual] {
            let condition = Condition.comparison(path("limit"), sign, value(.null))
            #expect(try store.keys(where: condition) == [])
            #expect(try store.keys(where: .not(condition)) == [1, 2])
        }
        for form in [TextComparison.Form.beginsWith, .endsWith, .contains, .like, .matches] {
            #expect(try store.keys(where: path("info").has(form, text(nil))) == [])
            #expect(try store.keys(where: .not(path("info").has(form, text("x"), .caseInsensitive))) == [1, 2])
            #expect(try store.keys(where: .not(path("info").has(form, text("a")))) == [1])
        }
        #expect(try store.keys(where: .between(path("limit"), value(.null), number(9))) == [])
        #expect(try store.keys(where: .not(.between(path("limit"), number(0), number(9)))) == [1])
        #expect(try store.keys(where: path("info").has(.compares(.equal), text(nil), .caseInsensitive)) == [1])
    }

    @Test func `nil is in a list that has it, and in no other`() throws {
        let store = try SampleStore(["thing": [["limit": .null], ["limit": .integer(1)], ["limit": .integer(2)]]])
        func keys(_ values: [ConditionValue]) throws -> [Int64] {
            try store.keys(where: .membership(path("limit"), in: value(.list(values))))
        }
        #expect(try keys([.integer(1), .null]) == [1, 2])
        #expect(try keys([.integer(1), .integer(7)]) == [2])
        #expect(try keys([.null]) == [1])
        #expect(try keys([]) == [])
        #expect(try store.keys(where: .not(.membership(path("limit"), in: value(.list([.integer(1)]))))) == [1, 3])
    }

    @Test func `a Boolean compares with 1 and 0, as in Core Data, and with no other number`() throws {
        let store = try SampleStore([
            "thing": [["flag": .integer(1), "maybe_flag": .null], ["flag": .integer(0), "maybe_flag": .integer(1)]]
        ])
        #expect(try store.keys(where: .comparison(path("flag"), .equal, number(1))) == [1])
        #expect(try store.keys(where: .comparison(number(0), .equal, path("flag"))) == [2])
        #expect(try store.keys(where: .comparison(path("maybeFlag"), .notEqual, number(1))) == [1])
        #expect(try store.keys(where: .membership(path("maybeFlag"), in: value(.list([.integer(1), .bool(false)])))) == [2])
        #expect(try store.keys(where: Condition("flag == %d", arguments: [.integer(1)])) == [1])
        #expect(try store.keys(where: Condition("flag == %d AND 1 == true", arguments: [.bool(false)])) == [2])
        let refused = try #require(throws: ConditionErrors.self) {
            try store.keys(where: .comparison(path("flag"), .equal, number(2)))
        }
        #expect(refused.description == "a Boolean is compared with true and false, or with 1 and 0, not with 2")
    }

    @Test func `a path that breaks off is nil`() throws {
        let store = try SampleStore([
            "person": [["name": .text("a"), "age": .null]],
            "thing": [["owner_id": .integer(1)], ["owner_id": .null], ["owner_id": .integer(99)]],
        ])
        #expect(try store.keys(where: .comparison(path("owner.name"), .equal, text(nil))) == [2, 3])
        #expect(try store.keys(where: .comparison(path("owner.name"), .notEqual, text("b"))) == [1, 2, 3])
        #expect(try store.keys(where: .comparison(aggregate(.count, "owner.things"), .equal, number(0))) == [2, 3])
    }

    @Test func `what is computed with nil is nil, and so is what is divided by zero`() throws {
        let store = try SampleStore([
            "thing": [["limit": .null, "count": .integer(4)], ["limit": .integer(0), "count": .integer(4)]]
        ])
        let sum = Condition.comparison(path("limit") + number(1), .equal, value(.null))
        #expect(try store.keys(where: sum) == [1])
        #expect(try store.keys(where: .comparison(path("count") / path("limit"), .equal, value(.null))) == [1, 2])
        #expect(try store.keys(where: .comparison(number(1) / number(0), .equal, value(.null))) == [1, 2])
    }

    @Test func `the constants are true for all and for none, and two values are compared like any other operands`() throws {
        let store = try SampleStore(["thing": [[:], [:]]])
        #expect(try store.keys(where: .constant(true)) == [1, 2])
        #expect(try store.keys(where: .constant(false)) == [])
        // A parameter's value may stand beside another one's, or beside nil.
        #expect(try store.keys(where: .comparison(number(3), .equal, value(.null))) == [])
        #expect(try store.keys(where: .comparison(value(.null), .equal, value(.null))) == [1, 2])
        #expect(try store.keys(where: .comparison(text("2001-01-01"), .equal, value(.day("2001-01-01")))) == [1, 2])
        #expect(throws: ConditionErrors.self) { try store.keys(where: .comparison(number(3), .equal, text("3"))) }
    }

    // MARK: Members

    /// The first person has two things, the second one, the third none.
    private func members() throws -> SampleStore {
        try SampleStore([
            "person": [["name": .text("a")], ["name": .text("b")], ["name": .text("c")]],
            "thing": [
                ["owner_id": .integer(1), "limit": .integer(1), "price": .integer(150), "size": .real(0.5)],
                ["owner_id": .integer(1), "limit": .null, "price": .integer(250), "size": .null],
                ["owner_id": .integer(2), "limit": .integer(5), "price": .integer(-100), "size": .null],
            ],
            "tag": [["name": .text("red"), "weight": .integer(1)], ["name": .text("blue"), "weight": .null]],
            "thing_tag": [
                ["thing_id": .integer(1), "tag_id": .integer(1)], ["thing_id": .integer(3), "tag_id": .integer(2)],
                ["thing_id": .integer(3), "tag_id": .integer(1)], ["thing_id": .integer(2), "tag_id": .integer(99)],
            ],
        ])
    }

    @Test func `any needs one member, all is true of none, none is not any`() throws {
        let store = try members()
        let small = Condition.comparison(path("things.limit"), .less, number(3))
        #expect(try store.keys("Person", where: .quantified(.any, small)) == [1])
        #expect(try store.keys("Person", where: .quantified(.all, small)) == [3])
        #expect(try store.keys("Person", where: .quantified(.none, small)) == [2, 3])
        #expect(try store.keys("Person", where: .not(.quantified(.any, small))) == [2, 3])
        // A member's nil is a value too.
        let isNil = Condition.comparison(path("things.limit"), .equal, value(.null))
        #expect(try store.keys("Person", where: .quantified(.any, isNil)) == [1])
        #expect(
            try store.keys("Person", where: .quantified(.all, .comparison(path("things.limit"), .notEqual, number(5)))) == [1, 3])
    }

    @Test func `to-many relationships behind each other are one collection`() throws {
        let store = try members()
        let red = Condition.comparison(path("things.tags.name"), .equal, text("red"))
        #expect(try store.keys("Person", where: .quantified(.any, red)) == [1, 2])
        #expect(try store.keys("Person", where: .quantified(.all, red)) == [1, 3])
        #expect(try store.keys("Person", where: .comparison(aggregate(.count, "things.tags"), .equal, number(2))) == [2])
        // A connection to an object that is not there is none.
        #expect(try store.keys(where: .comparison(aggregate(.count, "tags"), .equal, number(0))) == [2])
    }

    @Test func `an object is in a relationship, or the relationship contains it`() throws {
        let store = try members()
        let red = value(.object(.init(entity: "Tag", key: 1)))
        #expect(try store.keys(where: .membership(red, in: path("tags"))) == [1, 3])
        #expect(try store.keys(where: path("tags").has(.contains, red)) == [1, 3])
        #expect(try store.keys(where: .quantified(.any, .comparison(path("tags"), .equal, red))) == [1, 3])
        #expect(
            try store.keys("Tag", where: .membership(value(.object(.init(entity: "Person", key: 2))), in: path("things.owner")))
                == [1, 2])
        #expect(try store.keys("Tag", where: .membership(value(.null), in: path("things.limit"))) == [])
        #expect(try store.keys("Person", where: .membership(value(.null), in: path("things.limit"))) == [1])
        #expect(
            try store.keys(where: .membership(Operand(.keyPath([])), in: value(.list([.object(.init(entity: "Thing", key: 2))]))))
                == [2])
    }

    @Test func `a subquery counts members that meet a condition, which reaches the objects around it`() throws {
        let store = try members()
        func dear(_ limit: Operand) -> Operand {
            let filter = MemberSet.Filter(variable: "t", condition: .comparison(variable("t", "price"), .greaterOrEqual, limit))
            return Operand(.aggregate(.count, MemberSet(path: ["things"], filter: filter), of: []))
        }
        #expect(try store.keys("Person", where: .comparison(dear(value(.decimal(1.5))), .equal, number(2))) == [1])
        #expect(try store.keys("Person", where: .comparison(dear(number(2)), .greater, number(0))) == [1])
        // Two deep: things that have a tag whose weight is the number of their owner's things.
        let inner = MemberSet.Filter(
            variable: "g",
            condition: .comparison(
                Operand(.aggregate(.count, MemberSet(variable: "t", path: ["owner", "things"]), of: [])), .greater,
                variable("g", "weight")))
        let outer = MemberSet.Filter(
            variable: "t",
            condition: .and([
                .comparison(
                    Operand(.aggregate(.count, MemberSet(variable: "t", path: ["tags"], filter: inner), of: [])), .greater,
                    number(0)),
                .comparison(variable("t", "owner"), .equal, Operand(.keyPath([]))),
            ]))
        let count = Operand(.aggregate(.count, MemberSet(path: ["things"], filter: outer), of: []))
        #expect(try store.keys("Person", where: .comparison(count, .equal, number(1))) == [1])
    }

    @Test func `of no members count and sum are 0, and the others nil; nil among them does not count`() throws {
        let store = try members()
        func keys(_ which: Aggregate, of property: String, _ sign: Comparison, _ wanted: ConditionValue) throws -> [Int64] {
            try store.keys("Person", where: .comparison(aggregate(which, "things", of: property), sign, value(wanted)))
        }
        #expect(try keys(.count, of: "limit", .equal, .integer(0)) == [3])
        #expect(try keys(.count, of: "limit", .equal, .integer(1)) == [1, 2])
        #expect(try keys(.sum, of: "limit", .equal, .integer(0)) == [3])
        #expect(try keys(.sum, of: "size", .equal, .integer(0)) == [2, 3])
        for which in [Aggregate.average, .min, .max] {
            #expect(try keys(which, of: "limit", .equal, .null) == [3])
            #expect(try keys(which, of: "limit", .equal, .integer(1)) == [1])
        }
        #expect(try keys(.sum, of: "price", .equal, .decimal(4)) == [1])
        #expect(try keys(.average, of: "price", .equal, .integer(2)) == [1])
        #expect(try keys(.max, of: "price", .equal, .decimal(2.5)) == [1])
    }

    // MARK: Numbers

    @Test func `integers that 64 bits do not hold become floating-point numbers`() throws {
        let store = try SampleStore([
            "person": [[:]],
            "thing": [
                ["count": .integer(.max), "owner_id": .integer(1)], ["count": .integer(.max), "owner_id": .integer(1)],
                ["count": .integer(.min), "owner_id": .null],
            ],
        ])
        #expect(try store.keys(where: .comparison(path("count") + number(1), .equal, value(.real(0x1p63)))) == [1, 2])
        #expect(try store.keys(where: .comparison(path("count") / number(-1), .equal, value(.real(0x1p63)))) == [3])
        #expect(
            try store.keys(where: .comparison(Operand(.function(.abs, [path("count")])), .equal, value(.real(0x1p63)))) == [3])
        // SQLite's own sum would fail.
        let sum = aggregate(.sum, "things", of: "count")
        #expect(try store.keys("Person", where: .comparison(sum, .equal, value(.real(0x1p64)))) == [1])
        #expect(try store.keys("Person", where: .comparison(sum - number(.max), .greater, number(.max))) == [1])
    }

    @Test func `a sum of floating-point numbers is the same in whatever order rows come`() throws {
        let sizes = [1e16, 1, -1e16, 0.1, 3, 0.2]
        let sums = try [sizes, sizes.reversed(), sizes.sorted()].map { sizes in
            let connection = try SQLiteConnection.inMemory()
            try ConditionFunctions.register(on: connection.functions)
            let values = sizes.map { "(\($0))" }.joined(separator: ", ")
            return try connection.rows("WITH n (x) AS (VALUES \(values)) SELECT trellis_sum(x), trellis_avg(x) FROM n")
        }
        #expect(sums[0] == sums[1] && sums[0] == sums[2])
        #expect(Double(sums[0][0][0] ?? "") == 4.3)
    }

    @Test func `decimals are computed exactly, whatever their scales`() throws {
        let store = try SampleStore([
            "person": [["_entity": .text("Chief"), "bonus": .integer(1_500)]],
            "thing": [["price": .integer(150), "maker_id": .integer(1)]],
        ])
        // 1.50 of scale 2 and 1.500 of scale 3.
        #expect(
            try store.keys("Chief", where: .quantified(.any, .comparison(path("products.price"), .equal, path("bonus")))) == [1])
        #expect(
            try store.keys(
                where: .comparison(
                    path("price") * value(.decimal(Decimal(string: "0.1")!)), .equal, value(.decimal(Decimal(string: "0.15")!))))
                == [1])
        #expect(
            try store.keys(
                where: .comparison(path("price") * value(.real(0.1)), .equal, value(.decimal(Decimal(string: "0.15")!)))) == [1])
        #expect(try store.keys(where: .comparison(path("price") + path("count"), .equal, value(.decimal(1.5)))) == [1])
        #expect(try store.keys(where: .comparison(path("price") / number(4), .equal, value(.real(0.375)))) == [1])
        // 19 places are more than a decimal has.
        let tiny = path("price") * value(.decimal(Decimal(string: "0.00000000000000001")!))
        #expect(try store.keys(where: .comparison(tiny, .less, value(.real(1.6e-17)))) == [1])
    }

    @Test(arguments: [
        ("price == 1.00000000000000001", []), ("price != 1.00000000000000001", [1, 2, 3, 4]),
        ("price > 1.00000000000000001", [3, 4]), ("price >= 1.00000000000000001", [3, 4]),
        ("price < 1.00000000000000001", [1, 2]), ("price <= 1.00000000000000001", [1, 2]),
        ("1.00000000000000001 < price", [3, 4]), ("1.00000000000000001 != price", [1, 2, 3, 4]),
        ("price > -1.00000000000000001", [1, 2, 3, 4]), ("price <= -1.00000000000000001", []),
        ("price >= -0.99999999999999999", [2, 3, 4]), ("price < -0.99999999999999999", [1]),
        ("price IN {1.00000000000000001, 1.01}", [3]), ("price IN {1.00000000000000001}", []),
        ("NOT price IN {0.99999999999999999}", [1, 2, 3, 4]),
        ("price BETWEEN {0.99999999999999999, 1.00999999999999999}", [2]),
        ("price > CAST(\"9999999999999999.985\", \"NSDecimalNumber\")", [4]),
        ("price < CAST(\"9999999999999999.985\", \"NSDecimalNumber\")", [1, 2, 3]),
        ("price + 0.5 > 1.50000000000000001", [3, 4]), ("price < 1.005", [1, 2]), ("price == 1.005", []),
        ("count == 9007199254740992.5", []), ("count < 9007199254740992.5", [1, 2, 3, 4]), ("count >= 0.5", [1]),
        ("1.5 == 1.50000000000000001", []), ("1.5 < 1.50000000000000001", [1, 2, 3, 4]),
        ("ANY owner.things.price == 1.00999999999999999", []), ("ANY owner.things.price > 1.00999999999999999", [3]),
    ] as [(String, [Int64])])
    func `a number with more places than a decimal keeps lies between two of them`(condition: String, keys: [Int64]) throws {
        let store = try SampleStore([
            "person": [[:]],
            "thing": [
                ["price": .integer(-100), "count": .integer(9_007_199_254_740_992)], ["price": .integer(100)],
                ["price": .integer(101), "owner_id": .integer(1)], ["price": .integer(999_999_999_999_999_999)],
            ],
        ])
        #expect(try store.keys(where: try PredicateParser.condition(condition)) == keys)
    }

    @Test func `an integer that no floating-point number is stands in no list of such, however long the list is`() throws {
        let store = try SampleStore(["thing": [["size": .real(9_007_199_254_740_992)], ["size": .real(3)], ["size": .null]]])
        let odd = ConditionValue.integer(9_007_199_254_740_993)
        for others in [0..<0, 0..<3, 0..<100] {
            let halves = others.map { ConditionValue.real(Double($0) + 0.5) }
            func found(_ values: [ConditionValue]) -> Condition { .membership(path("size"), in: value(.list(values + halves))) }
            #expect(try store.keys(where: found([odd])) == [])
            #expect(try store.keys(where: .not(found([odd]))) == [1, 2, 3])
            #expect(try store.keys(where: found([odd, .integer(3), .null])) == [2, 3])
        }
    }

    @Test func `dates and seconds: a date moves by seconds, two dates differ by seconds, however they are stored`() throws {
        let store = try SampleStore([
            "thing": [["made": .real(10.25), "seen": .real(978_307_210.25), "sent": .text("2001-01-01T00:00:10.250Z")]]
        ])
        for (left, right) in [("made", "seen"), ("seen", "sent"), ("sent", "made")] {
            #expect(try store.keys(where: .comparison(path(left), .equal, path(right))) == [1])
            #expect(try store.keys(where: .comparison(path(left) - path(right), .equal, number(0))) == [1])
            #expect(try store.keys(where: .comparison(path(left) + number(60), .greater, path(right))) == [1])
        }
        #expect(try store.keys(where: .comparison(path("seen"), .less, Operand(.function(.now, [])) - number(86_400))) == [1])
        #expect(try store.keys(where: .comparison(path("made"), .equal, Operand(.cast(value(.real(10.25)), to: .date)))) == [1])
        #expect(try store.keys(where: .comparison(Operand(.cast(path("seen"), to: .number)), .equal, value(.real(10.25)))) == [1])
    }

    @Test func `now is the same instant for a whole fetch`() throws {
        let query = FetchQuery(entity: "Thing", condition: .comparison(path("made"), .less, Operand(.function(.now, []))))
        let fetch = try ResolvedFetch(query, in: SampleLayout.layout, now: Date(timeIntervalSinceReferenceDate: 5))
        #expect(fetch.select(["_id"]).bindings == [.value(.real(5))])
    }
}
