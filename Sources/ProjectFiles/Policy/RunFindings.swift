import Diagnostics
import Predicates

/// The findings of a run: those of all steps, judged by the configuration.
package struct RunFindings {
    private var findings: [RunFinding] = []
    /// The texts of the files that were read, by path, for the excerpts of findings.
    package private(set) var texts: [String: String] = [:]
    package private(set) var policy: FindingPolicy

    /// - Parameter today: the day that decides whether suppressions have expired.
    package init(today: CalendarDay) {
        policy = FindingPolicy(today: today)
    }

    // MARK: Collecting

    /// Adds findings.
    /// - Parameter model: the name of their model in the configuration; nil for none.
    package mutating func add(_ findings: [Finding], ofModel model: String? = nil) {
        self.findings += findings.map { RunFinding(finding: $0, model: model) }
    }

    /// Adds findings that are not among the collected ones. Two models may share a template.
    package mutating func addNew(_ findings: [Finding]) {
        let known = self.findings.map(\.finding)
        add(findings.filter { !known.contains($0) })
    }

    /// Removes findings that a command reports in another form.
    package mutating func leaveOut(where isLeftOut: (Finding) -> Bool) {
        findings.removeAll { isLeftOut($0.finding) }
    }

    /// The same findings in the order of their models; those of no model stay before all others.
    package func inOrder(ofModels names: [String]) -> RunFindings {
        let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        func place(_ finding: RunFinding) -> Int { finding.model.map { places[$0] ?? names.count } ?? -1 }
        var ordered = self
        ordered.findings = findings.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }.map(\.element)
        return ordered
    }

    /// Keeps the texts of files. A file that was not read to its end has no text.
    package mutating func keep(_ files: [InputFile]) {
        for file in files where file.isWhole { texts[file.path] = file.text }
    }

    /// Keeps a text that is not a file's, for example the model that a store contains.
    package mutating func keep(_ text: String, named name: String) { texts[name] = text }

    // MARK: Rules

    package mutating func setSeverities(_ severities: [String: Severity]) { policy.severities = severities }

    /// Adds the suppressions of a model.
    /// - Parameter files: its files, with those of its history.
    package mutating func addRules(of model: ModelConfiguration, files: [InputFile]) {
        policy.add(model.suppressions, ofModel: model.name, files: files)
    }

    package mutating func addExpiredSuppressions(of models: [ModelConfiguration], as severity: Severity) {
        add(policy.expired(among: models.flatMap(\.suppressions), as: severity))
    }

    // MARK: Judging

    package var count: Int { findings.count }

    /// All findings, with the configuration's severities and suppressions.
    package var judged: [ReportEntry] { policy.judge(findings) }

    /// The findings after the first `count`, judged.
    package func judged(after count: Int) -> [ReportEntry] { policy.judge(findings[count...]) }

    /// Whether nothing may be written.
    package var hasErrors: Bool { judged.contains { $0.suppression == nil && $0.finding.severity == .error } }
}
