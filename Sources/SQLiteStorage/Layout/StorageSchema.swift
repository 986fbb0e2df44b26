import SchemaModel

/// How a model stands in a SQLite database: tables, columns, keys and indexes, by their names in SQL.
public struct StorageSchema: Sendable, Hashable {
    public let identity: StoreIdentity
    public let tables: [Table]
    /// The tables of relationships whose connections stand in rows of their own.
    public let joinTables: [JoinTable]
    /// The columns that the database keeps right by itself.
    public let derivedColumns: [DerivedColumn]
    /// What the store records of its changes; nil without a change history.
    public let history: HistoryLayout?
    /// All statements that create the schema, in an order in which they can run: each table with its indexes and triggers, then
    /// the triggers between tables, then the store's record of its version.
    public let statements: [DDLStatement]
    /// The places of the tables by the names of the entities that stand in them.
    private let places: [String: Int]
    /// The places of the join tables by the relationships of both ends.
    private let joinPlaces: [JoinTable.RelationshipName: Int]

    init(identity: StoreIdentity, tables: [Table], joinTables: [JoinTable], of model: Model) {
        self.identity = identity
        self.tables = tables
        self.joinTables = joinTables
        let places = Dictionary(
            tables.enumerated().flatMap { place, table in table.entities.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
        self.places = places
        derivedColumns = DerivationPlanner(model: model, tables: tables, places: places, joinTables: joinTables).columns()
        history = HistoryPlanner.layout(of: model, tables, joinTables)
        statements =
            tables.flatMap(\.statements) + joinTables.flatMap(\.statements) + derivedColumns.flatMap(\.statements)
            + (history?.statements ?? []) + (model.isExisting ? [] : identity.statements)
        joinPlaces = Dictionary(
            joinTables.enumerated().flatMap { place, table in
                [table.source, table.target].compactMap(\.relationshipName).map { ($0, place) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The table that holds the objects of an entity.
    public func table(forEntity name: String) -> Table? {
        places[name].map { tables[$0] }
    }

    /// The table with the connections of a relationship, whichever of its ends that is; nil where the members hold the keys.
    public func joinTable(of relationship: String, ofEntity entity: String) -> JoinTable? {
        joinPlaces[.init(entity: entity, relationship: relationship)].map { joinTables[$0] }
    }

    /// The column in the members' table with their places; nil where the members have no order, or a table of their own has it.
    public func positionColumn(of relationship: Relationship) -> String? {
        guard relationship.isOrdered, relationship.storage == .inverseKey, let inverse = relationship.inverse else { return nil }
        let destination = relationship.destination.text
        return table(forEntity: destination)?.positions.first {
            $0.entity == destination && $0.relationship == inverse.text
        }?.name
    }

    /// The place of an entity's table among ``tables``.
    func place(ofTableFor entity: String) -> Int? { places[entity] }
}

/// Which version of a model something is.
public struct ModelVersion: Sendable, Hashable {
    /// From 1.
    public var number: Int
    /// Whether it can still change: it is not frozen yet.
    public var isDraft: Bool
    /// The hash that its stores record, as the lock has it; nil for that of what the model stores.
    public var hash: String?
    /// The hashes of older versions whose programs may open its stores.
    public var compatibleHashes: [String]

    public init(number: Int, isDraft: Bool, hash: String? = nil, compatibleHashes: [String] = []) {
        self.number = number
        self.isDraft = isDraft
        self.hash = hash
        self.compatibleHashes = compatibleHashes
    }

    /// What every model is that has no history.
    public static let firstDraft = ModelVersion(number: 1, isDraft: true)
}

/// The record of a store's version, from which a program knows whether it can read the store.
public struct StoreIdentity: Sendable, Hashable {
    /// The format of the layout: 1 since the beginning.
    public var layoutFormat = 1
    public var model: String
    /// The version of the model, from 1.
    public var version: Int
    /// Whether the version can still change: it is not frozen yet.
    public var isDraft: Bool
    /// The hash of the version: for a frozen one that in the lock, for a draft that over what the model stores.
    public var hash: String
    /// The hash over the model's meaning, which stores of drafts recorded before ``hash`` was another one.
    public var meaningHash: String
    /// The model in canonical form, from which a later draft can infer what changed.
    public var definition: String
    /// The hashes of older versions whose programs may open the store.
    public var compatibleHashes: [String]

    init(
        model: String, version: Int, isDraft: Bool, hash: String, meaningHash: String, definition: String, compatibleHashes: [String]
    ) {
        self.model = model
        self.version = version
        self.isDraft = isDraft
        self.hash = hash
        self.meaningHash = meaningHash
        self.definition = definition
        self.compatibleHashes = compatibleHashes
    }
}

/// The table of an entity and of all entities that inherit from it. Besides its columns it has a key and a version, like every
/// table. A table of several entities has a column with each row's entity.
public struct Table: Sendable, Hashable {
    /// The entities whose objects are its rows: the one that the table is named for, then those that inherit from it, each before
    /// its own descendants.
    public var entities: [String]
    public var name: String
    /// The column of the key, in another program's table, whose rows have no version; nil in a table of Trellis.
    public var key: String?
    public var doc: String?
    /// Of each entity the attributes in the model's order, then the keys of to-one relationships.
    public var columns: [Column]
    /// Where the row stands among the ordered members of the row that one of its keys leads to.
    public var positions: [PositionColumn] = []
    public var indexes: [Index]
    public var triggers: [Trigger]
    /// The full-text searches over its rows.
    public var searches: [SearchTable] = []

    public var hasEntityColumn: Bool { entities.count > 1 }

    /// The column that stores a property, which the entity itself declares.
    public func column(for property: String, of entity: String) -> Column? {
        columns.first { $0.property == property && $0.entity == entity }
    }
}

public struct Column: Sendable, Hashable {
    /// The entity that declares the property.
    public var entity: String
    /// The property that it stores, by the model's name.
    public var property: String
    public var name: String
    public var type: ColumnType
    public var isNullable: Bool
    public var doc: String?
    /// What a value must meet, as SQL on the column; NULL meets everything.
    public var checks: [String] = []
    /// Whether a new row has 0 by default. The database keeps the value current from then on.
    public var beginsWithZero = false
    /// Where the column is a key: the other table, and what happens here when the other row goes. nil for attributes, and
    /// for keys whose relationship has no constraint.
    public var reference: Reference?

    public struct Reference: Sendable, Hashable {
        public var table: String
        /// The column of the other table's key, if that is another program's.
        public var key: String?
        public var onDelete: DeleteAction
    }
}

/// A column that gives the members of an ordered to-many relationship their order, of whatever owner: the least comes first,
/// and what has none comes last. There are gaps between the numbers, so that what is inserted moves no other row.
public struct PositionColumn: Sendable, Hashable {
    /// The entity of the members.
    public var entity: String
    /// The to-one relationship whose owner has the ordered members.
    public var relationship: String
    public var name: String
}

/// The types of a STRICT table that the layout uses.
public enum ColumnType: String, Sendable, Hashable {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
}

/// What SQLite does with a row whose key points at a row that is deleted.
public enum DeleteAction: String, Sendable, Hashable {
    case cascade = "CASCADE"
    case setNull = "SET NULL"
    /// The transaction fails unless this row goes too, or points elsewhere, before its end.
    case noAction = "NO ACTION"
}

public struct Index: Sendable, Hashable {
    public var name: String
    public var keys: [Key]
    public var isUnique: Bool
    /// Which rows are in the index, as SQL on the table's own columns; nil for all.
    public var condition: String?

    public struct Key: Sendable, Hashable {
        public var column: String
        public var isAscending = true
    }
}

/// What deleting a row does to the row that one of its keys points at: the delete rule of the side that holds the key, for
/// which foreign keys have no action.
public struct Trigger: Sendable, Hashable {
    public var name: String
    public var column: String
    /// The table that the key points into.
    public var destination: String
    public var action: Action

    public enum Action: String, Sendable, Hashable {
        /// The other row is deleted too.
        case cascade
        /// The row cannot be deleted as long as the other one exists.
        case deny
    }
}
