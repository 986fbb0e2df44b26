/// Joins two models that came from a third: what only one of them changed is as that one has it.
///
/// It goes by canonical text, where each name has a line of its own.
struct CanonicalMerge {
    /// What both changed, each in another way: the names that lead there, as in `entities.Order.attributes.date`.
    private(set) var conflicts: [String] = []

    /// The joined text, which means something only where there are no conflicts.
    /// - Parameters:
    ///   - base: what both came from; empty where nothing was before.
    mutating func text(base: String, ours: String, theirs: String) -> String {
        let lines = merge(Line.tree(of: base), Line.tree(of: ours), Line.tree(of: theirs), at: [])
        return lines.map { $0.rendered(depth: 0) }.joined()
    }

    private mutating func merge(_ base: [Line], _ ours: [Line], _ theirs: [Line], at path: [String]) -> [Line] {
        let (before, left, right) = (Line.byKey(base), Line.byKey(ours), Line.byKey(theirs))
        let keys = theirs.map(\.key) + ours.map(\.key).filter { right[$0] == nil }
        return keys.compactMap { key in
            merge(before[key], left[key], right[key], at: path + [key])
        }
    }

    private mutating func merge(_ base: Line?, _ ours: Line?, _ theirs: Line?, at path: [String]) -> Line? {
        if ours == theirs || theirs == base { return ours }
        if ours == base { return theirs }
        // Both have members: what those are is looked at one by one.
        if let ours, let theirs, ours.text == theirs.text, !ours.members.isEmpty, !theirs.members.isEmpty {
            var joined = ours
            joined.members = merge(base?.members ?? [], ours.members, theirs.members, at: path)
            return joined
        }
        conflicts.append(path.joined(separator: "."))
        return ours
    }
}

/// A line of canonical text with the lines that are indented below it.
private struct Line: Equatable {
    var text: String
    var members: [Line] = []

    /// What it is known by among its neighbours: a name, or the whole line for an element of a list.
    var key: String {
        text.hasPrefix("- ") ? text : text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? text
    }

    static func byKey(_ lines: [Line]) -> [String: Line] {
        Dictionary(lines.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    static func tree(of text: String) -> [Line] {
        var lines = text.split(separator: "\n")[...]
        return tree(of: &lines, depth: 0)
    }

    private static func tree(of lines: inout ArraySlice<Substring>, depth: Int) -> [Line] {
        var tree = [Line]()
        while let line = lines.first, line.prefix(while: { $0 == " " }).count >= 2 * depth {
            lines.removeFirst()
            tree.append(Line(text: String(line.drop { $0 == " " })))
            tree[tree.count - 1].members = Self.tree(of: &lines, depth: depth + 1)
        }
        return tree
    }

    func rendered(depth: Int) -> String {
        String(repeating: "  ", count: depth) + text + "\n" + members.map { $0.rendered(depth: depth + 1) }.joined()
    }
}
