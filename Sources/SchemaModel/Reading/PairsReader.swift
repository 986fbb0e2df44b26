import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let wrongPairs = FindingCode("TR1613")
}

/// Reads the join table of another program.
enum PairsReader {
    static let keys = ["table", "own", "other"]

    /// The table. What is missing or invalid is reported, and gets a name, so that nothing else is reported.
    static func read(_ node: YAMLNode, in context: inout ReadingContext) -> PairsTable {
        func placeholder(_ key: String) -> Name { Name(key, at: node.span) }
        guard let keys = KnownKeys(node, of: "'pairs'", known: keys, in: &context) else {
            return PairsTable(table: placeholder("table"), own: placeholder("own"), other: placeholder("other"), span: node.span)
        }
        let missing = Self.keys.filter { keys[$0] == nil }
        if !missing.isEmpty {
            context.report(
                .wrongPairs, "'pairs' has no \(missing.map { "'\($0)'" }.joined(separator: " and no "))", at: node.span,
                suggestion: .init(
                    "name the table and its two columns, as in 'pairs: { table: book_tag, own: book_id, other: tag_id }'"))
        }
        func name(_ key: String, _ what: String) -> Name { StoredNameReader.read(keys[key], what, in: &context) ?? placeholder(key) }
        let pairs = PairsTable(table: name("table", "a table's name"), own: name("own", "a column's name"), other: name("other", "a column's name"), span: node.span)
        if Self.sqliteName(pairs.own) == Self.sqliteName(pairs.other) {
            context.report(
                .wrongPairs, "the column '\(pairs.other.text)' cannot have both keys of a pair", at: pairs.other.span,
                notes: [.init("it has the key of this entity too", at: pairs.own.span)], suggestion: .init("name two columns"))
        }
        return pairs
    }

    /// A name as SQLite compares it: letters of ASCII alone have no case.
    private static func sqliteName(_ name: Name) -> [UInt8] { name.text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 } }
}
