/// A Core Data model as its file says it, as far as Trellis has words for it: what concerns the editor, the classes' names and
/// renames between versions is left out.
struct CoreDataModel {
    var entities: [Entity] = []
    var composites: [Composite] = []
    var fetches: [FetchTemplate] = []
    var configurations: [String] = []

    struct Entity {
        var name: String
        var parent: String?
        var isAbstract: Bool
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []
        var fetchedProperties: [FetchedProperty] = []
        /// Groups of properties that are unique together.
        var uniqueness: [[String]] = []
        var indexes: [Index] = []
    }

    struct Composite {
        var name: String
        var attributes: [Attribute] = []
    }

    struct Attribute {
        var name: String
        /// As the editor calls it, such as `Integer 16`; nil where none is said, as transient attributes may.
        var type: String?
        var isOptional: Bool
        var isTransient: Bool
        var isIndexed: Bool
        /// Whether large values may be kept in files beside the store.
        var isExternal: Bool
        /// The default; of a date the seconds since 2001-01-01 UTC.
        var defaultValue: String?
        /// The bounds of a number, of a string's length, or of a date in seconds since 2001-01-01 UTC.
        var min: String?
        var max: String?
        var pattern: String?
        /// The class of a transformable's values.
        var className: String?
        var composite: String?
        /// What a derived attribute's value is made from.
        var derivation: String?
    }

    struct Relationship {
        var name: String
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
    }

    struct Index {
        var elements: [Element]
        var condition: String?

        struct Element {
            /// Nil where the element is an expression.
            var property: String?
            var isAscending: Bool
            /// `Binary` or `RTree`.
            var kind: String
        }
    }

    struct FetchTemplate {
        var name: String
        var entity: String
        var predicate: String?
        var limit: Int?
        /// Whether it gives objects, and not dictionaries, identifiers or counts.
        var givesObjects: Bool
    }

    struct FetchedProperty {
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
