/// A STRICT table as `CREATE TABLE` defines it.
public struct TableDefinition: Sendable, Hashable, Codable {
    public var name: String
    public var columns: [ColumnDefinition]

    /// - Parameters:
    ///   - name: the table's name.
    ///   - columns: its columns, the key first.
    public init(_ name: String, _ columns: [ColumnDefinition]) {
        self.name = name
        self.columns = columns
    }

    /// What creates the table under its name.
    public var sql: String { sql(called: name) }

    /// What creates the table under another name.
    public func sql(called name: String) -> String {
        "CREATE TABLE \(SQL.identifier(name)) (\n  \(columns.map(\.sql).joined(separator: ",\n  "))\n) STRICT"
    }
}

/// An index as `CREATE INDEX` defines it.
public struct IndexDefinition: Sendable, Hashable, Codable {
    public var name: String
    public var table: String
    public var keys: [Key]
    public var isUnique: Bool
    /// Which rows are in the index, as SQL on the table's own columns; nil for all.
    public var condition: String?

    /// - Parameters:
    ///   - name: the index's name.
    ///   - table: the table that it is on.
    ///   - keys: the columns, the most significant first.
    ///   - isUnique: whether no two rows may have the same keys.
    ///   - condition: which rows are in the index, as SQL; nil for all.
    public init(_ name: String, on table: String, _ keys: [Key], isUnique: Bool = false, condition: String? = nil) {
        self.name = name
        self.table = table
        self.keys = keys
        self.isUnique = isUnique
        self.condition = condition
    }

    /// A column of the index.
    public struct Key: Sendable, Hashable, Codable {
        public var column: String
        public var isAscending: Bool

        /// - Parameters:
        ///   - column: the column's name.
        ///   - isAscending: whether the least value comes first.
        public init(_ column: String, isAscending: Bool = true) {
            self.column = column
            self.isAscending = isAscending
        }
    }

    /// Longer ones go on in a second line.
    private static let lineLength = 120

    /// What creates the index.
    public var sql: String {
        let keys = self.keys.map { SQL.identifier($0.column) + ($0.isAscending ? "" : " DESC") }.joined(separator: ", ")
        let opening = "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQL.identifier(name)) ON \(SQL.identifier(table)) (\(keys))"
        guard let condition else { return opening }
        let line = "\(opening) WHERE \(condition)"
        return line.utf8.count <= Self.lineLength ? line : "\(opening)\n  WHERE \(condition)"
    }
}
