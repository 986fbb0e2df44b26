public import Diagnostics
import SQLiteStorage
import SchemaModel
public import StoreMigration

/// A version that does not change any more.
///
/// Its model and its decisions are texts until something needs them: a program that runs the plan does not.
public struct FrozenVersion: Sendable {
    /// From 1.
    public let number: Int
    /// The hash that its stores record.
    public let hash: String
    /// Whether an earlier Trellis froze it: its hash is then that over its meaning.
    let isHashOfMeaning: Bool
    /// The hash of the version before it; nil for the first.
    let parent: String?
    /// Its model in canonical form.
    public let definition: String
    /// How a store of the version before becomes one of this; nil for the first, and for one that was frozen before plans were.
    public let plan: MigrationPlan?
    /// The file of its model, as findings show it.
    let path: String
    /// The file with its decisions; nil for the first.
    let decisionsFile: (path: String, bytes: [UInt8])?

    /// The model with the way it stands in SQLite.
    /// - Returns: the version, or nil where a finding is an error: the rules for models have changed since it was frozen.
    public func read() -> (version: StoredVersion?, findings: [Finding]) {
        let read = ModelReader.read(Array(definition.utf8), file: path)
        // Warnings are for the author of the live model.
        let errors = read.findings.filter { $0.severity == .error }
        let identity = ModelVersion(number: number, isDraft: false, hash: hash, compatibleHashes: plan?.compatibleHashes ?? [])
        return (read.model.map { StoredVersion($0, as: identity) }, errors)
    }

    /// Whether stores of the version and of a model are the same.
    /// - Parameter storageHash: the ``Model/storageHash`` of the model.
    package func stores(_ storageHash: String) -> Bool {
        if hash == storageHash || hash == parent.map({ Self.hash(after: $0, storageHash) }) { return true }
        return isHashOfMeaning && ModelReader.read(Array(definition.utf8), file: path).model?.storageHash == storageHash
    }

    /// Whether a model reads stored raw values of the version as other cases, though it stores the same: it has exchanged raw values.
    func readsAsOtherCases(_ model: Model) -> Bool {
        if model.enumerations.isEmpty || definition == model.meaningText { return false }
        guard let old = ModelReader.read(Array(definition.utf8), file: path).model else { return false }
        return model.enumerations.contains { new in
            let former = old.enumerations.first { $0.name.text == new.name.text }
            let mapping = former.flatMap { CaseMapping(from: .enumeration($0.type), to: .enumeration(new.type)) }
            return mapping?.lostCases.contains { $0.loss == .isAnotherCase } == true
        }
    }

    /// The hash of a version that stores the same as the one before it. Its step changes rows alone, so that its hash has to differ.
    static func hash(after parent: String, _ storageHash: String) -> String { Model.hash(ofText: "\(parent) \(storageHash)\n") }

    /// What was decided on the way to it: nothing for the first.
    /// - Returns: the decisions, or nil where a finding is an error.
    public func readDecisions() -> (decisions: MigrationDecisions?, findings: [Finding]) {
        guard let decisionsFile else { return (.init(), []) }
        return DecisionReader.read(decisionsFile.bytes, file: decisionsFile.path)
    }
}

/// A frozen step with all that planning and proving it take.
struct FrozenStep {
    let old: StoredVersion
    let new: StoredVersion
    let decisions: MigrationDecisions

    /// - Returns: the step, or nil where a finding is an error.
    static func read(from old: FrozenVersion, to new: FrozenVersion) -> (step: FrozenStep?, findings: [Finding]) {
        let (former, latter, decided) = (old.read(), new.read(), new.readDecisions())
        let findings = former.findings + latter.findings + decided.findings
        guard let old = former.version, let new = latter.version, let decisions = decided.decisions else { return (nil, findings) }
        return (FrozenStep(old: old, new: new, decisions: decisions), findings)
    }

    /// The plan that this Trellis makes.
    func plan() -> (plan: MigrationPlan?, findings: [Finding]) {
        var (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
        plan?.compatibleHashes = new.schema.identity.compatibleHashes
        return (plan, findings)
    }

    func proof(of plan: MigrationPlan) -> [Finding] { MigrationProof(from: old, to: new, decisions).findings(of: plan) }
}
