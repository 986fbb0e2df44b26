import Diagnostics
import SchemaEvolution
import StoreMigration

/// The plan from a version to an earlier one. It takes renames back, and asks for what the later version does not say.
struct StepBack {
    let plan: MigrationPlan?
    let findings: [Finding]

    /// - Parameters:
    ///   - old: the later version, which stores have.
    ///   - new: the earlier one.
    ///   - history: the versions between them.
    ///   - decisions: the user's, which have priority over the renames.
    init(from old: StoredVersion, to new: StoredVersion, along history: ModelHistory, _ decisions: MigrationDecisions) {
        let (last, first) = (old.schema.identity, new.schema.identity.version)
        let (number, live) = (last.isDraft ? nil : last.version, last.isDraft ? old.model : nil)
        let reused = history.reusedNames(from: number, to: first, live: live)
        guard reused.isEmpty else {
            (plan, findings) = (nil, reused)
            return
        }
        let back = history.decisionsBack(from: number, to: first, live: live)
        let decisions = decisions.completed(by: back)
        var (plan, planned) = MigrationPlanner.plan(from: old, to: new, decisions)
        // The programs that the earlier version admits are part of it.
        plan?.compatibleHashes = history[version: first]?.plan?.compatibleHashes ?? []
        self.plan = plan
        findings = planned + (plan.map { MigrationProof(from: old, to: new, decisions).findings(of: $0) } ?? [])
    }

    /// What a plan does not take back, in words.
    /// - Parameters:
    ///   - last: the number of the version that it leads from.
    ///   - first: the number of the version that it leads to.
    static func notes(from last: Int, to first: Int, along history: ModelHistory) -> [String] {
        history.versionsWithOwnSteps(after: first, to: last).map {
            "what 'before', 'after' and steps in Swift of version \($0) did is not taken back: if rows need it, write the opposite into the "
                + "decisions"
        }
    }
}
