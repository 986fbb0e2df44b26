import Predicates
import TestSupport
import Testing

/// Predicates that are refused.
struct RefusedPredicateTests {
    private static let refusals: [(text: String, lower: Int, upper: Int, words: String)] = [
        ("name CONTAINS[l] 'a'", 14, 15, "locale"), ("name CONTAINS[cx] 'a'", 15, 16, "no option 'x'"),
        ("name CONTAINS[] 'a'", 14, 15, "options are letters"), ("name CONTAINS[c 'a'", 16, 19, "']'"),
        ("name IN[c] {'a'}", 5, 7, "==[c]"), ("{'a'} CONTAINS[c] name", 6, 14, "==[c]"),
        ("a BETWEEN[c] {1, 2}", 2, 9, "no options"),
        ("a BETWEEN {1}", 10, 13, "two ends"), ("a BETWEEN $x", 10, 12, "two ends"), ("a BETWEEN 1 AND 2", 10, 11, "two ends"),
        ("a IN 1", 5, 6, "list"), ("a IN 'abc'", 5, 10, "list"), ("a IN {1, {2}}", 9, 12, "cannot contain a list"),
        ("a IN {1 2}", 8, 9, "','"), ("a IN {1,", 8, 8, "expected"), ("a == {1}", 5, 8, "IN or BETWEEN"),
        ("{1} == a", 0, 3, "IN or BETWEEN"), ("a IN {1} + 1", 5, 8, "IN or BETWEEN"), ("-{1} == a", 1, 4, "IN or BETWEEN"),
        ("abs({1}) == a", 4, 7, "IN or BETWEEN"), ("a LIKE {'b'}", 7, 12, "IN or BETWEEN"),
        ("a NOT IN {1}", 2, 5, "before the whole"), ("a IN (1, 2)", 7, 8, "')'"),
        ("ANY a", 5, 5, "comparison"), ("ANY (a == 1)", 12, 12, "comparison"), ("ANY NOT a == 1", 4, 7, "expected"),
        ("a == (b == 1)", 5, 13, "not a condition"), ("(a == 1) == b", 9, 11, "AND and OR"),
        ("(a == 1) + 1 == 2", 9, 10, "not a number"),
        ("abs(a == 1) == 2", 6, 8, "')'"), ("NOT a", 5, 5, "comparison"), ("a AND b == 1", 2, 5, "comparison"),
        ("made", 4, 4, "comparison"), ("TRUEPREDICATE == ", 17, 17, "expected"), ("(a) (b)", 4, 5, "comparison"),
        ("rows.@total > 1", 5, 11, "no function '@total'"), ("@count > 1", 0, 6, "after the key path"), ("SELF.@count > 1", 5, 11, "before"),
        ("rows.@count.@sum > 1", 12, 16, "one function"), ("rows.@ > 1", 5, 6, "@count"), ("$x.@count > 1", 0, 9, "before"),
        ("SUBQUERY(rows, $x, $x.a == 1) > 1", 30, 31, "@count"), ("SUBQUERY(rows, x, x.a == 1).@count > 1", 15, 16, "$variable"),
        ("SUBQUERY(rows, $FETCH_SOURCE, a == 1).@count > 1", 15, 28, "$variable"),
        ("SUBQUERY(SELF, $x, a == 1).@count > 1", 9, 13, "to-many"),
        ("SUBQUERY(rows.@count, $x, a == 1).@count > 1", 9, 20, "to-many"),
        ("SUBQUERY($x, $x, a == 1).@count > 1", 9, 11, "to-many"),
        ("SUBQUERY(rows, $x, $x.a).@count > 1", 23, 24, "comparison"), ("SUBQUERY(rows, $x).@count > 1", 17, 18, "','"),
        ("FUNCTION(a, 'b') == 1", 0, 8, "call code"), ("min(a) == 1", 0, 3, "no function 'min'"), ("now(1, 2) == a", 5, 6, "')'"),
        ("abs() == 1", 4, 5, "expected"), ("CAST(a) == 1", 6, 7, "','"), ("CAST(a, b) == 1", 8, 9, "name of a type"),
        ("CAST(a, 'UIColor') == 1", 8, 17, "'UIColor'"), ("CAST('x', 'NSDecimalNumber') > $a.", 34, 34, "name"),
        ("a ^ 1 == 0", 2, 3, "'^' is not supported"), ("a ** 2 == 0", 2, 4, "powers"), ("~a == 0", 0, 1, "'~' is not supported"),
        ("a := 0", 2, 4, "cannot assign"),
        ("a[0] == 1", 1, 2, "comparison"), ("a == 0x", 6, 7, "end of the condition"), ("a == 0xFFFFFFFFFFFFFFFF", 5, 23, "cannot be represented"),
        ("a == 1e999", 5, 10, "cannot be represented"), ("a == 0b12", 5, 9, "cannot be represented"), ("a == '\\u12'", 6, 10, "hexadecimal"),
        ("a == '\\uD83D'", 6, 12, "hexadecimal"), ("a == '\\uD83D\\u0041'", 6, 18, "hexadecimal"),
        ("a == '\\uDE00'", 6, 12, "hexadecimal"),
        ("# == 1", 0, 1, "'#'"), ("#1 == 1", 0, 1, "'#'"), ("a == %@", 5, 7, "'$name'"), ("%K == 1", 0, 2, "'$name'"),
        ("a == %", 5, 6, "not a placeholder"), ("a == %%", 5, 7, "not a placeholder"), ("a == %p", 5, 7, "not a placeholder"),
        ("a == %1$@", 5, 7, "not a placeholder"),
        ("a == %.2f", 5, 7, "not a placeholder"), ("a == %l@", 5, 8, "not a placeholder"), ("naïve == 1", 2, 3, "unexpected"),
    ]

