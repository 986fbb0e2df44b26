import Foundation
import Predicates

/// A predicate in a line of code, with arguments for its placeholders.
struct CodePredicate {
    /// Why a text is no predicate of Core Data's comparison language, or one that is refused on purpose.
    enum Reason: String {
        case fragment = "no comparison, only a part of one"
        case truncated = "cut off within a text in quotes"
        case objectiveC = "a question about classes, which is no comparison of NSPredicate's"
        case misplacedNot = "NOT IN, which NSPredicate does not have"
        case function = "a function of all values, which is no function of one object"
        case exclusiveOr = "exclusive or of bits"
    }

    private(set) var text: String
    private(set) var arguments: [ConditionValue] = []
    /// Whether Swift puts something in, for which a name stands in.
    let isInterpolated: Bool

    init(_ line: String) {
        isInterpolated = line.contains("\\(")
        // As the compiler reads the literal.
        text = Self.filled(line).replacing("\\\"", with: "\"").replacing("\\'", with: "'")
        for match in unquoted.matches(of: /%(@|K|[hlqLjzt]*[a-zA-Z])/) {
            arguments.append(Self.argument(for: String(match.output.0), behind: unquoted[..<match.range.lowerBound]))
        }
    }

    /// A value that fits a placeholder, behind what stands in front of it.
    private static func argument(for placeholder: String, behind text: Substring) -> ConditionValue {
        switch placeholder.last {
        case "K": return .text("name")
        case "@":
            if text.contains(/(?i)\bbetween\s*$/) { return .list([.integer(1), .integer(2)]) }
            return text.contains(/(?i)\bin(\[\w+\])?\s*\(?$/) ? .list([.text("a"), .text("b")]) : .text("a")
        case "f", "g", "e", "a": return .real(0.5)
        case "s": return .text("a")
        default: return .integer(1)
        }
    }

    /// The line with a name in place of every `\(…)`.
    private static func filled(_ line: String) -> String {
        var result = ""
        var rest = line[...]
        while let start = rest.firstRange(of: "\\(") {
            result += rest[..<start.lowerBound] + "name"
            var depth = 1
            rest = rest[start.upperBound...]
            while depth > 0, let character = rest.popFirst() {
                if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            }
        }
        return result + rest
    }

    /// The text with nothing in its quotes.
    private var unquoted: String {
        text.replacing(/'[^']*'/, with: "''").replacing(/"[^"]*"/, with: "\"\"")
    }

    /// Why the text is not read; nil where it should be.
    var reason: Reason? {
        let unquoted = unquoted
        if unquoted.count(where: { $0 == "'" }) % 2 == 1 { return .truncated }
        if unquoted.contains(/^\s*(%K|%@)\s*$/) { return .fragment }
        if unquoted.contains(/\bisKindOfClass:/) { return .objectiveC }
        if unquoted.contains(/(?i)\w\s+not\s+in\b/) && !unquoted.contains(/(?i)(and|or|not)\s+not\s+in\b/) { return .misplacedNot }
        if unquoted.contains(/\b(min|max|sum|average|count)\(/) { return .function }
        if unquoted.contains("^") { return .exclusiveOr }
        return nil
    }
}
