/// What is wrong with a condition or a sort term.
public struct ConditionError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// The text is not in the language.
        case syntax
        /// A key path names what is not there.
        case unknownName
        /// A time zone is unknown.
        case unknownTimeZone
        /// Two operands cannot be compared, or a property not be sorted by.
        case type
        /// A placeholder has no argument, or one that does not fit it; or an argument has no placeholder.
        case argument
        /// A `$parameter` is not declared, or has no value.
        case unknownParameter
    }

    public var kind: Kind
    public var message: String
    /// The place in the text, in Unicode scalars; nil for a condition that was not read from text.
    public var range: Range<Int>?
    /// The name at fault and the names that could stand there, for a suggestion.
    public var unknownName: String?
    public var candidates: [String]

    package init(_ kind: Kind, _ message: String, at range: Range<Int>?, unknownName: String? = nil, candidates: [String] = []) {
        self.kind = kind
        self.message = message
        self.range = range
        self.unknownName = unknownName
        self.candidates = candidates
    }

    public var description: String {
        range.map { "\(message) (at character \($0.lowerBound + 1))" } ?? message
    }
}

/// All that is wrong with a fetch.
public struct ConditionErrors: Error, Sendable, Hashable, CustomStringConvertible {
    public var errors: [ConditionError]

    public init(_ errors: [ConditionError]) {
        self.errors = errors
    }

    public var description: String { errors.map(\.description).joined(separator: "; ") }
}
