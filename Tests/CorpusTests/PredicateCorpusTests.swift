import Foundation
import Predicates
import Testing

/// The predicates that programs have in their code: `predicates-in-code.txt` of the corpus, one a line.
struct PredicateCorpusTests {
    @Test(.enabled(if: PredicateCorpus.lines != nil))
    func `every predicate of Core Data's comparison language is read, and printed so that it reads back`() throws {
        var counts: [String: Int] = [:]
        for line in PredicateCorpus.lines ?? [] {
            let predicate = CodePredicate(line)
            do {
                let condition = try Condition(predicate.text, arguments: predicate.arguments)
                #expect(try PredicateParser.condition(condition.text) == condition, "\(line)")
                #expect(predicate.reason == nil, "what is said to be outside of the language is read: \(line)")
                counts[predicate.isInterpolated ? "read, with a name in place of Swift's \\(…)" : "read", default: 0] += 1
            } catch {
                guard let reason = predicate.reason else {
                    Issue.record("\(line)\n\(error)")
                    continue
                }
                #expect(error.range != nil, "\(line)")
                counts["refused: \(reason.rawValue)", default: 0] += 1
            }
        }
        for (what, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) { print("\(count)\t\(what)") }
    }

    /// The rules by which predicates are told to be outside of the language, on ones of our own.
    @Test(arguments: [
        ("%K", CodePredicate.Reason.fragment), ("title != '", .truncated), ("age ^ 1 == 0", .exclusiveOr), ("x == max(%@)", .function),
        ("self isKindOfClass: %@", .objectiveC),
        ("a NOT IN %@", .misplacedNot), ("a == 'it is NOT IN here'", nil),
    ] as [(String, CodePredicate.Reason?)])
    func `why a predicate is not read is told by rule`(text: String, reason: CodePredicate.Reason?) {
        #expect(CodePredicate(text).reason == reason)
    }
}

enum PredicateCorpus {
    static let lines: [String]? = CorpusFolder.path
        .flatMap { try? String(contentsOfFile: "\($0)/predicates-in-code.txt", encoding: .utf8) }
        .map { $0.split(whereSeparator: \.isNewline).map(String.init) }
}
