import Predicates
import SQLiteAccess

extension SearchTable {
    /// The statements that create the search over the rows of `table`, and keep it current even if plain SQL writes them.
    public func statements(on table: String) -> [DDLStatement] {
        let source = kinds == nil ? table : "\(name)_source"
        var statements = [DDLStatement]()
        if let kinds { statements.append(view(of: kinds, called: source, on: table)) }
        statements.append(
            DDLStatement(
                comment: kinds == nil ? "Full-text search over \(table)." : nil, sql: createStatement(over: source)))
        return statements + triggers(on: table).map { DDLStatement(sql: $0.sql) }
    }

    /// The rows of a child's objects alone.
    private func view(of kinds: [String], called source: String, on table: String) -> DDLStatement {
        let columns = ([FetchLayout.keyColumn] + columns).map(SQL.identifier).joined(separator: ", ")
        return DDLStatement(
            comment: "Full-text search over the rows of \(entity).",
            sql: "CREATE VIEW \(SQL.identifier(source)) AS SELECT \(columns) FROM \(SQL.identifier(table))"
                + " WHERE \(FetchLayout.condition(ofKinds: kinds))")
    }

    private func createStatement(over source: String) -> String {
        var arguments = columns.map(SQL.identifier)
        arguments += ["content = \(SQL.literal(source))", "content_rowid = \(SQL.literal(FetchLayout.keyColumn))"]
        arguments.append("tokenize = \(SQL.literal(tokenizerArguments))")
        if !prefixes.isEmpty {
            arguments.append("prefix = \(SQL.literal(prefixes.map(String.init).joined(separator: " ")))")
        }
        return "CREATE VIRTUAL TABLE \(SQL.identifier(name)) USING fts5 (\n"
            + arguments.map { "  " + $0 }.joined(separator: ",\n") + "\n)"
    }

    private var tokenizerArguments: String {
        switch tokenizer {
        // 2 takes the diacritics off every character; 1, the default, leaves some for the sake of old indexes.
        case .unicode61: "unicode61 remove_diacritics 2"
        case .porter: "porter unicode61 remove_diacritics 2"
        case .trigram, .ascii: tokenizer.rawValue
        }
    }

    // MARK: Triggers

    private func triggers(on table: String) -> [TriggerStatement] {
        let added = "INSERT INTO \(SQL.identifier(name)) (rowid, \(list(columns))) VALUES (\(values("NEW")))"
        let removed =
            "INSERT INTO \(SQL.identifier(name)) (\(SQL.identifier(name)), rowid, \(list(columns)))"
            + " VALUES ('delete', \(values("OLD")))"
        return [
            TriggerStatement(
                name: "\(name)__insert", event: "AFTER INSERT", table: table, condition: isOfKinds("NEW"), statements: [added]),
            TriggerStatement(
                name: "\(name)__delete", event: "AFTER DELETE", table: table, condition: isOfKinds("OLD"), statements: [removed]),
            TriggerStatement(
                name: "\(name)__update", event: "AFTER UPDATE OF \(list([FetchLayout.keyColumn] + columns))", table: table,
                condition: isOfKinds("NEW"), statements: [removed, added]),
        ]
    }

    /// The condition that a row belongs to the search; nil if every row does.
    private func isOfKinds(_ row: String) -> String? { kinds.map { FetchLayout.condition(ofKinds: $0, row: row) } }

    private func list(_ columns: [String]) -> String { columns.map(SQL.identifier).joined(separator: ", ") }

    private func values(_ row: String) -> String {
        ([FetchLayout.keyColumn] + columns).map { "\(row).\(SQL.identifier($0))" }.joined(separator: ", ")
    }
}
