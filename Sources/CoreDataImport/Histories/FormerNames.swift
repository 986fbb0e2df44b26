/// The names that entities and properties had in the version before, by Core Data's renaming identifiers.
///
/// An identifier is the name that a thing had when it was renamed first, or a text of its own, and stays over later versions. So things of
/// two versions are one if their identifiers are the same; a thing without one has its name for it.
struct FormerNames {
    /// The decisions: an old place such as `Order.info`, and the new name.
    private(set) var renames: [(old: String, new: String)] = []

    init(from old: Translation, to new: Translation) {
        let entities = Self.pairs(
            old.model.entities.map { ($0.name, $0.identifier ?? old.oldNames[$0.name] ?? $0.name) },
            new.model.entities.map { ($0.name, $0.identifier) })
        for entity in new.model.entities {
            let formerName = entities[entity.name] ?? entity.name
            guard let former = old.model.entity(formerName) else { continue }
            if formerName != entity.name { renames.append((formerName, entity.name)) }
            func identifier(_ name: String, _ identifier: String?) -> String { identifier ?? old.oldNames["\(formerName).\(name)"] ?? name }
            let attributes = Self.pairs(
                former.attributes.map { ($0.name, identifier($0.name, $0.identifier)) }, entity.attributes.map { ($0.name, $0.identifier) })
            let relationships = Self.pairs(
                former.relationships.map { ($0.name, identifier($0.name, $0.identifier)) },
                entity.relationships.map { ($0.name, $0.identifier) })
            let transient = Set(former.attributes.filter(\.isTransient).map(\.name) + entity.attributes.filter(\.isTransient).map(\.name))
            for (name, formerName) in attributes.sorted(by: { $0.key < $1.key }) where !transient.contains(name) && !transient.contains(formerName) {
                renames.append(("\(former.name).\(formerName)", name))
            }
            for (name, formerName) in relationships.sorted(by: { $0.key < $1.key }) { renames.append(("\(former.name).\(formerName)", name)) }
        }
    }

    /// The old names of what has another one now.
    private static func pairs(_ old: [(name: String, identifier: String)], _ new: [(name: String, identifier: String?)]) -> [String: String] {
        let names = Set(new.map(\.name))
        let byIdentifier = Dictionary(old.map { ($0.identifier, $0.name) }, uniquingKeysWith: { first, _ in first })
        var pairs: [String: String] = [:]
        var taken = Set<String>()
        for (name, identifier) in new {
            guard let former = identifier.flatMap({ byIdentifier[$0] }), former != name else { continue }
            // A name that is there still is no former name of something else, and one that was there stays.
            if names.contains(former) || old.contains(where: { $0.name == name }) || !taken.insert(former).inserted { continue }
            pairs[name] = former
        }
        return pairs
    }
}
