import Diagnostics
import SchemaSyntax

/// Edits of mappings in a file of YAML, as its author would write them: in the style of the mapping, beside its other entries.
struct MappingEditor {
    let document: TextDocument
    let root: YAMLNode

    /// nil if the text is not YAML.
    init?(_ document: TextDocument) {
        guard let root = YAMLParser.parse(document.bytes, file: "").root else { return nil }
        self.init(document, root: root)
    }

    init(_ document: TextDocument, root: YAMLNode) {
        (self.document, self.root) = (document, root)
    }

    /// The entry at a path of keys.
    func entry(at path: [String]) -> YAMLNode.Entry? {
        var node = root
        var found: YAMLNode.Entry?
        for key in path {
            guard let entry = node.entries?.first(where: { $0.key == key }) else { return nil }
            (found, node) = (entry, entry.value)
        }
        return found
    }

    /// Sets the value of a key below a path of keys; missing mappings are added.
    /// - Parameter value: YAML on one line.
    func setting(_ key: String, to value: String, at path: [String]) -> TextEdit? {
        var node = root
        var parent: YAMLNode.Entry?
        for (depth, step) in path.enumerated() {
            guard let entry = node.entries?.first(where: { $0.key == step }) else {
                return adding(Self.lines(Array(path[depth...]) + [key], value), to: node, of: parent)
            }
            (parent, node) = (entry, entry.value)
        }
        if let entry = node.entries?.first(where: { $0.key == key }) {
            if entry.value.isNull, document.offsets(of: entry.value.span).isEmpty {
                let end = document.offsets(of: entry.keySpan).upperBound
                guard end < document.bytes.count, document.bytes[end] == UInt8(ascii: ":") else { return nil }
                return TextEdit(range: document.range(of: (end + 1)..<(end + 1)), newText: " " + value)
            }
            guard entry.value.text != nil || isFlow(entry.value) else { return nil }
            return TextEdit(range: document.range(of: entry.value.span), newText: value)
        }
        return adding(Self.lines([key], value), to: node, of: parent)
    }

    /// Nested keys with a value, one line each.
    private static func lines(_ keys: [String], _ value: String) -> [String] {
        keys.enumerated().map { depth, key in
            String(repeating: "  ", count: depth) + ScalarPrinter.inFlow(key) + (depth == keys.count - 1 ? ": \(value)" : ":")
        }
    }

    /// Adds an entry after the last one of a mapping.
    /// - Parameter parent: the entry whose value the mapping is; nil for the root.
    private func adding(_ lines: [String], to node: YAMLNode, of parent: YAMLNode.Entry?) -> TextEdit? {
        if let entries = node.entries, isFlow(node) {
            // Nested keys in brackets need brackets of their own.
            guard let text = Self.inFlow(lines) else { return nil }
            let whole = document.offsets(of: node.span)
            guard let last = entries.last else {
                return TextEdit(range: document.range(of: whole), newText: "{ \(text) }")
            }
            let end = document.offsets(of: last.value.span).upperBound
            return TextEdit(range: document.range(of: end..<end), newText: ", \(text)")
        }
        let indentation: Int
        let end: Int
        if let last = node.entries?.last {
            indentation = last.keySpan.start.column - 1
            end = endOfLine(contentEnd(of: last.value, after: last.keySpan))
        } else if node.isNull, let parent {
            indentation = parent.keySpan.start.column + 1
            guard document.offsets(of: node.span).isEmpty else { return nil }
            end = endOfLine(document.offsets(of: parent.keySpan).upperBound)
        } else {
            return nil
        }
        let margin = String(repeating: " ", count: indentation)
        return TextEdit(range: document.range(of: end..<end), newText: lines.map { "\n\(margin)\($0)" }.joined())
    }

    private static func inFlow(_ lines: [String]) -> String? {
        guard lines.count > 1 else { return lines.first }
        let keys = lines.map { $0.trimmingCharacters { $0 == " " } }
        return keys.dropLast().map { "\($0) { " }.joined() + (keys.last ?? "") + String(repeating: " }", count: keys.count - 1)
    }

    private func isFlow(_ node: YAMLNode) -> Bool {
        let start = document.offsets(of: node.span).lowerBound
        guard node.text == nil, start < document.bytes.count else { return false }
        return document.bytes[start] == UInt8(ascii: "{") || document.bytes[start] == UInt8(ascii: "[")
    }

    /// The end of what an entry contains, without comments and empty lines after it.
    private func contentEnd(of value: YAMLNode, after key: SourceSpan) -> Int {
        if !isFlow(value) {
            if let last = value.entries?.last { return contentEnd(of: last.value, after: last.keySpan) }
            if let last = value.items?.last { return contentEnd(of: last, after: key) }
        }
        var end = document.offsets(of: value.span).upperBound
        let start = document.offsets(of: key).upperBound
        while end > start, [0x20, 0x0a, 0x0d].contains(document.bytes[end - 1]) { end -= 1 }
        return max(start, end)
    }

    private func endOfLine(_ offset: Int) -> Int { document.offsets(ofLine: document.line(of: offset)).upperBound }
}
