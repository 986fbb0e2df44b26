/// Puts lines of Swift together, indented as a person would.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    /// The longest line that is kept on one line.
    static let width = 110
    static let indent = "    "

    mutating func line(_ line: String = "") {
        if !line.isEmpty {
            for _ in 0..<depth { text += Self.indent }
            text += line
        }
        text += "\n"
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
    mutating func list(_ opening: String, _ items: [String], _ closing: String, width: Int = Self.width) {
        let length =
            depth * Self.indent.count + opening.scalarCount + closing.scalarCount
            + items.reduce(0) { $0 + $1.scalarCount + 2 } - (items.isEmpty ? 0 : 2)
        if length <= width, !items.contains(where: \.hasNewline) {
            line(opening + items.joined(separator: ", ") + closing)
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
        for part in text.lines { line(String(part)) }
    }

    /// Lines after the first get the indentation of the first.
    private func indented(_ item: String) -> String {
        guard item.hasNewline else { return item }
        return item.lines.joined(separator: "\n" + String(repeating: Self.indent, count: depth))
    }

    private static func wrap(_ paragraph: String, width: Int) -> [String] {
        var lines = [""]
        var length = 0
        for word in paragraph.unicodeScalars.split(whereSeparator: \.isSpace) {
            // The compiler warns of control characters, wherever they stand.
            let visible = word.contains(where: \.isControl) ? word.filter { !$0.isControl } : word
            let count = visible.count
            if length > 0, length + 1 + count > width {
                lines.append(String(visible))
                length = count
            } else {
                if length > 0 { lines[lines.count - 1] += " " }
                lines[lines.count - 1] += String(visible)
                length += count + (length > 0 ? 1 : 0)
            }
        }
        return lines
    }
}

extension String {
    fileprivate var trimmingPrefixSpaces: String { String(drop { $0 == " " }) }

    // Characters are what people see, but finding their bounds is most of the work of printing; scalars serve here.

    var scalarCount: Int { unicodeScalars.count }

    fileprivate var hasNewline: Bool { utf8.contains(UInt8(ascii: "\n")) }

    /// The lines of a text, the empty ones too.
    var lines: [Substring] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }
}

extension Unicode.Scalar {
    // Properties are searched for in tables: too slow for every letter of a model, where nearly all are ASCII.

    fileprivate var isSpace: Bool { isASCII ? value == 0x20 || (0x09...0x0d).contains(value) : properties.isWhitespace }

    fileprivate var isControl: Bool { isASCII ? value < 0x20 || value == 0x7f : properties.generalCategory == .control }
}
