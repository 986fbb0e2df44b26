import Diagnostics

/// A type with a fixed number of values, stored as raw values.
public struct Enumeration: Sendable {
    public var name: Name
    public var doc: String?
    public var type: EnumerationType
    /// The places of the cases, in order.
    public var caseSpans: [SourceSpan]
}

/// The part of an enumeration that its attributes need.
public struct EnumerationType: Sendable, Hashable {
    public var name: String
    public var isInteger: Bool
    /// The cases in order, without `unknown`.
    public var cases: [Case]
    /// Whether raw values without a case can be read: `unknown` keeps them.
    public var hasUnknown: Bool

    public struct Case: Sendable, Hashable {
        public var name: String
        /// The raw value: the text itself, or the digits of an integer.
        public var raw: String
    }

    /// The name of the case for raw values without a case of their own.
    public static let unknownCase = "unknown"
}
