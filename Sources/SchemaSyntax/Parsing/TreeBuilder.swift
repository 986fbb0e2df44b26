import Diagnostics

/// Builds the tree of one document from libyaml's events, without recursion.
struct TreeBuilder {
    private(set) var root: YAMLNode?
    var findings: [Finding] = []
    /// Whether a value is named, so that an alias elsewhere can repeat it.
    private(set) var hasAnchors = false

    private let file: String
    private var open: [OpenCollection] = []
    private var anchors: [String: YAMLNode] = [:]
    private var documents = 0
    private var total = 0

    private struct OpenCollection {
        var start: SourceSpan
        var anchor: String?
        var isMapping: Bool
        var items: [YAMLNode] = []
        var entries: [YAMLNode.Entry] = []
        var firstPlace: [String: SourceSpan] = [:]
        /// The key whose value comes next; nil if a key comes next.
        var key: (text: String?, span: SourceSpan)?
        var count = 1
    }

    init(file: String) {
        self.file = file
    }

    mutating func take(_ step: (event: YAMLEvent, span: SourceSpan)) throws {
        switch step.event {
        case .documentStart:
            documents += 1
            if documents == 2 {
                let message = "a file contains one document, and a second one begins here"
                throw YAMLParser.Stop(finding: Finding(.severalDocuments, message, at: step.span))
            }
        case .scalar(let text, let style, let anchor, let tag):
            noteTag(tag, at: step.span)
            let scalar = YAMLNode.Scalar(text: text, isPlain: style == .plain)
            try add(YAMLNode(content: .scalar(scalar), span: step.span, count: 1), anchor: anchor)
        case .sequenceStart(_, let anchor, let tag):
            try begin(isMapping: false, anchor: anchor, tag: tag, at: step.span)
        case .mappingStart(_, let anchor, let tag):
            try begin(isMapping: true, anchor: anchor, tag: tag, at: step.span)
        case .collectionEnd:
            let closed = open.removeLast()
            let span = SourceSpan(file: file, start: closed.start.start, end: step.span.end)
            let content: YAMLNode.Content = closed.isMapping ? .mapping(closed.entries) : .sequence(closed.items)
            try add(YAMLNode(content: content, span: span, count: closed.count), anchor: closed.anchor)
        case .alias(let name):
            guard var node = anchors[name] else {
                throw YAMLParser.Stop(
                    finding: Finding(.unknownAlias, "no earlier value has the anchor '\(name)'", at: step.span))
            }
            node.span = step.span
            total += node.count - 1
            try add(node, anchor: nil)
        }
    }

    private mutating func begin(isMapping: Bool, anchor: String?, tag: String?, at span: SourceSpan) throws {
        noteTag(tag, at: span)
        if open.count >= YAMLParser.Limit.depth {
            let message = "values are nested more than \(YAMLParser.Limit.depth) deep"
            throw YAMLParser.Stop(finding: Finding(.tooLarge, message, at: span))
        }
        open.append(OpenCollection(start: span, anchor: anchor, isMapping: isMapping))
    }

    private mutating func noteTag(_ tag: String?, at span: SourceSpan) {
        guard let tag else { return }
        findings.append(
            Finding(
                .tag, "the tag '\(tag)' is not supported: the place of a value decides its type", at: span,
                suggestion: .init("remove the tag")))
    }

    /// Adds a finished node to the open collection, or makes it the root.
    private mutating func add(_ node: YAMLNode, anchor: String?) throws {
        total += 1
        if total > YAMLParser.Limit.nodes {
            let message = "the file has more than \(YAMLParser.Limit.nodes) values after aliases are expanded"
            throw YAMLParser.Stop(finding: Finding(.tooLarge, message, at: node.span))
        }
        if let anchor {
            anchors[anchor] = node
            hasAnchors = true
        }
        guard let place = open.indices.last else {
            root = node.isNull ? nil : node
            return
        }
        open[place].count += node.count
        if !open[place].isMapping {
            open[place].items.append(node)
        } else if let key = open[place].key {
            open[place].key = nil
            if let text = key.text {
                open[place].entries.append(.init(key: text, keySpan: key.span, value: node))
            }
        } else {
            open[place].key = (acceptKey(node, ofMappingAt: place), node.span)
        }
    }

    /// The text of a valid key, or nil if its entry is left out.
    private mutating func acceptKey(_ node: YAMLNode, ofMappingAt place: Int) -> String? {
        guard let text = node.text else {
            findings.append(Finding(.keyIsNoText, "a key must be a text, not \(node.kindInWords)", at: node.span))
            return nil
        }
        if let first = open[place].firstPlace[text] {
            findings.append(
                Finding(
                    .duplicateKey, "the key '\(text)' is a duplicate", at: node.span,
                    notes: [.init("the first is here", at: first)]))
            return nil
        }
        open[place].firstPlace[text] = node.span
        return text
    }
}
