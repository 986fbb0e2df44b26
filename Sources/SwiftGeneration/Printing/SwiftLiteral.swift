/// Literals of Swift.
enum SwiftLiteral {
    /// A string literal on one line, for any text.
    static func string(_ text: String) -> String {
        // Nearly every text is a name.
        if text.utf8.allSatisfy(\.isWord) { return "\"\(text)\"" }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default: result += scalar.isPlain ? String(scalar) : escape(scalar)
            }
        }
        return result + "\""
    }

    /// The escape of a scalar that a literal cannot contain unchanged.
    /// - Parameter hashes: those around the literal.
    private static func escape(_ scalar: Unicode.Scalar, hashes: String = "") -> String {
        switch scalar {
        case "\n": "\\\(hashes)n"
        case "\r": "\\\(hashes)r"
        case "\t": "\\\(hashes)t"
        default: "\\\(hashes)u{\(String(scalar.value, radix: 16))}"
        }
    }

    /// A literal of several lines. No text can end it or escape from it: it has enough `#`.
    ///
    /// All characters except plain ones and newlines are escaped, because the compiler would refuse them or read another line
    /// end.
    static func multiline(_ text: String) -> String {
        var hashes = 0
        var run = 0
        var afterQuotesOrBackslash = false
        // By bytes, not by characters: an accent on a quote or on a `#` does not hide it from the compiler.
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
        let isPlain = text.unicodeScalars.allSatisfy { $0.isPlain || $0 == "\n" }
        let text = isPlain ? text : text.unicodeScalars.map { $0.isPlain || $0 == "\n" ? String($0) : escape($0, hashes: fence) }.joined()
        return "\(fence)\"\"\"\n\(text.indented)\n\(SourceWriter.indent)\"\"\"\(fence)"
    }
}

extension Unicode.Scalar {
    /// Whether it needs no escape: it is visible, and has no effect on its neighbours.
    fileprivate var isPlain: Bool {
        if (0x20..<0x7f).contains(value) { return true }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter, a digit or an underscore.
    fileprivate var isWord: Bool {
        (0x61...0x7a).contains(self | 0x20) || (0x30...0x39).contains(self) || self == 0x5f
    }
}
