/// The kind of values that SQLite prefers in a column (https://sqlite.org/datatype3.html).
public enum ColumnAffinity: String, Sendable, Hashable {
    case integer = "INTEGER"
    case text = "TEXT"
    case blob = "BLOB"
    case real = "REAL"
    case numeric = "NUMERIC"

    /// - Parameter type: as the table declares it: SQLite takes any text.
    public init(declared type: String) {
        let type = Self.capitals(type)
        self =
            type.contains("INT") ? .integer
            : ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) ? .text
            : type.isEmpty || type.contains("BLOB") ? .blob : ["REAL", "FLOA", "DOUB"].contains(where: type.contains) ? .real : .numeric
    }

    /// Whether a column is declared for JSON and has the affinity of numbers, as SQLAlchemy and Rails write it.
    public static func isOfDocuments(declared type: String) -> Bool {
        ColumnAffinity(declared: type) == .numeric && capitals(type).contains("JSON")
    }

    /// SQLite ignores the case of ASCII letters only.
    private static func capitals(_ type: String) -> String {
        String(decoding: type.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }, as: UTF8.self)
    }
}
