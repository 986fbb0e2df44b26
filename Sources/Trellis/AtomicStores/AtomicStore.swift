/// A store of your own, which is loaded whole and saved whole: a file format of your program, or of another one.
///
/// A container keeps the objects of such a store in SQLite in memory. So fetches, rules, unique keys and migrations work as for every
/// store, and the store only converts rows. Open it with ``StoreLocation/atomicStore(_:)``.
///
/// One container uses the store at a time. A container calls its functions one after the other, on any thread.
public protocol AtomicStore: Sendable {
    /// Where the store is. Errors show it, and two stores with the same path are the same store.
    var path: String { get }

    /// Reads what the store says about itself, without its rows.
    /// - Returns: nil if the store does not exist yet.
    func header() throws -> AtomicStoreHeader?

    /// Reads the header and all rows.
    func load() throws -> AtomicStoreContents

    /// Replaces the store, or creates it. After a failure at any moment, a crash or a power cut, the store holds what it held before, or
    /// `contents`, and never a part. If the function throws, the save of the context fails, and the store must hold what it held before.
    func save(_ contents: AtomicStoreContents) throws

    /// A text that differs after every change of the stored data, also by other programs: for a file, its size and its time of
    /// modification.
    ///
    /// A container compares it before it saves, and refuses to overwrite what it has not read.
    /// - Returns: nil if the store does not exist yet.
    func stamp() throws -> String?

    /// Runs `body`, in which a container compares the stamp and saves, while no other program saves the store.
    ///
    /// By default it only runs `body`. Then two programs that save at the same moment can overwrite each other. A lock prevents that:
    /// for example `flock` on the store's file or folder.
    func withLock(_ body: () throws -> Void) throws

    /// The place of a row, for an error: by default the table's name and the line.
    func place(ofLine line: Int, in table: StoredTable) -> String
}

extension AtomicStore {
    public func withLock(_ body: () throws -> Void) throws { try body() }

    public func place(ofLine line: Int, in table: StoredTable) -> String { "\(table.name), line \(line)" }
}

/// Everything that an atomic store holds.
public struct AtomicStoreContents: Sendable, Hashable, Codable {
    public var header: AtomicStoreHeader
    /// The rows by the names of their tables. A table without an entry has no rows.
    public var rows: [String: [StoredRow]]

    public init(header: AtomicStoreHeader, rows: [String: [StoredRow]]) {
        self.header = header
        self.rows = rows
    }
}

/// What an atomic store says about itself. Keep it as it is: its JSON form is stable.
public struct AtomicStoreHeader: Sendable, Hashable, Codable {
    /// The model, the version and the identity of the store.
    public var metadata: StoreMetadata
    /// The tables, in the order in which they are saved.
    public var tables: [StoredTable]
    /// The tables in SQL. A program of a newer version migrates the rows in them.
    public var schema: String
}

/// A table of an atomic store: the objects of an entity and of all that inherit from it, or the pairs of a relationship.
public struct StoredTable: Sendable, Hashable, Codable {
    /// The name of the entity, or of the entity and its relationship with a dot between them. No two are equal.
    public var name: String
    /// The table in SQL.
    public var table: String
    public var columns: [StoredColumn]
    /// The greatest id that an object of the table has or had; 0 for the pairs of a relationship. A new object gets a greater one.
    public var lastID: Int64 = 0
    /// The entities that have objects in the table, if there are several. The column `_entity` holds one of these names.
    public var entities: [String] = []
    /// Whether the rows are pairs of a relationship. They have no ids of their own.
    public var isConnection = false
    /// Columns of which the container computes the values. The store does not hold them.
    var derivedTexts: [DerivedText] = []

    private enum CodingKeys: String, CodingKey {
        case name, table, columns, lastID, entities, isConnection
        case derivedTexts = "folds"
    }

    struct DerivedText: Sendable, Hashable {
        /// The column in SQL, and that of the text that it is computed from.
        var column: String
        var source: String
        var derivation: TextDerivation
    }
}

extension StoredTable.DerivedText: Codable {
    private enum CodingKeys: String, CodingKey { case column, source, derivation }

    // The JSON form of a folded text is older than the other derivations and does not name its own.

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        column = try values.decode(String.self, forKey: .column)
        source = try values.decode(String.self, forKey: .source)
        derivation = try values.decodeIfPresent(TextDerivation.self, forKey: .derivation) ?? .fold
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(column, forKey: .column)
        try values.encode(source, forKey: .source)
        if derivation != .fold { try values.encode(derivation, forKey: .derivation) }
    }
}

/// A column of an atomic store.
public struct StoredColumn: Sendable, Hashable, Codable {
    /// The name of the property; parts of composites have a dot before their names. `_id` is the object's id.
    public var name: String
    /// The column in SQL.
    public var column: String
    public var type: StoredType
    /// The number of decimals of a `.decimal`.
    public var scale: Int?
    /// Whether a value can be missing.
    public var isOptional: Bool
}

/// A row of an atomic store.
public struct StoredRow: Sendable, Hashable, Codable {
    /// A value for each column of the table, in their order.
    public var values: [StoredValue]
    /// The line of the store's file, for errors; nil if lines mean nothing there.
    public var line: Int?

    public init(_ values: [StoredValue], line: Int? = nil) {
        self.values = values
        self.line = line
    }
}
