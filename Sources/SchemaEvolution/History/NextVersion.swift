public import Diagnostics
public import SQLiteStorage
public import SchemaModel
public import StoreMigration

extension FindingCode {
    public static let nothingToFreeze = FindingCode("TR2211")
}

/// A version after the newest one of a history, with its files.
public struct NextVersion: Sendable {
    public let number: Int
    /// The migration from the version before; nil for the first.
    public let plan: MigrationPlan?
    /// The files of the version, and then the lock. Until the lock is written, the others do not count.
    public let files: [(file: HistoryFile, text: String)]
    /// Sample results of the SQL in `values`, in lines; empty if no value is decided.
    public var samples: [String] = []

    /// Freezes a model: plans its migration from the newest version, and proves the plan.
    /// - Parameters:
    ///   - minimumSQLite: the oldest SQLite that must run the plan, if the decisions state none; nil for the oldest supported one.
    ///   - compatibleFrom: the oldest version whose programs must be able to open its stores, if the decisions state none; nil for
    ///     the new version itself.
    ///   - targets: where stores of the model can be. The plan is proved for each of them.
    ///   - decisions: the decisions with their text; nil for none.
    /// - Returns: the version, or nil if a finding is an error.
    public static func freeze(
        _ model: Model, after history: ModelHistory, minimumSQLite: SQLiteVersion? = nil, compatibleFrom: CompatibleFrom? = nil,
        targets: [StorageTarget] = [], _ decisions: (decisions: MigrationDecisions, text: String)? = nil
    ) -> (next: NextVersion?, findings: [Finding]) {
        let (text, storageHash) = (model.meaningText, model.storageHash)
        let number = history.nextNumber
        let file = (file: HistoryFile.model(version: number), text: text)
        var lock = history.lock
        guard let newest = history.newest else {
            lock.append(storageHash, nil, definition: text)
            return (NextVersion(number: 1, plan: nil, files: [file, (.lock, lock.text)]), [])
        }
        var hash = storageHash
        if newest.stores(storageHash) {
            guard decisions?.decisions.hasOwnSteps == true || newest.readsAsOtherCases(model) else {
                return (nil, [nothingToFreeze(model, text, after: newest)])
            }
            hash = FrozenVersion.hash(after: newest.hash, storageHash)
        }
        var decided = decisions?.decisions ?? .init()
        var decidedText = decisions?.text ?? emptyDecisions(for: number)
        if let minimumSQLite, minimumSQLite > .oldestSupported, decided.minimumSQLite == nil {
            // The version records it, so that a later change of the configuration does not affect this plan.
            decided.minimumSQLite = minimumSQLite
            guard let stated = MinimumSQLite.stated(minimumSQLite, in: decidedText) else {
                let message = "write '\(MinimumSQLite.key): \"\(minimumSQLite)\"' into the file with the decisions: Trellis cannot insert it"
                return (nil, [Finding(.badMinimum, message, at: model.name.span)])
            }
            decidedText = stated
        }
        if let compatibleFrom, decided.compatibleFrom == nil {
            decided.compatibleFrom = compatibleFrom
            let line = "\(CompatibleFrom.key): \(compatibleFrom.version)"
            guard let stated = DecisionHead.adding(line, to: decidedText, { $0.compatibleFrom?.version == compatibleFrom.version }) else {
                let message = "write '\(line)' into the file with the decisions: Trellis cannot insert it"
                return (nil, [Finding(.badCompatibility, message, at: model.name.span)])
            }
            decidedText = stated
        }
        // Findings have places in the live model. The plan is made from the frozen model, whose order of names differs, so that a
        // later run makes the same plan.
        let compatible = history.compatibleHashes(from: decided.compatibleFrom?.version, before: number)
        let identity = ModelVersion(number: number, isDraft: false, hash: hash, compatibleHashes: compatible)
        let (read, errors) = newest.read()
        guard let former = read else { return (nil, errors) }
        var findings = MigrationPlanner.plan(from: former, to: StoredVersion(model, as: identity), decided).findings
        if let compatibleFrom = decided.compatibleFrom {
            let outside = compatibleFrom.finding(before: number).map { [$0] }
            findings += outside
                ?? ModelHistory.findings(
                    history.rollOuts(to: StoredVersion(model), decided, before: number, from: compatibleFrom.version), before: number)
        }
        guard !findings.containsError, let frozen = ModelReader.read(Array(text.utf8), file: file.file.name).model else {
            return (nil, findings)
        }
        let version = StoredVersion(frozen, as: identity)
        guard var plan = MigrationPlanner.plan(from: former, to: version, decided).plan else {
            return (nil, findings)
        }
        plan.compatibleHashes = compatible
        let proof = MigrationProof(from: former, to: version, decided)
        var proved = proof.findings(of: plan)
        if !proved.containsError {
            for target in targets where target != .file { proved += proof.findings(ofFormOf: plan, on: target) }
        }
        findings += proved.map { finding in
            var finding = finding
            // A finding in a decision keeps its place.
            if finding.span.file == frozen.name.span.file { finding.span = model.name.span }
            return finding
        }
        if findings.containsError { return (nil, findings) }
        // The decisions come first: they may exist without a version, so an interrupted run can be repeated.
        let (planText, script) = (PlanText.text(plan), MigrationScript.file(plan, to: number))
        lock.append(hash, MigrationHashes(decisionsText: decidedText, planText: planText, scriptText: script), definition: text)
        let files: [(file: HistoryFile, text: String)] = [
            (.decisions(version: number), decidedText), file, (.plan(version: number), planText), (.script(version: number), script),
            (.lock, lock.text),
        ]
        let samples = ValueSamples(from: former, to: version, decided).lines
        return (NextVersion(number: number, plan: plan, files: files, samples: samples), findings)
    }

    /// Why a model needs no version.
    private static func nothingToFreeze(_ model: Model, _ text: String, after newest: FrozenVersion) -> Finding {
        if text == newest.definition {
            let message = "the model has not changed since version \(newest.number): there is nothing to freeze"
            return Finding(.nothingToFreeze, message, at: model.name.span)
        }
        return Finding(
            .nothingToFreeze, "a store of the model is one of version \(newest.number): its changes since then need no version",
            at: model.name.span,
            suggestion: .init(
                "release the program as it is: it opens stores of version \(newest.number). If rows have to change, write SQL for them "
                    + "under 'before' or 'after', or a step in Swift, in '\(HistoryFile.decisions(version: newest.number + 1).name)'"))
    }

    /// The text of a file without decisions.
    public static func emptyDecisions(for version: Int) -> String {
        """
        # How stores of version \(version - 1) become version \(version): nothing had to be decided.
        trellis: 1

        """
    }
}
