/// The names that entities and properties had in the version before, by Core Data's renaming identifiers.
///
/// An identifier is the name that a thing had when it was renamed first, or a text of its own, and stays over later versions. So things of
/// two versions are one if their identifiers are the same; a thing without one has its name in the file for it.
package struct FormerNames {
    /// The decisions: an old place such as `Order.info`, and the new name.
    package private(set) var renames: [(old: String, new: String)] = []

    package init(from old: Translation, to new: Translation) {
        let entities = Self.formers(old.entities, new.entities)
        for entity in new.model.entities {
            let formerName = entities[entity.name] ?? entity.name
            guard let former = old.model.entity(formerName) else { continue }
            if formerName != entity.name { renames.append((formerName, entity.name)) }
            let relatives = old.relatives(of: former)
            for things in [Translation.attributes, Translation.relationships] {
                let news = things(new)(entity)
                for (name, formerName) in Self.formers(things(old)(former), news).sorted(by: { $0.key < $1.key }) {
                    renames.append(("\(former.name).\(formerName)", name))
                }
                // What moved within the hierarchy may have another name at once.
                let own = Set(things(old)(former).map(\.identifier))
                let later = Self.laterName(of: entities)
                for thing in news where !own.contains(thing.identifier) {
                    for relative in relatives {
                        guard let moved = things(old)(relative).first(where: { $0.identifier == thing.identifier }) else { continue }
                        // It is still in its place.
                        let place = later(relative.name).flatMap(new.model.entity)
                        let stays = place.map { things(new)($0).contains { $0.identifier == thing.identifier } } ?? false
                        if !stays, moved.name != thing.name { renames.append(("\(relative.name).\(moved.name)", thing.name)) }
                        break
                    }
                }
            }
        }
    }

    /// The new name of an entity by its old one.
    private static func laterName(of formers: [String: String]) -> (String) -> String? {
        let laters = Dictionary(formers.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        return { name in laters[name] ?? (formers[name] == nil ? name : nil) }
    }

    /// A thing with its name in the model, and what tells it in all versions.
    fileprivate typealias Thing = (name: String, identifier: String)

    /// The old names of what has another one now.
    private static func formers(_ old: [Thing], _ new: [Thing]) -> [String: String] {
        let formers = Dictionary(old.map { ($0.identifier, $0.name) }, uniquingKeysWith: { first, _ in first })
        var heirs: [String: String] = [:]
        for thing in new {
            guard let former = formers[thing.identifier] else { continue }
            // Of several things with one identifier the one with the old name is it, and else the first.
            if heirs[former] == nil || thing.name == former { heirs[former] = thing.name }
        }
        return Dictionary(heirs.filter { $0.key != $0.value }.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Translation {
    /// The other entities of a hierarchy that a property can move from: ancestors and descendants.
    fileprivate func relatives(of entity: CoreDataModel.Entity) -> [CoreDataModel.Entity] {
        let hasRelatives = entity.parent != nil || model.entities.contains { $0.parent == entity.name }
        guard hasRelatives else { return [] }
        let descendants = model.entities.filter { other in other.name != entity.name && model.line(of: other.name).contains { $0.name == entity.name } }
        return model.line(of: entity.name).dropFirst() + descendants
    }

    fileprivate var entities: [FormerNames.Thing] { model.entities.map { ($0.name, $0.identifier ?? oldNames[$0.name] ?? $0.name) } }

    /// The stored attributes.
    fileprivate func attributes(of entity: CoreDataModel.Entity) -> [FormerNames.Thing] {
        entity.attributes.filter { !$0.isTransient }.map { ($0.name, identifier($0.identifier, $0.name, of: entity)) }
    }

    fileprivate func relationships(of entity: CoreDataModel.Entity) -> [FormerNames.Thing] {
        entity.relationships.map { ($0.name, identifier($0.identifier, $0.name, of: entity)) }
    }

    private func identifier(_ identifier: String?, _ name: String, of entity: CoreDataModel.Entity) -> String {
        identifier ?? oldNames["\(entity.name).\(name)"] ?? name
    }
}
