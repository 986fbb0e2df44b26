import Diagnostics
import Predicates

/// A resolved model: every name leads to its declaration, every rule is checked, and the order is that of the file.
///
/// All references of a `Model` are valid, so its readers need no error handling.
public struct Model: Sendable {
    public let name: Name
    public let doc: String?
    public let enumerations: [Enumeration]
    public let composites: [Composite]
    public let entities: [Entity]
    /// Whether stores record every change of a row.
    public let hasHistory: Bool
    /// Whether its tables are those of another program's file, which Trellis opens as it is.
    public let isExisting: Bool
    /// The places of the entities by name. Models have thousands, and lookups are frequent.
    private let places: [String: Int]
    let inheritance: Inheritance

    init(
        name: Name, doc: String?, enumerations: [Enumeration], composites: [Composite], entities: [Entity], hasHistory: Bool, isExisting: Bool
    ) {
        self.name = name
        self.hasHistory = hasHistory
        self.isExisting = isExisting
        self.doc = doc
        self.enumerations = enumerations
        self.composites = composites
        self.entities = entities
        let places = Dictionary(
            entities.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
        self.places = places
        inheritance = Inheritance(parents: entities.map { $0.parent.flatMap { places[$0.text] } })
    }

    /// The entity of a name that a check has found to exist.
    public func entity(named name: String) -> Entity? {
        places[name].map { entities[$0] }
    }

    /// The place of an entity among ``entities``.
    public func place(ofEntity name: String) -> Int? { places[name] }

    /// The relationship at the other side; nil if none leads back.
    public func inverse(of relationship: Relationship) -> Relationship? {
        guard let inverse = relationship.inverse else { return nil }
        // Without a copy of the entity: this is asked for each relationship.
        return place(ofEntity: relationship.destination.text).flatMap { place in entities[place].relationships.first { $0.name.text == inverse.text } }
    }
}

/// A name with its place in the file.
public struct Name: Sendable, Hashable {
    public var text: String
    public var span: SourceSpan

    public init(_ text: String, at span: SourceSpan) {
        self.text = text
        self.span = span
    }
}

/// A kind of object: its own declarations, without inherited ones.
public struct Entity: Sendable {
    public var name: Name
    public var doc: String?
    /// Its parent.
    public var parent: Name?
    /// Whether only its descendants have objects.
    public var isAbstract = false
    /// The table's name, if it differs from the layout's choice.
    public var table: Name?
    /// The column of the key, in another program's table; nil for `id` there.
    public var key: Name?
    /// The name of its class in Swift, if it differs from the entity's.
    public var swiftClass: Name?
    public var attributes: [Attribute]
    public var relationships: [Relationship]
    /// Lists of properties whose combined values are unique. An object with nil among them conflicts with no other.
    public var uniqueness: [[Name]]
    public var indexes: [EntityIndex]
    /// The full-text search over its strings.
    public var search: TextSearch?
    /// Whether it has so few objects that reading all is cheap. The advice on indexes uses this hint.
    public var isSmall = false
    public var fetches: [NamedFetch]
    public var fetchedProperties: [ModelFetchedProperty] = []

    /// The name of its class in Swift.
    public var className: Name { swiftClass ?? name }
}

/// An index of the model, in addition to those for uniqueness and relationships.
public struct EntityIndex: Sendable {
    public var keys: [Key]
    /// The condition of the objects in the index; nil for all.
    public var condition: Condition?
    /// The place of the index in the file.
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
    /// The column's name, if it differs from the layout's choice.
    public var column: Name?
    public var type: AttributeType
    public var isOptional: Bool
    public var defaultValue: DefaultValue?
    public var rules = ValueRules()
    /// How a decimal with more places than it has, or a duration with a fraction of a microsecond, is rounded; nil if it is refused.
    public var rounding: Rounding?
    /// Whether its values are unique. nil equals no value.
    public var isUnique: Bool
    /// Whether the database checks the rules too, as far as SQL can.
    public var isChecked = false
    /// Whether its value loads at its first use, not with its object.
    public var isLazy = false
    /// Whether it exists only in the class and is not stored.
    public var isTransient = false
    /// The source of a derived attribute's value.
    public var derivation: Derivation?
    /// Whether the change history keeps its value when its object is deleted.
    public var isPreserved = false
}

/// A fetch that the model names.
public struct NamedFetch: Sendable {
    public var name: Name
    public var doc: String?
    public var parameters: [Parameter]
    public var condition: Condition?
    public var sort: [SortTerm]
    public var limit: Int?
    /// Whether lists of its objects follow changes.
    public var isLive = false

    public struct Parameter: Sendable {
        public var name: Name
        public var type: ParameterType
        public var isOptional: Bool
        /// Whether it is a list of values, none of which is nil.
        public var isList = false

        public init(name: Name, type: ParameterType, isOptional: Bool, isList: Bool = false) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
            self.isList = isList
        }
    }
}

/// A property that runs a fetch at each access.
public struct ModelFetchedProperty: Sendable {
    /// The fetched entity.
    public var destination: Name
    /// The fetch; its one parameter is the object that has the property.
    public var fetch: NamedFetch

    /// The name of the object that has the property, in conditions.
    public static let source = "FETCH_SOURCE"

    public var name: Name { fetch.name }
}

/// The type of a fetch's parameter.
public enum ParameterType: Sendable, Hashable {
    case value(AttributeType)
    case object(entity: String)
}
