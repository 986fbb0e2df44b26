/// Names and texts as they stand in SQL.
public enum SQL {
    /// A name as an identifier: bare where SQLite reads it as one, in double quotes otherwise.
    ///
    /// The list of keywords is our own and not the linked library's, so that the same model gives the same text on every
    /// machine; a test compares it with what the linked SQLite says.
    public static func identifier(_ name: String) -> String {
        isPlain(name) ? name : quoted(name, by: "\"")
    }

    /// Every name of a statement comes here, thousands for a large model that is opened.
    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first), name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") })
        else { return false }
        guard isLetter(first) else { return true }
        return !reserved[Int(first - UInt8(ascii: "a"))].contains(name)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// What is quoted though it is plain, by its first letter: so a name is compared with a few words, which is quicker than a hash.
    /// `true` and `false` are no keywords, but SQLite takes them for numbers where it expects an expression, as in an index.
    private static let reserved: [[String]] = {
        var words = [[String]](repeating: [], count: 26)
        for word in keywords.sorted() + ["true", "false"] { words[Int(word.utf8.first.map { $0 - UInt8(ascii: "a") } ?? 0)].append(word) }
        return words
    }()

    /// A text as a string literal; as the bytes of one if it has a NUL, at which SQLite ends a statement.
    public static func literal(_ text: String) -> String {
        guard text.utf8.contains(0) else { return quoted(text, by: "'") }
        return "CAST(\(SQLiteValue.blob(Array(text.utf8)).sqlLiteral ?? "NULL") AS TEXT)"
    }

    /// By bytes and not by characters: a quote with an accent on it is another character to Swift, and a quote to SQLite.
    private static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: quote), omittingEmptySubsequences: false).map(Substring.init)
        return "\(quote)\(parts.joined(separator: "\(quote)\(quote)"))\(quote)"
    }

    /// The keywords of SQLite 3.54, in lower case (https://www.sqlite.org/lang_keywords.html).
    public static let keywords: Set<String> = [
        "abort", "action", "add", "after", "all", "alter", "always", "analyze", "and", "as", "asc", "attach",
        "autoincrement", "before", "begin", "between", "by", "cascade", "case", "cast", "check", "collate", "column",
        "commit", "conflict", "constraint", "create", "cross", "current", "current_date", "current_time",
        "current_timestamp", "database", "default", "deferrable", "deferred", "delete", "desc", "detach", "distinct",
        "do", "drop", "each", "else", "end", "escape", "except", "exclude", "exclusive", "exists", "explain", "fail",
        "filter", "first", "following", "for", "foreign", "from", "full", "generated", "glob", "group", "groups",
        "having", "if", "ignore", "immediate", "in", "index", "indexed", "initially", "inner", "insert", "instead",
        "intersect", "into", "is", "isnull", "join", "key", "last", "left", "like", "limit", "match", "materialized",
        "natural", "no", "not", "nothing", "notnull", "null", "nulls", "of", "offset", "on", "or", "order", "others",
        "outer", "over", "partition", "plan", "pragma", "preceding", "primary", "query", "raise", "range", "recursive",
        "references", "regexp", "reindex", "release", "rename", "replace", "restrict", "returning", "right",
        "rollback", "row", "rows", "savepoint", "select", "set", "table", "temp", "temporary", "then", "ties", "to",
        "transaction", "trigger", "unbounded", "union", "unique", "update", "using", "vacuum", "values", "view",
        "virtual", "when", "where", "window", "with", "within", "without",
    ]
}

extension SQLiteValue {
    /// The value as it is written in SQL, or nil where SQL has no way to write it.
    public var sqlLiteral: String? {
        switch self {
        case .null: "NULL"
        case .integer(let value): value == .min ? "(-9223372036854775807 - 1)" : String(value)
        case .real(let value): value.isFinite ? String(value) : nil
        // A statement's text ends at its first NUL.
        case .text(let value): value.utf8.contains(0) ? nil : SQL.literal(value)
        case .blob(let bytes):
            "X'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined() + "'"
        }
    }
}

extension SQLiteValue {
    /// The value as SQL; what has no literal is a call that gives it. nil for a number that is not finite.
    public var expression: String? {
        if case .text(let text) = self { return SQL.literal(text) }
        return sqlLiteral
    }
}
