/// A text of several lines in block style, `|` or `>`.
struct BlockText {
    /// The header after the key: `|`, `|-`, `>` or `>-`.
    var header: String
    /// The lines without their indentation; an empty one has none.
    var lines: [String]

    /// Returns the text in block style if it can be, and if the user wrote it so or it is too long for one line.
    /// - Parameters:
    ///   - room: the columns that a line has.
    ///   - inlineRoom: the columns for the text after its key.
    ///   - breakBefore: words before which a line break is preferred.
    static func form(
        of node: StyledNode, room: Int, inlineRoom: Int, breakBefore: Set<String>
    ) -> BlockText? {
        guard case .scalar(let text, let style) = node.content, !node.isNull, isWritable(text) else { return nil }
        let folder = Folder(lines: node.lines, room: room, breakBefore: breakBefore)
        if text.contains("\n") {
            switch style {
            // Escapes in quotes are usually intended: a default, a pattern.
            case .doubleQuoted: return nil
            case .folded where isFoldable(text): return folder.folded(text)
            default: return literal(text)
            }
        }
        let length = ScalarPrinter.inline(text, style, isInFlow: false).unicodeScalars.count
        guard length > inlineRoom, isFoldable(text), text.contains(" ") else { return nil }
        return folder.folded(text)
    }

    /// Whether the text has several lines that must stay lines, which flow style cannot contain.
    static func isNeeded(for text: String, _ style: ScalarStyle) -> Bool {
        style != .doubleQuoted && text.contains("\n") && isWritable(text)
    }

    /// Whether the text survives block style unchanged. Leading blanks, trailing blanks and several newlines at the end are often
    /// lost by editors.
    private static func isWritable(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, first != "\n", first != " ", scalars.last != " " else { return false }
        return scalars.allSatisfy { $0 == "\n" || ScalarPrinter.isPrintable($0) }
            && !zip(scalars, scalars.dropFirst()).contains { $0 == " " && $1 == "\n" }
            && !scalars.reversed().starts(with: ["\n", "\n"])
    }

    /// Whether the text can be broken at its spaces: each must be single and between two words.
    private static func isFoldable(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return !zip(scalars, scalars.dropFirst()).contains { ($0 == " " || $0 == "\n") && $1 == " " }
    }

    fileprivate static func literal(_ text: String) -> BlockText {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let isClipped = lines.last == ""
        if isClipped { lines.removeLast() }
        return BlockText(header: isClipped ? "|" : "|-", lines: lines)
    }
}

/// Breaks texts at their spaces.
private struct Folder {
    /// The user's own line breaks.
    var lines: [String]
    var room: Int
    var breakBefore: Set<String>

    func folded(_ text: String) -> BlockText {
        var form = BlockText.literal(text)
        let paragraphs = form.lines
        form.header = form.header.replacing("|", with: ">")
        form.lines = lines
        if unfolded(lines) != paragraphs || lines.contains(where: { $0.unicodeScalars.count > room }) {
            form.lines = wrapped(paragraphs)
        }
        return form
    }

    /// Each additional newline between words is an empty line.
    private func wrapped(_ paragraphs: [String]) -> [String] {
        var lines = [String]()
        for paragraph in paragraphs {
            if !lines.isEmpty { lines.append("") }
            if !paragraph.isEmpty { lines += wrapped(paragraph) }
        }
        return lines
    }

    private func unfolded(_ lines: [String]) -> [String] {
        var paragraphs = [String]()
        var isOpen = false
        for line in lines {
            if isOpen, !line.isEmpty {
                paragraphs[paragraphs.count - 1] += " " + line
            } else if !line.isEmpty {
                paragraphs.append(line)
            } else if !isOpen {
                paragraphs.append("")
            }
            isOpen = !line.isEmpty
        }
        return paragraphs
    }

    private func wrapped(_ paragraph: String) -> [String] {
        var lines = [[Substring]]()
        var line = [Substring]()
        for word in paragraph.split(separator: " ") {
            while !line.isEmpty, length(line) + 1 + word.unicodeScalars.count > room {
                let place = line.lastIndex { breakBefore.contains(String($0)) }.flatMap { $0 > 0 ? $0 : nil } ?? line.count
                lines.append(Array(line[..<place]))
                line.removeFirst(place)
            }
            line.append(word)
        }
        return (lines + [line]).map { $0.joined(separator: " ") }
    }

    private func length(_ line: [Substring]) -> Int {
        line.reduce(line.count - 1) { $0 + $1.unicodeScalars.count }
    }
}
