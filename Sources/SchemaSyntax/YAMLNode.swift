import Diagnostics

/// A piece of YAML with its place and without a meaning. The reader decides what a scalar means, so `no` is the text "no" until a
/// reader asks for a Boolean.
public struct YAMLNode: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    public struct Scalar: Sendable, Hashable {
        public var text: String
        /// Whether it has no quotes, so that `~` and `null` may mean null.
        public var isPlain: Bool
    }

    /// One key of a mapping with its value. Keys are texts, and unique.
    public struct Entry: Sendable, Hashable {
        public var key: String
        public var keySpan: SourceSpan
        public var value: YAMLNode
    }

    public var content: Content
    public var span: SourceSpan

    /// The number of nodes from this one down. Repetitions by aliases count each time.
    var count: Int
}

extension YAMLNode {
    /// The text of a scalar.
    public var text: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    public var entries: [Entry]? {
        if case .mapping(let entries) = content { entries } else { nil }
    }

    public var items: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// Whether this is YAML's null: an empty value, `~` or `null`.
    public var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return Self.nulls.contains(scalar.text)
    }

    /// The plain texts that mean null.
    static let nulls = ["", "~", "null", "Null", "NULL"]

    /// The kind of the node, for a message.
    public var kindInWords: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a value"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The place of a part of a scalar, `offset` Unicode scalars in, if the file contains the text unchanged: on one line,
    /// without escapes. Otherwise the place of the whole value.
    public func span(of range: Range<Int>) -> SourceSpan {
        guard case .scalar(let scalar) = content, span.start.line == span.end.line else { return span }
        let quote = scalar.isPlain ? 0 : 1
        let length = scalar.text.unicodeScalars.count
        guard span.end.column - span.start.column == length + 2 * quote else { return span }
        let lower = min(range.lowerBound, length)
        return span.part(offset: quote + lower, length: max(0, min(range.upperBound, length) - lower))
    }
}
