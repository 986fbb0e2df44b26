import Diagnostics
import ProjectFiles

/// Workflow commands, which GitHub Actions shows beside the lines of a change.
///
/// Source: GitHub's documentation, "Workflow commands for GitHub Actions"; the escapes are those of its toolkit.
struct GitHubReport: ReportRenderer {
    func render(_ report: Report) -> String {
        report.findings.map { line($0) + "\n" }.joined()
    }

    private func line(_ finding: Finding) -> String {
        let span = finding.span
        var properties = [("file", span.file), ("line", "\(span.start.line)"), ("endLine", "\(span.end.line)")]
        // GitHub ignores the columns of places on several lines.
        if span.start.line == span.end.line {
            properties += [("col", "\(span.start.column)"), ("endColumn", "\(max(span.start.column, span.end.column - 1))")]
        }
        properties.append(("title", finding.code.name))
        let shown = properties.map { "\($0)=\(escapedProperty($1))" }.joined(separator: ",")
        return "::\(finding.severity.githubCommand) \(shown)::\(escaped(words(of: finding)))"
    }

    private func words(_ note: Finding.Note) -> String {
        let place = note.span.map { " (\($0.file):\($0.start.line):\($0.start.column))" } ?? ""
        return "note: \(note.message.visible())\(place.visible())"
    }

    private func words(of finding: Finding) -> String {
        ([finding.message.visible()] + finding.notes.map(words) + (finding.suggestion.map { ["help: \($0.message.visible())"] } ?? []))
            .joined(separator: "\n")
    }

    private func escaped(_ text: String) -> String {
        // By scalars, because a carriage return and a newline are one character.
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }.joined()
    }

    private func escapedProperty(_ text: String) -> String {
        escaped(text.visible()).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

extension Severity {
    fileprivate var githubCommand: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
    }
}
