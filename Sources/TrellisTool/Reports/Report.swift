import Diagnostics

/// What a command has found, for whoever is to be told: each format is made from this alone.
struct Report {
    /// The command's words, such as `validate`.
    var command: String
    /// What was found, in the order in which it is told.
    var entries: [ReportEntry] = []
    /// The texts of the files that were read, by their paths.
    var sources: [String: String] = [:]

    /// What nobody has suppressed.
    var findings: [Finding] { open.map(\.finding) }

    /// The entries that nobody has suppressed.
    var open: [ReportEntry] { entries.filter { $0.suppression == nil } }

    func count(_ severity: Severity) -> Int { open.count { $0.finding.severity == severity } }

    var suppressedCount: Int { entries.count - open.count }
}

/// A finding with what is known of it beyond its place.
struct ReportEntry {
    /// The finding, as severe as the configuration has it.
    var finding: Finding
    /// The part of the model that it is in; nil where it is in none.
    var element: ModelPlace?
    /// Why it is not told; nil where it is.
    var suppression: Suppression?
}

/// A part of a model by its name, as `trellis.yaml` and reports name it: `Order`, or `Order.customer`.
struct ModelPlace: Hashable, CustomStringConvertible {
    /// An entity, a composite or an enum.
    var owner: String
    /// What it has of that name: a property, a fetch, a part, a case.
    var member: String?

    var description: String { owner + (member.map { ".\($0)" } ?? "") }

    /// Whether `other` is this place, or is in it.
    func contains(_ other: ModelPlace) -> Bool {
        owner == other.owner && (member == nil || member == other.member)
    }
}
