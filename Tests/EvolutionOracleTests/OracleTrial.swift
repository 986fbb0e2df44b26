import Diagnostics
import ObjectOracle
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport

/// One migration from the two texts to the oracle's verdict, through the public API of the planner and of the library.
struct OracleTrial {
    enum Outcome {
        /// The store's rows do not meet the new version: the migration stopped and changed nothing.
        case stopped(MigrationError)
        /// The store was migrated; each complaint is a loss or an invention that nothing explains.
        case applied(complaints: [String])
    }

    let old: StoredVersion
    let new: StoredVersion

    init(_ old: StoredVersion, _ new: StoredVersion) {
        self.old = old
        self.new = new
    }

    /// A version of a model, nil if the text is no model.
    static func version(_ text: String, _ number: Int) -> StoredVersion? {
        guard let model = ModelReader.read(Array(text.utf8), file: "\(number).yaml").model else { return nil }
        let (schema, findings) = LayoutPlanner.plan(model, as: ModelVersion(number: number, isDraft: false))
        return findings.containsError ? nil : StoredVersion(model, schema)
    }

    /// A plan that is proved, with what is found in planning and proving it; no plan if a finding is an error.
    func plan(_ decisions: MigrationDecisions) -> (plan: MigrationPlan?, findings: [Finding]) {
        let (plan, planned) = MigrationPlanner.plan(from: old, to: new, decisions)
        guard let plan else { return (nil, planned) }
        let findings = planned + MigrationProof(from: old, to: new, decisions).findings(of: plan)
        return (findings.containsError ? nil : plan, findings)
    }

    /// Applies a plan to a store with random objects, and asks the oracle.
    func apply(_ plan: MigrationPlan, _ decisions: MigrationDecisions, _ random: inout SeededGenerator) throws -> Outcome {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(old.schema.ddl)
        try connection.execute("PRAGMA recursive_triggers = ON")
        let before = ObjectDatabase(randomObjectsOf: old.model, using: &random)
        try before.write(into: connection, old.schema)
        let chain = MigrationChain(
            model: new.schema.identity.model, version: plan.toVersion, isDraft: plan.isDraft, hash: plan.toHash, plans: [plan])
        do {
            try StoreMigrator(connection, chain, MigrationOptions(availableSpace: .max)).migrate()
        } catch let error as MigrationError {
            return .stopped(error)
        }
        let after = try ObjectDatabase(reading: connection, new.model, new.schema)
        return .applied(complaints: MigrationOracle(before, after, DecisionWords(decisions)).complaints)
    }
}

extension DecisionWords {
    init(_ decisions: MigrationDecisions) {
        func texts(_ decided: [MigrationDecisions.Place: MigrationDecisions.Decision]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: decided.map { ($0.key.description, $0.value.text) })
        }
        self.init(renames: texts(decisions.renames), drops: Set(decisions.drops.keys.map(\.description)), values: texts(decisions.values))
    }
}
