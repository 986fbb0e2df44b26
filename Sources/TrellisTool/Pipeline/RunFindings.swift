import Diagnostics
import Predicates
import SchemaEvolution

/// The second stage of a command: collects the findings of all steps, and judges them by the configuration.
struct RunFindings {
    private var findings: [RunFinding] = []
    /// The texts of the files that were read, by path, for the excerpts of findings.
    private(set) var texts: [String: String] = [:]
    private var policy: FindingPolicy

    /// - Parameter today: the day that decides whether suppressions have expired.
    init(today: CalendarDay) {
        policy = FindingPolicy(today: today)
    }

    // MARK: Collecting

    /// Adds findings.
    /// - Parameter model: the name of their model in the configuration; nil for none.
    mutating func add(_ findings: [Finding], ofModel model: String? = nil) {
        self.findings += findings.map { RunFinding(finding: $0, model: model) }
    }

    /// Adds findings that are not among the collected ones. Two models may share a template.
    mutating func addNew(_ findings: [Finding]) {
        let known = self.findings.map(\.finding)
        add(findings.filter { !known.contains($0) })
    }

    /// Removes findings that a command reports in another form.
    mutating func leaveOut(_ codes: Set<FindingCode>) {
        findings.removeAll { codes.contains($0.finding.code) }
    }

    /// Removes findings whose answers a command writes to a file.
    mutating func leaveOutAnswered() {
        findings.removeAll { $0.finding.severity == .error && $0.finding.suggestion?.answers.contains { !$0.entries.isEmpty } == true }
    }

    /// Keeps the texts of files. A file that was not read to its end has no text.
    mutating func keep(_ files: [InputFile]) {
        for file in files where file.isWhole { texts[file.path] = file.text }
    }

    /// Keeps a text that is not a file's, for example the model that a store contains.
    mutating func keep(_ text: String, named name: String) { texts[name] = text }

    /// The decisions of a migration, with their text; nil if they have errors, which are added.
    ///
    /// - Throws: ``CouldNotRun`` if the file cannot be read.
    mutating func readDecisions(_ path: String) throws(CouldNotRun) -> (decisions: MigrationDecisions, text: String)? {
        let file = try InputFile(reading: path)
        keep([file])
        let (decisions, findings) = DecisionReader.read(file.bytes, file: path)
        add(findings)
        return decisions.map { ($0, file.text) }
    }

    // MARK: Rules

    mutating func setSeverities(_ severities: [String: Severity]) { policy.severities = severities }

    /// Adds the suppressions of a model.
    /// - Parameter files: its files, with those of its history.
    mutating func addRules(of model: ModelConfiguration, files: [InputFile]) {
        policy.add(model.suppressions, ofModel: model.name, files: files)
    }

    mutating func addExpiredSuppressions(of models: [ModelConfiguration], as severity: Severity) {
        add(policy.expired(among: models.flatMap(\.suppressions), as: severity))
    }

    /// Adds unused suppressions. Call it only if all models were checked.
    /// - Parameter isLookedFor: whether the command would have found a code.
    mutating func addUnusedSuppressions(isLookedFor: (_ code: String) -> Bool) {
        add(policy.unused(after: judged, isLookedFor: isLookedFor))
    }

    // MARK: Judging

    var count: Int { findings.count }

    /// All findings, with the configuration's severities and suppressions.
    var judged: [ReportEntry] { policy.judge(findings) }

    /// The findings after the first `count`, judged.
    func judged(after count: Int) -> [ReportEntry] { policy.judge(findings[count...]) }

    /// Whether nothing may be written.
    var hasErrors: Bool { judged.contains { $0.suppression == nil && $0.finding.severity == .error } }
}
