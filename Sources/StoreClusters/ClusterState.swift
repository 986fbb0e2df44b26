import DqliteClient
import SQLiteAccess
import StoreMigration

/// What a database is like after a step, as far as a few queries show: its objects, columns, rows, values, version and loose keys.
struct ClusterState: Equatable {
    private var parts: [String: [[String?]]] = [:]

    /// The name of the first part in which two states differ; nil if they are equal.
    func difference(from other: ClusterState) -> String? {
        Set(parts.keys).union(other.parts.keys).sorted().first { parts[$0] != other.parts[$0] }
    }

    /// - Parameter rows: runs a query.
    /// - Throws: what `rows` throws
    init(_ rows: (String) throws -> [[String?]]) throws {
        // Statistics differ between versions of SQLite.
        let objects = try rows(
            "SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name")
        parts["the names of its objects"] = objects
        let tables = try rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
        for table in tables.compactMap({ $0[0] }) {
            let columns = try rows("SELECT name, type, \"notnull\", pk FROM pragma_table_info(\(SQL.literal(table))) ORDER BY cid")
            parts["the columns of '\(table)'"] = columns
            let counts = ["count(*)"] + columns.compactMap { $0[0] }.map { "count(\(SQL.identifier($0)))" }
            // A node sends no row with more columns than SQLite's limit of a result.
            parts["the number of rows or values of '\(table)'"] = try counts.chunked(by: 500).flatMap { part in
                try rows("SELECT \(part.joined(separator: ", ")) FROM \(SQL.identifier(table))")
            }
        }
        parts["the recorded version"] = try rows(
            "SELECT key, value FROM \(StoreRecord.table) WHERE key IN ('model', 'version', 'draft', 'hash') ORDER BY key")
        parts["keys that lead to no row"] = try rows("SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check ORDER BY 1, 2, 3, 4")
    }

    init(_ connection: SQLiteConnection) throws {
        try self.init { try connection.rows($0) }
    }

    init(_ connection: DqliteConnection) throws {
        try self.init { query in
            try connection.rows(of: query).rows.map { $0.map(\.word) }
        }
    }
}

extension Array {
    fileprivate func chunked(by size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

extension DqliteValue {
    /// A number or text as `SQLiteConnection.rows` gives it.
    fileprivate var word: String? {
        switch self {
        case .null, .blob, .real: nil
        case .integer(let number), .unixTime(let number): String(number)
        case .text(let text), .iso8601(let text): text
        case .boolean(let value): value ? "1" : "0"
        }
    }
}
