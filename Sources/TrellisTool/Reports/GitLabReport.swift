import Diagnostics

/// A code quality report, which GitLab shows in a merge request.
///
/// Source: GitLab's documentation, "Code Quality report format".
struct GitLabReport: ReportRenderer {
    func render(_ report: Report) -> String {
        let fingerprints = Fingerprint.all(of: report)
        let issues = zip(report.entries, fingerprints).filter { $0.0.suppression == nil }.map { entry, fingerprint -> JSONValue in
            let finding = entry.finding
            let help = finding.suggestion.map { " (\($0.message))" } ?? ""
            return [
                "description": .string(finding.message + help),
                "check_name": .string(finding.code.name),
                "fingerprint": .string(fingerprint),
                "severity": .string(finding.severity.gitLabSeverity),
                "location": [
                    // GitLab identifies files by their paths from the root of the repository, without a leading dot.
                    "path": .string(ReportPath.of(finding.span.file)),
                    "lines": ["begin": .integer(finding.span.start.line), "end": .integer(finding.span.end.line)],
                ],
            ]
        }
        return JSONValue.array(issues).rendered + "\n"
    }
}

extension Severity {
    /// One of GitLab's five severities. The two highest are for harmful findings.
    fileprivate var gitLabSeverity: String {
        switch self {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }
}
