import SQLiteAccess

/// A plain description of how entities stand in tables: all that a condition needs to become SQL.
public struct FetchLayout: Sendable {
    public struct Entity: Sendable {
        public var name: String
        public var table: String
        /// The entity that it inherits from, with which it shares the table.
        public var parent: String?
        /// Its properties by their names, parts of composites by their paths, `address.city`; within a layout those that it
        /// inherits too.
        public var properties: [String: Property]
        /// Where the values of its derived attributes come from, by their names; within a layout with the inherited ones.
        public var derivations: [String: Derivation]
        /// All that it inherits from, the nearest first.
        var ancestors: [String] = []
        /// What stands in ``FetchLayout/entityColumn`` for its objects and those of its descendants, sorted; nil where every row
        /// of the table is one.
        var kinds: [String]?

        public init(
            name: String, table: String, parent: String? = nil, properties: [String: Property],
            derivations: [String: Derivation] = [:]
        ) {
            self.name = name
            self.table = table
            self.parent = parent
            self.properties = properties
            self.derivations = derivations
        }
    }

    /// The source of a derived attribute's value.
    public enum Derivation: Sendable, Hashable {
        /// Another property of the same object.
        case property(String)
        /// The members of a to-many relationship, and one of their properties if it is summed.
        case members(of: String, property: String?)
        /// Other rows, of which nothing else is known.
        case unknown
    }

    public enum Property: Sendable {
        case attribute(column: String, type: ValueType, isOptional: Bool)
        /// An attribute that is not stored.
        case transient
        case toOne(column: String, destination: String, isOptional: Bool)
        /// The other side of a one-to-one: the destination's `column` holds the key.
        case partner(column: String, destination: String)
        case toMany(destination: String, via: MemberKeys)
    }

    /// Where the keys of a to-many relationship stand.
    public enum MemberKeys: Sendable, Hashable {
        /// In a column of the members.
        case column(String)
        /// In the rows of a table of their own.
        case joinTable(JoinTable)
    }

    /// A table whose rows connect objects, as one end of a relationship sees it.
    public struct JoinTable: Sendable, Hashable {
        public var name: String
        /// The column with the key of the object that has the relationship.
        public var owner: String
        /// The column with the key of its member.
        public var member: String

        public init(name: String, owner: String, member: String) {
            self.name = name
            self.owner = owner
            self.member = member
        }
    }

    public var entities: [String: Entity]
    /// The identity of the store; nil for a model without a store.
    let store: String?
    /// Whether the tables are another program's: their keys have names of their own, and rows have no version.
    public let isExisting: Bool

    /// What statements call the key of every table.
    public var key: String { isExisting ? Self.existingKey : Self.keyColumn }

    /// - Parameters:
    ///   - entities: with the properties that each declares, and without a circle among their parents.
    ///   - store: the identity of the store, which objects of other stores do not have.
    ///   - isExisting: whether the tables are another program's.
    public init(entities: [Entity], store: String? = nil, isExisting: Bool = false) {
        self.store = store
        self.isExisting = isExisting
        self.entities = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let declared = self.entities
        var descendants: [String: [String]] = [:]
        for var entity in entities where entity.parent != nil {
            var next = entity.parent.flatMap { declared[$0] }
            while let ancestor = next {
                entity.ancestors.append(ancestor.name)
                entity.properties.merge(ancestor.properties) { own, _ in own }
                entity.derivations.merge(ancestor.derivations) { own, _ in own }
                descendants[ancestor.name, default: []].append(entity.name)
                next = ancestor.parent.flatMap { declared[$0] }
            }
            self.entities[entity.name] = entity
        }
        for entity in entities where entity.parent != nil {
            self.entities[entity.name]?.kinds = ([entity.name] + (descendants[entity.name] ?? [])).sorted()
        }
    }

    /// What stands in ``entityColumn`` for objects of an entity and of none that inherits from it; nil where it has its table
    /// alone.
    func ownKind(of entity: Entity) -> [String]? {
        let isAlone = entity.parent == nil && !entities.values.contains { $0.ancestors.contains(entity.name) }
        return isAlone ? nil : [entity.name]
    }

    /// The column of every table that holds its key.
    public static let keyColumn = "_id"
    /// SQLite's own name for the integer key of every table, whatever its column is called.
    public static let existingKey = "_rowid_"

    /// Whether a column is the key of its table.
    public static func isKey(_ column: String) -> Bool { column == keyColumn || column == existingKey }

    /// The column that holds the name of a row's entity, in the table of entities that inherit from each other.
    public static let entityColumn = "_entity"
    /// The column with the number of times that the library has written a row.
    public static let versionColumn = "_version"

