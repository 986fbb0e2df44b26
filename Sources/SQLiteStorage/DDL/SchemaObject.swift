/// What a statement of a schema makes.
public struct SchemaObject: Sendable, Hashable {
    public var kind: Kind
    public var name: String
    /// The table that an index is on; nil for everything else.
    public var table: String?

    public enum Kind: String, Sendable, Hashable {
        case table = "TABLE"
        case index = "INDEX"
        case trigger = "TRIGGER"
        case view = "VIEW"
        /// A table of FTS5, which is dropped as tables are.
        case search = "VIRTUAL TABLE"
    }

    /// What drops it begins with.
    public var dropKeyword: String { kind == .search ? Kind.table.rawValue : kind.rawValue }
}

extension DDLStatement {
    /// What the statement makes; nil for one that makes nothing. All are printed here, and begin with that.
    public var created: SchemaObject? {
        guard
            let match = sql.prefixMatch(
                of: /CREATE (?:UNIQUE )?(VIRTUAL TABLE|TABLE|INDEX|TRIGGER|VIEW) ("(?:[^"]|"")+"|[a-z0-9_]+)(?: ON ("(?:[^"]|"")+"|[a-z0-9_]+))?/),
            let kind = SchemaObject.Kind(rawValue: String(match.output.1))
        else { return nil }
        return SchemaObject(kind: kind, name: Self.unquoted(match.output.2), table: match.output.3.map(Self.unquoted))
    }

    private static func unquoted(_ name: Substring) -> String {
        name.hasPrefix("\"") ? String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"") : String(name)
    }
}
