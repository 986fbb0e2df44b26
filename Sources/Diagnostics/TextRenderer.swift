/// Renders findings like a compiler: place, severity, code, message, the line with a caret, notes, a suggestion.
public struct TextRenderer {
    /// The contents of files by path. A finding in a file that is missing here gets no excerpt.
    private let sources: [String: String]
    private let style: TextStyle

    public init(sources: [String: String], style: TextStyle = .plain) {
        self.style = style
        self.sources = sources
    }

    /// The text of one finding, ending in a newline.
    public func render(_ finding: Finding) -> String { render([finding]) }

    /// The text of all findings, in their order.
    public func render(_ findings: [Finding]) -> String {
        // Only files with findings are split into lines: a history has many others.
        var lines: [String: [Substring]] = [:]
        for file in Set(findings.map(\.span.file)) {
            // A byte order mark is not a character of the text.
            lines[file] = sources[file].map { Substring($0.unicodeScalars.drop { $0 == "\u{FEFF}" }).lines }
        }
        return findings.map { text(of: $0, in: lines[$0.span.file] ?? []) }.joined()
    }

    private func text(of finding: Finding, in lines: [Substring]) -> String {
        let kind = style.paint(.severity(finding.severity), "\(finding.severity.rawValue)[\(finding.code)]:")
        var text = heading(finding.span, kind, finding.message)
        text += excerpt(finding.span, in: lines, finding.severity)
        for note in finding.notes {
            if let span = note.span {
                text += heading(span, style.paint(.severity(.note), "note:"), note.message)
            } else {
                text += "\(style.paint(.severity(.note), "note:")) \(note.message.visible())\n"
            }
        }
        if let suggestion = finding.suggestion {
            text += "\(style.paint(.help, "help:")) \(suggestion.message.visible())\n"
        }
        return text
    }

    private func heading(_ span: SourceSpan, _ kind: String, _ message: String) -> String {
        let place = style.paint(.place, "\(span.file.visible()):\(span.start.line):\(span.start.column):")
        return "\(place) \(kind) \(style.paint(.message, message.visible()))\n"
    }

    private func excerpt(_ span: SourceSpan, in lines: [Substring], _ severity: Severity) -> String {
        guard lines.indices.contains(span.start.line - 1) else { return "" }
        let line = lines[span.start.line - 1]
        guard !line.isEmpty else { return "" }

        let scalars = Array(line.unicodeScalars)
        // Tabs are kept in the line with the caret, because the terminal expands both lines equally.
        let lead = scalars.prefix(span.start.column - 1).map { $0 == "\t" ? "\t" : " " }.joined()
        let last = span.end.line == span.start.line ? span.end.column : scalars.count + 1
        let tildes = max(0, min(last, scalars.count + 1) - span.start.column - 1)

        let number = " \(span.start.line) "
        let margin = String(repeating: " ", count: number.count)
        let shown = String(String.UnicodeScalarView(scalars.map { $0.actsOnText ? "\u{FFFD}" : $0 }))
        let caret = style.paint(.severity(severity), "^\(String(repeating: "~", count: tildes))")
        return "\(style.paint(.margin, "\(number)|")) \(shown)\n\(style.paint(.margin, "\(margin)|")) \(lead)\(caret)\n"
    }
}
