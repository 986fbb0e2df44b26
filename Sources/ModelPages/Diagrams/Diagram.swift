public import SchemaModel

/// The picture of a model before it is laid out: boxes for entities, and lines for inheritance and relationships.
public struct Diagram: Sendable {
    /// The title, for readers who cannot see the picture.
    public var title: String
    public var boxes: [Box]
    public var lines: [Line]
    /// The names of the groups that boxes are in.
    public var groups: [String]

    /// Whether a part is in one of two versions or in both.
    public enum Status: String, Sendable, Hashable {
        case same, added, removed, changed
    }

    /// An entity.
    public struct Box: Sendable {
        public var entity: String
        public var isAbstract: Bool
        public var status = Status.same
        /// The place of its group among ``Diagram/groups``.
        public var group: Int?
        public var rows: [Row] = []
        /// What a reader sees on hovering.
        public var summary: String
    }

    /// A property in a box.
    public struct Row: Sendable {
        public var property: String
        /// Its type as in the model's file.
        public var type: String
        public var isRelationship: Bool
        /// Whether it is unique, alone or with others.
        public var isKey: Bool
        public var status = Status.same
    }

    /// A connection between two boxes.
    public struct Line: Sendable {
        /// The places of its boxes among ``Diagram/boxes``.
        public var from: Int
        public var to: Int
        public var kind: Kind
        public var status = Status.same

        public enum Kind: Sendable {
            /// The second entity inherits from the first.
            case inheritance
            /// A relationship from the first entity to the second, with its inverse if it has one.
            case relationship(Relationship, inverse: Relationship?)
        }
    }

    /// A relationship, as a line shows it.
    public struct Relationship: Sendable, Hashable {
        public var entity: String
        public var name: String
        public var destination: String
        public var isToMany: Bool
        public var isOptional: Bool
        public var isOrdered: Bool
        public var deleteRule: DeleteRule

        init(_ relationship: SchemaModel.Relationship, of entity: String) {
            self.entity = entity
            name = relationship.name.text
            destination = relationship.destination.text
            isToMany = relationship.isToMany
            isOptional = relationship.isOptional
            isOrdered = relationship.isOrdered
            deleteRule = relationship.deleteRule
        }

        /// Its name with that of its entity.
        public var path: String { "\(entity).\(name)" }
    }

    /// How much of each entity a box shows.
    public enum Detail: String, Sendable, CaseIterable {
        /// The name alone.
        case names
        /// Unique properties and keys of relationships.
        case keys
        /// All attributes and relationships.
        case all
    }

    /// The detail that suits a model of a size.
    public static func detail(forEntities count: Int) -> Detail {
        count <= 30 ? .all : count <= 100 ? .keys : .names
    }
}
