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
        let lines = merge(
            Sides(base: Line.tree(of: base), ours: Line.tree(of: ours), theirs: Line.tree(of: theirs)), at: [])
        return lines.map { $0.rendered(depth: 0) }.joined()
    }

    private mutating func merge(_ lines: Sides<[Line]>, at path: [String]) -> [Line] {
        let (before, left, right) = (Line.byKey(lines.base), Line.byKey(lines.ours), Line.byKey(lines.theirs))
        let keys = lines.theirs.map(\.key) + lines.ours.map(\.key).filter { right[$0] == nil }
        return keys.compactMap { key in
            merge(Sides(base: before[key], ours: left[key], theirs: right[key]), at: path + [key])
        }
    }

    private mutating func merge(_ line: Sides<Line?>, at path: [String]) -> Line? {
        if line.ours == line.theirs || line.theirs == line.base { return line.ours }
        if line.ours == line.base { return line.theirs }
        // Both have members, which are merged one by one.
        if let ours = line.ours, let theirs = line.theirs, ours.text == theirs.text, !ours.members.isEmpty, !theirs.members.isEmpty {
            var joined = ours
            joined.members = merge(
                Sides(base: line.base?.members ?? [], ours: ours.members, theirs: theirs.members), at: path)
            return joined
        }
        conflicts.append(path.joined(separator: "."))
        return line.ours
    }
}

/// The sides of a three-way merge.
private struct Sides<Part> {
    /// The common ancestor.
    var base: Part
    var ours: Part
    var theirs: Part
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
