extension RowValue {
    /// The value on the rows of a table before a rebuild, where it was one on the rows after it.
    /// - Parameter former: the values of the columns, on rows before.
    /// - Returns: nil for a value that cannot be said so: it reads other rows, or computes with what was computed.
    func substituting(_ former: [String: RowValue]) -> RowValue? {
        /// The column that has stayed what it was.
        func column(_ name: String) -> String? { if case .column(let old)? = former[name] { old } else { nil } }
        switch self {
        case .null, .literal, .generated: return self
        case .column(let name): return former[name]
        case .converted(let name, let conversion): return column(name).map { .converted(column: $0, conversion) }
        case .caseMap(var map):
            guard let old = column(map.column) else { return nil }
            map.column = old
            return .caseMap(map)
        case .coalesce(let first, let second):
            guard let first = first.substituting(former), let second = second.substituting(former) else { return nil }
            return .coalesce(first, second)
        case .whenPresent(let others, let value):
            let others = others.compactMap { $0.substituting(former) }
            guard let value = value.substituting(former), case .whenPresent(let all, _) = self, all.count == others.count else { return nil }
            return .whenPresent(anyOf: others, value)
        case .ofEntities(let entities, let value, let otherwise):
            guard column("_entity") == "_entity", let value = value.substituting(former), let otherwise = otherwise.substituting(former)
            else { return nil }
            return .ofEntities(entities, value, otherwise: otherwise)
        case .guarded(let name, let fits, let value, let type):
            guard let old = column(name), let value = value.substituting(former) else { return nil }
            return .guarded(column: old, fits: fits, value, refusedBy: type)
        case .text(let derivation, let text): return text.substituting(former).map { .text(derivation, $0) }
        case .keyQuery: return nil
        case .user(let sql, _):
            // It stays as it is, so its columns must be what they were.
            return Self.columns(of: sql, among: former.keys).allSatisfy { former[$0] == .column($0) } ? self : nil
        }
    }

    /// The columns that it may read.
    /// - Parameter names: the columns of the table.
    func columns(among names: Dictionary<String, RowValue>.Keys) -> [String] {
        knownColumns + userTexts.flatMap { Self.columns(of: $0, among: names) }
    }

    /// The columns that it reads, without those in user-written SQL.
    private var knownColumns: [String] {
        switch self {
        case .column(let name), .converted(let name, _): [name]
        case .caseMap(let map): [map.column]
        case .coalesce(let first, let second): first.knownColumns + second.knownColumns
        case .whenPresent(let others, let value): others.flatMap(\.knownColumns) + value.knownColumns
        case .ofEntities(_, let value, let otherwise): value.knownColumns + otherwise.knownColumns
        case .guarded(let column, _, let value, _): [column] + value.knownColumns
        case .text(_, let text): text.knownColumns
        case .keyQuery(let query): [query.ownColumn].compactMap(\.self)
        case .null, .literal, .generated, .user: []
        }
    }

    /// The columns whose names user-written SQL contains, in whatever sense.
    private static func columns(of sql: String, among names: Dictionary<String, RowValue>.Keys) -> [String] {
        let text = sql.lowercased()
        return names.filter { text.contains($0.lowercased()) }
    }

    /// Whether it is computed on its own row alone.
    var readsOwnRow: Bool {
        switch self {
        case .null, .literal, .column, .converted, .caseMap, .generated: true
        case .coalesce(let first, let second): first.readsOwnRow && second.readsOwnRow
        case .whenPresent(let others, let value): others.allSatisfy(\.readsOwnRow) && value.readsOwnRow
        case .ofEntities(_, let value, let otherwise): value.readsOwnRow && otherwise.readsOwnRow
        case .guarded(_, _, let value, _): value.readsOwnRow
        case .text(_, let text): text.readsOwnRow
        case .keyQuery: false
        // Only a query reads other rows.
        case .user(let sql, _): !sql.lowercased().contains("select")
        }
    }

    /// Whether it is a value that every row gets and every column of its type takes, or one that a column has.
    var isPlain: Bool {
        switch self {
        case .null, .literal, .column, .generated: true
        case .coalesce(let first, let second): first.isPlain && second.isPlain
        case .whenPresent(_, let value): value.isPlain
        case .ofEntities(_, let value, let otherwise): value.isPlain && otherwise.isPlain
        case .text(_, let text): text.isPlain
        case .converted, .caseMap, .guarded, .keyQuery: false
        case .user: isLiteral
        }
    }

    /// Whether two evaluations on one row may differ.
    var isGenerated: Bool {
        switch self {
        case .generated: true
        case .coalesce(let first, let second): first.isGenerated || second.isGenerated
        case .whenPresent(let others, let value): others.contains(where: \.isGenerated) || value.isGenerated
        case .ofEntities(_, let value, let otherwise): value.isGenerated || otherwise.isGenerated
        case .guarded(_, _, let value, _): value.isGenerated
        case .text(_, let text): text.isGenerated
        case .user(_, let isDeterministic): !isDeterministic
        case .null, .literal, .column, .converted, .caseMap, .keyQuery: false
        }
    }

    /// Whether user-written SQL is a number or a text as it stands.
    private var isLiteral: Bool {
        guard case .user(let sql, _) = self else { return false }
        return sql.wholeMatch(of: /\s*(?:[+-]?\d{1,18}(?:\.\d{1,15})?|'[^']*')\s*/) != nil
    }
}
