import Diagnostics
public import SchemaModel

/// Something that was removed and something that was added, which could be one thing under another name.
public struct LikelyRename: Sendable, Hashable {
    public var old: ModelElement.Path
    public var new: ModelElement.Path
    public var oldSpan: SourceSpan
    public var newSpan: SourceSpan

    /// The likely renames among what was removed and added: each is part of one at most, the likeliest come first.
    static func find(removed: [ModelElement], added: [ModelElement], _ match: ModelMatch) -> [LikelyRename] {
        let members = (removed: members(removed), added: members(added))
        var candidates = [(score: Double, rename: LikelyRename)]()
        for new in added {
            for old in removed where old.path.isOfOneKind(as: new.path, match) {
                guard let score = likeness(old, new, members) else { continue }
                candidates.append(
                    (score, LikelyRename(old: old.path, new: new.path, oldSpan: old.span, newSpan: new.span)))
            }
        }
        var taken = Set<ModelElement.Path>()
        // Sorting keeps the model's order among equals: the same models give the same answer.
        return candidates.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element.rename)
            .filter {
                !taken.contains($0.old) && !taken.contains($0.new) && taken.insert($0.old).inserted
                    && taken.insert($0.new).inserted
            }
    }

    /// How much speaks for it, from 0.5 to 2; nil where too little does.
    private static func likeness(
        _ old: ModelElement, _ new: ModelElement,
        _ members: (removed: [ModelElement.Path: Set<String>], added: [ModelElement.Path: Set<String>])
    ) -> Double? {
        let name = Spelling.likeness(old.path.name, new.path.name)
        switch new.path {
        case .entity, .composite, .enumeration:
            // What it consists of says more than what it is called.
            let (before, after) = (members.removed[old.path] ?? [], members.added[new.path] ?? [])
            let all = before.union(after).count
            let content = all == 0 ? 0 : Double(before.intersection(after).count) / Double(all)
            return content >= 0.5 || (content > 0 && name >= 0.6) ? content + name : nil
        case .enumerationCase:
            // The raw value is what the file has.
            return old.facts == new.facts ? 1 + name : name >= 0.6 ? name : nil
        default:
            guard old.facts[.type] == new.facts[.type], old.facts[.to] == new.facts[.to] else { return name >= 0.8 ? name : nil }
            return old.facts == new.facts ? 1 + name : name >= 0.5 ? name : nil
        }
    }

    /// The names of the members of each entity, composite and enum.
    private static func members(_ elements: [ModelElement]) -> [ModelElement.Path: Set<String>] {
        var members: [ModelElement.Path: Set<String>] = [:]
        for element in elements {
            if let owner = element.path.owner { members[owner, default: []].insert(element.path.name) }
        }
        return members
    }
}

extension ModelElement.Path {
    /// Its own name, without that of its owner; of what has none what it consists of.
    public var name: String {
        switch self {
        case .model: "model"
        case .search: "search"
        case .enumeration(let name), .composite(let name), .entity(let name), .enumerationCase(let name, _), .part(let name, _),
            .attribute(let name, _), .relationship(let name, _), .uniqueness(let name, _), .index(let name, _),
            .fetch(let name, _), .fetchedProperty(let name, _):
            name
        }
    }

    /// Whether one could be the other under another name: both are of one kind, and members of the same thing.
    fileprivate func isOfOneKind(as other: Self, _ match: ModelMatch) -> Bool {
        switch (self, other) {
        case (.entity, .entity), (.composite, .composite), (.enumeration, .enumeration): true
        case (.attribute, .attribute), (.relationship, .relationship), (.part, .part), (.enumerationCase, .enumerationCase):
            if case .entity(let entity) = owner { match.later(entity).map(Self.entity) == other.owner } else { owner == other.owner }
        default: false
        }
    }
}
