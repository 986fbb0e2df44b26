public import Diagnostics
import SQLiteStorage
public import SchemaModel
public import StoreMigration

extension FindingCode {
    static let nothingToFreeze = FindingCode("TR2211")
}

/// A version that follows the newest one of a history: what is to be written for it.
public struct NextVersion: Sendable {
    public let number: Int
    /// How a store of the version before becomes one of this; nil for the first.
    public let plan: MigrationPlan?
    /// The files of the version and the lock, which comes last: without it the others count for nothing.
    public let files: [(file: HistoryFile, text: String)]
    /// What the SQL in `values` makes of some rows, in lines; none where no value is decided.
    public var samples: [String] = []

    /// Freezes a model: plans the way to it from the newest version, and proves it.
    /// - Parameters:
    ///   - minimumSQLite: the oldest SQLite that has to run the plan, where the decisions say none; nil for any.
    ///   - decisions: what was decided of it, with the text that says so; nil where nothing was.
    /// - Returns: the version, or nil where a finding is an error.
    public static func freeze(
        _ model: Model, after history: ModelHistory, minimumSQLite: SQLiteVersion? = nil,
        _ decisions: (decisions: MigrationDecisions, text: String)? = nil
    ) -> (next: NextVersion?, findings: [Finding]) {
        let text = model.meaningText
        let hash = Model.hash(ofMeaning: text)
        let number = history.versions.count + 1
        let file = (file: HistoryFile.model(version: number), text: text)
        let lock = HistoryLock(hashes: history.versions.map(\.hash) + [hash]).text
        guard let newest = history.newest else {
            return (NextVersion(number: 1, plan: nil, files: [file, (.lock, lock)]), [])
        }
        if newest.hash == hash {
            let message = "the model means what version \(newest.number) means: there is nothing to freeze"
            return (nil, [Finding(.nothingToFreeze, message, at: model.name.span)])
        }
        var decided = decisions?.decisions ?? .init()
        var decidedText = decisions?.text ?? emptyDecisions(for: number)
        if let minimumSQLite, minimumSQLite > .oldestSupported, decided.minimumSQLite == nil {
            // It stands with the version from now on: what is said of later ones leaves this plan as it is.
            decided.minimumSQLite = minimumSQLite
            guard let stated = MinimumSQLite.stated(minimumSQLite, in: decidedText) else {
                let message = "the decisions have no place for '\(MinimumSQLite.key): \"\(minimumSQLite)\"': write it there"
                return (nil, [Finding(.badMinimum, message, at: model.name.span)])
            }
            decidedText = stated
        }
        // Findings are told at their places in the live model. The plan is that of the frozen one, whose order is another: it has
        // to be the same whenever it is made again.
        let identity = ModelVersion(number: number, isDraft: false)
        var findings = MigrationPlanner.plan(
            from: newest.version, to: StoredVersion(model, as: identity), decided
        ).findings
        guard !findings.containsError, let frozen = ModelReader.read(Array(text.utf8), file: file.file.name).model else {
            return (nil, findings)
        }
        let version = StoredVersion(frozen, as: identity)
        guard let plan = MigrationPlanner.plan(from: newest.version, to: version, decided).plan else {
            return (nil, findings)
        }
        let proof = MigrationProof(from: newest.version, to: version, decided)
        findings += proof.findings(of: plan).map { finding in
            var finding = finding
            // What is found in a decision is told there.
            if finding.span.file == frozen.name.span.file { finding.span = model.name.span }
            return finding
        }
        if findings.containsError { return (nil, findings) }
        // The decisions first: they may be there without a version, so that a run that stops here can be repeated.
        let files: [(file: HistoryFile, text: String)] = [
            (.decisions(version: number), decidedText), file,
            (.script(version: number), MigrationScript.file(plan, to: number)), (.lock, lock),
        ]
        let samples = ValueSamples(from: newest.version, to: version, decided).lines
        return (NextVersion(number: number, plan: plan, files: files, samples: samples), findings)
    }

    /// The file of decisions where none was needed.
    public static func emptyDecisions(for version: Int) -> String {
        """
        # How stores of version \(version - 1) become version \(version): nothing had to be decided.
        trellis: 1

        """
    }
}
