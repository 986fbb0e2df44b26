/// The differing lines of two texts, with lines around them.
struct LineDifference {
    private static let context = 2

    fileprivate enum Line { case same(Substring), removed(Substring), added(Substring) }

    private var all: [Line] = []

    init(from old: String, to new: String) {
        func split(_ text: String) -> [Substring] {
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // A text ends with a newline, after which no line begins.
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines
        }
        let (left, right) = (split(old), split(new))
        let changes = right.difference(from: left)
        var removed = Set<Int>(), inserted = Set<Int>()
        for change in changes {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var (i, j) = (0, 0)
        while i < left.count || j < right.count {
            if i < left.count, removed.contains(i) {
                all.append(.removed(left[i]))
                i += 1
            } else if j < right.count, inserted.contains(j) {
                all.append(.added(right[j]))
                j += 1
            } else {
                all.append(.same(left[i]))
                (i, j) = (i + 1, j + 1)
            }
        }
    }

    /// The lines with their signs, and a heading for each group.
    var lines: [String] {
        let changed = all.indices.filter { if case .same = all[$0] { false } else { true } }
        var groups: [Range<Int>] = []
        for place in changed {
            let group = max(0, place - Self.context)..<min(all.count, place + Self.context + 1)
            if let last = groups.last, last.upperBound >= group.lowerBound {
                groups[groups.count - 1] = last.lowerBound..<group.upperBound
            } else {
                groups.append(group)
            }
        }
        return groups.flatMap { group -> [String] in
            let before = all[..<group.lowerBound]
            let (old, new) = (before.count { !$0.isAdded } + 1, before.count { !$0.isRemoved } + 1)
            let (olds, news) = (all[group].count { !$0.isAdded }, all[group].count { !$0.isRemoved })
            return ["@@ -\(olds == 0 ? 0 : old),\(olds) +\(news == 0 ? 0 : new),\(news) @@"] + all[group].map(\.text)
        }
    }
}

extension LineDifference.Line {
    fileprivate var isAdded: Bool { if case .added = self { true } else { false } }
    fileprivate var isRemoved: Bool { if case .removed = self { true } else { false } }

    fileprivate var text: String {
        switch self {
        case .same(let line): " \(line)"
        case .removed(let line): "-\(line)"
        case .added(let line): "+\(line)"
        }
    }
}
