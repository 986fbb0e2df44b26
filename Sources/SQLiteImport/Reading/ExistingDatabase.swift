import SQLiteAccess

/// The tables of a database of another program, with facts of their rows.
package struct ExistingDatabase: Sendable {
    var tables: [ExistingTable] = []
    var searches: [ExistingSearch] = []
    /// What is not imported, as the reader sees it.
    var remarks: [ImportRemark] = []
    /// Whether rows decide on what nothing declares.
    var allowsGuesses = true

    func table(_ name: String) -> ExistingTable? { tables.first { $0.name.isSameName(as: name) } }
}

/// A table, and what is known of its rows.
struct ExistingTable: Sendable {
    let name: String
    let hasRowKeys: Bool
    var columns: [ExistingColumn] = []
    /// The declared primary key, in its order.
    var primaryKey: [String] = []
    /// The column that is the integer key of the row.
    var integerKey: String?
    var foreignKeys: [ExistingKey] = []
    /// Why the first declared key that leads to no table or column does not; nil without one. SQLite refuses each write while keys are on.
    var lostKey: String?
    var indexes: [ExistingIndex] = []
    var checks: [ExistingCheck] = []
    var rowCount: Int64 = 0
    /// The least integer key of a row.
    var leastKey: Int64?
    /// The greatest integer key of a row.
    var greatestUsedKey: Int64?
    /// The greatest key that was given, also to rows that are gone.
    var greatestKey: Int64 = 0
    /// Unique columns whose values become equal in a store of Trellis, in order, with such values.
    var mergedKeys: [[SQLName]: String] = [:]
    /// Whether two rows have the same values in all columns that are keys of other tables.
    var repeatsPairs = false

    func column(_ name: String) -> ExistingColumn? { columns.first { $0.name.isSameName(as: name) } }

    /// A name of the row's key that no column hides.
    var rowKey: String? {
        guard hasRowKeys else { return nil }
        return integerKey ?? ["rowid", "_rowid_", "oid"].first { column($0) == nil }
    }

    /// Whether the new table keeps the integer keys of the rows.
    var keepsKeys: Bool { rowKey != nil && (leastKey ?? 1) >= 1 && hasNextKey }

    /// Whether a key is left for the next row.
    var hasNextKey: Bool { greatestUsedKey != .max }

    /// Values that become equal in a store of Trellis though these columns are unique here.
    func merged(_ columns: [String]) -> String? { mergedKeys[columns.map(SQLName.init).sorted()] }

    /// Whether the key of a row can be found: a table whose columns hide all its names has none.
    var isReachable: Bool { rowKey != nil || !hasRowKeys && !primaryKey.isEmpty }

    /// Whether the columns have a declared key, or a unique index without a condition.
    func isUnique(_ columns: [String]) -> Bool {
        let wanted = Set(columns.map(SQLName.init))
        return Set(primaryKey.map(SQLName.init)) == wanted
            || indexes.contains { $0.isUnique && $0.condition.isEmpty && Set($0.keys.compactMap { $0.column.map(SQLName.init) }) == wanted && $0.keys.allSatisfy { $0.column != nil } }
    }
}

/// A CHECK constraint.
struct ExistingCheck: Sendable {
    let condition: [SQLToken]
    /// Rows that break it.
    var broken: Int64 = 0
}

struct ExistingColumn: Sendable {
    let name: String
    let declaredType: String
    let isNotNull: Bool
    let defaultText: String?
    /// The expression of a generated column.
    var generated: [SQLToken]?
    var facts = ColumnFacts()

    var affinity: ColumnAffinity { ColumnAffinity(declared: declaredType) }
}

/// Counts of a column's values.
struct ColumnFacts: Sendable {
    var integers: Int64 = 0
    var reals: Int64 = 0
    var texts: Int64 = 0
    var blobs: Int64 = 0
    /// Texts without a character.
    var emptyTexts: Int64 = 0
    /// Whether a row has no value.
    var hasNulls = false
    var least: Int64?
    var greatest: Int64?
    /// Integers that no double is, if the column has other numbers too.
    var inexact: Int64 = 0
    /// The form that every value has, but empty texts, and that keeps each.
    var forms: [ValueForm] = []
    /// How the texts of that form are written, in words.
    var spelling: String?
    /// A form that nearly fits, and why it does not.
    var note: String?
    /// Whether declared types and checks may suggest a form.
    var allowsGuesses = true
    /// The values that a CHECK lists.
    var listed: ListedValues?
    /// Whether the column is declared for JSON, has the affinity of numbers, and each value is an object or an array.
    var areDocuments = false
    /// Whether each value of a generated column is what a derived attribute would have.
    var isDerivable = false

    var values: Int64 { integers + reals + texts + blobs }
}

/// A key of another table, declared or found in the rows.
struct ExistingKey: Sendable {
    var columns: [String]
    var table: String
    var targets: [String]
    var onDelete = "NO ACTION"
    var onUpdate = "NO ACTION"
    /// Rows whose key leads to no row.
    var strays: Int64 = 0
    /// Rows with a key.
    var count: Int64 = 0
    /// Rows whose key is written otherwise than that of the row it leads to, and one such key.
    var respelled: Int64 = 0
    var respelledValue: String?
    var isDeclared = true
    /// Whether the table declares further keys of the same columns, which may have other actions.
    var isRepeated = false
}

struct ExistingIndex: Sendable {
    let name: String
    let isUnique: Bool
    /// Whether `CREATE INDEX` made it, and not a constraint.
    let isOwn: Bool
    var keys: [(column: String?, isDescending: Bool, collation: String)]
    /// The condition of a partial index.
    var condition: [SQLToken] = []

    /// The orders of texts other than that of their bytes, in words; nil without one.
    var collations: String? {
        let others = keys.map(\.collation).filter { $0 != "BINARY" }
        return others.isEmpty ? nil : Set(others).sorted().joined(separator: ", ")
    }
}

/// A table of FTS5 whose text is in another table.
struct ExistingSearch: Sendable {
    let name: String
    let table: String
    let columns: [String]
    let tokenizer: String?
}
