/// Pieces of YAML.
package enum YAMLText {
    /// The words that YAML reads as no value where they stand without quotes (https://yaml.org/spec/1.2.2/#1032-tag-resolution).
    package static let wordsForNothing: Set = ["null", "Null", "NULL"]

    /// A text in double quotes, whatever stands in it.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
            // A reader of YAML refuses some of these, and takes others for a blank.
            case "\u{80}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A key: a name as it is, and another text in quotes.
    package static func key(_ text: String) -> String { text.wholeMatch(of: /[A-Za-z]\w*/) == nil ? quoted(text) : text }

    package static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

    package static func mapping(_ entries: [(key: String, value: String)]) -> String {
        "{ \(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
    }
}
