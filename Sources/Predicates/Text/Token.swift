/// A word of the predicate language with its place, in Unicode scalars.
struct Token: Hashable {
    enum Kind: Hashable {
        /// A name, and the word that it may be instead.
        case name(String, Word?)
        /// A name after `#`, which is never another word.
        case escapedName(String)
        case parameter(String)
        case number(String)
        case string(String)
        /// A name after `@`.
        case collectionOperator(String)
        case placeholder(Placeholder)
        case comparison(Comparison)
        case arithmetic(Arithmetic)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String {
        case and = "&&"
        case or = "||"
        case not = "!"
        case dot = "."
        case comma = ","
        case open = "("
        case close = ")"
        case openList = "{"
        case closeList = "}"
        case openOptions = "["
        case closeOptions = "]"
    }

    var kind: Kind
    var range: Range<Int>

    /// The word that the token may be; nil for a name after `#`.
    var word: Word? {
        if case .name(_, let word) = kind { word } else { nil }
    }

    var isAnd: Bool { kind == .symbol(.and) || word == .and }
    var isOr: Bool { kind == .symbol(.or) || word == .or }
    var isNot: Bool { kind == .symbol(.not) || word == .not }

    /// Whether the token stands between two operands, not in front of one.
    var isBetweenOperands: Bool {
        switch kind {
        case .comparison, .arithmetic, .symbol(.dot): true
        default: word?.comparison != nil
        }
    }

    /// Whether a condition can end in front of the token.
    var endsCondition: Bool {
        switch kind {
        case .end, .symbol(.close), .symbol(.comma): true
        default: isAnd || isOr
        }
    }
}
