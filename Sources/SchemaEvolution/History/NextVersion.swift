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

    /// Freezes a model: plans the way to it from the newest version, and proves it.
    /// - Parameters:
    ///   - decisions: what was decided of it, with the text that says so; nil where nothing was.
    /// - Returns: the version, or nil where a finding is an error.
    public static func freeze(
        _ model: Model, after history: ModelHistory, _ decisions: (decisions: MigrationDecisions, text: String)? = nil
    ) -> (next: NextVersion?, findings: [Finding]) {
        let text = model.meaningText
        let hash = Model.hash(ofMeaning: text)
        let number = history.versions.count + 1
        var files = [(file: HistoryFile, text: String)]()
        files.append((.model(version: number), text))
        let lock = HistoryLock(hashes: history.versions.map(\.hash) + [hash]).text
        guard let newest = history.newest else {
            return (NextVersion(number: 1, plan: nil, files: files + [(.lock, lock)]), [])
        }
        if newest.hash == hash {
            let message = "the model means what version \(newest.number) means: there is nothing to freeze"
            return (nil, [Finding(.nothingToFreeze, message, at: model.name.span)])
        }
        // Findings are told at their places in the live model. The plan is that of the frozen one, whose order is another: it has
        // to be the same whenever it is made again.
        let identity = ModelVersion(number: number, isDraft: false)
        var findings = MigrationPlanner.plan(
            from: newest.version, to: StoredVersion(model, as: identity), decisions?.decisions ?? .init()
        ).findings
        guard !findings.containsError, let frozen = ModelReader.read(Array(text.utf8), file: files[0].file.name).model else {
            return (nil, findings)
        }
        let version = StoredVersion(frozen, as: identity)
        guard let plan = MigrationPlanner.plan(from: newest.version, to: version, decisions?.decisions ?? .init()).plan else {
            return (nil, findings)
        }
        let proof = MigrationProof(from: newest.version, to: version, decisions?.decisions ?? .init())
        findings += proof.findings(of: plan).map { finding in
            var finding = finding
            // What is found in a decision is told there.
            if finding.span.file == frozen.name.span.file { finding.span = model.name.span }
            return finding
        }
        if findings.containsError { return (nil, findings) }
        files.append((.decisions(version: number), decisions?.text ?? emptyDecisions(for: number)))
        files.append((.script(version: number), MigrationScript.file(plan, to: number)))
        return (NextVersion(number: number, plan: plan, files: files + [(.lock, lock)]), findings)
    }

    /// The file of decisions where none was needed.
    public static func emptyDecisions(for version: Int) -> String {
        """
        # How stores of version \(version - 1) become version \(version): nothing had to be decided.
        trellis: 1

        """
    }
}
