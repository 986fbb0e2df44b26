import SQLiteAccess

/// A statement in a form that every runner takes as one: none of them reads SQL as SQLite does.
struct PlainStatement {
    let text: String

    init(_ sql: String) {
        // The text of a trigger or a table is part of the schema. Its texts have no line breaks that a runner would miss.
        text = Self.spaced(sql.hasPrefix("CREATE ") ? sql : Self.onOneLine(sql))
    }

    /// Texts with line breaks on one line: some runners leave out lines that look like comments, also within a text.
    private static func onOneLine(_ sql: String) -> String {
        pieces(of: sql).map { piece in
            guard piece.isQuoted, piece.text.first == "'", piece.text.contains(where: \.isNewline), !piece.text.contains("\r") else { return piece.text }
            // A text that the literal does not contain.
            let mark = ["¶", "¶¶", "<newline>"].first { !piece.text.contains($0) } ?? "<trellis:newline>"
            return "replace(\(piece.text.replacing("\n", with: mark)), '\(mark)', char(10))"
        }.joined()
    }

    /// CASE, BEGIN and END with spaces around them: wrangler counts them only so.
    private static func spaced(_ sql: String) -> String {
        pieces(of: sql).map { piece in
            guard !piece.isQuoted else { return piece.text }
            return piece.text.replacing(/\b(CASE|BEGIN)\(/) { "\($0.output.1) (" }.replacing(/\bEND([^A-Za-z0-9_$\s;])/) { "END \($0.output.1)" }
                .replacing(/\(CASE\b/) { _ in "( CASE" }
        }.joined()
    }

    private struct Piece {
        var text: String
        var isQuoted: Bool
    }

    /// The statement, cut at the quotes of texts and names.
    private static func pieces(of sql: String) -> [Piece] {
        var pieces = [Piece]()
        var (start, index) = (sql.startIndex, sql.startIndex)
        while index < sql.endIndex {
            let quote = sql[index]
            guard quote == "'" || quote == "\"" else {
                index = sql.index(after: index)
                continue
            }
            // A doubled quote ends a text and begins the next one, which comes to the same.
            let end = sql[sql.index(after: index)...].firstIndex(of: quote).map { sql.index(after: $0) } ?? sql.endIndex
            if start < index { pieces.append(Piece(text: String(sql[start..<index]), isQuoted: false)) }
            if let last = pieces.last, last.isQuoted, start == index, last.text.first == quote {
                pieces[pieces.count - 1].text += sql[index..<end]
            } else {
                pieces.append(Piece(text: String(sql[index..<end]), isQuoted: true))
            }
            (start, index) = (end, end)
        }
        if start < sql.endIndex { pieces.append(Piece(text: String(sql[start...]), isQuoted: false)) }
        return pieces
    }
}
