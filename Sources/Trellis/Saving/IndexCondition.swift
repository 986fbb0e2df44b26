/// The condition of a partial index: the text after WHERE in its `CREATE INDEX`.
///
/// SQLite has no other interface to it. Quotes and comments are skipped, so a WHERE inside a name or a text is not mistaken for the
/// clause. The expressions of an index have no WHERE of their own: SQLite refuses subqueries and aggregates in them.
enum IndexCondition {
    /// - Parameter sql: a valid statement, as `sqlite_schema` has it.
    /// - Returns: nil for an index over all rows.
    static func condition(in sql: String) -> String? {
        var rest = Substring(sql)
        while let character = rest.first {
            switch character {
            case "'", "\"", "`": rest = skipped(character, in: rest)
            case "[": rest = after("]", in: rest.dropFirst())
            case "-" where rest.hasPrefix("--"): rest = after("\n", in: rest)
            case "/" where rest.hasPrefix("/*"): rest = after("*/", in: rest.dropFirst(2))
            case _ where isPartOfWord(character):
                let word = rest.prefix(while: isPartOfWord)
                rest = rest.dropFirst(word.count)
                if word.lowercased() == "where" { return String(rest) }
            default: rest = rest.dropFirst()
            }
        }
        return nil
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    /// The text after a quoted string or name. A doubled quote begins a second one, which the caller skips.
    private static func skipped(_ quote: Character, in text: Substring) -> Substring {
        let rest = text.dropFirst()
        return rest.firstIndex(of: quote).map { rest[rest.index(after: $0)...] } ?? ""
    }

    private static func after(_ end: String, in text: Substring) -> Substring {
        text.firstRange(of: end).map { text[$0.upperBound...] } ?? ""
    }
}
