import Diagnostics

/// A piece of YAML with its place and without a meaning: what a scalar stands for is the reader's business, so `no` is the
/// text "no" until somebody asks for a Boolean.
public struct YAMLNode: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    public struct Scalar: Sendable, Hashable {
        public var text: String
        /// Whether it stands without quotes, so that `~` and `null` may mean nothing at all.
        public var isPlain: Bool
    }

    /// One key of a mapping with its value; keys are texts, each once.
    public struct Entry: Sendable, Hashable {
        public var key: String
        public var keySpan: SourceSpan
        public var value: YAMLNode
    }

    public var content: Content
    public var span: SourceSpan

    /// How many nodes this one and all below it are, those that aliases repeat counted each time.
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

    /// Whether this is what YAML writes for "nothing": an empty value, `~` or `null`.
    public var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return Self.nulls.contains(scalar.text)
    }

    /// The plain texts that mean nothing.
    static let nulls = ["", "~", "null", "Null", "NULL"]

    /// What the node is, in words for a message.
    public var kindInWords: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a value"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The place of a part of a scalar, `offset` Unicode scalars in, where the text stands in the file as it reads: on one
    /// line, without escapes. Otherwise the whole value's place.
    public func span(of range: Range<Int>) -> SourceSpan {
        guard case .scalar(let scalar) = content, span.start.line == span.end.line else { return span }
        let quote = scalar.isPlain ? 0 : 1
        let length = scalar.text.unicodeScalars.count
        guard span.end.column - span.start.column == length + 2 * quote else { return span }
        let lower = min(range.lowerBound, length)
        return span.part(offset: quote + lower, length: max(0, min(range.upperBound, length) - lower))
    }
}
