/// What a statement of a schema makes.
public struct SchemaObject: Sendable, Hashable {
    public var kind: Kind
    public var name: String
    /// The table that an index is on; nil for everything else.
    public var table: String?

    public init(kind: Kind, name: String, table: String? = nil) {
        self.kind = kind
        self.name = name
        self.table = table
    }

    public enum Kind: String, Sendable, Hashable, CaseIterable {
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
        var rest = Substring(sql)
        guard rest.drop("CREATE ") else { return nil }
        rest.drop("UNIQUE ")
        guard let kind = SchemaObject.Kind.allCases.first(where: { rest.drop($0.rawValue + " ") }) else { return nil }
        let name = rest.dropName()
        return SchemaObject(kind: kind, name: name, table: rest.drop(" ON ") ? rest.dropName() : nil)
    }
}

extension Substring {
    /// Takes a text away from the beginning.
    /// - Returns: whether it stood there.
    @discardableResult
    fileprivate mutating func drop(_ text: String) -> Bool {
        guard utf8.starts(with: text.utf8) else { return false }
        self = self[utf8.index(startIndex, offsetBy: text.utf8.count)...]
        return true
    }

    /// Takes a name away from the beginning, as ``SQL/identifier(_:)`` prints it.
    fileprivate mutating func dropName() -> String {
        guard drop("\"") else {
            let end = utf8.firstIndex { [UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "\n")].contains($0) } ?? endIndex
            defer { self = self[end...] }
            return String(self[..<end])
        }
        // By bytes and not by characters: a quote with an accent on it is another character to Swift, and a quote to SQLite.
        var parts = [String]()
        repeat {
            let end = utf8.firstIndex(of: UInt8(ascii: "\"")) ?? endIndex
            parts.append(String(self[..<end]))
            self = self[end...]
            drop("\"")
        } while drop("\"")
        return parts.joined(separator: "\"")
    }
}
