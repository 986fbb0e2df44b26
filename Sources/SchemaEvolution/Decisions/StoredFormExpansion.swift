import Diagnostics
import Predicates

/// Puts plain SQL in the place of the conversions in a text.
struct StoredFormExpansion {
    /// What is wrong with a call.
    struct Problem: Error {
        var message: String
        var help: String
    }

    private var rest: Substring

    static func expand(_ sql: String) throws(Problem) -> String {
        guard sql.lowercased().contains(StoredFormFunction.prefix) else { return sql }
        var expansion = StoredFormExpansion(rest: sql[...])
        return try expansion.take(untilArgumentEnds: false)
    }

    /// Takes a text to its end, or to the comma or bracket that ends an argument.
    private mutating func take(untilArgumentEnds: Bool) throws(Problem) -> String {
        var text = ""
        var depth = 0
        while let character = rest.first {
            if untilArgumentEnds, depth == 0, character == "," || character == ")" { break }
            if let passage = takePassage() {
                text += passage
            } else if Self.isWord(character) {
                text += try takeWord()
            } else {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                text.append(rest.removeFirst())
            }
        }
        return text
    }

    /// A text, a quoted name or a comment, in which nothing is a call.
    private mutating func takePassage() -> String? {
        let ends: [(begin: String, end: String)] = [("--", "\n"), ("/*", "*/"), ("'", "'"), ("\"", "\""), ("`", "`"), ("[", "]")]
        guard let passage = ends.first(where: { rest.hasPrefix($0.begin) }) else { return nil }
        let content = rest.dropFirst(passage.begin.count)
        let end = content.firstRange(of: passage.end)?.upperBound ?? rest.endIndex
        let text = String(rest[..<end])
        rest = rest[end...]
        return text
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "$"
    }

    private mutating func takeWord() throws(Problem) -> String {
        let word = String(rest.prefix(while: Self.isWord))
        rest = rest.dropFirst(word.count)
        let name = word.lowercased()
        let bracket = rest.drop(while: \.isWhitespace)
        guard name.hasPrefix(StoredFormFunction.prefix), !TextDerivation.allCases.contains(where: { $0.sqlName == name }), bracket.first == "(" else { return word }
        rest = bracket.dropFirst()
        let known = StoredFormFunction.all
        guard let function = known.first(where: { $0.name == name }) else {
            let likely = known.map(\.name).max { Spelling.likeness($0, name) < Spelling.likeness($1, name) } ?? ""
            throw Problem(message: "no conversion has the name '\(word)'", help: "write '\(likely)'")
        }
        var arguments = [String]()
        repeat {
            arguments.append(try take(untilArgumentEnds: true).trimmingWhitespace)
            if rest.isEmpty { throw Problem(message: "a bracket of '\(word)' is open", help: "close it") }
        } while rest.removeFirst() == ","
        guard function.arguments.contains(arguments.count), !arguments.contains(""), let sql = function.expand(arguments) else {
            throw Problem(
                message: "'\(word)' takes other arguments",
                help: "write '\(function.name)(\(function.parameters))'; a scale is a number up to 18, a storage 'reference', "
                    + "'unix' or 'iso8601'")
        }
        return "(\(sql))"
    }
}

extension String {
    fileprivate var trimmingWhitespace: String {
        let text = drop(while: \.isWhitespace)
        return text.lastIndex { !$0.isWhitespace }.map { String(text[...$0]) } ?? ""
    }
}
