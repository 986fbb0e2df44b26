import Foundation
import SQLiteAccess

/// A condition could not be decided for an object.
public struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is at fault.
    public enum Cause: Sendable, Hashable {
        case regularExpression
        case timeZone
    }

    public var cause: Cause
    public var description: String

    init(_ cause: Cause, description: String) {
        self.cause = cause
        self.description = description
    }
}

/// Patterns that were compiled, kept for as long as rows or objects are looked at with them.
///
/// Belongs to one connection or one evaluation and is used by one of both at a time.
final class PatternCache {
    private var expressions: [ExpressionKey: BoundedExpression] = [:]
    private var patterns: [ContiguousArray<UInt8>: LikePattern] = [:]
    /// More patterns than this come from columns; what was kept is let go then.
    private static let capacity = 64

    private struct ExpressionKey: Hashable {
        var pattern: ContiguousArray<UInt8>
        var ignoringCase: Bool
    }

    /// - Throws: ``EvaluationError`` where a pattern that was not known before is no regular expression.
    func expression(_ pattern: String, ignoringCase: Bool) throws -> BoundedExpression {
        // By its bytes: two spellings of a character are two patterns, and one text to Swift.
        let key = ExpressionKey(pattern: ContiguousArray(pattern.utf8), ignoringCase: ignoringCase)
        if let known = expressions[key] { return known }
        guard let expression = BoundedExpression(pattern, ignoringCase: ignoringCase) else {
            throw EvaluationError(.regularExpression, description: "'\(pattern)' is not a regular expression")
        }
        if expressions.count >= Self.capacity { expressions.removeAll() }
        expressions[key] = expression
        return expression
    }

    func pattern(_ bytes: UnsafeBufferPointer<UInt8>) -> LikePattern {
        let key = ContiguousArray(bytes)
        if let known = patterns[key] { return known }
        let pattern = LikePattern(key)
        if patterns.count >= Self.capacity { patterns.removeAll() }
        patterns[key] = pattern
        return pattern
    }
}

/// A regular expression for whole texts that does not run for ever.
struct BoundedExpression {
    private let expression: NSRegularExpression

    /// How often ICU may report that it is still at work on one text. It does so every 10,000 steps or so
    /// (`TIMER_INITIAL_VALUE` of its `rematch.cpp`), which takes 0.1 to 0.3 ms: a text is given up after 0.1 to 0.3 s, and
    /// always at the same step.
    private static let budget = 1_000

    /// Nil where `pattern` is no regular expression.
    init?(_ pattern: String, ignoringCase: Bool) {
        guard let expression = TextPattern.expression(pattern, ignoringCase ? .caseInsensitive : []) else { return nil }
        self.expression = expression
    }

    /// - Throws: ``EvaluationError`` where it takes too many steps or too much memory to tell.
    func matches(_ text: String) throws -> Bool {
        var (reports, matches, hasFailed) = (0, false, false)
        expression.enumerateMatches(
            in: text, options: [.reportProgress, .reportCompletion], range: NSRange(text.startIndex..., in: text)
        ) { match, flags, stop in
            if match != nil {
                matches = true
                stop.pointee = true
            } else if flags.contains(.internalError) {
                hasFailed = true
            } else if flags.contains(.progress) {
                reports += 1
                if reports > Self.budget {
                    hasFailed = true
                    stop.pointee = true
                }
            }
        }
        if hasFailed {
            throw EvaluationError(
                .regularExpression,
                description: "the regular expression '\(expression.pattern.dropFirst(5).dropLast(3))' was stopped: it takes too many steps on a text of "
                    + "\(text.utf16.count) characters")
        }
        return matches
    }
}

extension TextTest {
    /// Whether a text has a form; false where either is nil. What SQL says with operators of its own says the same.
    func holds(_ left: SQLiteValue, _ right: SQLiteValue, _ patterns: PatternCache) throws -> Bool {
        guard case .text(var text) = left, case .text(var other) = right else { return false }
        switch self {
        case .beginsWith: return text.utf8.starts(with: other.utf8)
        case .endsWith: return text.utf8.reversed().starts(with: other.utf8.reversed())
        case .contains: return text.withUTF8 { text in other.withUTF8 { text.contains($0) } }
        case .like: return text.withUTF8 { text in other.withUTF8 { patterns.pattern($0).matches(text) } }
        case .matches(let ignoringCase): return try patterns.expression(other, ignoringCase: ignoringCase).matches(text)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether some bytes stand in these. Where both are valid UTF-8 they stand between scalars.
    func contains(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = other.first else { return true }
        var place = 0
        while place + other.count <= count {
            if self[place] == first, self[place..<place + other.count].elementsEqual(other) { return true }
            place += 1
        }
        return false
    }
}
