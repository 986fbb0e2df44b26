import Foundation

/// A regular expression that a whole text matches, or does not.
public struct TextPattern: Sendable {
    private let expression: NSRegularExpression

    /// Nil where `pattern` is no regular expression.
    public init?(_ pattern: String) {
        // By itself too: a parenthesis that the pattern leaves open, or a comment, must not reach the anchor behind it.
        guard (try? NSRegularExpression(pattern: pattern)) != nil,
            let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
        else { return nil }
        self.expression = expression
    }

    public func matches(_ text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
