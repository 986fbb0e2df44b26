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

    /// - Parameters:
    ///   - old: the old version.
    ///   - new: the new version.
    ///   - decisions: those of the step between them: a decided rename is one.
    public init(from old: Model, to new: Model, _ decisions: MigrationDecisions = .init()) {
        self.init(ModelMatch(from: old, to: new, decisions))
    }

    /// - Parameter match: which element of the new version is which of the old one.
    public init(_ match: ModelMatch) {
        let (oldElements, newElements) = (match.old.elements, match.new.elements)
        let elements = ModelMatch.Elements(match, old: oldElements, new: newElements)
        let oldByPath = Dictionary(oldElements.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })

        var added = [ModelElement]()
        var changes = [Change]()
        var matched = Set<ModelElement.Path>()
        for element in newElements {
            let path = match.former(element.path, among: elements)
            guard let former = path.flatMap({ oldByPath[$0] }), matched.insert(former.path).inserted else {
                added.append(element)
                changes.append(Change(element: element.path, action: .added, newSpan: element.span))
                continue
            }
            changes += Self.newPlaces(of: element, from: former, match).map {
                Change(element: element.path, action: $0, oldSpan: former.span, newSpan: element.span)
            }
            changes += Self.alterations(from: former, to: element, match, elements.types)
        }
        let removed = oldElements.filter { !matched.contains($0.path) }
        changes += removed.map { Change(element: $0.path, action: .removed, oldSpan: $0.span) }
        // The members of what comes or goes come and go with it.
        let whole = Set((added + removed).map(\.path))
        self.changes = changes.filter { change in
            guard change.action == .added || change.action == .removed, let owner = change.element.owner else { return true }
            return !whole.contains(owner)
        }
        likelyRenames = LikelyRename.find(removed: removed, added: added, match)
    }

    /// Whether an element has another name, or another entity of its hierarchy declares it.
    private static func newPlaces(of element: ModelElement, from former: ModelElement, _ match: ModelMatch) -> [Change.Action] {
        var actions = [Change.Action]()
        if let owner = former.path.owner, case .entity(let entity) = owner,
            element.path.owner != .entity(match.later(entity) ?? entity)
        {
            actions.append(.moved(fromEntity: entity))
        }
        if element.path != .model, element.path.owner == nil || element.path.place != nil || element.path.isOfType,
            element.path.name != former.path.name
        {
            actions.append(.renamed(from: former.path.name))
        }
        return actions
    }

    private static func alterations(
        from old: ModelElement, to new: ModelElement, _ match: ModelMatch, _ types: ModelMatch.TypeNames
    ) -> [Change] {
        Fact.Key.allCases.compactMap { key in
            let isOldName = old.facts[key] == new.facts[key]
            var (from, to) = (isOldName ? new.facts[key] : match.renamed(old.facts[key], key, of: old.path, types), new.facts[key])
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
    /// Whether it is a member of a composite or of an enum.
    fileprivate var isOfType: Bool {
        switch self {
        case .part, .enumerationCase: true
        default: false
        }
    }

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
