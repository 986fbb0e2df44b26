import CYAML

/// How a scalar is written.
public enum ScalarStyle: Sendable, Hashable {
    case plain
    case singleQuoted
    case doubleQuoted
    /// `|`: several lines as they stand.
    case literal
    /// `>`: several lines that are joined to paragraphs.
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

/// A document of YAML as a person wrote it, with what ``YAMLNode`` leaves out: comments, blank lines, styles, anchors and
/// aliases. It has no places: it is made to be changed and printed.
public struct StyledDocument: Sendable {
    /// The comments at the top that a blank line sets off from what follows.
    public var head: [CommentLine]
    public var root: StyledNode
    /// Whether something in it has an anchor, so that neither order nor form can be changed freely.
    public var hasAnchors: Bool
}

/// A comment on a line of its own.
public struct CommentLine: Sendable, Hashable {
    /// From its `#` to the end of the line, without blanks there.
    public var text: String
    public var hasBlankLineBefore: Bool
}

/// A value with what stands in it.
public struct StyledNode: Sendable {
    public enum Content: Sendable {
        case scalar(String, ScalarStyle)
        case alias(String)
        case list([StyledItem])
        case mapping([StyledItem])
    }

    public var content: Content
    public var anchor: String?
    /// The lines of a folded text, as the person broke them.
    public var lines: [String] = []
    /// The comments behind the last item.
    public var tail: [CommentLine] = []
    /// Whether each item has a line of its own even where all would fit on one.
    public var isOpen = false

    public init(_ content: Content) {
        self.content = content
    }
}

/// An element of a list, or a key of a mapping with its value.
public struct StyledItem: Sendable {
    /// The comments on the lines before it.
    public var lead: [CommentLine] = []
    /// Whether a blank line stands directly before it, behind those comments.
    public var hasBlankLineBefore = false
    /// The key; nil in a list.
    public var key: StyledNode?
    public var value: StyledNode
    /// The comment at the end of its line; of its first line where it takes several.
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

    /// Whether this is what YAML writes for "nothing".
    public var isNull: Bool {
        guard case .scalar(let text, .plain) = content else { return false }
        return YAMLNode.nulls.contains(text)
    }

    /// Whether comments stand in it, so that it takes several lines.
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
    /// Whether comments stand at it or in it.
    public var holdsComments: Bool {
        !lead.isEmpty || trail != nil || value.holdsComments
    }

    /// An element of a list as it can be written: between its dash and what follows on the line is no room for comments, so
    /// that those stand before the dash.
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
