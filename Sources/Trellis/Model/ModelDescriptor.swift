public import StoreMigration

/// A model that generated code brings: `Orders.self`.
public protocol PersistentModel: SendableMetatype {
    static var descriptor: ModelDescriptor { get }
}

/// The generation of generated code that this library runs.
///
/// Every generated class conforms to it. Code that was generated for another generation names a protocol that this library
/// does not have, so that it fails to compile with a name that says why: renew it with `trellis generate`.
public protocol TrellisGenerated_1 {}

/// What the library knows of a model: its identity, its schema and its classes.
public struct ModelDescriptor: Sendable {
    public let name: String
    /// The version of the model, from 1.
    public let version: Int
    /// Whether the version can still change: it is not frozen yet.
    public let isDraft: Bool
    /// The hash that stores of the version record, 64 hexadecimal digits. It covers tables, keys, constraints, triggers, indexes,
    /// searches and stored forms.
    public let hash: String
    /// The hash over the model's meaning, which also covers fetches, defaults and the rules that only the library checks.
    public let meaningHash: String
    /// The SQL that makes an empty database into a store of this model.
    public let ddl: String
    public let entities: [ManagedObject.Type]
    /// Whether the store records every change.
    public let hasHistory: Bool
    /// Whether the tables are another program's, in a file that Trellis opens as it is.
    public let isExisting: Bool
    /// How stores of older versions become stores of this one. They are read when a store needs them.
    public let migrations: EmbeddedPlans

    public init(
        name: String, version: Int, isDraft: Bool, hash: String, meaningHash: String = "", ddl: String, entities: [ManagedObject.Type],
        hasHistory: Bool = false, isExisting: Bool = false, migrations: EmbeddedPlans = EmbeddedPlans([])
    ) {
        self.name = name
        self.version = version
        self.isDraft = isDraft
        self.hash = hash
        self.meaningHash = meaningHash
        self.ddl = ddl
        self.entities = entities
        self.hasHistory = hasHistory
        self.isExisting = isExisting
        self.migrations = migrations
    }
}

/// What the library knows of an entity: its own properties, without those that it inherits.
///
/// Columns are counted from 0: the inherited ones, then the attributes in their order, then the keys of relationships in
/// theirs.
public struct EntityDescriptor: Sendable {
    public let name: String
    /// The table, which is that of the parent where there is one.
    public let table: String
    /// The column of the key, in a table of another program; nil in a table of Trellis. Rows of such a table have no version.
    public let key: String?
    /// The entity that it inherits from.
    public let parent: String?
    /// Whether all objects are of entities that inherit from it.
    public let isAbstract: Bool
    /// The type that extensions conform to hook protocols; nil for a class without hooks.
    public let hooks: (any EntityHooks.Type)?
    public let attributes: [AttributeDescriptor]
    public let toOne: [ToOneDescriptor]
    public let toMany: [ToManyDescriptor]
    /// The entity's full-text search; nil where it has none.
    public let search: SearchDescriptor?
    /// The columns of each list of properties that are unique together, in a table of another program.
    public let uniqueColumns: [[String]]

    public init(
        name: String, table: String, key: String? = nil, parent: String? = nil, isAbstract: Bool = false, hooks: (any EntityHooks.Type)? = nil,
        attributes: [AttributeDescriptor] = [], toOne: [ToOneDescriptor] = [], toMany: [ToManyDescriptor] = [],
        search: SearchDescriptor? = nil, uniqueColumns: [[String]] = []
    ) {
        self.name = name
        self.table = table
        self.key = key
        self.parent = parent
        self.isAbstract = isAbstract
        self.hooks = hooks
        self.attributes = attributes
        self.toOne = toOne
        self.toMany = toMany
        self.search = search
        self.uniqueColumns = uniqueColumns
    }
}

/// A full-text search: its table, and the attributes that are searched, in the order of its columns.
public struct SearchDescriptor: Sendable {
    /// The FTS5 table.
    public let table: String
    /// The attributes by their names, parts of composites behind a dot.
    public let properties: [String]

    /// - Parameters:
    ///   - table: the FTS5 table.
    ///   - properties: the attributes by their names, in the order of the table's columns.
    public init(table: String, properties: [String]) {
        self.table = table
        self.properties = properties
    }
}

/// An attribute: its column, its type and its rules.
public struct AttributeDescriptor: Sendable {
    public let name: String
    public let column: String
    public let type: ValueType
    public let isOptional: Bool
    public let isUnique: Bool
    /// Whether it is read when it is first asked for, and not with its object.
    public let isLazy: Bool
    /// Who gives it its value; nil for an attribute that is set.
    public let derivation: AttributeDerivation?
    /// How a value with more places than the column has is rounded when it is set; nil if a save refuses it.
    public let rounding: Rounding?
    /// What a value must meet when it is saved.
    public let rules: [ValueRule]

    /// A required attribute without anything else to say. Most are: a default costs a call in every program for each attribute.
    public init(_ name: String, column: String, _ type: ValueType) {
        self.init(name, column: column, type, isOptional: false)
    }

    public init(
        _ name: String, column: String, _ type: ValueType, isOptional: Bool = false, isUnique: Bool = false,
        isLazy: Bool = false, derivation: AttributeDerivation? = nil, rounding: Rounding? = nil,
        rules: [ValueRule] = []
    ) {
        self.name = name
        self.column = column
        self.type = type
        self.isOptional = isOptional
        self.isUnique = isUnique
        self.isLazy = isLazy
        self.derivation = derivation
        self.rounding = rounding
        self.rules = rules
    }
}

/// Who gives a derived attribute its value.
public enum AttributeDerivation: Sendable, Hashable {
    /// The database, by triggers: the number of members of a relationship.
    case count(of: String)
    /// The database, by triggers: the sum of a property of the members of a relationship.
    case sum(of: String, property: String)
    /// The database, by triggers, from other values of the row or of related rows.
    case computed
    /// The library: a text that is computed from another attribute's text of the object.
    case text(TextDerivation, of: String)

    /// Whether the value is the store's, as of the last save.
    var isByDatabase: Bool {
        if case .text = self { false } else { true }
    }
}

/// A rule on a value that is there; nil meets every rule.
public enum ValueRule: Sendable, Hashable {
    /// The least length, of a string in Unicode scalars and of data in bytes.
    case minLength(Int)
    /// The greatest length, of a string in Unicode scalars and of data in bytes.
    case maxLength(Int)
    /// A regular expression (ICU's, as `NSRegularExpression` has them) that the whole string matches.
    case pattern(String)
    /// The least value.
    case min(ConditionValue)
    /// The greatest value.
    case max(ConditionValue)
}
