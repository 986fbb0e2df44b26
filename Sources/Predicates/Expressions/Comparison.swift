/// How two operands are compared.
///
/// nil is a value: `==` finds nil for nil, and `!=` finds every object whose value is another one, nil included. Comparing
/// the order of nil with anything is false. Texts compare by their UTF-8 bytes.
public enum Comparison: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// Whether the comparison asks for an order, which only ordered types have.
    var asksForOrder: Bool { self != .equal && self != .notEqual }

    /// The comparison that says the same of the two sides exchanged.
    var mirrored: Comparison {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

/// A comparison of texts: a form that the left one is to have, and what does not count.
///
/// nil has no form: all but ``Form/compares(_:)`` are false where either side is nil.
public struct TextComparison: Sendable, Hashable {
    public enum Form: Sendable, Hashable {
        /// As ``Comparison`` says; only with options, without which it would be one.
        case compares(Comparison)
        case beginsWith
        case endsWith
        case contains
        /// The whole text is what a pattern says, in which `*` stands for any characters, `?` for one Unicode scalar, and a
        /// backslash takes the meaning from the character behind it.
        case like
        /// The whole text matches a regular expression (ICU's, as `NSRegularExpression` has them).
        case matches
    }

    public var form: Form
    public var options: TextOptions

    public init(_ form: Form, _ options: TextOptions = []) {
        self.form = form
        self.options = options
    }
}

/// What does not count when texts are compared.
public struct TextOptions: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `[c]`: differences of case, in all of Unicode and for no language in particular.
    public static let caseInsensitive = TextOptions(rawValue: 1)
    /// `[d]`: diacritics.
    public static let diacriticInsensitive = TextOptions(rawValue: 2)
}
