/// Another form of a text, named after a dot: `{{doc.line}}`.
public enum TextForm: String, Sendable, CaseIterable {
    case line, markdown, json, lower

    public var doc: String {
        switch self {
        case .line: "on one line, with one space for each line break or run of spaces"
        case .markdown: "on one line, with Markdown's markup escaped; also for cells of a table"
        case .json: "in double quotes, as a string of JSON and JavaScript"
        case .lower: "in lower case"
        }
    }

    func apply(to text: String) -> String {
        switch self {
        case .line: Self.joined(text)
        case .markdown: Self.plainMarkdown(Self.joined(text))
        case .json: Self.quoted(text)
        case .lower: text.lowercased()
        }
    }

    private static func joined(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func plainMarkdown(_ line: String) -> String {
        let text = line.map { #"\`*_[]<>|&#~"#.contains($0) ? "\\\($0)" : String($0) }.joined()
        // No character at its beginning may turn it into a list, or the line before into a heading.
        let word = text.prefix { $0 != " " }
        if word == "+" || !word.isEmpty && (word.allSatisfy { $0 == "-" } || word.allSatisfy { $0 == "=" }) { return "\\" + text }
        guard word.wholeMatch(of: /[0-9]+[.)]/) != nil else { return text }
        return "\(word.dropLast())\\\(text.dropFirst(word.count - 1))"
    }

    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            // Older versions of JavaScript end a line at the last two.
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(scalars.joined())\""
    }
}
