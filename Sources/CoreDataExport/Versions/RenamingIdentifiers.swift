import SchemaModel

/// What entities and properties of one version are called in all versions: Core Data takes two with the same identifier for one.
///
/// An identifier is the name that a part had first. A part that gets a name after another one lost it gets an identifier of its own.
struct RenamingIdentifiers {
    private var entities: [String: String] = [:]
    private var properties: [String: String] = [:]
    /// All identifiers that entities have had, and the properties of each.
    private var knownEntities: Set<String> = []
    private var knownProperties: [String: Set<String>] = [:]

    subscript(entity name: String) -> String? { entities[name] }
    /// - Parameter place: such as `Album.cover`.
    subscript(property place: String) -> String? { properties[place] }

    /// The identifiers of the first version are its names.
    init(first model: Model) { self.init(model, entity: { _ in nil }, property: { _, _ in nil }, after: nil) }

    /// - Parameters:
    ///   - model: the version after that of `former`.
    ///   - renames: the new names by the old places, as decisions have them.
    init(_ model: Model, after former: (identifiers: RenamingIdentifiers, model: Model), renames: [String: String]) {
        let old = former.model
        var oldNames: [String: String] = [:]
        for (place, name) in renames where !place.contains(".") { oldNames[name] = place }
        func oldEntity(_ name: String) -> Entity? {
            if let renamed = oldNames[name].flatMap(old.entity(named:)) { return renamed }
            return renames[name] == nil ? old.entity(named: name) : nil
        }
        self.init(
            model, entity: { name in oldEntity(name).flatMap { former.identifiers[entity: $0.name.text] } },
            property: { entity, property in
                guard let oldEntity = oldEntity(entity) else { return nil }
                // A property may have moved within its hierarchy.
                let line = [oldEntity] + old.lineage(of: oldEntity).dropLast().reversed() + old.subtree(of: oldEntity).dropFirst()
                for owner in line {
                    let place = owner.name.text
                    let names = owner.attributes.map(\.name.text) + owner.relationships.map(\.name.text)
                    if let renamed = names.first(where: { renames["\(place).\($0)"] == property }) {
                        return former.identifiers[property: "\(place).\(renamed)"]
                    }
                    if names.contains(property), renames["\(place).\(property)"] == nil {
                        return former.identifiers[property: "\(place).\(property)"]
                    }
                }
                return nil
            }, after: former.identifiers)
    }

    private init(
        _ model: Model, entity: (String) -> String?, property: (_ entity: String, _ property: String) -> String?, after former: RenamingIdentifiers?
    ) {
        if let former { (knownEntities, knownProperties) = (former.knownEntities, former.knownProperties) }
        // What stays takes its identifier first, so that what is new gets another one.
        for one in model.entities { entities[one.name.text] = entity(one.name.text) }
        for one in model.entities where entities[one.name.text] == nil { entities[one.name.text] = Self.free(one.name.text, &knownEntities) }
        for one in model.entities {
            let names = one.attributes.map(\.name.text) + one.relationships.map(\.name.text)
            for name in names {
                guard let identifier = property(one.name.text, name) else { continue }
                properties["\(one.name.text).\(name)"] = identifier
                knownProperties[entities[one.name.text] ?? "", default: []].insert(identifier)
            }
        }
        for one in model.entities {
            let scope = entities[one.name.text] ?? one.name.text
            for name in one.attributes.map(\.name.text) + one.relationships.map(\.name.text) where properties["\(one.name.text).\(name)"] == nil {
                properties["\(one.name.text).\(name)"] = Self.free(name, &knownProperties[scope, default: []])
            }
        }
    }

    /// The name, or the first with a number that no part has had.
    private static func free(_ name: String, _ known: inout Set<String>) -> String {
        var (free, number) = (name, 2)
        while !known.insert(free).inserted {
            free = "\(name) \(number)"
            number += 1
        }
        return free
    }
}
