import SQLiteAccess

extension RowValue {
    /// The value as SQL on a row of the table as it was.
    package var sql: String {
        switch self {
        case .null: "NULL"
        case .literal(let value): value.expression ?? "NULL"
        case .column(let name): SQL.identifier(name)
        case .converted(let column, let conversion): conversion.sql(on: SQL.identifier(column))
        case .caseMap(let map): map.sql
        case .coalesce(let first, let second): "coalesce(\(first.sql), \(second.sql))"
        case .whenPresent(let others, let value):
            "CASE WHEN \(others.map { "\($0.operand) IS NOT NULL" }.joined(separator: " OR ")) THEN \(value.sql) END"
        case .ofEntities(let entities, let value, let otherwise):
            "CASE WHEN _entity IN (\(SQL.list(entities))) THEN \(value.sql) ELSE \(otherwise.sql) END"
        case .guarded(let column, let fits, let value, let type):
            "CASE WHEN \(SQL.identifier(column)) IS NULL OR \(fits.sql(on: column)) THEN \(value.sql) ELSE "
                + "\(type.refusedValue.expression ?? "NULL") END"
        case .text(let function, let text): "\(function.sqlName)(\(text.sql))"
        case .generated(let value): value.sql
        case .keyQuery(let query): "(\(query.sql))"
        case .user(let sql, _): sql
        }
    }

    /// The value where an operator follows.
    private var operand: String {
        switch self {
        case .null, .literal, .column, .text, .coalesce: sql
        // A word or a call needs no brackets.
        case .user(let sql, _) where !sql.contains(" "): sql
        case .converted, .caseMap, .whenPresent, .ofEntities, .guarded, .generated, .keyQuery, .user: "(\(sql))"
        }
    }
}

extension SQL {
    /// Texts as a list of literals.
    package static func list(_ texts: [String]) -> String { texts.map(literal).joined(separator: ", ") }

    /// Names as a list of identifiers.
    package static func names(_ names: [String]) -> String { names.map(identifier).joined(separator: ", ") }

    /// `CASE` with what some values become.
    static func cases(_ operand: String, _ changes: [(old: SQLiteValue, new: SQLiteValue)], otherwise: String? = nil) -> String {
        let pairs = changes.map { "WHEN \($0.old.expression ?? "NULL") THEN \($0.new.expression ?? "NULL")" }
        return "CASE \(operand) \(pairs.joined(separator: " "))\(otherwise.map { " ELSE \($0)" } ?? "") END"
    }
}

extension CaseMap {
    fileprivate var sql: String {
        let name = SQL.identifier(column)
        let mapped = changes.isEmpty ? name : SQL.cases(name, changes.map { ($0.old, $0.new) }, otherwise: name)
        guard let unknown else { return mapped }
        let known = unknown.known.compactMap(\.expression).joined(separator: ", ")
        return "CASE WHEN \(name) IS NULL OR \(name) IN (\(known)) THEN \(mapped) ELSE \(unknown.new.expression ?? "NULL") END"
    }
}

extension GeneratedValue {
    fileprivate var sql: String {
        switch self {
        case .nowSince2001: "(julianday('now') - 2451910.5) * 86400.0"
        case .nowSince1970: "(julianday('now') - 2440587.5) * 86400.0"
        case .nowText: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
        case .today: "date('now')"
        // Random, of version 4.
        case .uuidText:
            "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'"
                + " || substr('89AB', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
        case .uuidBytes: "randomblob(16)"
        }
    }
}
