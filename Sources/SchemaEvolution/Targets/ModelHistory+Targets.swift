public import Diagnostics
public import SQLiteStorage
import StoreMigration

extension ModelHistory {
    /// The frozen steps that a target cannot run.
    public func findings(on target: StorageTarget) -> [Finding] {
        guard target != .file else { return [] }
        var former: (frozen: FrozenVersion, stored: StoredVersion)?
        return versions.flatMap { version -> [Finding] in
            guard let stored = version.read().version else { return [] }
            defer { former = (version, stored) }
            guard let former, let plan = version.planOfOperations(from: former.frozen) else { return [] }
            return TargetPlan.plan(plan, from: former.stored, to: stored, for: target).findings
        }
    }
}

extension FrozenVersion {
    /// The plan that leads to the version, as operations: a target may need another form of them.
    ///
    /// A plan that an earlier Trellis froze consists of statements for connections with foreign keys off. Then it is the plan that this
    /// Trellis makes from the same versions and decisions.
    func planOfOperations(from old: FrozenVersion) -> MigrationPlan? {
        guard let plan, plan.steps.contains(where: { if case .frozen = $0.operation { true } else { false } }) else { return plan }
        return FrozenStep.read(from: old, to: self).step?.plan().plan ?? plan
    }
}
