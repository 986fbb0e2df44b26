/// What a full-text search looks for.
///
/// Words are cut and compared as the model's tokenizer does. Whatever a person typed can be given to all but ``fts5(_:)``: it
/// is taken for words, never for an operator.
public struct SearchPattern: Sendable, Hashable {
    /// The pattern in FTS5's language; empty where there is nothing to look for.
    let text: String

    /// Every word, in any order.
    public static func allWords(_ text: String) -> SearchPattern {
        SearchPattern(text: words(text).joined(separator: " AND "))
    }

    /// At least one of the words.
    public static func anyWord(_ text: String) -> SearchPattern {
        SearchPattern(text: words(text).joined(separator: " OR "))
    }

    /// Each word matches words that begin with it, for a search while the user types.
    public static func prefixes(_ text: String) -> SearchPattern {
        SearchPattern(text: words(text).map { $0 + "*" }.joined(separator: " AND "))
    }

    /// The words one after the other.
    public static func phrase(_ text: String) -> SearchPattern {
        SearchPattern(text: words(text).joined(separator: " + "))
    }

    /// An expression of FTS5's own language, with AND, OR, NOT, NEAR, `*` and column filters (https://sqlite.org/fts5.html).
    public static func fts5(_ expression: String) -> SearchPattern {
        SearchPattern(text: expression)
    }

    /// Each word in quotes, within which nothing is an operator. What has neither letter nor digit is no word to any tokenizer
    /// but `trigram`, and would find nothing.
    private static func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace || $0 == "\0" }
            .filter { $0.contains { $0.isLetter || $0.isNumber } }
            .map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
    }
}
