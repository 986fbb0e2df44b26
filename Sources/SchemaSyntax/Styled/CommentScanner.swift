import CYAML
import Diagnostics

/// Finds the comments, which libyaml's parser drops, by the places of its tokens.
struct CommentScanner {
    struct Comment {
        /// From its `#` to the end of the line, without blanks there.
        var text: String
        var place: SourceLocation
        /// Whether only blanks precede it on its line.
        var isOwnLine: Bool
    }

    /// The comments, from top to bottom.
    private(set) var comments: [Comment] = []
    /// The places of the dashes of lists, from top to bottom.
    private(set) var dashes: [SourceLocation] = []
    /// The lines of each folded text, from top to bottom, without their indentation and without those at its end.
    private(set) var foldedLines: [[String]] = []

    private let text: [Unicode.Scalar]
    /// The offset of each line in ``text``.
    private let lineStarts: [Int]

    /// Scans a text of valid YAML.
    init(_ bytes: [UInt8]) {
        text = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var starts = [0]
        for index in text.indices where Self.isBreak(text[index]) {
            // A carriage return and a newline are one break.
            if text[index] == "\r", index + 1 < text.count, text[index + 1] == "\n" { continue }
            starts.append(index + 1)
        }
        lineStarts = starts
        scan(bytes)
    }

    /// Whether a line has only blanks; false if it does not exist.
    func isBlank(line: Int) -> Bool {
        guard lineStarts.indices.contains(line - 1) else { return false }
        return text[lineStarts[line - 1]...].first { $0 != " " && $0 != "\t" }.map(Self.isBreak) ?? true
    }

    // MARK: Tokens

    /// Searches the text between the tokens, where each `#` begins a comment.
    private mutating func scan(_ bytes: [UInt8]) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { return }
        defer { yaml_parser_delete(&parser) }
        bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            var position = 0
            while true {
                var token = yaml_token_t()
                guard yaml_parser_scan(&parser, &token) == 1 else { return }
                defer { yaml_token_delete(&token) }
                switch token.type {
                case YAML_STREAM_END_TOKEN:
                    findComments(from: position, to: text.count)
                    return
                case YAML_BLOCK_ENTRY_TOKEN:
                    dashes.append(location(token.start_mark))
                case YAML_SCALAR_TOKEN:
                    var start = index(token.start_mark)
                    findComments(from: position, to: start)
                    let style = token.data.scalar.style
                    if style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE {
                        // The first line of a block has indicators and perhaps a comment, and no text.
                        let lineEnd = text[start...].firstIndex(where: Self.isBreak) ?? text.count
                        findComments(from: start, to: lineEnd)
                        start = lineEnd
                    }
                    position = max(start, index(token.end_mark))
                    if style == YAML_FOLDED_SCALAR_STYLE { foldedLines.append(lines(from: start, to: position)) }
                case YAML_ANCHOR_TOKEN, YAML_ALIAS_TOKEN, YAML_TAG_TOKEN, YAML_VERSION_DIRECTIVE_TOKEN,
                    YAML_TAG_DIRECTIVE_TOKEN:
                    findComments(from: position, to: index(token.start_mark))
                    position = index(token.end_mark)
                default:
                    break
                }
            }
        }
    }

    private mutating func findComments(from start: Int, to end: Int) {
        var position = start
        while position < end {
            guard text[position] == "#" else {
                position += 1
                continue
            }
            let lineEnd = text[position...].firstIndex(where: Self.isBreak) ?? text.count
            let blanks = text[position..<lineEnd].reversed().prefix { $0 == " " || $0 == "\t" }.count
            let place = location(of: position)
            let lead = text[lineStarts[place.line - 1]..<position]
            comments.append(
                Comment(
                    text: String(String.UnicodeScalarView(text[position..<lineEnd - blanks])), place: place,
                    isOwnLine: lead.allSatisfy { $0 == " " || $0 == "\t" }))
            position = lineEnd
        }
    }

    private func lines(from start: Int, to end: Int) -> [String] {
        let lines = text[start..<end].split(omittingEmptySubsequences: false, whereSeparator: Self.isBreak).dropFirst()
        let content = lines.reversed().drop { $0.allSatisfy { $0 == " " } }.reversed()
        let indents = content.filter { !$0.allSatisfy { $0 == " " } }.map { $0.prefix { $0 == " " }.count }
        let indent = indents.min() ?? 0
        return content.map { String(String.UnicodeScalarView($0.dropFirst(indent))) }
    }

    // MARK: Places

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    private func location(_ mark: yaml_mark_t) -> SourceLocation {
        SourceLocation(line: mark.line + 1, column: mark.column + 1)
    }

    private func index(_ mark: yaml_mark_t) -> Int {
        min(lineStarts[min(mark.line, lineStarts.count - 1)] + mark.column, text.count)
    }

    private func location(of index: Int) -> SourceLocation {
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index { low = middle } else { high = middle }
        }
        return SourceLocation(line: low + 1, column: index - lineStarts[low] + 1)
    }
}
