public import SchemaModel

/// Which parts of a model have documentation.
///
/// Parts are entities with their attributes, relationships, fetches and fetched properties, enums, and composites with their parts.
public struct DocumentationCoverage: Sendable {
    /// The number of parts.
    public private(set) var total = 0
    /// The parts without documentation, in the model's order.
    public private(set) var undocumented: [Part] = []

    public struct Part: Sendable {
        /// Its path, such as `Order.rows`.
        public var path: String
        public var name: Name
        var anchor: Document.Anchor
    }

    public var documented: Int { total - undocumented.count }

    /// The share of documented parts in percent, rounded down; 100 for a model without parts.
    public var percentage: Int { total == 0 ? 100 : documented * 100 / total }

    public init(of model: Model) {
        for entity in model.entities {
            let owner = entity.name.text
            note(entity.name, entity.doc, owner, Anchors.entity(owner))
            for attribute in entity.attributes { note(attribute.name, attribute.doc, of: owner) }
            for relationship in entity.relationships { note(relationship.name, relationship.doc, of: owner) }
            for property in entity.fetchedProperties { note(property.name, property.fetch.doc, of: owner) }
            for fetch in entity.fetches {
                note(fetch.name, fetch.doc, "\(owner).\(fetch.name.text)", Anchors.fetch(fetch.name.text, of: owner))
            }
        }
        for type in model.enumerations { note(type.name, type.doc, type.name.text, Anchors.type(type.name.text)) }
        for type in model.composites {
            let owner = type.name.text
            note(type.name, type.doc, owner, Anchors.type(owner))
            for part in type.type.attributes {
                note(part.name, part.doc, "\(owner).\(part.name.text)", Anchors.member(part.name.text, of: owner))
            }
        }
    }

    private mutating func note(_ name: Name, _ doc: String?, of owner: String) {
        note(name, doc, "\(owner).\(name.text)", Anchors.property(name.text, of: owner))
    }

    private mutating func note(_ name: Name, _ doc: String?, _ path: String, _ anchor: Document.Anchor) {
        total += 1
        if doc?.contains(where: { !$0.isWhitespace }) != true { undocumented.append(.init(path: path, name: name, anchor: anchor)) }
    }
}
