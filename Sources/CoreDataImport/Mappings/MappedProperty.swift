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

    /// The stored attributes and the relationships that an entity declares.
    func properties(of entity: CoreDataModel.Entity) -> [MappedProperty] {
        entity.attributes.filter { !$0.isTransient }.map { MappedProperty(entity: entity.name, name: $0.name, isAttribute: true) }
            + entity.relationships.map { MappedProperty(entity: entity.name, name: $0.name, isAttribute: false) }
    }

    /// Whether an entity is another one or inherits from it.
    func isEntity(_ name: String, within ancestor: String) -> Bool { model.line(of: name).contains { $0.name == ancestor } }
}
