/// SQL without what says nothing: white space, comments, letter case, and quotes around names.
enum SQLWords {
    static func normalized(_ sql: String) -> String {
        words(sql).joined(separator: " ").replacing("if not exists ", with: "")
    }

    /// The words one by one: a text with its quotes, a name without them, each sign alone.
    static func words(_ sql: String) -> [String] {
        var words = [String]()
        var rest = Substring(sql)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if rest.hasPrefix("--") {
                rest = rest.drop { $0 != "\n" }
            } else if rest.hasPrefix("/*") {
                rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            } else if let end = closing[first] {
                words.append(quoted(&rest, until: end))
            } else if isWord(first) {
                words.append(rest.prefix(while: isWord).lowercased())
                rest = rest.drop(while: isWord)
            } else {
                words.append(String(first))
                rest.removeFirst()
            }
        }
        return words
    }

    private static let closing: [Character: Character] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }

    /// A text as it stands, or a name without its quotes.
    private static func quoted(_ rest: inout Substring, until end: Character) -> String {
        let isText = rest.removeFirst() == "'"
        var content = ""
        while let character = rest.popFirst() {
            if character == end {
                guard rest.first == end, end != "]" else { break }
                rest.removeFirst()
                content.append(isText ? "''" : String(end))
            } else {
                content.append(character)
            }
        }
        return isText ? "'\(content)'" : content.lowercased()
    }
}
