import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badStoredName = FindingCode("TR1313")
}

/// Reads the names of tables and columns, for files that other programs read too.
enum StoredNameReader {
    /// The name in `node`, or nil if it is missing or invalid, which is reported.
    static func read(_ node: YAMLNode?, _ what: String, in context: inout ReadingContext) -> Name? {
        guard let node, let text = context.text(node, what) else { return nil }
        if context.takesAnyStoredName { return existingName(text, what, at: node.span, in: &context) }
        let bytes = Array(text.utf8)
        func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
        func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x5f }
        let isUsable =
            bytes.first.map(isLetter) == true && bytes.allSatisfy(isWord) && bytes.count <= 64 && bytes.last != 0x5f
            && !text.contains("__") && !text.lowercased().hasPrefix("sqlite_")
        if isUsable { return Name(text, at: node.span) }
        context.report(
            .badStoredName, "'\(text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined())' cannot be \(what)",
            at: node.span,
            suggestion: .init(
                "use an ASCII letter, then at most 63 letters, digits and single underscores; the prefix 'sqlite_' is reserved"))
        return nil
    }

    /// The name of a table or a column of another program.
    private static func existingName(_ text: String, _ what: String, at span: SourceSpan, in context: inout ReadingContext) -> Name? {
        let isUsable =
            !text.isEmpty && text.utf8.count <= 128 && !text.lowercased().hasPrefix("sqlite_")
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\"" }
        if isUsable { return Name(text, at: span) }
        context.report(
            .badStoredName, "'\(text.unicodeScalars.map { $0.escaped(asASCII: false) }.joined())' cannot be \(what)", at: span,
            suggestion: .init("use 1 to 128 bytes without quotes and control characters; the prefix 'sqlite_' is reserved"))
        return nil
    }
}
