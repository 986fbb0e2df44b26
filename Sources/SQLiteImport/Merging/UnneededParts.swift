import SchemaSyntax

/// What the database has added to what the user has removed: relationships to an entity, and indexes of a property. They stay away too.
struct UnneededParts {
    /// The new model without them.
    private(set) var new: StyledNode
    /// Such as `Order.indexes`, with what the user has removed.
    private(set) var places: [(place: String, removed: String)] = []

    private let base: StyledNode
    private let mine: StyledNode

    /// - Parameters: the three models, in the user's names.
    init(base: StyledNode, mine: StyledNode, new: StyledNode) {
        (self.base, self.mine, self.new) = (base, mine, new)
        for name in new["entities"]?.entries.compactMap(\.name) ?? [] where mine["entities"]?[name] != nil || base["entities"]?[name] == nil {
            let missing = missingProperties(of: name).map { ($0, "\(name).\($0)") } + leaveOutRelationships(of: name)
            leaveOutKeys(of: name, Dictionary(missing) { first, _ in first })
        }
    }

    private func missingProperties(of entity: String) -> Set<String> {
        func names(_ model: StyledNode) -> Set<String> {
            Set(NameChanges.sections.flatMap { model["entities"]?[entity]?[$0]?.entries.compactMap(\.name) ?? [] })
        }
        return names(base).subtracting(names(mine))
    }

    private mutating func change(_ key: String, of entity: String, _ change: (StyledNode) -> StyledNode) {
        new.mapValue("entities") { $0.mapped(entity) { $0.mapped(key, change) } }
    }

    /// - Returns: their names, with the entities that they lead to.
    private mutating func leaveOutRelationships(of entity: String) -> [(String, String)] {
        var leftOut = [(String, String)]()
        for item in new["entities"]?[entity]?["relationships"]?.entries ?? [] {
            let destination = NameChanges.entityName(item.value["to"])
            guard let name = item.name, base["entities"]?[entity]?["relationships"]?[name] == nil, base["entities"]?[destination] != nil, mine["entities"]?[destination] == nil else { continue }
            leftOut.append((name, destination))
            places.append(("\(entity).\(name)", destination))
        }
        let names = leftOut.map(\.0)
        if !names.isEmpty { change("relationships", of: entity) { $0.with($0.entries.filter { !names.contains($0.name ?? "") }) } }
        return leftOut
    }

    /// - Parameter missing: properties that the user's model does not have, with what the user has removed.
    private mutating func leaveOutKeys(of entity: String, _ missing: [String: String]) {
        for key in ["unique", "indexes", "search"] {
            guard let value = new["entities"]?[entity]?[key] else { continue }
            let old = base["entities"]?[entity]?[key]
            let known = Set((old?.items ?? []).map(\.value.meaning))
            func needed(_ node: StyledNode) -> String? { Self.words(node).lazy.compactMap { missing[$0] }.first }
            let isOne = key == "search" || !value.isList
            let unneeded = isOne ? (value.meaning == old?.meaning ? [] : [value]) : (value.items ?? []).map(\.value).filter { !known.contains($0.meaning) }
            let left = unneeded.compactMap(needed)
            guard let first = left.first else { continue }
            places.append(("\(entity).\(key)", first))
            let rest = isOne ? [] : (value.items ?? []).filter { known.contains($0.value.meaning) || needed($0.value) == nil }
            if rest.isEmpty {
                new.mapValue("entities") { $0.mapped(entity) { $0.without(key) } }
            } else {
                change(key, of: entity) { $0.with(rest) }
            }
        }
    }

    /// The names in a list of properties, with the condition of an index.
    private static func words(_ node: StyledNode) -> [String] {
        if let text = node.text { return text.matches(of: /[A-Za-z_][A-Za-z0-9_]*/).map { String($0.output) } }
        if node.isList { return (node.items ?? []).flatMap { words($0.value) } }
        return ["on", "where"].compactMap { node[$0] }.flatMap(words)
    }
}

extension StyledNode {
    fileprivate func mapped(_ key: String, _ change: (StyledNode) -> StyledNode) -> StyledNode {
        var node = self
        node.mapValue(key, change)
        return node
    }
}
