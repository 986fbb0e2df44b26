import SQLiteAccess

/// A text in pieces: those that a full-text search looked for, and what stands around them.
///
/// The pieces are no markup: a text that has `<b>` in it is a piece with `<b>` in it. What a program shows is made of them one by
/// one, or by ``marked(_:_:escaping:)``.
public struct HighlightedText: Sendable, Hashable {
    /// A part of the text that is a match as a whole, or none.
    public struct Piece: Sendable, Hashable {
        /// Never empty.
        public let text: String
        /// Whether it is what was looked for.
        public let isMatch: Bool

        /// - Parameters:
        ///   - text: what it says, never empty.
        ///   - isMatch: whether it is what was looked for.
        public init(text: String, isMatch: Bool) {
            self.text = text
            self.isMatch = isMatch
        }
    }

    /// The pieces of the text, in order.
    public let pieces: [Piece]

    /// - Parameter pieces: the pieces of the text, in order.
    public init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// The whole text, without marks.
    public var text: String { pieces.map(\.text).joined() }

    /// The text with something before and behind each match, for HTML or a terminal.
    ///
    ///     result.snippet.marked("<b>", "</b>") { $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
    ///
    /// - Parameters:
    ///   - opening: what is put before a match.
    ///   - closing: what is put behind a match.
    ///   - escape: escapes each piece, so that no part of it is read as a mark.
    public func marked(_ opening: String, _ closing: String, escaping escape: (String) -> String = { $0 }) -> String {
        pieces.map { $0.isMatch ? opening + escape($0.text) + closing : escape($0.text) }.joined()
    }
}

/// The marks that FTS5 puts around matches. Each search chooses them at random, so no stored text can contain them on purpose.
struct HighlightMarks {
    let opening: String
    let closing: String

    init() {
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        (opening, closing) = ("\u{2}\(number)\u{2}", "\u{3}\(number)\u{3}")
    }
}

extension HighlightedText {
    /// A text that FTS5 gave with marks in it; nil for NULL.
    /// - Throws: `SQLiteError` if SQLite has no memory for it.
    init?(_ value: RawValue, _ marks: HighlightMarks) throws {
        guard value.isText else { return nil }
        self.init(try value.text, marks)
    }

    init(_ text: String, _ marks: HighlightMarks) {
        var pieces = [Piece]()
        // By bytes: to Swift a mark before a combining character is part of another character.
        var rest = text.utf8[...]
        var isMatch = false
        while !rest.isEmpty {
            let mark = (isMatch ? marks.closing : marks.opening).utf8
            let range = rest.firstRange(of: mark)
            if let piece = Substring(rest[..<(range?.lowerBound ?? rest.endIndex)]).nonEmpty {
                pieces.append(Piece(text: piece, isMatch: isMatch))
            }
            rest = rest[(range?.upperBound ?? rest.endIndex)...]
            isMatch.toggle()
        }
        self.init(pieces: pieces)
    }
}

extension Substring {
    fileprivate var nonEmpty: String? { isEmpty ? nil : String(self) }
}
