/// How wide a text can be, in units of its font's size.
///
/// The widths are those of DejaVu Sans, the widest of the fonts that a picture asks for. So a text fits in its box with each of them.
enum TextWidth {
    static func of(_ text: String, isBold: Bool = false) -> Double {
        text.unicodeScalars.reduce(0) { $0 + width($1) } * (isBold ? 1.14 : 1)
    }

    /// A text that is cut at a number of characters.
    static func cut(_ text: String, to count: Int) -> String {
        text.count <= count ? text : text.prefix(count - 1) + "…"
    }

    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "i", "j", "l", "I", "|", "!", ".", ",", ":", ";", "'", " ": 0.34
        case "f", "t", "r", "(", ")", "[", "]", "-", "/", "\\", "\"", "J": 0.46
        case "m", "M", "W", "@", "%", "…": 1.0
        case "w", "+", "<", ">", "=", "~": 0.84
        case "A"..."Z": 0.79
        case "a"..."z", "0"..."9", "_", "?", "*": 0.64
        default: otherWidth(scalar)
        }
    }

    private static func otherWidth(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 1.4 }
        // Scripts whose characters fill a square.
        return scalar.value >= 0x1100 ? 1.1 : 0.85
    }
}
