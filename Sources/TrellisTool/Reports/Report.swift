import Diagnostics

/// The findings of a command. Each format uses only this.
struct Report {
    /// The command's words, for example `validate`.
    var command: String
    /// The findings, in the order of the output.
    var entries: [ReportEntry] = []
    /// The texts of the files that were read, by their paths.
    var sources: [String: String] = [:]

    /// The findings without suppressed ones.
    var findings: [Finding] { open.map(\.finding) }

    /// The entries without suppressed ones.
    var open: [ReportEntry] { entries.filter { $0.suppression == nil } }

    func count(_ severity: Severity) -> Int { open.count { $0.finding.severity == severity } }

    var suppressedCount: Int { entries.count - open.count }
}

/// A finding with more facts than its place.
struct ReportEntry {
    /// The finding, with the configuration's severity.
    var finding: Finding
    /// The part of the model that contains it, or nil.
    var element: ModelPlace?
    /// The suppression that hides it, or nil.
    var suppression: Suppression?
}

/// A part of a model by its name in `trellis.yaml` and reports: `Order`, or `Order.customer`.
struct ModelPlace: Hashable, CustomStringConvertible {
    /// An entity, a composite or an enum.
    var owner: String
    /// Its member: a property, a fetch, a part, a case.
    var member: String?

    var description: String { owner + (member.map { ".\($0)" } ?? "") }

    /// Whether `other` is this place, or inside it.
    func contains(_ other: ModelPlace) -> Bool {
        owner == other.owner && (member == nil || member == other.member)
    }
}
