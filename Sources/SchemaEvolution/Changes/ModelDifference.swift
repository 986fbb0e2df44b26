import Diagnostics
public import SchemaModel

/// What differs between two versions of a model.
///
/// It is complete: without a change both mean the same, have the same hash and the same schema. Docs, comments, the order of
/// names and what is no part of a model's meaning are no changes.
public struct ModelDifference: Sendable {
    /// The changes, in the order of the newer version; what was removed comes last, in the order of the older one.
    public let changes: [Change]
    /// What was removed and what was added, that could be one thing under another name.
    public let likelyRenames: [LikelyRename]

    public init(from old: Model, to new: Model) {
        let (oldElements, newElements) = (old.elements, new.elements)
        let oldByPath = Dictionary(oldElements.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let newPaths = Set(newElements.map(\.path))

        var added = [ModelElement]()
        var changes = [Change]()
        var removed = oldElements.filter { !newPaths.contains($0.path) }
        let moves = Moves(from: old, to: new, removed: removed)
        for element in newElements {
            if let former = oldByPath[element.path] {
                changes += Self.alterations(from: former, to: element)
            } else if let (former, entity) = moves.origin(of: element) {
                removed.removeAll { $0.path == former.path }
                changes.append(
                    Change(
                        element: element.path, action: .moved(fromEntity: entity), oldSpan: former.span, newSpan: element.span))
                changes += Self.alterations(from: former, to: element)
            } else {
                added.append(element)
                changes.append(Change(element: element.path, action: .added, newSpan: element.span))
            }
        }
        changes += removed.map { Change(element: $0.path, action: .removed, oldSpan: $0.span) }
        // The members of what comes or goes come and go with it.
        let whole = Set((added + removed).map(\.path))
        self.changes = changes.filter { change in
            guard change.action == .added || change.action == .removed, let owner = change.element.owner else { return true }
            return !whole.contains(owner)
        }
        likelyRenames = LikelyRename.find(removed: removed, added: added)
    }

    private static func alterations(from old: ModelElement, to new: ModelElement) -> [Change] {
        Fact.Key.allCases.compactMap { key in
            var (from, to) = (old.facts[key], new.facts[key])
            // Where cases come or go, they say so themselves: the order is another one where those that stay changed places.
            if key == .cases, let (kept, left) = commonCases(from, to), kept == left { (from, to) = (nil, nil) }
            if from == to { return nil }
            return Change(element: new.path, action: .altered(key, from: from, to: to), oldSpan: old.span, newSpan: new.span)
        }
    }

    /// The cases that both lists have, in the order of each.
    private static func commonCases(_ old: String?, _ new: String?) -> ([Substring], [Substring])? {
        guard let old, let new else { return nil }
        let (before, after) = (
            old.dropFirst().dropLast().split(separator: ", "), new.dropFirst().dropLast().split(separator: ", ")
        )
        let (setBefore, setAfter) = (Set(before), Set(after))
        return (before.filter(setAfter.contains), after.filter(setBefore.contains))
    }
}

extension ModelElement.Path {
    /// What it is a member of; nil for what stands on its own.
    public var owner: ModelElement.Path? {
        switch self {
        case .model, .enumeration, .composite, .entity: nil
        case .enumerationCase(_, let enumeration): .enumeration(enumeration)
        case .part(_, let composite): .composite(composite)
        case .attribute(_, let entity), .relationship(_, let entity), .uniqueness(_, let entity), .index(_, let entity),
            .search(let entity), .fetch(_, let entity), .fetchedProperty(_, let entity):
            .entity(entity)
        }
    }
}
