import Predicates
import Testing

/// What does not fit is refused with its place, in words that name both types.
struct TypeTests {
    private func message(_ condition: Condition) -> String? {
        do {
            _ = try ResolvedFetch(FetchQuery(entity: "Thing", condition: condition), in: SampleLayout.layout)
            return nil
        } catch {
            return error.errors.map(\.message).joined(separator: "; ")
        }
    }

    @Test func `values and properties of other types are refused`() {
        #expect(message(.comparison(path("name"), .equal, number(1))) == "a string cannot be compared with an integer")
        #expect(message(.comparison(path("name"), .equal, path("count"))) == "a string cannot be compared with an integer")
        #expect(
            message(.comparison(path("flag"), .less, value(.bool(true)))) == "a Boolean supports only '==' and '!='")
        #expect(message(.between(path("key"), value(.null), value(.null)))?.hasPrefix("a UUID supports only '=='") == true)
        #expect(
            message(.membership(path("count"), in: value(.list([.integer(1), .text("a")]))))
                == "an integer cannot be compared with a text")
        #expect(
            message(.membership(path("name"), in: path("count")))
                == "IN needs a list, a to-many relationship or a string on its right side, not an integer")
        #expect(
            message(.comparison(path("owner"), .equal, value(.object(.init(entity: "Tag", key: 1)))))?.contains("'Person'")
                == true)
    }

    @Test func `forms are for strings`() {
        #expect(message(path("count").has(.contains, text("1"))) == "'CONTAINS' applies only to strings, not to an integer")
        #expect(message(path("name").has(.like, number(1))) == "'LIKE' applies only to strings, not to an integer")
        #expect(message(path("due").has(.beginsWith, text("2001")))?.hasSuffix("convert it with CAST") == true)
        #expect(
            message(path("made").has(.compares(.equal), text("a"), .caseInsensitive))
                == "'==' with options applies only to strings, not to a date")
    }

    @Test func `computing is for numbers and dates`() {
        #expect(message(.comparison(path("name") + number(1), .equal, number(1))) == "'+' applies only to numbers, not to a string")
        #expect(message(.comparison(path("made") + path("seen"), .equal, path("made"))) == "'+' cannot be applied to a date and a date")
        #expect(message(.comparison(path("made") * number(2), .equal, path("made"))) == "'*' cannot be applied to a date and an integer")
        #expect(
            message(.comparison(Operand(.arithmetic(path("size"), .bitwiseAnd, number(1))), .equal, number(1)))?.hasPrefix(
                "'&' cannot be applied to") == true)
        #expect(
            message(.comparison(Operand(.cast(path("name"), to: .date)), .equal, path("made")))
                == "a string cannot be cast to NSDate")
        #expect(message(.comparison(Operand(.function(.length, [])), .equal, number(1))) == "'length' takes one value")
    }

    @Test(arguments: ["1,50", "1.5x", "", "1e3", "0.1234567890123456789012345678901234567890123456789"])
    func `a text that is no decimal number to its last digit is told so by the name of the cast`(digits: String) throws {
        let condition = try PredicateParser.condition("price == CAST(\"\(digits)\", \"NSDecimalNumber\")")
        #expect(message(condition)?.contains("NSDecimalNumber") == true, "\(message(condition) ?? "")")
        #expect(message(.comparison(Operand(.cast(path("made"), to: .number)), .equal, number(1))) == nil)
    }

    @Test func `members are asked for with a quantifier or an aggregate`() {
        #expect(
            message(.comparison(path("tags.name"), .equal, text("a")))?.contains(
                "use ANY, ALL, NONE or an aggregate") == true)
        #expect(
            message(.quantified(.any, .comparison(path("name"), .equal, text("a"))))
                == "ANY needs a key path through a to-many relationship")
        #expect(message(.quantified(.all, .not(.constant(true)))) == "ALL applies to one comparison")
        #expect(
            message(.comparison(aggregate(.count, "owner"), .equal, number(1)))
                == "'@count' applies only to the members of a to-many relationship")
        #expect(
            message(.comparison(aggregate(.sum, "tags"), .equal, number(1))) == "'@sum' needs a property of the members after it")
        #expect(
            message(.comparison(aggregate(.sum, "tags", of: "name"), .equal, number(1)))
                == "'@sum' applies only to numbers and durations, not to a string")
        #expect(message(.comparison(aggregate(.max, "tags", of: "kind"), .equal, text("a")))?.contains("has no order") == true)
        #expect(message(.comparison(path("name"), .equal, value(.list([])))) == "a list can only be on the right side of IN")
    }

    @Test func `a variable is known within its subquery alone, and the inner one of two that are called the same`() {
        let inner = MemberSet.Filter(variable: "x", condition: .comparison(variable("x", "weight"), .equal, number(1)))
        let outer = MemberSet.Filter(
            variable: "x",
            condition: .comparison(
                Operand(.aggregate(.count, MemberSet(variable: "x", path: ["tags"], filter: inner), of: [])), .equal, number(1)))
        let count = Operand(.aggregate(.count, MemberSet(path: ["owner", "things"], filter: outer), of: []))
        #expect(message(.comparison(count, .equal, number(1))) == nil)
        let outside = Condition.comparison(variable("x", "weight"), .equal, number(1))
        #expect(message(.and([.comparison(count, .equal, number(1)), outside])) == "there is no parameter 'x'")
    }
}
