import Diagnostics
import Predicates
public import SQLiteAccess

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
        let compatible = compatibleHashes.isEmpty ? nil : SQL.literal(([hash] + compatibleHashes).joined(separator: " "))
        let values: [(key: String, value: String)] = [
            ("layout", SQL.literal(String(layoutFormat))),
            ("model", SQL.literal(model)),
            ("version", SQL.literal(String(version))),
            ("draft", SQL.literal(isDraft ? "1" : "0")),
            ("hash", SQL.literal(hash)),
            ("uuid", "lower(hex(randomblob(16)))"),
            ("definition", SQL.literal(definition)),
        ] + (compatible.map { [("compatible", $0)] } ?? [])
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
    public func createStatement(called name: String) -> String { definition.sql(called: name) }

    /// The table as SQL defines it.
    public var definition: TableDefinition {
        // What another program's table is like, for proofs and stores in memory.
        if let key { return TableDefinition(name, [.init(key, "INTEGER", key: .plain)] + columns.map { $0.definition() }) }
        let kind = hasEntityColumn ? [ColumnDefinition(FetchLayout.entityColumn, "TEXT", isNullable: false)] : []
        return TableDefinition(
            name,
            [
                .init(FetchLayout.keyColumn, "INTEGER", key: .counting),
                .init("_version", "INTEGER", isNullable: false, defaultValue: .integer(1)),
            ] + kind + columns.map { $0.definition() } + positions.map { .init($0.name, "INTEGER") })
    }
}

extension Column {
    /// The column as SQL defines it.
    /// - Parameter value: what rows that are there already get; nil for NULL.
    public func definition(givingRows value: SQLiteValue? = nil) -> ColumnDefinition {
        ColumnDefinition(
            name, type.rawValue, isNullable: isNullable, defaultValue: beginsWithZero ? .integer(0) : value, checks: checks,
            reference: reference.map { reference in
                .init(
                    reference.table, reference.key ?? FetchLayout.keyColumn,
                    onDelete: reference.onDelete == .noAction ? nil : reference.onDelete.rawValue)
            })
    }
}

extension Index {
    /// What makes the index on a table.
    public func createStatement(on table: String) -> String { definition(on: table).sql }

    /// The index as SQL defines it.
    /// - Parameter table: the table that it is on.
    public func definition(on table: String) -> IndexDefinition {
        IndexDefinition(
            name, on: table, keys.map { .init($0.column, isAscending: $0.isAscending) }, isUnique: isUnique, condition: condition)
    }
}
