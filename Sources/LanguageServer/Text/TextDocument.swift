import Diagnostics

/// A text as editors and as findings count it: a position of an editor is a line and UTF-16 units, and a place of a finding is a line and
/// Unicode scalars.
package struct TextDocument: Sendable {
    package let bytes: [UInt8]
    /// The offsets of the first bytes of the lines that editors count.
    private let lineStarts: [Int]
    /// The same for the lines that YAML counts; nil if they are the same lines.
    private let sourceLineStarts: [Int]?
    private let hasMark: Bool

    package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// - Parameter bytes: a text in UTF-8; invalid bytes are replaced.
    package init(bytes: [UInt8]) {
        let isValid = String(validating: bytes, as: UTF8.self) != nil
        self.bytes = isValid ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        hasMark = self.bytes.starts(with: [0xEF, 0xBB, 0xBF])
        (lineStarts, sourceLineStarts) = Self.lineStarts(in: self.bytes)
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of lines, at least 1.
    package var lineCount: Int { lineStarts.count }

    private static func lineStarts(in bytes: [UInt8]) -> (lines: [Int], sourceLines: [Int]?) {
        var (lines, source) = ([0], [0])
        var differs = false
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                // Nearly all bytes are above the controls and below the lead bytes of other line ends.
                if byte > 0x0d, byte < 0xc2 { continue }
                switch byte {
                case 0x0d where index < bytes.count && bytes[index] == 0x0a: continue
                case 0x0a, 0x0d:
                    lines.append(index)
                    source.append(index)
                case 0xc2 where index < bytes.count && bytes[index] == 0x85:
                    source.append(index + 1)
                    differs = true
                case 0xe2 where index + 1 < bytes.count && bytes[index] == 0x80 && (bytes[index + 1] == 0xa8 || bytes[index + 1] == 0xa9):
                    source.append(index + 2)
                    differs = true
                default: continue
                }
            }
        }
        return (lines, differs ? source : nil)
    }

    // MARK: Positions of editors

    /// The offset of a position in bytes. A position outside the text is moved to the nearest one within its line or the text.
    package func offset(of position: TextPosition) -> Int {
        guard position.line >= 0 else { return 0 }
        guard position.line < lineStarts.count else { return bytes.count }
        var offset = lineStarts[position.line]
        let end = contentEnd(ofLine: position.line)
        var units = position.character
        while offset < end, units > 0 {
            let width = Self.width(of: bytes[offset])
            units -= width == 4 ? 2 : 1
            // A position between the two units of a character is the place before it.
            if units < 0 { break }
            offset += width
        }
        return min(offset, end)
    }

    /// The position of an offset in bytes.
    package func position(of offset: Int) -> TextPosition {
        let offset = max(0, min(offset, bytes.count))
        let line = Self.line(of: offset, in: lineStarts)
        var character = 0
        var index = lineStarts[line]
        while index < offset {
            let width = Self.width(of: bytes[index])
            if index + width > offset { break }
            character += width == 4 ? 2 : 1
            index += width
        }
        return TextPosition(line: line, character: character)
    }

    /// The range of two offsets.
    package func range(of offsets: Range<Int>) -> TextRange {
        TextRange(start: position(of: offsets.lowerBound), end: position(of: offsets.upperBound))
    }

    package func offsets(of range: TextRange) -> Range<Int> {
        let start = offset(of: range.start)
        return start..<max(start, offset(of: range.end))
    }

    package var wholeRange: TextRange { range(of: 0..<bytes.count) }

    /// The text of a range of bytes.
    package func text(in offsets: Range<Int>) -> String { String(decoding: bytes[offsets.clamped(to: 0..<bytes.count)], as: UTF8.self) }

    /// The bytes of a line without its end.
    package func offsets(ofLine line: Int) -> Range<Int> {
        guard lineStarts.indices.contains(line) else { return bytes.count..<bytes.count }
        return lineStarts[line]..<contentEnd(ofLine: line)
    }

    package func line(of offset: Int) -> Int { Self.line(of: max(0, min(offset, bytes.count)), in: lineStarts) }

    private func contentEnd(ofLine line: Int) -> Int {
        let start = lineStarts[line]
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
        while line + 1 < lineStarts.count, end > start, bytes[end - 1] == 0x0a || bytes[end - 1] == 0x0d { end -= 1 }
        return end
    }

    // MARK: Places of findings

    /// The offset of a place that a reader of the text reports.
    package func offset(of location: SourceLocation) -> Int {
        let starts = sourceLineStarts ?? lineStarts
        guard location.line >= 1 else { return 0 }
        guard location.line <= starts.count else { return bytes.count }
        var offset = starts[location.line - 1]
        // A byte order mark takes no column.
        if location.line == 1, hasMark { offset += 3 }
        let end = location.line < starts.count ? starts[location.line] : bytes.count
        for _ in 1..<max(1, location.column) {
            guard offset < end, bytes[offset] != 0x0a, bytes[offset] != 0x0d else { break }
            offset += Self.width(of: bytes[offset])
        }
        return min(offset, bytes.count)
    }

    package func offsets(of span: SourceSpan) -> Range<Int> {
        let start = offset(of: span.start)
        return start..<max(start, offset(of: span.end))
    }

    package func range(of span: SourceSpan) -> TextRange { range(of: offsets(of: span)) }

    /// The place of an offset, as readers count.
    package func location(of offset: Int) -> SourceLocation {
        let starts = sourceLineStarts ?? lineStarts
        let offset = max(0, min(offset, bytes.count))
        let line = Self.line(of: offset, in: starts)
        var index = starts[line] + (line == 0 && hasMark ? 3 : 0)
        var column = 1
        while index < offset {
            index += Self.width(of: bytes[index])
            column += 1
        }
        return SourceLocation(line: line + 1, column: column)
    }

    // MARK: Edits

    /// The text with a part replaced.
    package func replacing(_ range: TextRange, with text: String) -> TextDocument {
        let offsets = offsets(of: range)
        return TextDocument(bytes: Array(bytes[..<offsets.lowerBound]) + Array(text.utf8) + Array(bytes[offsets.upperBound...]))
    }

    /// The text after edits that do not overlap; nil if they do.
    package func applying(_ edits: [TextEdit]) -> TextDocument? {
        let edits = edits.map { (offsets: offsets(of: $0.range), text: $0.newText) }.enumerated()
            .sorted { ($0.element.offsets.lowerBound, $0.offset) < ($1.element.offsets.lowerBound, $1.offset) }.map(\.element)
        var result = [UInt8]()
        var end = 0
        for edit in edits {
            guard edit.offsets.lowerBound >= end else { return nil }
            result += bytes[end..<edit.offsets.lowerBound]
            result += Array(edit.text.utf8)
            end = edit.offsets.upperBound
        }
        return TextDocument(bytes: result + Array(bytes[end...]))
    }

    // MARK: Bytes

    private static func line(of offset: Int, in starts: [Int]) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private static func width(of lead: UInt8) -> Int {
        lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
    }
}
