import Diagnostics

/// Cuts a text into pieces along the lines of keys.
enum PieceCutter {
    struct Cut {
        var prelude: Extent
        var parts: [Part]
        /// The end of the file within its last piece.
        var end: SourceLocation
    }

    /// Cuts a whole file; nil if its root is no mapping with each key at the start of a line.
    static func cut(_ root: YAMLNode, _ text: ArraySlice<UInt8>, name: () -> String) -> Cut? {
        guard let entries = root.entries, let first = entries.first, first.keySpan.start == root.span.start, first.keySpan.start.column == 1 else {
            return nil
        }
        let prelude = first.keySpan.start.line - 1
        let starts = LineEnds.starts(in: text)
        var text = text[starts[prelude]...]
        guard let pieces = pieces(of: entries, below: prelude, text, name: name) else { return nil }
        var parts = [Part]()
        var (lines, last) = (prelude, prelude)
        for piece in pieces {
            let part = divided(piece, text.prefix(piece.extent.bytes), name: name)
            last = lines
            if !part.members.isEmpty { last += part.header.extent.lines + part.members.dropLast().reduce(0) { $0 + $1.extent.lines } }
            lines += piece.extent.lines
            text = text.dropFirst(piece.extent.bytes)
            parts.append(part)
        }
        let end = SourceLocation(line: root.span.end.line - last, column: root.span.end.column)
        return Cut(prelude: Extent(bytes: starts[prelude] - starts[0], lines: prelude), parts: parts, end: end)
    }

    /// Cuts lines at the keys of their entries; nil if they do not begin with the first key.
    /// - Parameter lines: the number of lines before them, which places of the entries count.
    static func pieces(
        of entries: [YAMLNode.Entry], below lines: Int, _ text: ArraySlice<UInt8>, name: () -> String
    ) -> [Piece]? {
        let starts = LineEnds.starts(in: text)
        let firsts = entries.map { $0.keySpan.start.line - lines - 1 }
        guard firsts.first == 0, firsts.last ?? 0 < starts.count, zip(firsts, firsts.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
        return entries.indices.map { place in
            let (first, next) = (firsts[place], place + 1 < firsts.count ? firsts[place + 1] : nil)
            let name = name()
            return Piece(
                name: name, entries: [entries[place].mapSpans { $0.moved(to: name, by: -lines - first) }],
                extent: Extent(
                    bytes: (next.map { starts[$0] } ?? text.endIndex) - starts[first], lines: (next ?? starts.count - 1) - first))
        }
    }

    /// An entry of the root with a piece for each member, if it is a mapping with each key on a line of its own.
    private static func divided(_ piece: Piece, _ text: ArraySlice<UInt8>, name: () -> String) -> Part {
        guard let value = piece.entries.first?.value, let members = value.entries, let first = members.first?.keySpan.start,
            first == value.span.start, first.line > 1, members.allSatisfy({ $0.keySpan.start.column == first.column })
        else { return Part(header: piece) }
        let starts = LineEnds.starts(in: text)
        let lines = first.line - 1
        guard let pieces = pieces(of: members, below: lines, text[starts[lines]...], name: name) else { return Part(header: piece) }
        var header = piece
        header.extent = Extent(bytes: starts[lines] - starts[0], lines: lines)
        header.entries[0].value.content = .mapping([])
        return Part(header: header, members: pieces, column: first.column)
    }
}

/// The lines of a text, as Trellis's readers and libyaml both count them.
enum LineEnds {
    /// Whether lines end by line feeds only, with or without carriage returns before them. libyaml knows other ends too.
    static func areUsual(in text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { text in
            var index = 0
            while index < text.count {
                let byte = text[index]
                index += 1
                // Nearly all bytes are above the controls and below the lead bytes of other line ends and of a byte order mark.
                if byte > 0x0d, byte < 0xc2 { continue }
                switch byte {
                case 0x0d: if index == text.count || text[index] != 0x0a { return false }
                case 0xc2: if index < text.count, text[index] == 0x85 { return false }
                case 0xe2: if index + 1 < text.count, text[index] == 0x80, text[index + 1] == 0xa8 || text[index + 1] == 0xa9 { return false }
                case 0xef: if index + 1 < text.count, text[index] == 0xbb, text[index + 1] == 0xbf { return false }
                default: break
                }
            }
            return true
        }
    }

    /// The indices of the first bytes of lines; after a last line feed that of the end.
    static func starts(in text: ArraySlice<UInt8>) -> [Int] {
        let first = text.startIndex
        return text.withUnsafeBufferPointer { text in
            var starts = [first]
            for (index, byte) in text.enumerated() where byte == 0x0a { starts.append(first + index + 1) }
            return starts
        }
    }

    static func count(in text: ArraySlice<UInt8>) -> Int {
        text.withUnsafeBufferPointer { $0.reduce(0) { $1 == 0x0a ? $0 + 1 : $0 } }
    }
}
