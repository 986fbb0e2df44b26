import SchemaModel
import SchemaSyntax

/// The least edits of a user and changes of the database whose merge has an error that neither has alone.
package struct MergeClash {
    /// Such as `Order.note`.
    package let mine: [String]
    package let new: [String]

    /// - Parameters:
    ///   - base: the model as it was imported.
    ///   - mine: with the user's edits.
    ///   - new: the model of the database now.
    ///   - hasError: whether a merged text has the error.
    /// - Returns: nil if the parts alone do not show it.
    package init?(base: String, mine: String, new: String, _ hasError: (String) -> Bool) {
        guard let texts = MergedTexts(base: base, mine: mine, new: new) else { return nil }
        let (own, other) = (Self.edits(from: texts.base, to: texts.document.root), Self.edits(from: texts.base, to: texts.new))
        func shows(_ own: [TreeEdit], _ other: [TreeEdit]) -> Bool {
            var some = texts
            some.document.root = own.reduce(texts.base) { $1.applied(to: $0, at: 0) }
            some.new = other.reduce(texts.base) { $1.applied(to: $0, at: 0) }
            return (try? ModelMerge(some)).map { hasError($0.text) } ?? false
        }
        guard shows(own, other) else { return nil }
        let leastNew = Self.least(of: other) { shows(own, $0) }
        let leastOwn = Self.least(of: own) { shows($0, leastNew) }
        self.mine = leastOwn.map { ModelMerge.place($0.path) }
        self.new = leastNew.map { ModelMerge.place($0.path) }
    }

    /// The edits that are left when each further one, left out, would hide the error.
    private static func least(of edits: [TreeEdit], _ shows: ([TreeEdit]) -> Bool) -> [TreeEdit] {
        var (edits, size) = (edits, max(edits.count / 2, 1))
        while !edits.isEmpty {
            var start = 0
            while start < edits.count {
                let rest = Array(edits[..<start] + edits[min(start + size, edits.count)...])
                if shows(rest) { edits = rest } else { start += size }
            }
            if size == 1 { break }
            size /= 2
        }
        return edits
    }

    /// The differences of two models by enums, by properties, and by what else an entity has.
    private static func edits(from old: StyledNode, to new: StyledNode, at path: [String] = []) -> [TreeEdit] {
        if old.meaning == new.meaning { return [] }
        let isWhole = path.count == 4 || path.count == 3 && !NameChanges.sections.contains(path[2]) || path.count == 2 && path[0] == "enums"
        guard !isWhole, old.isMapping, new.isMapping, path.count != 1 || ["entities", "enums"].contains(path[0]) else { return [TreeEdit(path: path, value: new)] }
        let names = (old.entries + new.entries).compactMap(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return names.flatMap { name -> [TreeEdit] in
            let next = path + [name]
            guard let value = new[name] else { return [TreeEdit(path: next, value: nil)] }
            return old[name].map { edits(from: $0, to: value, at: next) } ?? [TreeEdit(path: next, value: value)]
        }
    }
}

/// A part of a model that is changed, added or removed.
private struct TreeEdit {
    let path: [String]
    /// Nil for a part that is removed.
    let value: StyledNode?

    func applied(to node: StyledNode, at depth: Int) -> StyledNode {
        guard depth < path.count else { return value ?? node }
        var (node, items) = (node, node.entries)
        let (name, isLast) = (path[depth], depth == path.count - 1)
        if let place = items.firstIndex(where: { $0.name == name }) {
            if isLast, value == nil { items.remove(at: place) } else { items[place].value = applied(to: items[place].value, at: depth + 1) }
        } else if value != nil {
            let key = StyledNode(.scalar(name, .plain))
            items.append(StyledItem(key: key, value: applied(to: StyledNode(.mapping([])), at: depth + 1)))
        }
        node.content = .mapping(items)
        return node
    }
}
