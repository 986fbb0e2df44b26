import Foundation

/// Finds the lines of a block in a file that is compiled, validated or run.
///
/// Indentation, blank lines and how far a remark stands behind its code do not count. An `…` in a block stands for something
/// in the same line that the page leaves out, and a name of a file in a store's place for a file of the test's own.
struct ShownLines {
    private let lines: [String]

    init(of text: String) {
        lines = text.split(separator: "\n").map(Self.normalized).filter { !$0.isEmpty }
    }

    private static func normalized(_ line: some StringProtocol) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing(/\.file\("[^"]*"\)/, with: ".file(path)")
    }

    /// Whether the block's lines stand in the file, one after the other.
    func contains(_ block: [String]) -> Bool {
        let wanted = block.map(Self.normalized).filter { !$0.isEmpty }
        guard !wanted.isEmpty, wanted.count <= lines.count else { return false }
        return (0...lines.count - wanted.count).contains { start in
            zip(wanted, lines[start...]).allSatisfy { Self.matches($1, $0) }
        }
    }

    /// - Parameter shown: a line of a page, in which an `…` stands for anything but nothing.
    private static func matches(_ line: String, _ shown: String) -> Bool {
        let parts = shown.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return line == shown }
        guard line.hasPrefix(parts[0]), line.hasSuffix(parts[parts.count - 1]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst() {
            guard let found = rest.dropFirst().range(of: part, options: part == parts.last ? .backwards : []) else {
                return part.isEmpty && !rest.isEmpty
            }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
