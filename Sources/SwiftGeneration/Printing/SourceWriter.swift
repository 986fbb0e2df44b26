/// Writes lines of indented Swift.
struct SourceWriter {
    // Bytes, not characters: finding the bounds of characters would take most of the time.
    fileprivate private(set) var bytes: [UInt8] = []
    private var depth = 0

    /// The longest line that is kept on one line.
    static let width = 110
    static let indent = "    "

    /// The text so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func line(_ line: String = "") {
        var line = line
        line.withUTF8 { append($0[...]) }
    }

    /// The lines of a text of several lines, each at the current depth.
    mutating func lines(_ text: String) {
        var text = text
        text.withUTF8 {
            for line in $0.split(separator: .newline, omittingEmptySubsequences: false) { append(line) }
        }
    }

    private mutating func append(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
        if !line.isEmpty {
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * Self.indent.utf8.count))
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line))
        }
        bytes.append(.newline)
    }

    /// A line with an opening brace, the body, and the closing brace.
    mutating func block(_ opening: String, _ body: (inout SourceWriter) -> Void) {
        line(opening + " {")
        indented(body)
        line("}")
    }

    /// The body, indented one level.
    mutating func indented(_ body: (inout SourceWriter) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// A section of a type, with a blank line before it unless it comes first.
    mutating func mark(_ title: String) {
        if !bytes.suffix(2).elementsEqual("{\n".utf8) { line() }
        line("// MARK: \(title)")
        line()
    }

    /// Documentation, wrapped, with its paragraphs.
    mutating func doc(_ paragraphs: [String]) {
        let width = Self.width - depth * Self.indent.count - 4
        for (index, paragraph) in paragraphs.enumerated() {
            if index > 0 { line("///") }
            for wrapped in Wrapping.lines(of: paragraph, width: width) { line("/// \(wrapped)") }
        }
    }

    /// A call or declaration: on one line if it fits, otherwise an argument on each.
    mutating func list(_ opening: String, _ items: [String], _ closing: String, width: Int = Self.width) {
        if fits(opening, items, closing, width: width) {
            line(opening + items.joined(separator: ", ") + closing)
            return
        }
        line(opening)
        indented { writer in
            for item in items.dropLast() { writer.lines(item + ",") }
            if let last = items.last { writer.lines(last) }
        }
        line(closing.trimmingPrefixSpaces)
    }

    private func fits(_ opening: String, _ items: [String], _ closing: String, width: Int) -> Bool {
        var room = width - depth * Self.indent.count - opening.scalarCount - closing.scalarCount
        for (index, item) in items.enumerated() {
            room -= item.scalarCount + (index > 0 ? 2 : 0)
            if room < 0 || item.hasNewline { return false }
        }
        return room >= 0
    }
}

extension UInt8 {
    fileprivate static let newline = UInt8(ascii: "\n")
}

extension String {
    fileprivate var trimmingPrefixSpaces: String { String(drop { $0 == " " }) }

    fileprivate var hasNewline: Bool { utf8.contains(.newline) }

    /// The number of Unicode scalars: of the bytes that do not continue one.
    var scalarCount: Int { utf8.count { $0 & 0b1100_0000 != 0b1000_0000 } }

    /// The text, indented one level.
    var indented: String {
        var writer = SourceWriter()
        writer.indented { $0.lines(self) }
        return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
    }
}
