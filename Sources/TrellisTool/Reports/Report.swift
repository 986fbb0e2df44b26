import Diagnostics
import ProjectFiles

/// The findings of a command. Each format uses only this.
struct Report {
    /// The command's words, for example `validate`.
    var command: String
    /// The findings, in the order of the output.
    var entries: [ReportEntry] = []
    /// What an import or an export leaves out; nil for other commands.
    var leftovers: [Leftover]?
    /// The texts of the files that were read, by their paths.
    var sources: [String: String] = [:]

    /// The findings without suppressed ones.
    var findings: [Finding] { open.map(\.finding) }

    /// The entries without suppressed ones.
    var open: [ReportEntry] { entries.filter { $0.suppression == nil } }

    func count(_ severity: Severity) -> Int { open.count { $0.finding.severity == severity } }

    var suppressedCount: Int { entries.count - open.count }
}
