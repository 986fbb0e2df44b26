/// Writes a document. A collection that fits on one line is written in flow style. One that does not fit, or contains comments or
/// mappings, has one line for each item.
public struct DocumentPrinter {
    /// The columns of a line. A longer word or comment is not broken.
    private let width: Int
    private let breakBefore: Set<String>
    private var lines: [String] = []

    private init(width: Int, breakBefore: Set<String>) {
        self.width = width
        self.breakBefore = breakBefore
    }

    /// The document's text, ending in a newline.
    /// - Parameters:
    ///   - width: the columns of a line.
    ///   - breakBefore: words before which a line break of a long text is preferred.
    public static func text(of document: StyledDocument, width: Int, breakBefore: Set<String> = []) -> String {
        var printer = DocumentPrinter(width: width, breakBefore: breakBefore)
        printer.printComments(document.head, indent: 0, isFirst: true)
        let root = document.root
        if root.items == nil {
            printer.printLine(printer.inline(root, isInFlow: false) ?? "", indent: 0)
        } else {
            if !document.head.isEmpty { printer.lines.append("") }
            printer.printItems(of: root, indent: 0)
        }
        printer.printComments(root.tail, indent: 0, isFirst: false)
        return printer.lines.map { $0 + "\n" }.joined()
    }

    // MARK: Lines

    private mutating func printLine(_ line: String, indent: Int) {
        lines.append(line.isEmpty ? "" : String(repeating: " ", count: indent) + line)
    }

    /// - Parameter isFirst: whether no item precedes them, so that a blank line would separate nothing.
    private mutating func printComments(_ comments: [CommentLine], indent: Int, isFirst: Bool) {
        for (index, comment) in comments.enumerated() {
            if comment.hasBlankLineBefore, index > 0 || !isFirst { lines.append("") }
            printLine(comment.text, indent: indent)
        }
    }

    // MARK: Items

    private mutating func printItems(of node: StyledNode, indent: Int) {
        for (index, item) in (node.items ?? []).enumerated() {
            var item = item.hoistingComments()
            if item.key == nil, let trail = item.trail, isBlock(item.value, room: indent + 2) {
                // The first item of the element follows the dash.
                item.lead.append(CommentLine(text: trail, hasBlankLineBefore: item.lead.isEmpty && item.hasBlankLineBefore))
                if item.lead.count == 1 { item.hasBlankLineBefore = false }
                item.trail = nil
            }
            printComments(item.lead, indent: indent, isFirst: index == 0)
            if item.hasBlankLineBefore, index > 0 || !item.lead.isEmpty { lines.append("") }
            printItem(item, indent: indent)
        }
    }

    private mutating func printItem(_ item: StyledItem, indent: Int) {
        let trail = item.trail.map { "  \($0)" } ?? ""
        let anchor = item.value.anchor.map { " &\($0)" } ?? ""
        let head = item.key.map(keyText) ?? "-"
        let room = indent + head.unicodeScalars.count + 1
        if isBlock(item.value, room: room) {
            if item.key == nil, anchor.isEmpty {
                // The first item begins on the line of the dash.
                let line = lines.count
                printItems(of: item.value, indent: indent + 2)
                lines[line] = String(repeating: " ", count: indent) + "-" + lines[line].dropFirst(indent + 1)
            } else {
                printLine(head + anchor + trail, indent: indent)
                printItems(of: item.value, indent: indent + 2)
            }
        } else if let block = BlockText.form(
            of: item.value, room: width - indent - 2, inlineRoom: width - room - anchor.unicodeScalars.count,
            breakBefore: breakBefore)
        {
            printLine("\(head)\(anchor) \(block.header)\(trail)", indent: indent)
            for line in block.lines { printLine(line, indent: indent + 2) }
        } else if item.value.isNull, item.key != nil {
            printLine(head + anchor + trail, indent: indent)
        } else {
            printLine("\(head) \(inline(item.value, isInFlow: false) ?? "")\(trail)", indent: indent)
        }
        let isOnlyComments = item.value.items?.isEmpty ?? true
        printComments(item.value.tail, indent: indent + 2, isFirst: isOnlyComments)
    }

    private func keyText(_ key: StyledNode) -> String {
        let text = inline(key, isInFlow: true) ?? ""
        // A colon directly after an alias would belong to its name.
        if case .alias = key.content { return text + " :" }
        return text + ":"
    }

    // MARK: What fits on a line

    /// Whether a collection is written with a line for each item.
    /// - Parameter room: the columns that are used before it.
    private func isBlock(_ node: StyledNode, room: Int) -> Bool {
        guard let items = node.items, !items.isEmpty else { return false }
        guard let line = inline(node, isInFlow: false) else { return true }
        return room + line.unicodeScalars.count > width
    }

    /// The value on one line; nil if its style needs several.
    private func inline(_ node: StyledNode, isInFlow: Bool) -> String? {
        let anchor = node.anchor.map { "&\($0) " } ?? ""
        switch node.content {
        case .scalar(let text, let style):
            if node.isNull { return anchor + "~" }
            if isInFlow, BlockText.isNeeded(for: text, style) { return nil }
            return anchor + ScalarPrinter.inline(text, style, isInFlow: isInFlow)
        case .alias(let name):
            return "*\(name)"
        case .list(let items):
            if items.isEmpty { return anchor + "[]" }
            return flow(items, of: node).map { "\(anchor)[\($0.joined(separator: ", "))]" }
        case .mapping(let items):
            if items.isEmpty { return anchor + "{}" }
            return flow(items, of: node).map { "\(anchor){ \($0.joined(separator: ", ")) }" }
        }
    }

    private func flow(_ items: [StyledItem], of node: StyledNode) -> [String]? {
        if node.isOpen || node.holdsComments { return nil }
        var texts = [String]()
        for item in items {
            // Nested brackets are hard to read; those of lists are the exception.
            if case .mapping(let inner) = item.value.content, !inner.isEmpty { return nil }
            guard let value = inline(item.value, isInFlow: true) else { return nil }
            texts.append(item.key.map { "\(keyText($0)) \(value)" } ?? value)
        }
        return texts
    }
}
