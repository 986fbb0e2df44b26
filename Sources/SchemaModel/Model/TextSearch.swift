import Diagnostics

/// A full-text search over strings of an entity.
public struct TextSearch: Sendable {
    /// The attributes that are searched, in order.
    public var properties: [Name]
    public var tokenizer: Tokenizer
    /// The lengths of word beginnings that have an index of their own, in characters, ascending.
    public var prefixes: [Int]

    /// How texts are cut into words: SQLite's own ways, by the names that FTS5 gives them.
    public enum Tokenizer: String, Sendable, Hashable, CaseIterable {
        /// Words of letters and digits of any script; letter case and diacritics do not count.
        case unicode61
        /// As `unicode61`, and English words by their stems: `running` finds `run`.
        case porter
        /// Every three characters in a row: finds parts of words.
        case trigram
        /// Words of ASCII letters and digits, and of all other characters; only the case of ASCII letters does not count.
        case ascii
    }
}