    @Test(arguments: refusals)
    func `what is not in the language is refused with its reason, where it stands`(
        text: String, lower: Int, upper: Int, words: String
    ) throws {
        let error = try #require(throws: ConditionError.self) { try PredicateParser.condition(text) }
        #expect(error.kind == .syntax)
        #expect(error.range == lower..<upper, "\(error)")
        #expect(error.message.contains(words), "\(error)")
    }

    @Test(arguments: [
        ("(", ")"), ("NOT (", ")"), ("-(", ")"), ("abs(", ")"), ("CAST(", ", 'NSDate')"), ("1 IN {", "}"), ("1 + (2 * (", "))"),
        ("SUBQUERY(rows, $x, a == ", ").@count == 1"), ("- ", ""), ("NOT ", ""), ("a == 1 OR b == 1 AND (", ")"),
        ("a == 1 OR NOT (b == 1 AND 1 | 2 & 3 + 4 * (", ") == 1)"), ("", " + 1"), ("", " * 1"), ("ANY (", ")"),
        ("(", " + 1)"), ("(", " + 1 + 1 - 1)"),
    ])
    func `whatever stands in itself does so up to a limit that no stack fears`(opening: String, closing: String) {
        var accepted = 0
        for count in [1, 10, 30, 45, 60, 100, 1_000, TestScale.count(4_000, long: 50_000)] {
            let text = String(repeating: opening, count: count) + "a" + String(repeating: closing, count: count)
            for text in [text, text + " == 1"] {
                guard let condition = try? PredicateParser.condition(text) else { continue }
                accepted += 1
                #expect(count <= 100)
                #expect((try? PredicateParser.condition(condition.text)) == condition)
            }
        }
        #expect(accepted >= 1)
    }

    @Test(.timeLimit(.minutes(TestScale.isLong ? 10 : 1)), arguments: [
        "a == 1 OR ", "(", "((a) ", "a.", "a + ", "{", "a IN {1, ", "1", "1.", "1e", "0x1", "'", "'\\u00e9", "\\", "a", "$a.",
        "#a.", "a.@count.",
        "NOT ", "- ", "!", "%@", "%K.", "ANY ", "ANY a == 1 AND ", "SUBQUERY(", "CAST(", "abs(a) + ", "==", " ", "é", "'é' == ",
        "e\u{301}", "[c]",
        "a ==[ccdd", "a CONTAINS[c] 'b' AND ", "TRUEPREDICATE AND ", "$", "@", "&", "a BETWEEN {1, 2} OR ", "1e5 < ", "(1) + ",
    ])
    func `a text of up to a million characters is read or refused in little time`(part: String) throws {
        let length = TestScale.count(8_000, long: 1_000_000)
        let text = String(repeating: part, count: length / part.unicodeScalars.count)
        for text in [text, text + "a == 1"] {
            do throws(ConditionError) {
                let condition = try PredicateParser.condition(text)
                let again = try PredicateParser.condition(condition.text)
                #expect(again == condition)
            } catch {
                #expect((error.range?.upperBound ?? .max) <= text.unicodeScalars.count)
                #expect(error.message.unicodeScalars.count < 300)
            }
        }
    }
}