    /// Whether values of two types can be compared: of objects, where one could be the other.
    func areComparable(_ left: ValueType, _ right: ValueType) -> Bool {
        guard case .object(let first) = left, case .object(let second) = right else { return left.isComparable(with: right) }
        return first == second || entities[first]?.ancestors.contains(second) == true
            || entities[second]?.ancestors.contains(first) == true
    }

    /// The stored form of a value as one of `type`, or nil where it is not of that type.
    func stored(_ value: ConditionValue, as type: ValueType) -> SQLiteValue? {
        // The other side may be typed as a common ancestor only. Keys are unique among all objects of a table.
        if case .object(let reference) = value, case .object(let entity) = type, let table = entities[entity]?.table,
            entities[reference.entity]?.table == table
        {
            return .integer(reference.isOf(store) ? reference.key : ObjectReference.noKey)
        }
        return value.stored(as: type)
    }
}

/// The type of a property as conditions see it.
public enum ValueType: Sendable, Hashable {
    case bool
    case integer
    case real
    /// An exact number, stored as an integer of its last decimal place.
    case decimal(scale: Int)
    /// An exact number without a scale, stored as canonical text: equal ones have equal texts, but their order is another.
    case exactDecimal
    case text
    /// A string as ``FoldedText`` makes it; a value that it is compared with is folded too.
    case foldedText
    /// An instant, stored as seconds since 2001-01-01 UTC.
    case date
    /// An instant, stored as seconds since 1970-01-01 UTC.
    case unixDate
    /// An instant, stored as the text of ``ISO8601Instant``.
    case iso8601Date
    /// A calendar day, stored as `YYYY-MM-DD`.
    case day
    /// A duration, stored as an integer of microseconds.
    case duration
    case data
    /// A UUID, stored as its 16 bytes.
    case uuid
    /// A UUID, stored as the text of ``UUIDText``.
    case textUUID
    /// One of a fixed number of values, stored as its raw value; `rawValues` is nil where others may be met too.
    case enumeration(name: String, isInteger: Bool, rawValues: [String]?)
    /// Whether an optional composite is there, stored as 1 or NULL; what it holds are properties of their own.
    case composite(name: String)
    /// Text that conditions cannot look into: it is nil or not.
    case json
    /// An object of an entity, stored as its key.
    case object(entity: String)

    /// What the type is called in messages.
    public var inWords: String {
        switch self {
        case .bool: "a Boolean"
        case .integer: "an integer"
        case .real: "a floating-point number"
        case .decimal(let scale): "a decimal of scale \(scale)"
        case .exactDecimal: "a decimal without a scale"
        case .text: "a string"
        case .foldedText: "a folded string"
        case .date: "a date"
        case .unixDate: "a date stored as seconds since 1970"
        case .iso8601Date: "a date stored as text"
        case .day: "a day"
        case .duration: "a duration"
        case .data: "data"
        case .uuid: "a UUID"
        case .textUUID: "a UUID stored as text"
        case .enumeration(let name, _, let rawValues):
            "the enum '\(name)'" + (rawValues.map { " (\($0.joined(separator: ", ")))" } ?? "")
        case .composite(let name): "the composite '\(name)'"
        case .json: "JSON"
        case .object(let entity): "an object of '\(entity)'"
        }
    }

    /// Whether `<` and sorting mean something.
    public var isOrdered: Bool {
        switch self {
        case .integer, .real, .decimal, .text, .foldedText, .date, .unixDate, .iso8601Date, .day, .duration: true
        case .bool, .exactDecimal, .data, .uuid, .textUUID, .enumeration, .composite, .json, .object: false
        }
    }

    /// Whether every value can be put in an order for a list: Booleans and UUIDs too, which have no "less than".
    var isSortable: Bool {
        switch self {
        case .bool, .uuid, .textUUID, .enumeration: true
        default: isOrdered
        }
    }

    /// Whether the stored forms of two types can be compared with each other.
    func isComparable(with other: ValueType) -> Bool {
        switch (self, other) {
        case (.integer, .real), (.real, .integer): true
        case (.json, .json), (.composite, .composite): false
        default: self == other
        }
    }
}

extension ValueType {
    /// The type without the way in which a column stores it: what a parameter has, whose value takes the form of whatever it
    /// is compared with.
    var unstored: ValueType {
        switch self {
        case .unixDate, .iso8601Date: .date
        case .textUUID: .uuid
        case .foldedText: .text
        default: self
        }
    }

    /// The decimal places of a decimal; nil for every other type.
    public var scale: Int? {
        if case .decimal(let scale) = self { scale } else { nil }
    }
}
