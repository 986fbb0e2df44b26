/// Puts lines of Swift together, indented as a person would.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    /// The longest line that is kept on one line.
    static let width = 110
    static let indent = "    "

    mutating func line(_ line: String = "") {
        text += line.isEmpty ? "\n" : String(repeating: Self.indent, count: depth) + line + "\n"
    }

    /// A line that opens a brace, what stands within, and the closing brace.
    mutating func block(_ opening: String, _ body: (inout SourceWriter) -> Void) {
        line(opening + " {")
        indented(body)
        line("}")
    }

    /// What stands one step further in.
    mutating func indented(_ body: (inout SourceWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// A section of a type, with a blank line before it unless it comes first.
    mutating func mark(_ title: String) {
        if !text.hasSuffix("{\n") { line() }
        line("// MARK: \(title)")
        line()
    }

    /// Documentation, wrapped; paragraphs are kept apart.
    mutating func doc(_ paragraphs: [String]) {
        let width = Self.width - depth * Self.indent.count - 4
        for (index, paragraph) in paragraphs.enumerated() {
            if index > 0 { line("///") }
            for wrapped in Self.wrap(paragraph, width: width) { line("/// \(wrapped)") }
        }
    }

    /// A call or declaration: on one line if it fits, otherwise an argument on each.
    mutating func list(_ opening: String, _ items: [String], _ closing: String) {
        let whole = opening + items.joined(separator: ", ") + closing
        if whole.count + depth * Self.indent.count <= Self.width && !items.contains(where: { $0.contains("\n") }) {
            line(whole)
            return
        }
        line(opening)
        depth += 1
        for (index, item) in items.enumerated() {
            let isLast = index == items.count - 1
            line(indented(item) + (isLast ? "" : ","))
        }
        depth -= 1
        line(closing.trimmingPrefixSpaces)
    }

    /// The lines of a text of several lines, each at the current depth.
    mutating func lines(_ text: String) {
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) { line(String(part)) }
    }

    /// Lines after the first get the indentation of the first.
    private func indented(_ item: String) -> String {
        item.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\n" + String(repeating: Self.indent, count: depth))
    }

    private static func wrap(_ paragraph: String, width: Int) -> [String] {
        var lines = [""]
        // The compiler warns of control characters, wherever they stand.
        let visible = paragraph.unicodeScalars.filter {
            $0.properties.generalCategory != .control || $0.properties.isWhitespace
        }
        for word in String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace) {
            let current = lines[lines.count - 1]
            if current.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if current.count + 1 + word.count <= width {
                lines[lines.count - 1] = current + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension String {
    fileprivate var trimmingPrefixSpaces: String { String(drop { $0 == " " }) }
}

/// Literals of Swift.
enum SwiftLiteral {
    /// A string literal on one line, whatever the text holds.
    static func string(_ text: String) -> String {
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
        // By scalars, as the compiler reads it: an accent on a quote or on a `#` does not hide it.
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                (afterQuotesOrBackslash, run) = (true, 0)
                hashes = max(hashes, 1)
            } else if scalar == "#", afterQuotesOrBackslash {
                run += 1
                hashes = max(hashes, run + 1)
            } else {
                afterQuotesOrBackslash = false
            }
        }
        let fence = String(repeating: "#", count: hashes)
        let body = text.split(separator: "\n", omittingEmptySubsequences: false).joined(
            separator: "\n" + SourceWriter.indent)
        return "\(fence)\"\"\"\n\(SourceWriter.indent)\(body)\n\(SourceWriter.indent)\"\"\"\(fence)"
    }
}
