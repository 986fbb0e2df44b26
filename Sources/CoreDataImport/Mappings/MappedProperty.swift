/// A property of a model, at the entity that declares it.
package struct MappedProperty: Hashable, Sendable {
    package let entity: String
    package let name: String
    let isAttribute: Bool

    package var place: String { "\(entity).\(name)" }
}

/// The entities and properties of a translated model by the names that its file has for them.
struct FileNames {
    let model: CoreDataModel
    private let oldNames: [String: String]
    private var entities: [String: CoreDataModel.Entity] = [:]

    init(of translation: Translation) {
        (model, oldNames) = (translation.model, translation.oldNames)
        for entity in model.entities { entities[oldNames[entity.name] ?? entity.name] = entity }
    }

    func entity(_ name: String) -> CoreDataModel.Entity? { entities[name] }

    /// The attribute or relationship that an entity has or inherits.
    func property(_ name: String, of entity: CoreDataModel.Entity, isAttribute: Bool) -> MappedProperty? {
        for ancestor in model.line(of: entity.name) {
            let names = isAttribute ? ancestor.attributes.map(\.name) : ancestor.relationships.map(\.name)
            if let found = names.first(where: { (oldNames["\(ancestor.name).\($0)"] ?? $0) == name }) {
                return MappedProperty(entity: ancestor.name, name: found, isAttribute: isAttribute)
            }
        }
        return nil
    }

    func attribute(_ property: MappedProperty) -> CoreDataModel.Attribute? {
        property.isAttribute ? model.attribute(property.name, of: property.entity) : nil
    }

    /// The inverse of a relationship, at the entity that declares it.
    func inverse(of property: MappedProperty) -> MappedProperty? {
        guard !property.isAttribute,
            let relationship = model.entities.first(where: { $0.name == property.entity })?.relationships.first(where: { $0.name == property.name }),
            let inverse = model.inverse(of: relationship, of: property.entity)
        else { return nil }
        return model.line(of: relationship.destination).first { $0.relationships.contains { $0.name == inverse.name } }.map {
            MappedProperty(entity: $0.name, name: inverse.name, isAttribute: false)
        }
    }

    /// Whether an entity is another one or inherits from it.
    func isEntity(_ name: String, within ancestor: String) -> Bool { model.line(of: name).contains { $0.name == ancestor } }
}
