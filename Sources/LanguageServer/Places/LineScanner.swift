/// What stands in the text of a YAML file: keys, dashes, comments, and parts of the text.
struct LineScanner {
    let bytes: [UInt8]

    /// Whether a list's dash is at an offset.
    func isDash(_ index: Int, _ line: Range<Int>) -> Bool {
        index < line.upperBound && bytes[index] == UInt8(ascii: "-") && (index + 1 == line.upperBound || bytes[index + 1] == 0x20)
    }

    /// Whether a value of its own form begins with a byte: one in brackets or quotes, or a block of lines.
    func isOpening(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: ">")].contains(byte)
    }

    /// Whether a key begins at an offset, within a list or not.
    func hasKey(_ index: Int, _ line: Range<Int>) -> Bool {
        var index = index
        while isDash(index, line) {
            index += 1
            while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
        }
        return key(at: index, line) != nil
    }

    /// The key that begins at an offset, and the offset after its colon.
    func key(at start: Int, _ line: Range<Int>) -> (key: String, after: Int)? {
        guard start < line.upperBound else { return nil }
        var index = start
        let quote = bytes[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            while index < line.upperBound, bytes[index] != quote { index += 1 }
            guard index + 1 < line.upperBound, bytes[index + 1] == UInt8(ascii: ":") else { return nil }
            return (text(start + 1, index), index + 2)
        }
        if isOpening(quote) || quote == UInt8(ascii: "#") { return nil }
        while index < line.upperBound {
            if bytes[index] == UInt8(ascii: ":"), index + 1 == line.upperBound || bytes[index + 1] == 0x20 { return (text(start, index), index + 1) }
            if bytes[index] == UInt8(ascii: "#"), bytes[index - 1] == 0x20 { return nil }
            index += 1
        }
        return nil
    }

    /// The offset of the comment after a plain value; nil without one.
    func comment(from start: Int, _ line: Range<Int>) -> Int? {
        guard start + 1 < line.upperBound else { return nil }
        return ((start + 1)..<line.upperBound).first { bytes[$0] == UInt8(ascii: "#") && bytes[$0 - 1] == 0x20 }
    }

    func text(_ start: Int, _ end: Int) -> String { start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : "" }

    /// A part of the text without the spaces and line breaks around it.
    func trimmed(_ start: Int, _ end: Int) -> String {
        guard start < end else { return "" }
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        let slice = bytes[start..<end].drop(while: isSpace)
        let kept = slice[..<(slice.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? slice.startIndex)]
        return String(decoding: kept, as: UTF8.self)
    }
}
