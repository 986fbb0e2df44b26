import Diagnostics
import SchemaSyntax

/// A file of a model with its text, and the tree of it.
package struct SourceFile: Sendable {
    /// The path, as findings show it.
    package var path: String
    package let document: TextDocument
    let parsed: YAMLParser.Result
    package let root: YAMLNode

    /// nil if the text is not YAML.
    package init?(path: String, document: TextDocument) {
        self.init(path: path, document: document, YAMLParser.parse(document.bytes, file: path))
    }

    /// - Parameter parsed: the result of parsing the text.
    init?(path: String, document: TextDocument, _ parsed: YAMLParser.Result) {
        guard let root = parsed.root else { return nil }
        (self.path, self.document, self.parsed, self.root) = (path, document, parsed, root)
    }

    /// The bytes of a part of a scalar, if the file has the same text there.
    /// - Parameter range: the part, in Unicode scalars of the scalar's text.
    func offsets(of range: Range<Int>, in node: YAMLNode) -> Range<Int>? {
        guard let text = node.text else { return nil }
        let scalars = Array(text.unicodeScalars)
        let range = range.clamped(to: 0..<scalars.count)
        let part = String(String.UnicodeScalarView(scalars[range]))
        let direct = document.offsets(of: node.span(of: range))
        if document.text(in: direct) == part { return direct }
        return foldedOffsets(of: range, part, scalars, in: document.offsets(of: node.span))
    }

    /// A text of several lines or with escapes has the same words in the same order, unless an escape is part of one.
    private func foldedOffsets(of range: Range<Int>, _ part: String, _ scalars: [Unicode.Scalar], in whole: Range<Int>) -> Range<Int>? {
        guard !part.isEmpty, part.unicodeScalars.allSatisfy(\.isOfName) else { return nil }
        func runs(_ isOfName: [Bool]) -> [Range<Int>] {
            var runs = [Range<Int>]()
            var start: Int?
            for (index, flag) in (isOfName + [false]).enumerated() {
                if flag { start = start ?? index } else if let begun = start {
                    runs.append(begun..<index)
                    start = nil
                }
            }
            return runs
        }
        let wanted = runs(scalars.map(\.isOfName))
        guard let place = wanted.firstIndex(where: { $0 == range }) else { return nil }
        var start = whole.lowerBound
        // The indicator of a block, as in `>-2`, is no word of the text.
        if start < whole.upperBound, document.bytes[start] == UInt8(ascii: ">") || document.bytes[start] == UInt8(ascii: "|") {
            while start < whole.upperBound, document.bytes[start] != 0x0a { start += 1 }
        }
        let written = document.bytes[start..<whole.upperBound]
        let found = runs(written.map { Unicode.Scalar($0).isOfName })
        guard found.count == wanted.count, place < found.count else { return nil }
        let offsets = (start + found[place].lowerBound)..<(start + found[place].upperBound)
        return document.text(in: offsets) == part ? offsets : nil
    }

    /// The bytes of a name in a key, without quotes.
    func offsets(ofKey entry: YAMLNode.Entry) -> Range<Int>? {
        let offsets = document.offsets(of: entry.keySpan)
        if document.text(in: offsets) == entry.key { return offsets }
        guard offsets.count == entry.key.utf8.count + 2 else { return nil }
        let inner = (offsets.lowerBound + 1)..<(offsets.upperBound - 1)
        return document.text(in: inner) == entry.key ? inner : nil
    }
}

extension Unicode.Scalar {
    /// Whether a name can contain it.
    var isOfName: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}
