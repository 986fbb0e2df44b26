import Diagnostics
import Predicates

/// A model as a person means it: every name resolved, every rule checked, in the order in which it was written.
///
/// Where a `Model` exists, each of its references leads somewhere: readers of it need no "what if".
public struct Model: Sendable {
    public let name: Name
    public let doc: String?
    public let enumerations: [Enumeration]
    public let composites: [Composite]
    public let entities: [Entity]
    /// The places of the entities by their names: models have thousands, and everything asks.
    private let places: [String: Int]
    let inheritance: Inheritance

    init(name: Name, doc: String?, enumerations: [Enumeration], composites: [Composite], entities: [Entity]) {
        self.name = name
        self.doc = doc
        self.enumerations = enumerations
        self.composites = composites
        self.entities = entities
        let places = Dictionary(
            entities.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
        self.places = places
        inheritance = Inheritance(parents: entities.map { $0.parent.flatMap { places[$0.text] } })
    }

    /// The entity of a name that is known to exist, because a check has seen it.
    public func entity(named name: String) -> Entity? {
        places[name].map { entities[$0] }
    }

    /// The place of an entity among ``entities``.
    public func place(ofEntity name: String) -> Int? { places[name] }

    /// The relationship at the other end; nil where none leads back.
    public func inverse(of relationship: Relationship) -> Relationship? {
        guard let inverse = relationship.inverse else { return nil }
        return entity(named: relationship.destination.text)?.relationships.first { $0.name.text == inverse.text }
    }
}

/// A name with the place where it stands.
public struct Name: Sendable, Hashable {
    public var text: String
    public var span: SourceSpan

    public init(_ text: String, at span: SourceSpan) {
        self.text = text
        self.span = span
    }
}

/// A kind of object: what it declares, without what it inherits.
public struct Entity: Sendable {
    public var name: Name
    public var doc: String?
    /// The entity that it inherits from.
    public var parent: Name?
    /// Whether all its objects are of entities that inherit from it.
    public var isAbstract = false
    /// The table's name, where it is not the one that the layout would choose.
    public var table: Name?
    public var attributes: [Attribute]
    public var relationships: [Relationship]
    /// Properties whose values together no two objects may share; one with nil among them shares with nobody.
    public var uniqueness: [[Name]]
    public var indexes: [EntityIndex]
    /// The full-text search over its strings.
    public var search: TextSearch?
    /// Whether there are so few objects that looking at all of them costs nothing: a hint to whoever judges queries.
    public var isSmall = false
    public var fetches: [NamedFetch]
    public var fetchedProperties: [FetchedProperty] = []
}

/// An index that the model asks for, beside those that uniqueness and relationships bring.
public struct EntityIndex: Sendable {
    public var keys: [Key]
    /// Which objects are in the index; nil for all.
    public var condition: Condition?
    /// Where the index stands in the file.
    public var span: SourceSpan

    public struct Key: Sendable, Hashable {
        /// An attribute or a to-one relationship.
        public var property: Name
        public var isAscending: Bool
    }
}

/// A value that an object has.
public struct Attribute: Sendable {
    public var name: Name
    public var doc: String?
    /// The column's name, where it is not the one that the layout would choose.
    public var column: Name?
    public var type: AttributeType
    public var isOptional: Bool
    public var defaultValue: DefaultValue?
    public var rules = ValueRules()
    /// Whether no two objects may have the same value; nil is the same as nothing.
    public var isUnique: Bool
    /// Whether the database checks the rules too, as far as SQL can.
    public var isChecked = false
    /// Whether its value is read when it is first asked for, and not with its object.
    public var isLazy = false
    /// Whether it is a property of the class alone, of which the store knows nothing.
    public var isTransient = false
    /// Where its value comes from, for one that nobody sets.
    public var derivation: Derivation?
}

/// A fetch that the model names.
public struct NamedFetch: Sendable {
    public var name: Name
    public var doc: String?
    public var parameters: [Parameter]
    public var condition: Condition?
    public var sort: [SortTerm]
    public var limit: Int?

    public struct Parameter: Sendable {
        public var name: Name
        public var type: ParameterType
        public var isOptional: Bool
        /// Whether it is a list of such values, none of which is nil.
        public var isList = false

        public init(name: Name, type: ParameterType, isOptional: Bool, isList: Bool = false) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
            self.isList = isList
        }
    }
}

/// A property of an object whose value is what a fetch finds for it.
public struct FetchedProperty: Sendable {
    /// The entity whose objects are fetched.
    public var destination: Name
    /// The fetch; its one parameter is the object that has the property.
    public var fetch: NamedFetch

    /// What conditions call the object that has the property.
    public static let source = "FETCH_SOURCE"

    public var name: Name { fetch.name }
}

/// What a fetch can be given.
public enum ParameterType: Sendable, Hashable {
    case value(AttributeType)
    case object(entity: String)
}
