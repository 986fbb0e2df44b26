import SQLiteAccess

/// A statement in a form that every runner takes as one: none of them reads SQL as SQLite does.
struct PlainStatement {
    let text: String
    /// Whether a line within a text begins as a comment does, which some runners leave out.
    let hasHiddenComment: Bool

    init(_ sql: String) {
        // The text of a trigger or a table is part of the schema, and SQLite takes no expression as the default of a new column.
        let isKept = sql.hasPrefix("CREATE ") || sql.hasPrefix("ALTER ")
        hasHiddenComment = isKept && Self.pieces(of: sql).contains { piece in
            piece.kind != .code && piece.kind != .comment
                && piece.text.split(separator: "\n").dropFirst().contains { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("--") }
        }
        text = Self.pieces(of: sql).map { piece in
            switch piece.kind {
            case .code: Self.spaced(piece.text)
            case .text: isKept ? piece.text : Self.onOneLine(piece.text)
            case .name: piece.text
            // Runners look for quotes and semicolons in comments too.
            case .comment: isKept ? piece.text : " "
            }
        }.joined()
    }

    /// A literal with line breaks on one line: some runners leave out lines that look like comments, also within a text.
    private static func onOneLine(_ literal: String) -> String {
        let scalars = literal.unicodeScalars
        guard scalars.contains("\n") else { return literal }
        // SQLite compares bytes, where Swift would take an accent for a part of the mark. A mark does not begin as it ends, so that none comes
        // about where it meets its neighbours.
        var (mark, number) = ("¶", 0)
        while scalars.contains(mark.unicodeScalars) {
            number += 1
            mark = "<newline \(number)>"
        }
        let lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        return "replace(\(lines.joined(separator: mark)), '\(mark)', char(10))"
    }

    /// CASE, BEGIN and END with spaces around them: wrangler counts them only so.
    private static func spaced(_ code: String) -> String {
        code.replacing(/\b(CASE|BEGIN)\(/) { "\($0.output.1) (" }.replacing(/\bEND([^A-Za-z0-9_$\s;])/) { "END \($0.output.1)" }
            .replacing(/\(CASE\b/) { _ in "( CASE" }
    }

    // MARK: Pieces

    private struct Piece {
        enum Kind { case code, text, name, comment }

        var kind: Kind
        var text: String
    }

    /// The statement, cut at its texts, quoted names and comments.
    private static func pieces(of sql: String) -> [Piece] {
        let bytes = Array(sql.utf8)
        var pieces = [Piece]()
        var (start, place) = (0, 0)
        func piece(_ kind: Piece.Kind, _ range: Range<Int>) -> [Piece] {
            range.isEmpty ? [] : [Piece(kind: kind, text: String(decoding: bytes[range], as: UTF8.self))]
        }
        while place < bytes.count {
            guard let (kind, end) = quoted(bytes, at: place) else {
                place += 1
                continue
            }
            pieces += piece(.code, start..<place) + piece(kind, place..<end)
            (start, place) = (end, end)
        }
        return pieces + piece(.code, start..<bytes.count)
    }

    /// What begins at a place and is no code, with its end.
    private static func quoted(_ bytes: [UInt8], at place: Int) -> (Piece.Kind, end: Int)? {
        let rest = bytes[place...]
        let begin = rest.prefix(2)
        switch bytes[place] {
        case UInt8(ascii: "'"): return (.text, end(of: bytes, at: place))
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return (.name, end(of: bytes, at: place))
        case UInt8(ascii: "["): return (.name, rest.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? bytes.count)
        case _ where begin.elementsEqual("--".utf8): return (.comment, rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
        case _ where begin.elementsEqual("/*".utf8):
            return (.comment, rest.dropFirst(2).indices.first { bytes[$0...].prefix(2).elementsEqual("*/".utf8) }.map { $0 + 2 } ?? bytes.count)
        default: return nil
        }
    }

    /// Behind the closing quote; two quotes are one.
    private static func end(of bytes: [UInt8], at place: Int) -> Int {
        var index = place + 1
        while index < bytes.count {
            if bytes[index] == bytes[place] {
                guard index + 1 < bytes.count, bytes[index + 1] == bytes[place] else { return index + 1 }
                index += 1
            }
            index += 1
        }
        return bytes.count
    }
}
