import Diagnostics

/// Parses a file that is being edited: after an edit only the entries that it touches.
///
/// The lines of an entry of the root, or of an entry of a mapping there, are a piece. A changed piece is parsed between two keys in the
/// place of its neighbours, so libyaml reads it as within the file. Whatever can reach beyond a piece, such as an anchor or an open
/// bracket, leads to ``YAMLParser``.
package struct PieceParser {
    private let file: String
    /// The last text that could be cut.
    private var bytes: [UInt8] = []
    private var parts: [Part] = []
    /// The bytes before the first key.
    private var prelude = Extent()
    /// The end of the file within its last piece.
    private var end = SourceLocation(line: 1, column: 1)
    /// Counts pieces, so that each has a name of its own.
    private var count = 0

    /// - Parameter file: the path of the file, as findings show it.
    package init(file: String) { self.file = file }

    /// Parses the present text of the file.
    package mutating func parse(_ bytes: [UInt8]) -> PieceTree {
        if update(to: bytes), let tree { return tree }
        var hasAnchors = false
        let whole = YAMLParser.parse(bytes, file: file, &hasAnchors)
        if whole.findings.isEmpty, !hasAnchors, let root = whole.root, begin(root, bytes), let tree { return tree }
        return PieceTree(root: whole.root, findings: whole.findings, file: file, lines: [:])
    }

    // MARK: The whole file

    /// Cuts the whole file.
    private mutating func begin(_ root: YAMLNode, _ bytes: [UInt8]) -> Bool {
        guard LineEnds.areUsual(in: bytes[...]), let cut = PieceCutter.cut(root, bytes[...], name: { nextName() }) else { return false }
        (self.bytes, prelude, parts, end) = (bytes, cut.prelude, cut.parts, cut.end)
        return true
    }

    /// The tree of a text without findings and anchors, which are no matter of one piece.
    private static func read(_ bytes: [UInt8]) -> YAMLNode? {
        var hasAnchors = false
        // Pieces get names of their own.
        let result = YAMLParser.parse(bytes, file: "", &hasAnchors)
        return result.findings.isEmpty && !hasAnchors ? result.root : nil
    }

    private mutating func nextName() -> String {
        count += 1
        return "\(file)#\(count)"
    }

    // MARK: An edit

    /// The range of the old bytes between the beginning and the end that both texts share.
    private static func changed(_ old: [UInt8], _ new: [UInt8]) -> Range<Int> {
        old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                let limit = min(old.count, new.count)
                var (start, end) = (0, 0)
                while start < limit, old[start] == new[start] { start += 1 }
                while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
                return start..<(old.count - end)
            }
        }
    }

    /// A run of pieces that follow each other in one mapping, within the old text.
    private struct Touched {
        /// The place of the part; of the first one for entries of the root.
        var part: Int
        /// The places of members; nil for entries of the root.
        var members: ClosedRange<Int>?
        var offsets: Range<Int>
    }

    /// Parses the pieces that differ from the last text.
    private mutating func update(to bytes: [UInt8]) -> Bool {
        guard !parts.isEmpty, bytes.count <= YAMLParser.Limit.bytes else { return false }
        let changed = Self.changed(self.bytes, bytes)
        if changed.isEmpty, bytes.count == self.bytes.count { return true }
        guard let touched = touched(changed) else { return false }
        let text = bytes[touched.offsets.lowerBound..<(touched.offsets.upperBound + bytes.count - self.bytes.count)]
        let isLast = touched.offsets.upperBound == self.bytes.count
        guard isLast || text.last == 0x0a, LineEnds.areUsual(in: text) else { return false }
        let isDone =
            touched.members.map { replace($0, ofPart: touched.part, with: text, isLast: isLast) }
            ?? replaceRoot(touched.part, with: text, isLast: isLast)
        if isDone { self.bytes = bytes }
        return isDone
    }

    /// The pieces of a changed range. A change before the first key of a piece may belong to the piece before, whose end it can look like.
    private func touched(_ changed: Range<Int>) -> Touched? {
        var start = prelude.bytes
        if changed.lowerBound < start { return nil }
        for (place, part) in parts.enumerated() {
            let header = start..<(start + part.header.extent.bytes)
            start = header.upperBound
            if part.members.isEmpty {
                let range = max(0, changed.lowerBound - 1)..<max(changed.upperBound, changed.lowerBound)
                if header.contains(range.lowerBound) { return range.upperBound <= start ? Touched(part: place, offsets: header) : nil }
                continue
            }
            if changed.lowerBound < start { return nil }
            let first = max(start, changed.lowerBound - part.column)
            let range = first..<max(changed.upperBound, first + 1)
            var found: Touched?
            for (member, piece) in part.members.enumerated() {
                let offsets = start..<(start + piece.extent.bytes)
                start = offsets.upperBound
                if offsets.upperBound <= range.lowerBound { continue }
                if offsets.lowerBound >= range.upperBound { break }
                if let known = found, let members = known.members {
                    found?.members = members.lowerBound...member
                    found?.offsets = known.offsets.lowerBound..<offsets.upperBound
                } else {
                    found = Touched(part: place, members: member...member, offsets: offsets)
                }
            }
            if let found { return range.upperBound <= found.offsets.upperBound ? found : nil }
        }
        return nil
    }

    private mutating func replace(_ members: ClosedRange<Int>, ofPart place: Int, with text: ArraySlice<UInt8>, isLast: Bool) -> Bool {
        let part = parts[place]
        let following = members.upperBound < part.members.count - 1 ? part.column : isLast ? nil : 1
        guard let read = PieceReader(column: part.column, isWithinSection: true, following: following).read(text, Self.read) else { return false }
        let others = [part.members[..<members.lowerBound], part.members[(members.upperBound + 1)...]].joined()
        guard Self.areNew(read.entries, among: others.lazy.flatMap(\.entries)),
            let pieces = PieceCutter.pieces(of: read.entries, below: 0, text, name: { nextName() }), let last = pieces.last
        else { return false }
        parts[place].members.replaceSubrange(members, with: pieces)
        if isLast { end = SourceLocation(line: read.end.line - LineEnds.count(in: text) + last.extent.lines, column: read.end.column) }
        return true
    }

    private mutating func replaceRoot(_ place: Int, with text: ArraySlice<UInt8>, isLast: Bool) -> Bool {
        let reader = PieceReader(column: 1, isWithinSection: false, following: isLast ? nil : 1)
        guard let read = reader.read(text, Self.read), read.entries.count == 1 else { return false }
        let others = [parts[..<place], parts[(place + 1)...]].joined()
        guard Self.areNew(read.entries, among: others.lazy.flatMap(\.header.entries)),
            let pieces = PieceCutter.pieces(of: read.entries, below: 0, text, name: { nextName() }), pieces.count == 1
        else { return false }
        parts[place] = Part(header: pieces[0])
        if isLast { end = read.end }
        return true
    }

    /// Whether no other entry has one of the keys: the whole file reports a duplicate.
    private static func areNew(_ entries: [YAMLNode.Entry], among others: some Sequence<YAMLNode.Entry>) -> Bool {
        let keys = Set(entries.map(\.key))
        return !others.contains { keys.contains($0.key) }
    }

    // MARK: The tree

    private var tree: PieceTree? {
        var assembly = PieceAssembly(file: file, line: prelude.lines)
        for part in parts { assembly.add(part) }
        let tree = assembly.tree(endingAt: end)
        return (tree?.root?.count ?? 0) <= YAMLParser.Limit.nodes ? tree : nil
    }
}
