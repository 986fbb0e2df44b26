extension StringProtocol {
    /// The text with all characters escaped that control a terminal or change the order of a line: `\u{1B}`.
    ///
    /// Texts of models and stores are printed through this. A raw newline could imitate a line of Trellis, or a command to a
    /// program that reads the log.
    ///
    /// - Parameter keepingLines: whether newlines stay, for a text of several lines.
    public func visible(keepingLines: Bool = false) -> String {
        guard unicodeScalars.contains(where: \.actsOnText) else { return String(self) }
        return unicodeScalars.map { scalar in
            switch scalar {
            case "\n": keepingLines ? "\n" : "\\n"
            case "\r": "\\r"
            default: scalar.actsOnText ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
            }
        }.joined()
    }

    /// A message of several lines, each but the first indented. So no line can imitate a line of Trellis, or a command to a
    /// program that reads the log (`::warning::`, which GitHub also reads after spaces).
    public func visibleLines() -> String {
        split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            if index == 0 { return line.visible() }
            let text = line.drop { $0 == " " || $0 == "\t" }.visible()
            let isCommand = text.hasPrefix("::") || text.hasPrefix("##[")
            return "  " + (isCommand ? "\\" : "") + text
        }.joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character other than the tab, ends a line, or changes the direction of text.
    public var actsOnText: Bool {
        switch value {
        case 0x20..<0x7f, 0x09: false
        case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: true
        default: properties.isBidiControl
        }
    }
}
