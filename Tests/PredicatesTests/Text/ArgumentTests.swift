import Foundation
import Predicates
import TestSupport
import Testing

/// Predicates with arguments.
struct ArgumentTests {
    @Test(arguments: [
        ("name == %@", [.text("a\" OR 1 == 1")], "name == \"a\\\" OR 1 == 1\""),
        ("%K == %@", [.text("a.b"), .null], "a.b == nil"),
        ("%K.name IN %@", [.text("a.b"), .list([.integer(1), .text("x")])], "a.b.name IN {1, \"x\"}"),
        ("a.%K.@count > %d", [.text("rows"), .integer(2)], "a.rows.@count > 2"), ("$x.%K == 1", [.text("b")], "$x.b == 1"),
        ("%K IN (%@)", [.text("and"), .list([.bool(true)])], "#and IN {true}"),
        ("a BETWEEN %@", [.list([.integer(1), .integer(2)])], "a BETWEEN {1, 2}"),
        ("a BETWEEN {%f, %lf}", [.integer(1), .real(0.5)], "a BETWEEN {1.0e0, 0.5e0}"),
        ("a == %la", [.decimal(Decimal(string: "1.5") ?? 0)], "a == 1.5"),
        ("a == %@", [.decimal(12)], "a == CAST(\"12\", \"NSDecimalNumber\")"),
        ("a == %lld", [.integer(.min)], "a == \(Int64.min)"),
        ("a == %i AND b == %lu", [.bool(true), .integer(3)], "a == true AND b == 3"),
        ("a BEGINSWITH[c] %s", [.text("%@")], "a BEGINSWITH[c] \"%@\""),
        ("a == '%@' AND b == %@", [.integer(1)], "a == \"%@\" AND b == 1"), ("d < %@", [.date(0.1)], "d < CAST(0.1, \"NSDate\")"),
        ("d < CAST(%lf, 'NSDate')", [.real(1.5)], "d < CAST(1.5, \"NSDate\")"),
        ("ANY %K == %@", [.text("in"), .real(-1)], "ANY #in == -1.0e0"),
        ("-%d == a", [.integer(-1)], "-(-1) == a"), ("%@ CONTAINS %K", [.list([]), .text("x")], "x IN {}"),
        (
            "SUBQUERY(%K, $r, $r.%K > %@).@count == 0", [.text("rows"), .text("a.b"), .integer(1)],
            "SUBQUERY(rows, $r, $r.a.b > 1).@count == 0"
        ),
    ] as [(String, [ConditionValue], String)])
    func `arguments stand where their placeholders do`(text: String, arguments: [ConditionValue], printed: String) throws {
        let condition = try Condition(text, arguments: arguments)
        #expect(condition.text == printed)
        #expect(try PredicateParser.condition(condition.text) == condition)
    }

