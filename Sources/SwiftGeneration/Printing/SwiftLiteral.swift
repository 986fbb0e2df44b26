/// Literals of Swift.
enum SwiftLiteral {
    /// A string literal on one line, whatever the text holds.
    static func string(_ text: String) -> String {
        // Nearly every text is a name.
        if text.utf8.allSatisfy(\.isWord) { return "\"\(text)\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                let isPlain =
                    scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
                    && scalar.properties.generalCategory != .lineSeparator
                    && scalar.properties.generalCategory != .paragraphSeparator
                result += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result + "\""
    }

    /// A literal of several lines. Nothing in the text can end it or escape from it: it gets as many `#` as that takes.
    static func multiline(_ text: String) -> String {
        var hashes = 0
        var run = 0
        var afterQuotesOrBackslash = false
        // By bytes and not by characters: an accent on a quote or on a `#` does not hide it from the compiler.
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                (afterQuotesOrBackslash, run) = (true, 0)
                hashes = max(hashes, 1)
            } else if byte == UInt8(ascii: "#"), afterQuotesOrBackslash {
                run += 1
                hashes = max(hashes, run + 1)
            } else {
                afterQuotesOrBackslash = false
            }
        }
        let fence = String(repeating: "#", count: hashes)
        return "\(fence)\"\"\"\n\(text.indented)\n\(SourceWriter.indent)\"\"\"\(fence)"
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter, a digit or an underscore.
    fileprivate var isWord: Bool {
        (0x61...0x7a).contains(self | 0x20) || (0x30...0x39).contains(self) || self == 0x5f
    }
}
