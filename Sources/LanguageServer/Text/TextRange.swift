/// A position in a text as the protocol counts: lines from 0, and UTF-16 units of a line from 0.
package struct TextPosition: Codable, Hashable, Sendable, Comparable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.character) < (right.line, right.character)
    }
}

/// A part of a text, from `start` up to, but not including, `end`.
package struct TextRange: Codable, Hashable, Sendable {
    package var start: TextPosition
    package var end: TextPosition

    package init(start: TextPosition, end: TextPosition) {
        self.start = start
        self.end = end
    }

    package init(at position: TextPosition) { self.init(start: position, end: position) }

    package func contains(_ position: TextPosition) -> Bool { start <= position && position <= end }

    package func touches(_ other: TextRange) -> Bool { start <= other.end && other.start <= end }
}

/// A replacement in a text.
package struct TextEdit: Codable, Hashable, Sendable {
    package var range: TextRange
    package var newText: String

    package init(range: TextRange, newText: String) {
        self.range = range
        self.newText = newText
    }
}
