import Predicates
import Testing

/// The predicate language.
struct PredicateLanguageTests {
    /// Each text, and the one spelling in which what it says is printed.
    private func expectRoundTrip(
        _ text: String, _ printed: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let condition = try PredicateParser.condition(text)
        #expect(condition.text == printed, sourceLocation: sourceLocation)
        #expect(try PredicateParser.condition(condition.text) == condition, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ("name BEGINSWITH 'A'", "name BEGINSWITH \"A\""), ("name endswith 'A'", "name ENDSWITH \"A\""),
        ("name Contains[c] 'A'", "name CONTAINS[c] \"A\""), ("name contains [CD] 'A'", "name CONTAINS[cd] \"A\""),
        ("name LIKE[dc] 'A*'", "name LIKE[cd] \"A*\""), ("name MATCHES 'A.*'", "name MATCHES \"A.*\""),
        ("name ==[c] 'a'", "name ==[c] \"a\""), ("name =[cd]'a'", "name ==[cd] \"a\""), ("name !=[d] 'a'", "name !=[d] \"a\""),
        ("name <[c] 'a'", "name <[c] \"a\""), ("name ==[n] 'a'", "name == \"a\""), ("name LIKE[n] 'a'", "name LIKE \"a\""),
        ("name CONTAINS[cn] 'a'", "name CONTAINS \"a\""), ("'a' BEGINSWITH name", "\"a\" BEGINSWITH name"),
        ("name LIKE $pattern", "name LIKE $pattern"), ("NOT name LIKE 'a'", "NOT (name LIKE \"a\")"),
    ])
    func `texts are compared by form and options`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test(arguments: [
        ("age BETWEEN {1,10}", "age BETWEEN {1, 10}"), ("age between { $low , $low + 10 }", "age BETWEEN {$low, $low + 10}"),
        ("!age BETWEEN {1, 2}", "NOT (age BETWEEN {1, 2})"),
        ("age IN {1, 2, 3}", "age IN {1, 2, 3}"), ("age in{}", "age IN {}"), ("age IN $ages", "age IN $ages"),
        ("name IN[n] {'a'}", "name IN {\"a\"}"), ("age IN ({1})", "age IN {1}"), ("$x IN rows", "$x IN rows"),
        ("5 IN rows.price", "5 IN rows.price"), ("NOT age IN {nil, true}", "NOT (age IN {nil, true})"),
        ("{1, 2} CONTAINS age", "age IN {1, 2}"), ("$n IN $FETCH_SOURCE.tags", "$n IN $FETCH_SOURCE.tags"),
    ])
    func `values lie between others and among others`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test(arguments: [
        ("ANY rows.price > 5", "ANY rows.price > 5"), ("some rows.price > 5", "ANY rows.price > 5"),
        ("ALL rows.name CONTAINS[c] 'x'", "ALL rows.name CONTAINS[c] \"x\""), ("NONE rows IN $rows", "NONE rows IN $rows"),
        ("any rows.price BETWEEN {1, 2} AND a == 1", "ANY rows.price BETWEEN {1, 2} AND a == 1"),
        ("NOT ANY rows.done == YES", "NOT (ANY rows.done == true)"), ("ANY (rows.price) * 2 > 1", "ANY rows.price * 2 > 1"),
        ("ANY (-rows.price) > 1", "ANY (-rows.price) > 1"), ("ANY #in > 1", "ANY #in > 1"), ("ANY any == 1", "ANY any == 1"),
        // Words are names where they can mean nothing else.
        ("any == 1", "any == 1"), ("all.any > 1", "all.any > 1"), ("none IN some", "none IN some"), ("1 == all", "1 == all"),
        ("any - 1 == 2", "any - 1 == 2"),
    ])
    func `members of a to-many relationship meet a comparison`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test(arguments: [
        ("rows.@count > 2", "rows.@count > 2"), ("rows.@sum.price == 1", "rows.@sum.price == 1"),
        ("rows.price.@sum == 1", "rows.price.@sum == 1"), ("a.b.@avg.c.d == 1", "a.b.@avg.c.d == 1"),
        ("SELF.rows.@max.date == nil", "rows.@max.date == nil"),
        ("rows.@min.price < rows.@max.price", "rows.@min.price < rows.@max.price"),
        ("SUBQUERY(rows, $r, $r.price > 5 AND $r.done == NO).@count == 0",
            "SUBQUERY(rows, $r, $r.price > 5 AND $r.done == false).@count == 0"),
        ("subquery(a.rows,$r,$r==$x).@count!=0", "SUBQUERY(a.rows, $r, $r == $x).@count != 0"),
        ("SUBQUERY(rows, $r, TRUEPREDICATE).@sum.price > 1", "SUBQUERY(rows, $r, TRUEPREDICATE).@sum.price > 1"),
        ("SUBQUERY(rows, $r, TRUEPREDICATE).price.@sum > 1", "SUBQUERY(rows, $r, TRUEPREDICATE).@sum.price > 1"),
        ("SUBQUERY(rows, $r, SUBQUERY($r.parts, $p, $p.a == $r.a).@count > 1).@count > 1",
            "SUBQUERY(rows, $r, SUBQUERY($r.parts, $p, $p.a == $r.a).@count > 1).@count > 1"),
        ("SUBQUERY(rows, $r, $r.parts.@count > 1).@count > 1", "SUBQUERY(rows, $r, $r.parts.@count > 1).@count > 1"),
        ("$FETCH_SOURCE.rows.@count == 1", "$FETCH_SOURCE.rows.@count == 1"),
    ])
    func `members are counted and summed`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test func `a variable of SUBQUERY is a member within it, and a parameter outside`() throws {
        let text = "SUBQUERY(rows, $r, $r == $s).@count == $r"
        let inside = Condition.comparison(
            Operand(.variable("r", path: [])), .equal, Operand(.parameter("s")))
        let members = MemberSet(path: ["rows"], filter: .init(variable: "r", condition: inside))
        #expect(
            try PredicateParser.condition(text)
                == .comparison(Operand(.aggregate(.count, members, of: [])), .equal, Operand(.parameter("r"))))
    }

    @Test(arguments: [
        ("a + b * c == 1", "a + b * c == 1"), ("(a + b) * c == 1", "(a + b) * c == 1"), ("a - b - c == 1", "a - b - c == 1"),
        ("a - (b - c) == 1", "a - (b - c) == 1"), ("a / b * c == 1", "a / b * c == 1"), ("a / (b * c) == 1", "a / (b * c) == 1"),
        ("a & 1 == 0", "a & 1 == 0"), ("(a & $m) != 0", "a & $m != 0"), ("a | b & c == 1", "a | b & c == 1"),
        ("(a | b) & c == 1", "(a | b) & c == 1"), ("a & b + 1 == 1", "a & b + 1 == 1"), ("(a & b) + 1 == 1", "(a & b) + 1 == 1"),
        ("-a == 1", "-a == 1"), ("-(a + b) == 1", "-(a + b) == 1"), ("- -a == 1", "--a == 1"), ("--1 == a", "-(-1) == a"),
        ("-(1) == a", "-(1) == a"), ("a - -1 == 2", "a - -1 == 2"), ("a -1 == 2", "a - 1 == 2"), ("a--1 == 2", "a - -1 == 2"),
        ("-a.b * 2 == 1", "-a.b * 2 == 1"), ("1 + 2 > 2", "1 + 2 > 2"), ("((a)) == ((1))", "a == 1"),
        ("((a + 1) > 2) AND (b) == 1", "a + 1 > 2 AND b == 1"), ("(((a & b)) = c)", "a & b == c"),
    ])
    func `numbers are calculated with, product before sum before bits`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test(arguments: [
        ("lowercase(name) == 'a'", "lowercase(name) == \"a\""), ("UPPERCASE('a') == name", "uppercase(\"a\") == name"),
        ("length(name) > abs(a - b)", "length(name) > abs(a - b)"), ("date < now()", "date < now()"),
        ("date > now() - 86400", "date > now() - 86400"), ("now == length", "now == length"), ("length >= 2", "length >= 2"),
        ("CAST(date, 'NSNumber') > 5", "CAST(date, \"NSNumber\") > 5"), ("cast($x, 'NSDate') > d", "CAST($x, \"NSDate\") > d"),
        ("CAST(a, 'NSDecimalNumber') == 1", "CAST(a, \"NSNumber\") == 1"), ("cast == 1", "cast == 1"),
        ("d > CAST(12.5, 'NSDate')", "d > CAST(12.5, \"NSDate\")"), ("d > CAST(12, 'NSDate')", "d > CAST(12.0, \"NSDate\")"),
        ("d > CAST((-1e300), 'NSDate')", "d > CAST(-1e+300, \"NSDate\")"),
        ("d > CAST(-(1), 'NSDate')", "d > CAST(-(1), \"NSDate\")"),
    ])
    func `functions and casts have their arguments`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test(arguments: [
        ("SELF == $x", "SELF == $x"), ("self.name == 'a'", "name == \"a\""), ("Self IN {1}", "SELF IN {1}"),
        ("#self == 1", "#self == 1"), ("#and == #or", "#and == #or"), ("#not.true == #nil", "#not.true == #nil"),
        ("#name == 1", "name == 1"), ("a.and == a.#or", "a.and == a.or"), ("NOT #not == #NULL", "NOT (#not == #NULL)"),
        ("contains CONTAINS like", "contains CONTAINS like"), ("in IN in", "in IN in"), ("between == in", "between == in"),
        ("truepredicate == 1", "truepredicate == 1"), ("a == falsepredicate", "a == falsepredicate"),
        ("TRUEPREDICATE", "TRUEPREDICATE"), ("falsepredicate OR a == 1", "FALSEPREDICATE OR a == 1"),
        ("!(TRUEPREDICATE)", "NOT TRUEPREDICATE"), ("$x.name == $y", "$x.name == $y"),
        ("owner == $FETCH_SOURCE AND n == $FETCH_SOURCE.n", "owner == $FETCH_SOURCE AND n == $FETCH_SOURCE.n"),
    ])
    func `key paths begin at the object or a variable, and words are names behind a hash`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test(arguments: [
        ("a == 0x1F", "a == 31"), ("a == -0X10", "a == -16"), ("a == 0b101", "a == 5"), ("a == 0o17", "a == 15"),
        ("a == 1e3", "a == 1000.0e0"), ("a == 1.5E-3", "a == 0.0015e0"), ("a == -2e+30", "a == -2e+30"),
        ("a == 1.5", "a == 1.5"), ("a == 007", "a == 7"), ("a == 0.1e0", "a == 0.1e0"), ("a == -0e0", "a == -0.0e0"),
        (#"a == "\u00e9\r""#, "a == \"é\r\""), (#"a == '\uD83D\uDE00'"#, "a == \"😀\""),
        (#"a == 'it\'s "so"'"#, #"a == "it's \"so\"""#),
        ("a == '%@ %K $x'", "a == \"%@ %K $x\""),
        ("a == CAST('123456789012345678901.5', 'NSDecimalNumber')",
            "a == CAST(\"123456789012345678901.5\", \"NSDecimalNumber\")"),
        ("a == 12345678901234567.5", "a == 12345678901234567.5"),
        ("a == CAST('1.5', 'NSDecimalNumber')", "a == 1.5"),
        ("a == CAST('1.50', 'NSDecimalNumber')", "a == 1.5"),
        ("a == CAST('-0.0', 'NSDecimalNumber')", "a == CAST(\"0\", \"NSDecimalNumber\")"),
        ("a == CAST('1,50', 'NSDecimalNumber')", "a == CAST(\"1,50\", \"NSDecimalNumber\")"),
        ("a == CAST('12.00', 'NSDecimalNumber')", "a == CAST(\"12\", \"NSDecimalNumber\")"),
        ("a == CAST('12', 'NSDecimalNumber')", "a == CAST(\"12\", \"NSDecimalNumber\")"),
    ])
    func `numbers and texts have their spellings`(text: String, printed: String) throws {
        try expectRoundTrip(text, printed)
    }

    @Test(arguments: [
        0, -0.0, 1, 0.1, -0.1, 1.0 / 3, 700_000_000.123456, 1e15, 1e16, 9_007_199_254_740_992, 1.2345678901234567e-5,
        .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    ])
    func `instants and floating-point numbers are printed bit for bit`(number: Double) throws {
        let date = try PredicateParser.condition(Condition.compare("d", .less, .date(number)).text)
        guard case .comparison(_, _, let operand) = date, case .value(.date(let read)) = operand.kind else {
            Issue.record("\(date)")
            return
        }
        #expect(read.bitPattern == number.bitPattern)
        let real = try PredicateParser.condition(Condition.compare("d", .less, .real(number)).text)
        guard case .comparison(_, _, let operand) = real, case .value(.real(let read)) = operand.kind else {
            Issue.record("\(real)")
            return
        }
        #expect(read.bitPattern == number.bitPattern)
    }

    @Test func `the names that a condition uses are found wherever they stand`() throws {
        let condition = try PredicateParser.condition(
            """
            NOT (a.b BETWEEN {$low, $high}) OR ANY rows.price IN {$one, two + $two}
            OR SUBQUERY(parts, $p, $p.x == $x AND here == $p).@sum.y > abs($z) AND CAST(-c, "NSDate") < $who.born
            AND $who.rows.@count == $FETCH_SOURCE.n AND items.@count == 1
            """)
        #expect(condition.parameterNames == ["low", "high", "one", "two", "x", "z", "who"])
        #expect(
            condition.keyPaths == [["a", "b"], ["rows", "price"], ["two"], ["parts", "y"], ["here"], ["c"], ["items"]])
        #expect(condition.comparisons.count == 6)
    }

    @Test func `the objects that a condition was given are found wherever they stand`() throws {
        let objects = (1...4).map { ObjectReference(entity: "Thing", key: Int64($0)) }
        let condition = try Condition(
            "a == %@ OR NOT b IN %@ OR SUBQUERY(parts, $p, $p.x == %@).@count > 0 OR c == 1",
            arguments: [.object(objects[0]), .list([.object(objects[1]), .object(objects[2])]), .object(objects[3])])
        #expect(condition.objects == Set(objects))
        #expect(Condition.compare("a", .equal, .text("Thing 1")).objects.isEmpty)
    }
}
