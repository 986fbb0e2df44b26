import CYAML

/// How a scalar is written.
public enum ScalarStyle: Sendable, Hashable {
    case plain
    case singleQuoted
    case doubleQuoted
    /// `|`: several lines, kept unchanged.
    case literal
    /// `>`: several lines, joined to paragraphs.
    case folded

    init(_ style: yaml_scalar_style_t) {
        self =
            switch style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE: .literal
            case YAML_FOLDED_SCALAR_STYLE: .folded
            default: .plain
            }
    }
}

/// A document of YAML as the user wrote it, including what ``YAMLNode`` drops: comments, blank lines, styles, anchors and
/// aliases. It has no places, because it is changed and printed.
public struct StyledDocument: Sendable {
    /// The comments at the top that a blank line separates from the rest.
    public var head: [CommentLine]
    public var root: StyledNode
    /// Whether a value has an anchor. Then order and form must not change.
    public var hasAnchors: Bool
}

/// A comment on a line of its own.
public struct CommentLine: Sendable, Hashable {
    /// From its `#` to the end of the line, without blanks there.
    public var text: String
    public var hasBlankLineBefore: Bool
}

/// A value with its contents.
public struct StyledNode: Sendable {
    public enum Content: Sendable {
        case scalar(String, ScalarStyle)
        case alias(String)
        case list([StyledItem])
        case mapping([StyledItem])
    }

    public var content: Content
    public var anchor: String?
    /// The lines of a folded text, with the user's own breaks.
    public var lines: [String] = []
    /// The comments after the last item.
    public var tail: [CommentLine] = []
    /// Whether each item has its own line even if all would fit on one.
    public var isOpen = false

    public init(_ content: Content) {
        self.content = content
    }
}

/// An element of a list, or a key of a mapping with its value.
public struct StyledItem: Sendable {
    /// The comments on the lines before it.
    public var lead: [CommentLine] = []
    /// Whether a blank line directly precedes it, after those comments.
    public var hasBlankLineBefore = false
    /// The key; nil in a list.
    public var key: StyledNode?
    public var value: StyledNode
    /// The comment at the end of its line; of its first line if it has several.
    public var trail: String?

    public init(key: StyledNode?, value: StyledNode) {
        self.key = key
        self.value = value
    }
}

extension StyledNode {
    /// The text of a scalar.
    public var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    /// The items of a list or a mapping.
    public var items: [StyledItem]? {
        switch content {
        case .list(let items), .mapping(let items): items
        case .scalar, .alias: nil
        }
    }

    /// Whether this is YAML's null.
    public var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return YAMLNode.nulls.contains(text)
    }

    /// Whether it contains comments, so that it needs several lines.
    public var holdsComments: Bool {
        !tail.isEmpty || items?.contains(where: \.holdsComments) == true
    }

    /// The same kind of collection with other items; a scalar stays what it is.
    public func with(_ items: [StyledItem]) -> StyledNode {
        var node = self
        switch content {
        case .list: node.content = .list(items)
        case .mapping: node.content = .mapping(items)
        case .scalar, .alias: break
        }
        return node
    }
}

extension StyledItem {
    /// Whether it has comments on it or in it.
    public var holdsComments: Bool {
        !lead.isEmpty || trail != nil || value.holdsComments
    }

    /// An element of a list in a form that can be written. No comment fits between a dash and the rest of its line, so such
    /// comments move before the dash.
    public func hoistingComments() -> StyledItem {
        guard key == nil, var items = value.items, var first = items.first?.hoistingComments() else { return self }
        var item = self
        item.lead += first.lead
        first.lead = []
        if first.key == nil, first.value.items != nil, let trail = first.trail {
            item.lead.append(CommentLine(text: trail, hasBlankLineBefore: false))
            first.trail = nil
        }
        items[0] = first
        item.value = value.with(items)
        return item
    }
}
