import SchemaModel

/// Which objects have a property in both versions: what counts is the entity of the object, wherever its hierarchy declares
/// the property.
extension ModelMatch {
    /// The old names of the entities whose objects have the properties of a new entity: its own, and those that inherit from it.
    func formerKinds(of entity: String) -> Set<String> {
        guard let declared = new.entity(named: entity) else { return [] }
        let formers = new.subtree(of: declared).filter { !$0.isAbstract }.compactMap { former($0.name.text) }
        return Set(formers.filter { old.entity(named: $0)?.isAbstract == false })
    }

    /// An entity of the old version and those that inherited from it, as far as they have objects in both versions.
    func remainingKinds(of entity: String) -> Set<String> {
        Set(kinds(of: entity).filter { laterOfObjects($0) != nil })
    }

    /// The entities of the old version whose objects were an entity's, and are none of a given one of the new version.
    func lostKinds(from former: String, to entity: String) -> Set<String> {
        Set(kinds(of: former)).subtracting(formerKinds(of: entity))
    }

    /// Whether a new entity continues an old one: by its name, or because objects of the old one are objects of the new one.
    func continues(_ former: String, as entity: String) -> Bool {
        continued[entity]?.contains { $0.name.text == former } ?? false
    }

    /// The old entities that each new one continues, in the order of the old version.
    func continuedEntities() -> [String: [Entity]] {
        var heirs = [String: [String]]()
        for entity in new.entities.map(\.name.text) {
            for kind in formerKinds(of: entity) { heirs[kind, default: []].append(entity) }
        }
        var continued = [String: [Entity]]()
        for former in old.entities {
            let name = former.name.text
            let entities = Set(remainingKinds(of: name).flatMap { heirs[$0] ?? [] } + [later(name)].compactMap(\.self))
            for entity in entities { continued[entity, default: []].append(former) }
        }
        return continued
    }

    private func kinds(of entity: String) -> [String] {
        old.entity(named: entity).map { old.subtree(of: $0).filter { !$0.isAbstract }.map(\.name.text) } ?? []
    }
}
