import SQLiteAccess

/// What the text of `CREATE TABLE` states and no pragma does: checks and expressions of generated columns.
struct TableText {
    private(set) var checks: [ExistingCheck] = []
    /// The expressions by the columns' names.
    private(set) var generated: [SQLName: [SQLToken]] = [:]
    /// What is done instead of an error where a row breaks a constraint, such as `ON CONFLICT REPLACE`.
    private(set) var conflicts: [String] = []

    init(_ sql: String) {
        let tokens = SQLToken.tokens(of: sql)
        guard let start = tokens.firstIndex(where: { $0.isWord("(") }) else { return }
        var (depth, column, place) = (1, tokens.indices.contains(start + 1) ? tokens[start + 1] : nil, start + 1)
        while place < tokens.count, depth > 0 {
            let token = tokens[place]
            if token.isWord("(") { depth += 1 }
            if token.isWord(")") { depth -= 1 }
            if depth == 1, token.kind == .word, token.isWord("ON"), place + 2 < tokens.count, tokens[place + 1].isWord("CONFLICT") {
                let clause = "ON CONFLICT \(tokens[place + 2].text.uppercased())"
                // An error is what the model has too.
                if !["ABORT", "FAIL", "ROLLBACK"].contains(where: clause.hasSuffix), !conflicts.contains(clause) { conflicts.append(clause) }
            }
            if depth == 1, token.isWord(","), place + 1 < tokens.count { column = tokens[place + 1] }
            let isExpression = token.kind == .word && place + 1 < tokens.count && tokens[place + 1].isWord("(")
            if depth == 1, isExpression, token.isWord("CHECK") || token.isWord("AS") {
                let inner = Self.group(tokens, from: place + 1)
                if token.isWord("CHECK") { checks.append(ExistingCheck(condition: inner)) } else { generated[SQLName(column?.text ?? "")] = inner }
                place += inner.count + 2
            }
            place += 1
        }
    }

    /// The condition of a partial index.
    static func condition(ofIndex sql: String) -> [SQLToken] {
        let tokens = SQLToken.tokens(of: sql)
        guard let start = tokens.firstIndex(where: { $0.isWord("(") }) else { return [] }
        let rest = tokens.dropFirst(start + group(tokens, from: start).count + 2)
        return rest.first?.kind == .word && rest.first?.isWord("WHERE") == true ? Array(rest.dropFirst()) : []
    }

    /// The tokens between a parenthesis and the one that closes it.
    private static func group(_ tokens: [SQLToken], from start: Int) -> [SQLToken] {
        var (depth, inner) = (0, [SQLToken]())
        for token in tokens[start...] {
            if token.isWord(")") { depth -= 1 }
            if depth == 0, !inner.isEmpty || token.isWord(")") { break }
            if depth > 0 { inner.append(token) }
            if token.isWord("(") { depth += 1 }
        }
        return inner
    }
}

extension [SQLToken] {
    /// For a statement.
    var sql: String {
        map { token in
            switch token.kind {
            case .string: SQL.literal(token.text)
            case .name: "\"\(token.text.replacing("\"", with: "\"\""))\""
            case .blob: "x'\(token.text)'"
            case .word, .number, .sign: token.text
            }
        }.joined(separator: " ")
    }

    /// For a report.
    var text: String {
        map { token in
            switch token.kind {
            case .string: "'\(token.text)'"
            case .blob: "x'\(token.text)'"
            default: token.text
            }
        }.joined(separator: " ")
    }
}
