import Predicates
import TestSupport
import Testing

/// Conditions as text.
struct ParsingTests {
    @Test(
        "A condition is printed in one spelling, and reads back to an equal one",
        arguments: [
            ("a == 1", "a == 1"), ("a = 1", "a == 1"), ("a <> 1", "a != 1"), ("a != 1", "a != 1"), ("a =< 1", "a <= 1"),
            ("a => 1", "a >= 1"),
            ("a<1&&b>2||c>=3", "(a < 1 AND b > 2) OR c >= 3"), ("a < 1 and b > 2 Or c >= 3", "(a < 1 AND b > 2) OR c >= 3"),
            ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
            ("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
            ("not a == 1 AND b == 2", "NOT (a == 1) AND b == 2"), ("!(a == 1)", "NOT (a == 1)"),
            ("!!a == 1", "NOT NOT (a == 1)"),
            ("NOT (a == 1 AND b == 2)", "NOT (a == 1 AND b == 2)"), ("((a == 1))", "a == 1"),
            ("(a == 1 AND b == 2) AND c == 3", "(a == 1 AND b == 2) AND c == 3"),
            ("a == nil", "a == nil"), ("a == NULL", "a == nil"), ("a == True", "a == true"), ("a == YES", "a == true"),
            ("a == no", "a == false"),
            ("a == -1", "a == -1"), ("a == - 1", "a == -1"), ("a == 1.50", "a == 1.5"), ("a == 12.0", "a == 12"),
            ("a == -0.0", "a == 0"), ("a == -9223372036854775808", "a == -9223372036854775808"),
            ("a.b.c == $p", "a.b.c == $p"), ("1 < a", "1 < a"), ("$p == a", "$p == a"), ("a == 'it\\'s'", "a == \"it's\""),
            ("a == \"\\\"\\\\\\n\\t\"", "a == \"\\\"\\\\\\n\\t\""), ("a == 'é\u{301}👩‍👩‍👧'", "a == \"é\u{301}👩‍👩‍👧\""),
            ("a\n==\t1 ", "a == 1"),
            ("android == 1", "android == 1"), ("nothing == orchid", "nothing == orchid"), ("_a1 == 1", "_a1 == 1"),
        ])
    func roundTrip(text: String, printed: String) throws {
        let condition = try PredicateParser.condition(text)
        #expect(condition.text == printed)
        #expect(try PredicateParser.condition(condition.text) == condition)
    }

    @Test("AND binds closer than OR, and NOT closer than AND")
    func precedence() throws {
        let (a, b, c) = (
            Condition.compare("a", .equal, .integer(1)), Condition.compare("b", .equal, .integer(2)),
            Condition.compare("c", .equal, .integer(3))
        )
        #expect(try PredicateParser.condition("a == 1 OR b == 2 AND NOT c == 3") == .or([a, .and([b, .not(c)])]))
        #expect(try PredicateParser.condition("a == 1 AND b == 2 AND c == 3") == .and([a, b, c]))
    }

    @Test(
        "Text that is not in the language is refused where it goes wrong",
        arguments: [
            ("", 0, 0), ("a", 1, 1), ("a ==", 4, 4), ("a == 1 b", 7, 8), ("a == 1)", 6, 7), ("(a == 1", 7, 7),
            ("a == 'x", 5, 7), ("a ~ 1", 2, 3),
            ("a == $", 5, 6), ("a == $1", 5, 6), ("a. == 1", 3, 5), ("a..b == 1", 2, 3), (".a == 1", 0, 1),
            ("a == 1.2.3", 5, 10),
            ("a == 1 AND", 10, 10), ("AND a == 1", 0, 3), ("a === 1", 4, 5), ("a & b", 5, 5), ("é == 1", 0, 1),
            ("a == 'é\\q'", 7, 9), ("a == '\\", 5, 7),
            ("a == 1 == 1", 7, 9), ("a == 9223372036854775808", 5, 24), ("a.1 == 2", 2, 3), ("a == ()", 6, 7),
            ("a == 1234567890123456789.5", 5, 26), ("a == 123456789012345678.5", 5, 25),
        ])
    func refused(text: String, lower: Int, upper: Int) throws {
        let error = try #require(throws: ConditionError.self) { try PredicateParser.condition(text) }
        #expect(error.kind == .syntax)
        #expect(error.range == lower..<upper, "\(error)")
    }

    @Test("Conditions may stand in each other, up to a limit that no stack fears")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "(", count: count) + "a == 1" + String(repeating: ")", count: count)
        }
        #expect(try PredicateParser.condition(nested(99)).text == "a == 1")
        for text in [
            nested(100), nested(10_000), nested(100_000), String(repeating: "NOT ", count: 10_000) + "a == 1",
            String(repeating: "!(", count: 5_000),
        ] {
            #expect(throws: ConditionError.self) { try PredicateParser.condition(text) }
        }
    }

    @Test("A condition may be long")
    func long() throws {
        let text = Array(repeating: "a == 1", count: 10_000).joined(separator: " OR ")
        guard case .or(let parts) = try PredicateParser.condition(text) else { throw ConditionErrors([]) }
        #expect(parts.count == 10_000)
    }

    @Test("A sort term is a key path, after '-' for descending")
    func sortTerms() throws {
        #expect(try PredicateParser.sortTerm("a.b") == .ascending("a.b"))
        #expect(try PredicateParser.sortTerm(" - a ") == .descending("a"))
        #expect(try PredicateParser.sortTerm("-a.b").text == "-a.b")
        let term = try PredicateParser.sortTerm("- a.b [dc]")
        #expect(term == .descending("a.b", options: [.caseInsensitive, .diacriticInsensitive]) && term.text == "-a.b[cd]")
        #expect(try PredicateParser.sortTerm("a[C]") == .ascending("a", options: .caseInsensitive))
        #expect(try PredicateParser.sortTerm("a[n]") == .ascending("a"))
        #expect(try PredicateParser.sortTerm("a[d]") != .ascending("a"))
        for text in ["", "-", "a b", "a,b", "3", "$a", "--a", "a.", "+a", "a DESC", "a[]", "a[x]", "a[c", "a[c] b", "[c]", "a[0]", "a[l]"] {
            #expect(throws: ConditionError.self, "\(text)") { try PredicateParser.sortTerm(text) }
        }
    }

    @Test("No text crashes the reader: every error has its place within the text")
    func mutations() {
        var random = SeededGenerator.forTests()
        let conditions = [
            "made == true AND paid == false", "NOT (a.b >= $since OR c != 'it\\'s \\\"so\\\"') && !d <= -12.5",
            "((a == nil))",
            "x <> \"\\n\\t\\\\\" || é == 3", "a == 'é\u{301}👩‍👩‍👧' AND b < 9223372036854775807",
        ]
        let alphabet = Array("()'\"\\$.-=<>!&|~ aN0é\u{0}\u{301}\n".unicodeScalars)
        for condition in conditions {
            let scalars = Array(condition.unicodeScalars)
            var texts =
                (0...scalars.count).map { Array(scalars.prefix($0)) }
                + (0...scalars.count).map { Array(scalars.dropFirst($0)) }
            for index in scalars.indices {
                var changed = scalars
                changed[index] = alphabet.randomElement(using: &random) ?? " "
                texts.append(changed)
                changed.remove(at: index)
                texts.append(changed)
            }
            for text in texts {
                do throws(ConditionError) {
                    let string = String(String.UnicodeScalarView(text))
                    let read = try PredicateParser.condition(string)
                    // What is read can be printed and read again.
                    #expect(try read == PredicateParser.condition(read.text), "\(string)")
                } catch {
                    let range = error.range ?? -1 ..< -1
                    #expect(range.lowerBound >= 0 && range.upperBound <= text.count, "\(error)")
                }
            }
        }
    }
}
