import Diagnostics

/// A type with a fixed number of values, stored as raw values.
public struct Enumeration: Sendable {
    public var name: Name
    public var doc: String?
    public var type: EnumerationType
    /// Where the cases of the type stand, in their order.
    public var caseSpans: [SourceSpan]
}

/// What an attribute needs to know of its enumeration.
public struct EnumerationType: Sendable, Hashable {
    public var name: String
    public var isInteger: Bool
    /// The cases in their order; the one called `unknown`, if there is one, is not among them.
    public var cases: [Case]
    /// Whether raw values that no case has can be read: `unknown` stands for them, and keeps them.
    public var hasUnknown: Bool

    public struct Case: Sendable, Hashable {
        public var name: String
        /// The raw value: the text itself, or the digits of an integer.
        public var raw: String
    }

    /// The name of the case that stands for the raw values that no other has.
    public static let unknownCase = "unknown"
}
