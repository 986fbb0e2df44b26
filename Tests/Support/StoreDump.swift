public import SQLiteAccess

/// All rows of a store and its schema, without what two ways to one schema may write differently.
public struct StoreDump: Equatable {
    private var parts: [String: [String]] = [:]

    /// - Throws: `SQLiteError`
    public init(_ connection: SQLiteConnection) throws {
        for row in try connection.rows("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL") {
            guard let type = row[0], let name = row[1], let sql = row[2] else { continue }
            parts["\(type) \(name)"] = type == "table" ? try Self.definition(of: name, sql, connection) : [Self.words(sql)]
            // What belongs to a search is no table of rows.
            guard type == "table", !sql.hasPrefix("CREATE VIRTUAL"), !name.contains(/_(?:data|idx|docsize|config|content)$/) else { continue }
            let columns = try connection.rows("SELECT name FROM pragma_table_xinfo(\(SQL.literal(name))) ORDER BY name").compactMap { $0[0] }
            let values = columns.map { "quote(\(SQL.identifier($0)))" }.joined(separator: " || '|' || ")
            parts["rows of \(name)"] = try connection.rows("SELECT \(values) FROM \(SQL.identifier(name))").compactMap { $0[0] }.sorted()
        }
    }

    /// The columns with their constraints, in the order of their names: ADD COLUMN puts them last.
    private static func definition(of table: String, _ sql: String, _ connection: SQLiteConnection) throws -> [String] {
        let columns = try connection.rows(
            "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || coalesce(dflt_value, '-') || ' ' || pk FROM pragma_table_xinfo(\(SQL.literal(table)))")
        let keys = try connection.rows(
            "SELECT \"from\" || ' ' || \"table\" || ' ' || \"to\" || ' ' || on_delete FROM pragma_foreign_key_list(\(SQL.literal(table)))")
        let checks = words(sql).matches(of: /check .*?(?=(?:check|references|,|$))/).map { String($0.output) }
        return (columns.compactMap { $0[0] } + keys.compactMap { $0[0] } + checks).sorted()
    }

    /// SQLite's own edits of the text, as DROP COLUMN makes them, leave other spaces beside parentheses than a new table has.
    private static func words(_ sql: String) -> String {
        sql.lowercased().replacing("\"", with: "").replacing("(", with: " ( ").replacing(")", with: " ) ")
            .split { $0.isWhitespace }.joined(separator: " ")
    }

    /// What the store has and another one has not, and the other way round, by tables and objects.
    public func differences(from other: StoreDump) -> [String] {
        Set(parts.keys).union(other.parts.keys).sorted().compactMap { name in
            let (found, expected) = (parts[name] ?? ["missing"], other.parts[name] ?? ["missing"])
            if found == expected { return nil }
            return "\(name): \(found.filter { !expected.contains($0) }), expected \(expected.filter { !found.contains($0) })"
        }
    }
}
