import GRDB
import Predicates
import SQLiteAccess

/// What another program's file has of a table.
struct ExistingTable {
    /// The columns by their names in small letters.
    let columns: [String: ExistingColumn]
    let indexes: [ExistingIndex]
    let foreignKeys: [ExistingKey]
    let isWithoutRowID: Bool

    /// - Throws: ``Missing``; errors of SQLite.
    init(_ name: String, _ database: Database) throws {
        let found = try Row.fetchOne(
            database, sql: "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE", arguments: [name])
        guard let found else { throw Missing(reason: "there is no such table") }
        let type: String = found[0]
        if type != "table" { throw Missing(reason: "it is a \(type), and not a table") }
        isWithoutRowID = found[1]

        let rows = try Row.fetchAll(
            database, sql: "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?, 'main')", arguments: [name])
        let columns = rows.map { row in
            ExistingColumn(name: row[0], type: row[1], isNullable: !(row[2] as Bool), keyPlace: row[3], isComputed: row[4] as Int != 0)
        }
        self.columns = Dictionary(columns.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

        indexes = try Row.fetchAll(database, sql: "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?, 'main')", arguments: [name])
            .map { row in
                let columns = try String?.fetchAll(database, sql: "SELECT name FROM pragma_index_info(?, 'main')", arguments: [row[0] as String])
                return ExistingIndex(columns: columns, isWholeAndUnique: row[1] as Bool && !(row[3] as Bool), isOfKey: row[2] as String == "pk")
            }

        let keys = try Row.fetchAll(
            database, sql: "SELECT id, \"from\", \"table\", \"to\", on_delete FROM pragma_foreign_key_list(?, 'main')", arguments: [name])
        let sizes = Dictionary(grouping: keys, by: { $0[0] as Int64 }).mapValues(\.count)
        foreignKeys = keys.map { row in
            ExistingKey(column: row[1], table: row[2], target: row[3], action: row[4], isComposite: sizes[row[0]] != 1)
        }
    }

    /// Why there is no such table.
    struct Missing: Error { let reason: String }

    func column(_ name: String) -> ExistingColumn? { columns[name.lowercased()] }

    /// Whether no two rows have the same values in some columns.
    func isUnique(_ names: [String]) -> Bool { indexes.contains { $0.isUnique(for: names) } }

    /// The keys that a column has.
    func keys(of column: String) -> [ExistingKey] { foreignKeys.filter { $0.column.lowercased() == column.lowercased() } }
}

/// A column of another program's table.
struct ExistingColumn {
    let name: String
    /// As the table declares it: SQLite takes any text.
    let type: String
    let isNullable: Bool
    /// Its place in the primary key, from 1; 0 for other columns.
    let keyPlace: Int
    let isComputed: Bool

    /// Whether the column is declared for JSON, which has the affinity of numbers in SQLite.
    var isOfDocuments: Bool { ColumnAffinity.isOfDocuments(declared: type) }

    /// Whether the column keeps values of an attribute as they are written.
    func holds(_ attribute: AttributeDescriptor) -> Bool {
        // A save refuses texts that look like numbers, which SQLite would make numbers of.
        let isOfDocuments = isOfDocuments && attribute.type == .text && attribute.rules.contains(.pattern(TextPattern.document))
        return isOfDocuments || holds(attribute.type)
    }

    /// Whether the column keeps values of an attribute's type as they are written.
    func holds(_ type: ValueType) -> Bool {
        let affinity = ColumnAffinity(declared: self.type)
        switch type {
        case .bool, .integer, .decimal, .duration, .object, .enumeration(_, isInteger: true, _), .composite:
            return affinity != .text && affinity != .real
        case .real, .date, .unixDate: return affinity != .text
        // These texts never look like numbers.
        case .day, .iso8601Date, .textUUID: return affinity == .text || affinity == .blob || affinity == .numeric
        case .text, .foldedText, .exactDecimal, .enumeration, .json:
            let isTime = ["DATE", "TIME"].contains { self.type.uppercased().contains($0) }
            return affinity == .text || affinity == .blob || affinity == .numeric && isTime && type == .text
        case .data, .uuid: return true
        }
    }
}

/// A foreign key of another program's table: of composite ones each column.
struct ExistingKey {
    let column: String
    let table: String
    /// The other column; nil for the key of the table.
    let target: String?
    let action: String
    let isComposite: Bool
}

/// An index of another program's table.
struct ExistingIndex {
    /// The names of the columns; nil for an expression.
    let columns: [String?]
    let isWholeAndUnique: Bool
    /// Whether it belongs to the primary key, which is not the key of the rows then.
    let isOfKey: Bool

    /// Whether no two rows have the same values in some columns.
    func isUnique(for names: [String]) -> Bool {
        isWholeAndUnique && columns.allSatisfy { $0 != nil } && Set(columns.compactMap { $0?.lowercased() }) == Set(names.map { $0.lowercased() })
    }
}
