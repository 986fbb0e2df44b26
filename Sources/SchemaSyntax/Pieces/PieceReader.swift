import Diagnostics

/// Reads the lines of a piece between keys in the place of its neighbours: libyaml is in the same state before and after them as within the
/// file.
struct PieceReader {
    /// The column of the piece's keys.
    let column: Int
    /// Whether the keys are those of a mapping below a key of the root.
    let isWithinSection: Bool
    /// The column of the key after the piece; nil at the end of the file.
    let following: Int?

    /// No keys of a model; if a file has one anyway, its piece is read with the whole file.
    private static let neighbours = (before: "trellis-before", after: "trellis-after")

    struct Reading {
        /// The entries, in places of the lines.
        var entries: [YAMLNode.Entry]
        /// The end of the file; only without a following key.
        var end: SourceLocation
    }

    /// - Parameter parse: the tree of a text; nil if it has any finding.
    /// - Returns: nil if the lines are no entries of their mapping alone.
    func read(_ text: ArraySlice<UInt8>, _ parse: ([UInt8]) -> YAMLNode?) -> Reading? {
        let before = isWithinSection ? Array("\(Self.neighbours.before):\n".utf8) : []
        let after = following.map { Array((String(repeating: " ", count: $0 - 1) + "\(Self.neighbours.after):\n").utf8) } ?? []
        guard let root = parse(before + text + after), root.span.start == SourceLocation(line: 1, column: 1), var outer = root.entries else {
            return nil
        }
        let lines = isWithinSection ? 1 : 0
        if following == 1 {
            guard isNeighbour(outer.popLast(), below: LineEnds.count(in: text) + lines) else { return nil }
        }
        if isWithinSection {
            guard outer.count == 1, outer[0].value.span.start == SourceLocation(line: 2, column: column), let inner = outer[0].value.entries else {
                return nil
            }
            outer = inner
            if let following, following > 1 {
                guard isNeighbour(outer.popLast(), below: LineEnds.count(in: text) + lines) else { return nil }
            }
        }
        guard outer.first?.keySpan.start == SourceLocation(line: 1 + lines, column: column) else { return nil }
        return Reading(
            entries: outer.map { entry in entry.mapSpans { $0.moved(to: $0.file, by: -lines) } },
            end: SourceLocation(line: root.span.end.line - lines, column: root.span.end.column))
    }

    /// Whether the key after the piece is read as one.
    private func isNeighbour(_ entry: YAMLNode.Entry?, below lines: Int) -> Bool {
        guard let entry, let following else { return false }
        return entry.key == Self.neighbours.after && entry.value.isNull && entry.keySpan.start == SourceLocation(line: lines + 1, column: following)
    }
}
