import Diagnostics
import Predicates
import SQLiteAccess

/// The statements that make an empty database into one of the schema, each with the comment that belongs above it.
public struct DDLStatement: Sendable, Hashable {
    public var comment: String?
    /// The statement, without the semicolon at its end.
    public var sql: String

    public init(comment: String? = nil, sql: String) {
        self.comment = comment
        self.sql = sql
    }
}

extension StorageSchema {
    /// The statements as one text, as a program runs it.
    public var ddl: String {
        statements.map { $0.sql + ";\n" }.joined()
    }

    /// The statements as one text for people, with comments from the model's docs.
    public var commentedDDL: String {
        var text = ""
        for statement in statements {
            let begins = statement.comment != nil || statement.sql.hasPrefix("CREATE TABLE") || statement.sql.hasPrefix("INSERT")
            if begins { text += "\n" }
            // A line of a doc stays a comment whatever it holds: it cannot end before its line does.
            for line in statement.comment?.lines ?? [] where !line.isEmpty {
                text += "-- \(line.withoutControls)\n"
            }
            text += statement.sql + ";\n"
        }
        return text
    }
}

extension Substring {
    /// A NUL in a comment would end the whole text for SQLite.
    fileprivate var withoutControls: String {
        if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}

extension StoreIdentity {
    /// The table in which a store describes itself.
    public static let table = "_trellis_metadata"

    /// Makes the table in which a store describes itself, and describes this one.
    public var statements: [DDLStatement] {
        let values: [(key: String, value: String)] = [
            ("layout", SQL.literal(String(layoutFormat))),
            ("model", SQL.literal(model)),
            ("version", SQL.literal(String(version))),
            ("draft", SQL.literal(isDraft ? "1" : "0")),
            ("hash", SQL.literal(hash)),
            ("uuid", "lower(hex(randomblob(16)))"),
            ("definition", SQL.literal(definition)),
        ]
        let rows = values.map { "  (\(SQL.literal($0.key)), \($0.value))" }.joined(separator: ",\n")
        return [
            DDLStatement(
                comment: "What this store is: Trellis reads it when the store is opened.",
                sql: "CREATE TABLE _trellis_metadata (\n  key TEXT PRIMARY KEY,\n  value TEXT NOT NULL\n) STRICT"),
            DDLStatement(sql: "INSERT INTO _trellis_metadata (key, value) VALUES\n\(rows)"),
        ]
    }
}

extension Table {
    /// What makes the table with its indexes and triggers.
    var statements: [DDLStatement] {
        [DDLStatement(comment: doc, sql: createStatement)]
            + indexes.map { DDLStatement(sql: $0.createStatement(on: name)) }
            + triggers.map { DDLStatement(sql: $0.createStatement(on: name)) }
            + searches.flatMap { $0.statements(on: name) }
    }

    public var createStatement: String { createStatement(called: name) }

    /// What makes the table under another name.
    public func createStatement(called name: String) -> String {
        var lines = [
            "\(FetchLayout.keyColumn) INTEGER PRIMARY KEY AUTOINCREMENT", "_version INTEGER NOT NULL DEFAULT 1",
        ]
        if hasEntityColumn { lines.append("\(FetchLayout.entityColumn) TEXT NOT NULL") }
        lines += columns.map(\.definition)
        lines += positions.map { "\(SQL.identifier($0.name)) INTEGER" }
        return "CREATE TABLE \(SQL.identifier(name)) (\n  \(lines.joined(separator: ",\n  "))\n) STRICT"
    }
}

extension Column {
    var definition: String { definition() }

    /// The column as a table's definition has it.
    /// - Parameter value: what rows that are there already get, as SQL.
    public func definition(givingRows value: String? = nil) -> String {
        var text = "\(SQL.identifier(name)) \(type.rawValue)"
        if !isNullable { text += " NOT NULL" }
        if let value, !beginsWithZero { text += " DEFAULT \(value)" }
        if beginsWithZero { text += " DEFAULT 0" }
        text += check(after: text)
        if let reference {
            text += " REFERENCES \(SQL.identifier(reference.table)) (\(FetchLayout.keyColumn))"
            if reference.onDelete != .noAction { text += " ON DELETE \(reference.onDelete.rawValue)" }
            // Checked at the end of the transaction, so that a save may write its rows in any order and cycles
            // can be stored at all.
            text += " DEFERRABLE INITIALLY DEFERRED"
        }
        return text
    }
}

extension Column {
    /// The longest line of a schema that a person reads without a second look.
    private static let width = 110

    /// The constraint of the conditions, after a text that it follows: on its line if it fits.
    package func check(after text: String) -> String {
        if checks.isEmpty { return "" }
        let line = " CHECK (\(checks.joined(separator: " AND ")))"
        if text.utf8.count + line.utf8.count <= Self.width { return line }
        return " CHECK (\n    \(checks.joined(separator: "\n    AND "))\n  )"
    }
}

extension Index {
    /// Longer ones go on in a second line.
    private static let lineLength = 120

    public func createStatement(on table: String) -> String {
        let keys = self.keys.map { SQL.identifier($0.column) + ($0.isAscending ? "" : " DESC") }.joined(separator: ", ")
        let opening =
            "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(SQL.identifier(name)) ON \(SQL.identifier(table)) (\(keys))"
        guard let condition else { return opening }
        let line = "\(opening) WHERE \(condition)"
        return line.utf8.count <= Self.lineLength ? line : "\(opening)\n  WHERE \(condition)"
    }
}
