import SQLiteAccess

/// A full-text search as SQL: what is asked of an FTS5 table that takes its texts from that of an entity.
///
/// What is looked for, and how passages are cut and marked, are parameters: ``SearchArguments``.
public struct SearchStatement: Sendable, Hashable {
    /// How the table stands in SQL.
    let table: String
    private let columnCount: Int

    /// - Parameters:
    ///   - table: the FTS5 table.
    ///   - columnCount: how many columns it has.
    public init(on table: String, columnCount: Int) {
        self.table = SQL.identifier(table)
        self.columnCount = columnCount
    }

    /// The column that stands for the whole row.
    private var row: String { "\(table).\(table)" }
    var match: String { "\(row) MATCH ?" }

    /// The rows of a fetch that the search finds, in the fetch's order, and where it leaves rows equal the best first. The
    /// fetch's offset does not count.
    /// - Parameters:
    ///   - columns: those of the entity's table that are given, and NULL in the place of one that is nil.
    ///   - withPassages: whether the rank follows, then the best passage of all columns, then one of each column.
    public func rows(of fetch: ResolvedFetch, _ columns: [String?], withPassages: Bool = false) -> SelectStatement {
        var parts = SelectParts(of: fetch, in: self)
        parts.columns = SelectParts.own(columns)
        parts.order = fetch.order(&parts) + ["\(table).rank", "t0.\(parts.key)"]
        parts.cut(limit: fetch.limit, offset: 0)
        guard withPassages else { return parts.statement }
        // FTS5 takes -1 for the column with the best passage.
        let passages = -1..<columnCount
        parts.columns += ["\(table).rank"] + passages.map { "snippet(\(row), \($0), ?, ?, ?, ?)" }
        var statement = parts.statement
        statement.bindings =
            passages.flatMap { _ in [.opening, .closing, .ellipsis, .tokens].map(\SearchArguments.Name.binding) }
            + statement.bindings
        return statement
    }

    /// The whole text in a column of the row with a key, with marks around what was found; no row where the search does not find
    /// it.
    public func highlight(column: Int, ofRow key: Int64) -> SelectStatement {
        SelectStatement(
            sql: "SELECT highlight(\(row), \(column), ?, ?) FROM \(table) WHERE \(match) AND \(table).rowid = ?",
            bindings: [.opening, .closing, .pattern].map(\SearchArguments.Name.binding) + [.value(.integer(key))])
    }
}

/// What a search is given.
public struct SearchArguments: Sendable, Hashable {
    /// What is looked for, in FTS5's language.
    public var pattern: String
    /// What is put before and behind everything that was found.
    public var opening = ""
    public var closing = ""
    /// What stands for the text that is cut off at an end of a passage.
    public var ellipsis = ""
    /// How many tokens a passage has at most, 1 to 64.
    public var tokens = 64

    public init(pattern: String) {
        self.pattern = pattern
    }

    /// What the parameter for the pattern is called.
    public static let patternName = Name.pattern.rawValue

    /// What the parameters are called.
    enum Name: String {
        case pattern, opening, closing, ellipsis, tokens

        var binding: SelectStatement.Binding { .parameter(rawValue, as: self == .tokens ? .integer : .text) }
    }

    private var values: [(name: Name, value: ConditionValue)] {
        [
            (.pattern, .text(pattern)), (.opening, .text(opening)), (.closing, .text(closing)), (.ellipsis, .text(ellipsis)),
            (.tokens, .integer(Int64(tokens))),
        ]
    }

    /// What is bound to the placeholders of a statement of a search, in their order.
    /// - Throws: ``ConditionError``
    public func values(for statement: SelectStatement) throws(ConditionError) -> [SQLiteValue] {
        try statement.values(Dictionary(uniqueKeysWithValues: values.map { ($0.name.rawValue, $0.value) }))
    }
}