    @Test(arguments: [
        ("due == %@", .day("2020-01-01"), "due == CAST(\"2020-01-01\", \"Day\")"),
        ("due == startOfMonth(%@)", .day("2020-01-09"), "due == startOfMonth(CAST(\"2020-01-09\", \"Day\"))"),
        ("due < %@ + 5 days", .day("2020-01-09"), "due < CAST(\"2020-01-09\", \"Day\") + 5 days"),
        ("at < %@ + 5 days", .date(9), "at < CAST(9.0, \"NSDate\") + 5 days"),
        ("length < %@", .duration(.seconds(9)), "length < CAST(\"PT9S\", \"Duration\")"),
        (
            "%@ * 2 < length", .duration(.microseconds(-1_500_000)),
            "CAST(\"-PT1.5S\", \"Duration\") * 2 < length"
        ),
        ("rows.@min.due == %@", .day("2020-01-01"), "rows.@min.due == CAST(\"2020-01-01\", \"Day\")"),
        ("due IN %@", .list([.day("2020-01-01"), .null]), "due IN {CAST(\"2020-01-01\", \"Day\"), nil}"),
        (
            "id == %@", .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))),
            "id == CAST(\"01020304-0506-0708-090A-0B0C0D0E0FFF\", \"NSUUID\")"
        ),
        ("photo == %@", .data([1, 2, 255]), "photo == CAST(\"AQL/\", \"NSData\")"), ("photo == %@", .data([]), "photo == CAST(\"\", \"NSData\")"),
        (
            "SELF == %@", .object(ObjectReference(entity: "Customer", key: 12)),
            "SELF == CAST(\"Customer/12\", \"NSManagedObjectID\")"
        ),
        (
            "SELF == %@", .object(ObjectReference(entity: "Customer", key: 12, store: "9C0D")),
            "SELF == CAST(\"trellis://9C0D/Customer/12\", \"NSManagedObjectID\")"
        ),
        (
            "SELF == %@", .object(ObjectReference(entity: "Customer", key: -3, store: "9C0D")),
            "SELF == CAST(\"trellis://9C0D/Customer/new3\", \"NSManagedObjectID\")"
        ),
    ] as [(String, ConditionValue, String)])
    func `a value that is no text reads back with its type`(text: String, argument: ConditionValue, printed: String) throws {
        let condition = try Condition(text, arguments: [argument])
        #expect(condition.text == printed)
        #expect(try PredicateParser.condition(condition.text) == condition)
    }

    @Test func `durations that were read back compare as durations`() throws {
        for (first, second) in [(9, 60), (60, 9), (3600, 59)] {
            let condition = try Condition("%@ < %@", arguments: [.duration(.seconds(first)), .duration(.seconds(second))])
            #expect(condition.text == "CAST(\"\(ISO8601Duration.text(.seconds(first)))\", \"Duration\") < "
                + "CAST(\"\(ISO8601Duration.text(.seconds(second)))\", \"Duration\")")
            #expect(try PredicateParser.condition(condition.text) == condition)
        }
    }

    @Test(arguments: [
        ("due == CAST('2020-02-30', 'Day')", "a day as"), ("due == CAST(name, 'Day')", "a day as"),
        ("a == CAST('P1Y', 'Duration')", "a duration as"), ("a == CAST('x', 'NSUUID')", "a UUID"),
        ("a == CAST('?', 'NSData')", "Base64"), ("SELF == CAST('Customer', 'NSManagedObjectID')", "an identity"),
        ("SELF == CAST('Customer/012', 'NSManagedObjectID')", "an identity"),
        ("SELF == CAST('trellis:///a/b/c/1', 'NSManagedObjectID')", "an identity"), ("a == CAST(1, 'Duration')", "a duration as"),
    ])
    func `a cast of a text in another form is an error`(text: String, form: String) throws {
        let error = try #require(throws: ConditionError.self) { try Condition(text, arguments: []) }
        #expect(error.message.contains(form), "\(error.message)")
    }

    @Test func `a list made in Swift reads back equal`() throws {
        for values in [[], [.integer(1), .null], [.text("a"), .bool(true), .real(0.5)]] as [[ConditionValue]] {
            for condition in [
                Condition.membership(.path("a"), in: Operand(.value(.list(values)))),
                .and([.not(.membership(.path("a.b"), in: Operand(.value(.list(values))))), .compare("c", .equal, .integer(1))]),
            ] {
                #expect(try PredicateParser.condition(condition.text) == condition, "\(condition.text)")
            }
        }
    }

    @Test func `groups without parts have a text that reads back to the same meaning`() throws {
        #expect(Condition.and([]).text == "TRUEPREDICATE" && Condition.or([]).text == "FALSEPREDICATE")
        let condition = Condition.or([.not(.and([])), .compare("a", .equal, .integer(1))])
        #expect(condition.text == "NOT TRUEPREDICATE OR a == 1")
        _ = try PredicateParser.condition(condition.text)
    }

    @Test(arguments: [
        ("a == %@", [], 5, 7, "no argument"), ("a == %@ AND %K == 1", [.integer(1)], 12, 14, "no argument"),
        ("a == 1", [.integer(1)], 6, 6, "0 placeholders for 1"),
        ("a == %@", [.integer(1), .null], 7, 7, "1 placeholders for 2"), ("%K == 1", [.integer(1)], 0, 2, "as text"),
        ("%K == 1", [.text("")], 0, 2, "not a key path"),
        ("%K == 1", [.text("a == 1 OR b")], 0, 2, "not a key path"), ("%K == 1", [.text("a..b")], 0, 2, "not a key path"),
        ("%K == 1", [.text("a.")], 0, 2, "not a key path"),
        ("%K == 1", [.text("rows.@count")], 0, 2, "not a key path"), ("%K == 1", [.text("$x")], 0, 2, "not a key path"),
        ("%K == 1", [.text("#a")], 0, 2, "not a key path"),
        ("%K == 1", [.text("\"; DROP TABLE x")], 0, 2, "not a key path"), ("%K == 1", [.text("é")], 0, 2, "not a key path"),
        ("%K == 1", [.text("a\0")], 0, 2, "not a key path"),
        ("%K == 1", [.text("a\u{301}")], 0, 2, "not a key path"), ("a == %d", [.text("1")], 5, 7, "needs an integer"),
        ("a == %lu", [.real(1)], 5, 8, "needs an integer"),
        ("a == %f", [.text("1")], 5, 7, "needs a number"), ("a == %s", [.integer(1)], 5, 7, "needs a text"),
        ("a IN %@", [.list([.list([])])], 5, 7, "cannot contain a list"),
    ] as [(String, [ConditionValue], Int, Int, String)])
    func `arguments that do not fit their placeholders are refused`(
        text: String, arguments: [ConditionValue], lower: Int, upper: Int, words: String
    ) throws {
        let error = try #require(throws: ConditionError.self) { try Condition(text, arguments: arguments) }
        #expect(error.kind == .argument)
        #expect(error.range == lower..<upper)
        #expect(error.message.contains(words), "\(error)")
    }

    @Test(arguments: [
        ("a == %@", [.list([.integer(1)])]), ("a LIKE %@", [.list([])]), ("a BETWEEN %@", [.list([.integer(1)])]),
        ("a IN %@", [.integer(1)]),
        ("a IN {%@}", [.list([.integer(1)])]), ("%@", [.text("a == 1")]), ("%K", [.text("a")]), ("a %@ 1", [.text("==")]),
        ("$%K == 1", [.text("a")]),
        ("CAST(a, %@) == 1", [.text("x")]), ("%@.a == 1", [.text("b")]),
    ] as [(String, [ConditionValue])])
    func `an argument cannot be what its place does not take`(text: String, arguments: [ConditionValue]) throws {
        let error = try #require(throws: ConditionError.self) { try Condition(text, arguments: arguments) }
        #expect(error.kind == .syntax)
    }

    @Test func `variables get their values, which cannot change what is asked`() throws {
        let template = try PredicateParser.condition(
            "name == $name AND age IN $ages OR SUBQUERY(rows, $r, $r.a == $name AND $r != $x).@count > $n AND -$n < abs($n)")
        let condition = try template.substituting([
            "name": .text("x' OR '1' == '1"), "ages": .list([.integer(1), .integer(2)]), "n": .integer(1), "x": .null,
            "r": .text("not this"),
        ])
        #expect(
            condition.text == "(name == \"x' OR '1' == '1\" AND age IN {1, 2}) OR "
                + "(SUBQUERY(rows, $r, $r.a == \"x' OR '1' == '1\" AND $r != nil).@count > 1 AND -(1) < abs(1))")
        #expect(condition.parameterNames.isEmpty)
        #expect(try PredicateParser.condition(condition.text) == condition)
    }

    @Test(arguments: [
        "SUBQUERY(rows, $x, $x.a == 1 AND $x.parts.@count > 0).@count > 1",
        "SUBQUERY(rows, $x, SUBQUERY($x.parts, $p, $p.b == $x).@count > 0).@count > 1",
        "SELF.a == $FETCH_SOURCE.a",
    ])
    func `what a SUBQUERY calls its members, and the object that has a fetched property, are no variables to give`(
        text: String
    ) throws {
        let template = try PredicateParser.condition(text)
        #expect(try template.substituting(["x": .integer(1)]) == template)
    }

    @Test(arguments: [
        ("a == $y", 5, 7, ConditionError.Kind.unknownParameter), ("a == $x.b AND b == $y", 19, 21, .unknownParameter),
        ("a == $list", 5, 10, .argument),
        ("a IN $x", 5, 7, .argument), ("a IN {$list}", 6, 11, .argument), ("abs($list) == 1", 4, 9, .argument),
        ("a LIKE $list", 7, 12, .argument), ("a == $x.b", 5, 9, .argument), ("a == $y.b", 5, 9, .unknownParameter),
        ("$x.b.@count == 1", 0, 11, .argument), ("SUBQUERY($x.b, $r, $r.a == 1).@count == 1", 0, 36, .argument),
        ("SUBQUERY(rows, $r, $r.a == $x.b).@count == 1", 27, 31, .argument),
        ("SUBQUERY(rows, $x, $x.a == 1).@count == 1 AND a == $x.b", 51, 55, .argument),
    ])
    func `a variable without a value, or with one that does not fit, is an error`(
        text: String, lower: Int, upper: Int, kind: ConditionError.Kind
    ) throws {
        let template = try PredicateParser.condition(text)
        let error = try #require(throws: ConditionError.self) {
            try template.substituting(["x": .integer(1), "list": .list([.integer(1)])])
        }
        #expect(error.kind == kind)
        #expect(error.range == lower..<upper)
    }

    @Test func `no argument changes the structure of a condition`() throws {
        var random = SeededGenerator.forTests()
        let parts = [
            "'", "\"", "\\", " OR ", "1 == 1", ")", "(", "%@", "%K", "$x", "#", ".", "a", "@count", "{", "}", "\0", "é", "\u{301}", "--", "*",
        ]
        for _ in 0..<TestScale.count(2_000, long: 100_000) {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let value = ConditionValue.text(text)
            let condition = try Condition("a == %@ AND (b IN {%@, 1} OR c LIKE %@)", arguments: [value, value, value])
            let expected = Condition.and([
                .compare("a", .equal, .text(text)),
                .or([
                    .membership(.path("b"), in: Operand(.list([Operand(.value(.text(text))), Operand(.value(.integer(1)))]))),
                    .text(.path("c"), TextComparison(.like), Operand(.value(.text(text)))),
                ]),
            ])
            #expect(condition == expected)
            #expect(try PredicateParser.condition(condition.text) == expected)
            let template = try PredicateParser.condition("a == $a")
            #expect(try template.substituting(["a": value]) == .compare("a", .equal, value))
            // As a key path it is one, or refused.
            if let path = try? Condition("%K == 1", arguments: [value]) {
                #expect(path == .compare(text, .equal, .integer(1)))
            }
        }
    }
}
