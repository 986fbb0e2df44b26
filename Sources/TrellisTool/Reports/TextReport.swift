import Diagnostics

/// Findings like a compiler's, with their lines.
struct TextReport: ReportRenderer {
    var style: TextStyle

    func render(_ report: Report) -> String {
        TextRenderer(sources: report.sources, style: style).render(report.findings)
    }
}

extension TextStyle {
    /// In the colours of a terminal (ECMA-48, "select graphic rendition").
    static let coloured = TextStyle { part, text in
        guard !text.isEmpty else { return text }
        let parameters =
            switch part {
            case .place, .message: "1"
            case .severity(.error): "1;31"
            case .severity(.warning): "1;35"
            case .severity(.note): "1;36"
            case .margin: "2"
            case .help: "1;32"
            }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
