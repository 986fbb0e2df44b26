import Foundation

/// A regular expression that a whole text matches, or does not.
public struct TextPattern: Sendable {
    /// The rule of a string that a column of numbers keeps as it is: an object or an array of JSON never looks like a number.
    public static let document = #"(?s)\s*[\[{].*"#

    private let expression: NSRegularExpression

    /// Nil where `pattern` is no regular expression, or an empty one, which is no rule.
    public init?(_ pattern: String) {
        guard !pattern.isEmpty, let expression = Self.expression(pattern) else { return nil }
        self.expression = expression
    }

    /// The expression for a whole text; nil where `pattern` is none.
    static func expression(_ pattern: String, _ options: NSRegularExpression.Options = []) -> NSRegularExpression? {
        // By itself too: a parenthesis that the pattern leaves open, or a comment, must not reach the anchor behind it.
        // The empty one, which the empty text matches, is none to Foundation.
        guard pattern.isEmpty || (try? NSRegularExpression(pattern: pattern, options: options)) != nil else { return nil }
        return try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: options)
    }

    public func matches(_ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
