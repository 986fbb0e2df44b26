/// A column as `CREATE TABLE` and `ADD COLUMN` define it.
public struct ColumnDefinition: Sendable, Hashable {
    public var name: String
    /// The type of a STRICT table: INTEGER, REAL, TEXT or BLOB.
    public var type: String
    public var key: Key?
    public var isNullable: Bool
    /// What rows get that give the column no value; nil for NULL.
    public var defaultValue: SQLiteValue?
    /// What a value must meet, as SQL on the column; NULL meets everything.
    public var checks: [String]
    public var reference: Reference?

    /// - Parameters:
    ///   - name: the column's name.
    ///   - type: the type of a STRICT table.
    ///   - key: whether the column is the primary key of its table, and which kind; nil if it is not.
    ///   - isNullable: whether a row needs no value. A primary key is not written as NOT NULL in any case.
    ///   - defaultValue: what rows get that give no value.
    ///   - checks: what a value must meet, as SQL on the column.
    ///   - reference: the table that the column is a key of.
    public init(
        _ name: String, _ type: String, key: Key? = nil, isNullable: Bool = true, defaultValue: SQLiteValue? = nil, checks: [String] = [],
        reference: Reference? = nil
    ) {
        self.name = name
        self.type = type
        self.key = key
        self.isNullable = isNullable
        self.defaultValue = defaultValue
        self.checks = checks
        self.reference = reference
    }

    /// A primary key.
    public enum Key: String, Sendable, Hashable, Codable {
        case plain = "PRIMARY KEY"
        /// No key is ever given again, even if its row is gone.
        case counting = "PRIMARY KEY AUTOINCREMENT"
    }

    /// A foreign key. It is checked at the end of the transaction, so that a save may write its rows in any order and cycles can
    /// be stored at all.
    public struct Reference: Sendable, Hashable, Codable {
        /// The other table.
        public var table: String
        /// The other table's key.
        public var column: String
        /// What happens here when the other row is deleted, such as `CASCADE`; nil for nothing.
        public var onDelete: String?

        /// - Parameters:
        ///   - table: the other table.
        ///   - column: the other table's key.
        ///   - onDelete: what happens here when the other row is deleted; nil for nothing.
        public init(_ table: String, _ column: String, onDelete: String? = nil) {
            self.table = table
            self.column = column
            self.onDelete = onDelete
        }
    }

    /// The definition as SQL.
    public var sql: String {
        var text = "\(SQL.identifier(name)) \(type)"
        if let key { text += " \(key.rawValue)" }
        if !isNullable { text += " NOT NULL" }
        if let value = defaultValue?.expression { text += " DEFAULT \(value)" }
        text += Self.check(checks, after: text)
        if let reference {
            text += " REFERENCES \(SQL.identifier(reference.table)) (\(SQL.identifier(reference.column)))"
            if let action = reference.onDelete { text += " ON DELETE \(action)" }
            text += " DEFERRABLE INITIALLY DEFERRED"
        }
        return text
    }

    /// The longest line of a schema that a person reads without a second look.
    private static let width = 110

    /// A constraint of some conditions, after a text that it follows: on its line if it fits. Empty without conditions.
    public static func check(_ conditions: [String], after text: String) -> String {
        if conditions.isEmpty { return "" }
        let line = " CHECK (\(conditions.joined(separator: " AND ")))"
        if text.utf8.count + line.utf8.count <= width { return line }
        return " CHECK (\n    \(conditions.joined(separator: "\n    AND "))\n  )"
    }
}
