import Diagnostics

extension StyledDocument {
    /// Reads a document with its comments.
    /// - Returns: nil if ``YAMLParser`` finds an error in the text, or if the text is empty.
    public init?(_ bytes: [UInt8]) {
        let parsed = YAMLParser.parse(bytes, file: "")
        guard parsed.root != nil, !parsed.findings.containsError else { return nil }
        let bytes = YAMLParser.withoutMark(bytes)

        let scanner = CommentScanner(bytes)
        var tree = PlacedTree(scanner)
        guard (try? EventStream.read(bytes, file: "") { tree.take($0) }) != nil else { return nil }
        let placer = CommentPlacer(tree, comments: scanner.comments)
        guard let root = placer.tree.root else { return nil }

        let reader = StyledTreeReader(tree: placer.tree, scanner: scanner)
        head = reader.lines(placer.stray)
        self.root = reader.node(root)
        hasAnchors = placer.tree.hasAnchors
        splitHead()
    }

    /// A comment that a blank line separates from the first item belongs to the whole document.
    private mutating func splitHead() {
        guard var items = root.items, var first = items.first, !first.lead.isEmpty else { return }
        let flags = first.lead.map(\.hasBlankLineBefore) + [first.hasBlankLineBefore]
        guard let last = flags.lastIndex(of: true), last > 0 else { return }
        head += first.lead[..<last]
        first.lead.removeFirst(last)
        // The head already ends with the blank line.
        if first.lead.isEmpty { first.hasBlankLineBefore = false } else { first.lead[0].hasBlankLineBefore = false }
        items[0] = first
        root = root.with(items)
    }
}

/// Turns the placed nodes into a tree without places.
private struct StyledTreeReader {
    var tree: PlacedTree
    var scanner: CommentScanner

    func node(_ place: Int) -> StyledNode {
        let placed = tree.nodes[place]
        var node = StyledNode(placed.content)
        node.anchor = placed.anchor
        node.lines = placed.lines
        node.tail = lines(placed.tail)
        var end: Int?
        let items = placed.items.map { place in
            let item = item(tree.items[place], behindLine: end)
            end = tree.nodes[tree.items[place].value].end.line
            return item
        }
        return node.with(items)
    }

    private func item(_ placed: PlacedTree.Item, behindLine end: Int?) -> StyledItem {
        var item = StyledItem(key: placed.key.map(node), value: node(placed.value))
        item.lead = lines(placed.lead)
        item.trail = placed.trail?.text
        let line = placed.start.line
        item.hasBlankLineBefore = line > end ?? 0 && scanner.isBlank(line: line - 1)
        return item
    }

    func lines(_ comments: [CommentScanner.Comment]) -> [CommentLine] {
        comments.map {
            CommentLine(
                text: $0.text, hasBlankLineBefore: $0.isOwnLine && scanner.isBlank(line: $0.place.line - 1))
        }
    }
}
