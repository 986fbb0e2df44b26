import Diagnostics

/// Findings like a compiler's, with their lines.
struct TextReport: ReportRenderer {
    var style: TextStyle

    func render(_ report: Report) -> String {
        TextRenderer(sources: report.sources, style: style).render(report.findings)
    }
}
