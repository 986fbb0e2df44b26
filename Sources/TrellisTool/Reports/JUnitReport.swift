import Diagnostics
import ProjectFiles

/// JUnit's XML, for servers that run tests. Each file is a suite with one test for each finding. A suite without findings has one
/// test that passes.
///
/// Source: `junit-10.xsd` of Jenkins' xUnit plugin.
struct JUnitReport: ReportRenderer {
    func render(_ report: Report) -> String {
        let byFile = Dictionary(grouping: report.entries, by: \.finding.span.file)
        let files = Set(report.sources.keys).union(byFile.keys).sorted()
        let failures = report.count(.error)
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        let tests = files.map { max(1, byFile[$0]?.count ?? 0) }.reduce(0, +)
        lines.append("<testsuites name=\"trellis \(escaped(report.command))\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\">")
        for file in files { lines += suite(file, byFile[file] ?? [], TextRenderer(sources: report.sources)) }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func suite(_ file: String, _ entries: [ReportEntry], _ renderer: TextRenderer) -> [String] {
        let failures = entries.count { $0.suppression == nil && $0.finding.severity == .error }
        let skipped = entries.count { $0.suppression != nil }
        let counts = "tests=\"\(max(1, entries.count))\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\""
        let name = escaped(file)
        let tests = entries.isEmpty
            ? ["    <testcase name=\"no findings\" classname=\"\(name)\"/>"] : entries.flatMap { test($0, classname: name, renderer) }
        return ["  <testsuite name=\"\(name)\" \(counts)>"] + tests + ["  </testsuite>"]
    }

    private func test(_ entry: ReportEntry, classname: String, _ renderer: TextRenderer) -> [String] {
        let finding = entry.finding
        let place = entry.element?.description ?? "line \(finding.span.start.line)"
        return [
            "    <testcase name=\"\(finding.code): \(escaped(place))\" classname=\"\(classname)\">",
            "      \(outcome(entry, renderer))",
            "    </testcase>",
        ]
    }

    /// An error fails. Other findings are outputs of tests that pass.
    private func outcome(_ entry: ReportEntry, _ renderer: TextRenderer) -> String {
        let finding = entry.finding
        if let suppression = entry.suppression { return "<skipped message=\"\(escaped(suppression.reason))\"/>" }
        let text = escaped(renderer.render(finding), inAttribute: false)
        guard finding.severity == .error else { return "<system-out>\(text)</system-out>" }
        return "<failure type=\"\(finding.code)\" message=\"\(escaped(finding.message))\">\(text)</failure>"
    }

    /// A text in XML 1.0, which cannot contain most control characters.
    private func escaped(_ text: String, inAttribute: Bool = true) -> String {
        text.visible(keepingLines: !inAttribute).unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": inAttribute ? "&quot;" : "\""
            case "\t": inAttribute ? "&#9;" : "\t"
            case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar)
            }
        }.joined()
    }
}
