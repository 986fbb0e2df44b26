/// Makes the text of a report in one format.
protocol ReportRenderer {
    /// The whole text, ending in a newline unless it is empty.
    func render(_ report: Report) -> String
}

/// The formats of a report.
enum ReportFormat: String, CaseIterable {
    case text, json, sarif, github, gitlab, junit

    var renderer: any ReportRenderer {
        switch self {
        case .text: TextReport(style: .plain)
        case .json: JSONReport()
        case .sarif: SARIFReport()
        case .github: GitHubReport()
        case .gitlab: GitLabReport()
        case .junit: JUnitReport()
        }
    }
}
