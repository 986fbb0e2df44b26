import Diagnostics

/// The nodes of a document with their places, in one array, while comments are attached.
struct PlacedTree {
    struct Node {
        var content: StyledNode.Content
        var anchor: String?
        /// The lines of a folded text.
        var lines: [String] = []
        var isFlow = false
        /// Its start, including its anchor.
        var start: SourceLocation
        /// The end of its last significant character.
        var end: SourceLocation
        /// The items of a list or a mapping.
        var items: [Int] = []
        var tail: [CommentScanner.Comment] = []
    }

    struct Item {
        var start: SourceLocation
        var key: Int?
        var value: Int
        var lead: [CommentScanner.Comment] = []
        var trail: CommentScanner.Comment?
    }

    var nodes: [Node] = []
    var items: [Item] = []
    private(set) var root: Int?
    private(set) var hasAnchors = false
    private var open: [(node: Int, key: Int?)] = []
    private var dashes: ArraySlice<SourceLocation>
    private var foldedLines: ArraySlice<[String]>

    /// - Parameter scanner: the scan of the same document.
    init(_ scanner: CommentScanner) {
        dashes = scanner.dashes[...]
        foldedLines = scanner.foldedLines[...]
    }

    /// Reads the events of a document that is known to be valid.
    mutating func take(_ step: (event: YAMLEvent, span: SourceSpan)) {
        switch step.event {
        case .documentStart:
            break
        case .scalar(let text, let style, let anchor, _):
            add(.scalar(text, style), anchor: anchor, isFlow: false, step.span)
        case .alias(let name):
            add(.alias(name), anchor: nil, isFlow: false, step.span)
            hasAnchors = true
        case .sequenceStart(let isFlow, let anchor, _):
            open.append((add(.list([]), anchor: anchor, isFlow: isFlow, step.span), nil))
        case .mappingStart(let isFlow, let anchor, _):
            open.append((add(.mapping([]), anchor: anchor, isFlow: isFlow, step.span), nil))
        case .collectionEnd:
            let (node, _) = open.removeLast()
            // libyaml ends a block collection where the next token begins, after all comments.
            if nodes[node].isFlow {
                nodes[node].end = step.span.end
            } else if let last = nodes[node].items.last {
                nodes[node].end = nodes[items[last].value].end
            }
        }
    }

    @discardableResult
    private mutating func add(
        _ content: StyledNode.Content, anchor: String?, isFlow: Bool, _ span: SourceSpan
    ) -> Int {
        let node = nodes.count
        if anchor != nil { hasAnchors = true }
        nodes.append(Node(content: content, anchor: anchor, isFlow: isFlow, start: span.start, end: span.end))
        if case .scalar(_, let style) = content, style == .literal || style == .folded {
            nodes[node].end = lastLineEnd(span)
            if style == .folded, let lines = foldedLines.popFirst() { nodes[node].lines = lines }
        }
        guard let parent = open.last else {
            root = node
            return node
        }
        if case .list = nodes[parent.node].content {
            append(Item(start: itemStart(of: node, in: parent.node), value: node), to: parent.node)
        } else if let key = parent.key {
            open[open.count - 1].key = nil
            append(Item(start: nodes[key].start, key: key, value: node), to: parent.node)
        } else {
            open[open.count - 1].key = node
        }
        return node
    }

    private mutating func append(_ item: Item, to node: Int) {
        nodes[node].items.append(items.count)
        items.append(item)
    }

    /// An element of a block list begins at its dash.
    private mutating func itemStart(of node: Int, in list: Int) -> SourceLocation {
        nodes[list].isFlow ? nodes[node].start : dashes.popFirst() ?? nodes[node].start
    }

    /// libyaml ends a text of several lines at the next line, after blank ones.
    private func lastLineEnd(_ span: SourceSpan) -> SourceLocation {
        span.end.column == 1 ? SourceLocation(line: span.end.line - 1, column: .max) : span.end
    }
}
