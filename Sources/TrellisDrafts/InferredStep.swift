import Diagnostics
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
@_spi(Drafts) import Trellis

/// Plans the step between two models whose texts stores contain, without decisions.
struct InferredStep: DraftPlanner {
    func step(from store: StoreRecord, to program: StoreRecord) -> DraftStep {
        guard let old = version(store) else {
            return .undecided(["the store does not contain the model that created it"])
        }
        guard let new = version(program) else { return .undecided(["this Trellis does not read the program's model"]) }
        let decisions = MigrationDecisions()
        let (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
        guard let plan else { return .undecided(reasons(findings)) }
        let proof = MigrationProof(from: old, to: new, decisions).findings(of: plan)
        return proof.containsError ? .undecided(reasons(proof)) : .plan(plan)
    }

    /// The version of a store, from the text in its record; nil if the text has errors, or is none that a draft's hash is of.
    private func version(_ record: StoreRecord) -> StoredVersion? {
        guard let model = ModelReader.read(Array(record.definition.utf8), file: "\(record.model).yaml").model else { return nil }
        // An earlier Trellis recorded the hash over the meaning. A frozen version may have another hash than its model.
        guard !record.isDraft || [model.storageHash, model.meaningHash].contains(record.hash) else { return nil }
        return StoredVersion(model, as: ModelVersion(number: record.version, isDraft: record.isDraft, hash: record.hash))
    }

    private func reasons(_ findings: [Finding]) -> [String] {
        findings.filter { $0.severity == .error }.map(\.message)
    }
}
