/// Breaks texts into lines of documentation.
enum Wrapping {
    /// The words of a paragraph on lines of at most `width` Unicode scalars. A longer word has its own line.
    static func lines(of paragraph: String, width: Int) -> [String] {
        // Nearly every paragraph is one line.
        if paragraph.utf8.count <= width, paragraph.isPlain { return [paragraph] }
        var lines = [""]
        var length = 0
        for word in words(of: paragraph) {
            let count = word.scalarCount
            if length > 0, length + 1 + count > width {
                lines.append(word)
                length = count
            } else {
                lines[lines.count - 1] += (length > 0 ? " " : "") + word
                length += count + (length > 0 ? 1 : 0)
            }
        }
        return lines
    }

    private static func words(of paragraph: String) -> [String] {
        if paragraph.isPlain {
            return paragraph.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        }
        return paragraph.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { word in
            // The compiler warns about control characters, wherever they are.
            String(String.UnicodeScalarView(word.filter { $0.properties.generalCategory != .control }))
        }
    }
}

extension String {
    /// Whether it has only printable ASCII words with single spaces.
    fileprivate var isPlain: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard (0x20..<0x7f).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }
}
