import Diagnostics
import SchemaSyntax

/// Lines that an editor can fold.
package struct FoldingRange: Codable, Hashable, Sendable {
    package var startLine: Int
    package var endLine: Int
    package var kind: String?
}

/// Finds what can be folded: mappings and lists of several lines, and runs of comments.
package enum FoldingRanges {
    package static func ranges(in document: TextDocument) -> [FoldingRange] {
        let root = YAMLParser.parse(document.bytes, file: "").root
        var ranges = [FoldingRange]()
        if let root { collect(root, document, into: &ranges) }
        return (ranges + comments(in: document)).sorted { ($0.startLine, -$0.endLine) < ($1.startLine, -$1.endLine) }
    }

    private static func collect(_ node: YAMLNode, _ document: TextDocument, into ranges: inout [FoldingRange]) {
        for entry in node.entries ?? [] {
            let start = document.line(of: document.offsets(of: entry.keySpan).lowerBound)
            let end = document.line(of: contentEnd(of: entry, in: document))
            if end > start { ranges.append(FoldingRange(startLine: start, endLine: end)) }
            collect(entry.value, document, into: &ranges)
        }
        for item in node.items ?? [] { collect(item, document, into: &ranges) }
    }

    /// The end of what an entry contains, without comments and empty lines after it.
    static func contentEnd(of entry: YAMLNode.Entry, in document: TextDocument) -> Int {
        let start = document.offsets(of: entry.keySpan).upperBound
        var end = max(start, document.offsets(of: lastLeaf(entry.value).span).upperBound)
        if entry.value.entries?.isEmpty == false || entry.value.items?.isEmpty == false { end = max(end, closing(entry.value, document)) }
        while end > start, document.bytes[end - 1] == 0x20 || document.bytes[end - 1] == 0x0a || document.bytes[end - 1] == 0x0d { end -= 1 }
        return end
    }

    /// The bracket at the end of a list or a mapping; 0 for one without brackets.
    private static func closing(_ node: YAMLNode, _ document: TextDocument) -> Int {
        let offsets = document.offsets(of: node.span)
        guard offsets.lowerBound < document.bytes.count, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(document.bytes[offsets.lowerBound]) else { return 0 }
        return offsets.upperBound
    }

    private static func lastLeaf(_ node: YAMLNode) -> YAMLNode {
        var node = node
        while let last = node.entries?.last?.value ?? node.items?.last { node = last }
        return node
    }

    private static func comments(in document: TextDocument) -> [FoldingRange] {
        var ranges = [FoldingRange]()
        var start: Int?
        for line in 0...document.lineCount {
            let isComment = line < document.lineCount && document.bytes[document.offsets(ofLine: line)].first { $0 != 0x20 } == UInt8(ascii: "#")
            if isComment {
                start = start ?? line
            } else if let begun = start {
                if line - 1 > begun { ranges.append(FoldingRange(startLine: begun, endLine: line - 1, kind: "comment")) }
                start = nil
            }
        }
        return ranges
    }
}
