import Diagnostics

/// Attaches each comment to the item beside it.
///
/// - A comment at the end of a line belongs to the item that ends there. After `key:`, `-` or an opening bracket it belongs to
/// the item that begins there.
///
/// - A comment on a line of its own belongs to the next item of its list or mapping. If no such item exists, or the next one is
/// less indented than the comment, it belongs to the end of the innermost list or mapping that is not indented further.
struct CommentPlacer {
    private(set) var tree: PlacedTree
    /// The comments that no item can take.
    private(set) var stray: [CommentScanner.Comment] = []

    /// The last gap between two items with a comment on its own line, and the depth of that comment. A second comment in the gap
    /// is not placed deeper, because that would change their order.
    private var lastGap: (collection: Int, item: Int, depth: Int)?

    private typealias Comment = CommentScanner.Comment

    init(_ tree: PlacedTree, comments: [CommentScanner.Comment]) {
        self.tree = tree
        for comment in comments { place(comment) }
    }

    private mutating func place(_ comment: Comment) {
        guard var node = tree.root, !tree.nodes[node].items.isEmpty else { return stray.append(comment) }
        var owner: Int?
        while true {
            let collection = tree.nodes[node]
            guard let position = collection.items.lastIndex(atOrBefore: comment.place, in: tree) else {
                return placeAtBeginning(comment, of: node, owner: owner)
            }
            let item = collection.items[position]
            let value = tree.nodes[tree.items[item].value]
            guard comment.place < value.end else { return place(comment, in: node, behind: position) }
            if comment.place < value.start || !value.isCollection {
                return placeBetweenKeyAndValue(comment, of: item)
            }
            (node, owner) = (tree.items[item].value, item)
        }
    }

    /// Before the first item of a collection: after its key, its dash or its bracket, or on the lines below.
    private mutating func placeAtBeginning(_ comment: Comment, of node: Int, owner: Int?) {
        let collection = tree.nodes[node]
        let isAtOwner = !comment.isOwnLine && (!collection.isFlow || comment.place.line == collection.start.line)
        if let owner, isAtOwner {
            setTrail(comment, of: owner)
        } else if let first = collection.items.first {
            tree.items[first].lead.append(comment)
        } else if let owner {
            tree.items[owner].lead.append(comment)
        }
    }

    private mutating func placeBetweenKeyAndValue(_ comment: Comment, of item: Int) {
        let value = tree.nodes[tree.items[item].value]
        if !comment.isOwnLine {
            setTrail(comment, of: item)
        } else if !value.isFlow, let first = value.items.first {
            tree.items[first].lead.append(comment)
        } else {
            tree.items[item].lead.append(comment)
        }
    }

    /// After an item of a collection, and before the next one if it exists.
    private mutating func place(_ comment: Comment, in node: Int, behind position: Int) {
        let collection = tree.nodes[node]
        let item = collection.items[position]
        if !comment.isOwnLine {
            let ending = lastItem(from: item)
            if comment.place.line == tree.nodes[tree.items[ending].value].end.line {
                return setTrail(comment, of: ending)
            }
        }
        var (end, depth) = (node, 0)
        if comment.isOwnLine, !collection.isFlow {
            let isSameGap = lastGap.map { $0.collection == node && $0.item == item } ?? false
            (end, depth) = self.end(of: node, item, for: comment, atMost: isSameGap ? lastGap?.depth ?? 0 : .max)
            lastGap = (node, item, depth)
        }
        if depth == 0, position + 1 < collection.items.count {
            tree.items[collection.items[position + 1]].lead.append(comment)
        } else {
            tree.nodes[end].tail.append(comment)
        }
    }

    /// The innermost collection that ends with `item` and is not indented further than the comment.
    private func end(of node: Int, _ item: Int, for comment: Comment, atMost limit: Int) -> (node: Int, depth: Int) {
        var (end, last, depth) = (node, item, 0)
        while depth < limit, comment.place.column > column(of: end) {
            let value = tree.items[last].value
            let inner = tree.nodes[value]
            if inner.isNull { return (value, depth + 1) }
            guard !inner.isFlow, let next = inner.items.last, column(of: value) <= comment.place.column else { break }
            (end, last, depth) = (value, next, depth + 1)
        }
        return (end, depth)
    }

    /// The column in which the items of a block collection begin.
    private func column(of node: Int) -> Int {
        tree.nodes[node].items.first.map { tree.items[$0].start.column } ?? .max
    }

    /// The innermost item that ends where `item` ends, ignoring brackets.
    private func lastItem(from item: Int) -> Int {
        var item = item
        while case let value = tree.nodes[tree.items[item].value], !value.isFlow, let last = value.items.last {
            item = last
        }
        return item
    }

    /// An item has one comment at the end of its line. Earlier ones move above it.
    private mutating func setTrail(_ comment: Comment, of item: Int) {
        if let former = tree.items[item].trail { tree.items[item].lead.append(former) }
        tree.items[item].trail = comment
    }
}

extension PlacedTree.Node {
    fileprivate var isCollection: Bool {
        switch content {
        case .list, .mapping: true
        case .scalar, .alias: false
        }
    }

    fileprivate var isNull: Bool { StyledNode(content).isNull }
}

extension [Int] {
    /// The position of the last item that begins at `place` or before it.
    fileprivate func lastIndex(atOrBefore place: SourceLocation, in tree: PlacedTree) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if tree.items[self[middle]].start <= place { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
