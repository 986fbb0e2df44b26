/// Writes texts as scalars: plain if YAML reads them unchanged, otherwise in quotes.
public enum ScalarPrinter {
    /// The text on one line.
    /// - Parameter isInFlow: whether brackets surround it, where fewer texts can be plain.
    static func inline(_ text: String, _ style: ScalarStyle, isInFlow: Bool) -> String {
        let staysQuoted = style != .plain && meansSomethingElse(text)
        if !staysQuoted, canBePlain(text, isInFlow: isInFlow) { return text }
        let double = doubleQuoted(text)
        // Single quotes keep backslashes and double quotes unchanged, which patterns and conditions often contain.
        guard text.unicodeScalars.allSatisfy({ isPrintable($0) }) else { return double }
        let single = "'" + text.replacing("'", with: "''") + "'"
        return single.unicodeScalars.count < double.unicodeScalars.count ? single : double
    }

    /// A text within brackets on one line: plain if YAML reads it unchanged, otherwise in quotes.
    public static func inFlow(_ text: String) -> String { inline(text, .plain, isInFlow: true) }

    /// A text in double quotes, valid in YAML and JSON.
    public static func doubleQuoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return isPlain ? "\"\(text)\"" : "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        default:
            if isPrintable(scalar) { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - min(4, digits.count)) + digits
        }
    }

    /// Whether a character needs no escape in any style.
    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0x7f && !(0x80...0xa0).contains(scalar.value)
            && !["\u{2028}", "\u{2029}", "\u{feff}", "\u{fffe}", "\u{ffff}"].contains(scalar)
    }

    // MARK: Plain texts

    private static func canBePlain(_ text: String, isInFlow: Bool) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last, scalars.allSatisfy({ isPrintable($0) }),
            first != " ", last != " ", last != ":", !text.hasPrefix("---"), !text.hasPrefix("...")
        else { return false }
        if "-?:".unicodeScalars.contains(first) {
            // A dash begins a number or a descending property. Alone it begins a list's element.
            guard first == "-", scalars.count > 1, scalars[1] != " " else { return false }
        } else if ",[]{}#&*!|>'\"%@`".unicodeScalars.contains(first) {
            return false
        }
        // libyaml takes a question mark within a text in brackets; PyYAML and ruamel.yaml end the text at it.
        if isInFlow, scalars.contains(where: { ",[]{}?".unicodeScalars.contains($0) }) { return false }
        return !zip(scalars, scalars.dropFirst()).contains { left, right in
            (left == ":" && right == " ") || (left == " " && right == "#")
        }
    }

    /// Whether some YAML reader would read the plain text as null, a Boolean, a number or a date, so that it needs quotes.
    private static func meansSomethingElse(_ text: String) -> Bool {
        let words = ["~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<"]
        if text.isEmpty || words.contains(text.lowercased()) { return true }
        let body = text.drop { $0 == "-" || $0 == "+" || $0 == "." }
        let isNumeric = body.first?.isASCII == true && body.first?.isNumber == true
        let isSpecial = ["inf", "nan"].contains(body.lowercased()) && body.count < text.count
        return isSpecial || isNumeric && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.:_ ".contains($0)) }
    }
}
