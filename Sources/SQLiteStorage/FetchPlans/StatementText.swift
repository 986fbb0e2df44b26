import Predicates

/// A SELECT of ours taken apart as far as it takes to show it: words, quoted names and texts, placeholders, and how deep in
/// parentheses they stand.
struct StatementText {
    private struct Token {
        var text: Substring
        var depth: Int
        /// Whether white space stands before it.
        var isApart: Bool
    }

    private let tokens: [Token]

    init(_ sql: String) {
        var tokens = [Token]()
        var depth = 0
        var isApart = false
        var rest = Substring(sql)
        while let first = rest.first {
            if first == " " || first == "\n" {
                isApart = true
                rest.removeFirst()
                continue
            }
            let text = Self.token(at: rest, first)
            if first == ")" { depth -= 1 }
            tokens.append(Token(text: text, depth: depth, isApart: isApart))
            if first == "(" { depth += 1 }
            isApart = false
            rest = rest[text.endIndex...]
        }
        self.tokens = tokens
    }

    private static func token(at rest: Substring, _ first: Character) -> Substring {
        func isWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_" || character == "."
        }
        switch first {
        case "'", "\"":
            // A quote within is doubled, which reads as one token's end and another's beginning: no harm where they are shown.
            let closing = rest.dropFirst().firstIndex(of: first)
            return closing.map { rest[...$0] } ?? rest
        case _ where isWord(first):
            return rest.prefix(while: isWord)
        default:
            return rest.prefix(1)
        }
    }

    /// The tables by what their rows are called in the statement: of `FROM "order" AS t0` the table of `t0`.
    var tables: [String: String] {
        var tables: [String: String] = [:]
        for (place, token) in tokens.enumerated() where token.text == "AS" && place > 0 && place + 1 < tokens.count {
            tables[String(tokens[place + 1].text)] = Self.name(tokens[place - 1].text)
        }
        return tables
    }

    private static func name(_ identifier: Substring) -> String {
        String(identifier.first == "\"" ? identifier.dropFirst().dropLast() : identifier)
    }

    /// The statement for people, in lines: `t0.*` for all columns, and what is bound in the place of each `?`.
    func lines(_ bindings: [SelectStatement.Binding]) -> [String] {
        var bindings = bindings[...]
        var lines = [""]
        var isInList = false
        for (place, token) in tokens.enumerated() {
            var text = String(token.text)
            if token.text == "?", let binding = bindings.popFirst() { text = binding.text ?? "?" }
            if token.depth == 0 {
                if place > 0, Self.begins(token.text, after: tokens[place - 1].text) { lines.append("") }
                if token.text == "FROM", isInList {
                    isInList = false
                    lines[lines.count - 1] += " t0.*"
                }
            }
            if !isInList { lines[lines.count - 1] += (token.isApart && !lines[lines.count - 1].isEmpty ? " " : "") + text }
            if place == 0, token.text == "SELECT" { isInList = true }
        }
        return lines
    }

    /// Whether a clause begins.
    private static func begins(_ word: Substring, after former: Substring) -> Bool {
        switch word {
        case "LEFT", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT": true
        case "JOIN": former != "LEFT"
        default: false
        }
    }
}

extension SelectStatement.Binding {
    /// What stands for it in SQL that a person reads; nil for what SQL cannot write.
    fileprivate var text: String? {
        switch self {
        case .value(let value): value.sqlLiteral
        case .parameter(let name, _), .list(let name, _): "$\(name)"
        case .endOfPrefix(let name, _): "$\(name) || '…'"
        }
    }
}
