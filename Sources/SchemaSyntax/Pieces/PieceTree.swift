import Diagnostics

/// The size of a piece of a text.
struct Extent {
    var bytes = 0
    var lines = 0
}

/// Some lines of a file with their entries. Places within them count from the first of the lines, so an edit before a piece changes nothing
/// in it.
struct Piece {
    /// The name that stands for the file in places of the piece. No two pieces ever have the same.
    var name: String
    var entries: [YAMLNode.Entry]
    var extent: Extent
}

/// An entry of the root: one piece, or its key and a piece for each entry of its mapping.
struct Part {
    /// The lines of the whole entry, or those before its first member.
    var header: Piece
    var members: [Piece] = []
    /// The column of the members' keys.
    var column = 1
}

/// The tree of a file in pieces. Its places are those of pieces, and ``placed(_:)-(SourceSpan)`` gives those of the file.
package struct PieceTree: Sendable {
    /// nil for a text that is no YAML.
    package let root: YAMLNode?
    /// Those of the whole file, with places of the file. A text with findings is not cut.
    package let findings: [Finding]
    private let file: String
    /// The number of lines before each piece, by its name; empty if the text is not cut.
    private let lines: [String: Int]

    init(root: YAMLNode?, findings: [Finding] = [], file: String, lines: [String: Int]) {
        (self.root, self.findings, self.file, self.lines) = (root, findings, file, lines)
    }

    /// The place in the file of a place in a piece.
    package func placed(_ span: SourceSpan) -> SourceSpan {
        lines[span.file].map { span.moved(to: file, by: $0) } ?? span
    }

    /// The result of parsing, with the places of pieces.
    package var result: YAMLParser.Result { .init(root: root, findings: findings) }

    /// The result of parsing, with the places of the file.
    package var placedResult: YAMLParser.Result { .init(root: placedRoot, findings: findings) }

    private var placedRoot: YAMLNode? {
        if lines.isEmpty { return root }
        // Neighbours are of one piece.
        var last: (name: String, lines: Int) = ("", 0)
        return root?.mapSpans { span in
            if span.file != last.name { last = (span.file, lines[span.file] ?? 0) }
            return span.moved(to: file, by: last.lines)
        }
    }
}

/// Puts pieces together.
struct PieceAssembly {
    private let file: String
    /// The number of lines before the next piece.
    private var line: Int
    private var lines: [String: Int] = [:]
    private var entries: [YAMLNode.Entry] = []
    /// The place of an entry whose mapping ends at the next part, and the first line of that mapping.
    private var open: (entry: Int, line: Int)?
    private var last = 0

    init(file: String, line: Int) { (self.file, self.line) = (file, line) }

    mutating func add(_ part: Part) {
        close(at: SourceLocation(line: line + 1, column: 1))
        take(part.header)
        entries += part.header.entries
        guard let first = part.members.first, let start = first.entries.first?.keySpan else { return }
        open = (entries.count - 1, line)
        for member in part.members { take(member) }
        let members = part.members.flatMap(\.entries)
        entries[entries.count - 1].value = YAMLNode(
            content: .mapping(members), span: start, count: members.reduce(1) { $0 + 1 + $1.value.count })
    }

    private mutating func take(_ piece: Piece) {
        lines[piece.name] = line
        last = line
        line += piece.extent.lines
    }

    /// Ends the last mapping at a place of the file.
    private mutating func close(at end: SourceLocation) {
        if let (entry, first) = open { entries[entry].value.span.end = SourceLocation(line: end.line - first, column: end.column) }
        open = nil
    }

    /// - Parameter end: the end of the file within its last piece.
    mutating func tree(endingAt end: SourceLocation) -> PieceTree? {
        guard let first = entries.first?.keySpan else { return nil }
        let end = SourceLocation(line: end.line + last, column: end.column)
        close(at: end)
        var span = first
        span.end = SourceLocation(line: end.line - (lines[first.file] ?? 0), column: end.column)
        let root = YAMLNode(content: .mapping(entries), span: span, count: entries.reduce(1) { $0 + 1 + $1.value.count })
        return PieceTree(root: root, file: file, lines: lines)
    }
}

extension SourceSpan {
    /// The same columns of a file, a number of lines further down.
    func moved(to file: String, by lines: Int) -> SourceSpan {
        SourceSpan(
            file: file, start: .init(line: start.line + lines, column: start.column), end: .init(line: end.line + lines, column: end.column))
    }
}

extension YAMLNode {
    func mapSpans(_ change: (SourceSpan) -> SourceSpan) -> YAMLNode {
        var node = self
        node.span = change(span)
        switch content {
        case .scalar: break
        case .sequence(let items): node.content = .sequence(items.map { $0.mapSpans(change) })
        case .mapping(let entries): node.content = .mapping(entries.map { $0.mapSpans(change) })
        }
        return node
    }
}

extension YAMLNode.Entry {
    func mapSpans(_ change: (SourceSpan) -> SourceSpan) -> YAMLNode.Entry {
        YAMLNode.Entry(key: key, keySpan: change(keySpan), value: value.mapSpans(change))
    }
}
