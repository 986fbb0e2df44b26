/// A Core Data model as its file says it, as far as Trellis has words for it. What it has none for is in ``remarks``.
package struct CoreDataModel: Sendable {
    var entities: [Entity] = []
    var composites: [Composite] = []
    var fetches: [FetchTemplate] = []
    var configurations: [String] = []
    /// What the file says that has no place here.
    var remarks: [Remark] = []

    struct Entity: Sendable {
        var name: String
        /// The name or text that tells the entity in all versions; nil for its name.
        var identifier: String?
        /// The class as the file says it, such as `.Album` or `Shop.Album`.
        var className: String?
        var parent: String?
        var isAbstract: Bool
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []
        var fetchedProperties: [FetchedProperty] = []
        /// Groups of properties that are unique together.
        var uniqueness: [[String]] = []
        var indexes: [Index] = []
        /// What the user info says under the key `doc`.
        var doc: String?
        /// The line of the file; nil in an archive.
        var line: Int?
    }

    struct Composite: Sendable {
        var name: String
        var attributes: [Attribute] = []
        /// The line of the file; nil in an archive.
        var line: Int?
    }

    struct Attribute: Sendable {
        var name: String
        /// The name or text that tells the attribute in all versions; nil for its name.
        var identifier: String?
        /// As the editor calls it, such as `Integer 16`; nil where none is said, as transient attributes may.
        var type: String?
        var isOptional: Bool
        var isTransient: Bool
        var isIndexed: Bool
        /// Whether large values may be kept in files beside the store.
        var isExternal: Bool
        /// Whether the change history keeps its value when its object is deleted.
        var isPreserved: Bool
        /// The default; of a date the seconds since 2001-01-01 UTC.
        var defaultValue: String?
        /// The bounds of a number, of a string's length, or of a date in seconds since 2001-01-01 UTC.
        var min: String?
        var max: String?
        var pattern: String?
        /// The class of a transformable's values.
        var className: String?
        /// Whether a transformable's values stay archives, whatever their class.
        var isArchive = false
        var composite: String?
        /// What a derived attribute's value is made from.
        var derivation: String?
        /// What the user info says under the key `doc`.
        var doc: String?
        /// The line of the file; nil in an archive.
        var line: Int?
    }

    struct Relationship: Sendable {
        var name: String
        /// The name or text that tells the relationship in all versions; nil for its name.
        var identifier: String?
        var destination: String
        var inverse: String?
        var isToMany: Bool
        var isOptional: Bool
        var isOrdered: Bool
        var isTransient: Bool
        /// How many members; 0 says nothing.
        var minCount: Int
        var maxCount: Int
        /// As the editor calls it, such as `No Action`.
        var deleteRule: String
        /// What the user info says under the key `doc`.
        var doc: String?
        /// The line of the file; nil in an archive.
        var line: Int?
    }

    struct Index: Sendable {
        var elements: [Element]
        var condition: String?
        /// The line of the file; nil in an archive.
        var line: Int?

        struct Element: Sendable {
            /// Nil where the element is an expression.
            var property: String?
            var isAscending: Bool
            /// `Binary` or `RTree`.
            var kind: String
        }
    }

    struct FetchTemplate: Sendable {
        var name: String
        var entity: String
        var predicate: String?
        var limit: Int?
        /// Whether it gives objects, and not dictionaries, identifiers or counts.
        var givesObjects: Bool
        /// The line of the file; nil in an archive.
        var line: Int?
    }

    struct FetchedProperty: Sendable {
        var name: String
        var fetch: FetchTemplate
    }
}

extension CoreDataModel {
    func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

    /// The entity and those that it inherits from, itself first.
    func line(of name: String) -> [Entity] {
        var line = [Entity]()
        var next = entity(name)
        while let entity = next, !line.contains(where: { $0.name == entity.name }) {
            line.append(entity)
            next = entity.parent.flatMap(self.entity)
        }
        return line
    }

    func attribute(_ name: String, of entity: String) -> Attribute? {
        line(of: entity).lazy.flatMap(\.attributes).first { $0.name == name }
    }

    /// What a path leads to from an attribute, through composites; the attribute for an empty path.
    func attribute(at path: ArraySlice<String>, of attribute: Attribute) -> Attribute? {
        guard let name = path.first else { return attribute }
        let composite = composites.first { $0.name == attribute.composite }
        return composite?.attributes.first { $0.name == name }.flatMap { self.attribute(at: path.dropFirst(), of: $0) }
    }

    func relationship(_ name: String, of entity: String) -> Relationship? {
        line(of: entity).lazy.flatMap(\.relationships).first { $0.name == name }
    }

    /// The relationship that leads back, where each end names the other one.
    func inverse(of relationship: Relationship, of entity: String) -> Relationship? {
        guard let name = relationship.inverse, let inverse = self.entity(relationship.destination)?.relationships.first(where: { $0.name == name }),
            inverse.destination == entity, inverse.inverse == relationship.name
        else { return nil }
        return inverse
    }
}
