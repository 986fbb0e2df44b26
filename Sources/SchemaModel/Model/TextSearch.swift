import Diagnostics

/// A full-text search over strings of an entity.
public struct TextSearch: Sendable {
    /// The attributes that are searched, in order.
    public var properties: [Name]
    public var tokenizer: Tokenizer
    /// The lengths of word prefixes with an index of their own, in characters, ascending.
    public var prefixes: [Int]

    /// The tokenizers of SQLite's FTS5, which split texts into words.
    public enum Tokenizer: String, Sendable, Hashable, CaseIterable {
        /// Words of letters and digits of any script, without letter case and diacritics.
        case unicode61
        /// Like `unicode61`, with English stems: `running` matches `run`.
        case porter
        /// All groups of three characters: matches parts of words.
        case trigram
        /// Words of ASCII letters and digits and of all other characters, without the letter case of ASCII letters.
        case ascii
    }
}
