import Diagnostics
import SQLiteAccess
package import SQLiteStorage
package import StoreMigration

extension MigrationProof {
    /// What is wrong with a plan on a target: it runs with foreign keys on where they cannot be off, and under an authorizer that refuses
    /// what the target refuses.
    /// - Parameter plan: the plan in the form for the target.
    package func findings(of plan: MigrationPlan, on target: StorageTarget) -> [Finding] {
        errors(of: plan.withoutSwiftSteps, on: target)
    }

    /// What is wrong with the form of a plan that a target runs, or why the target cannot run it.
    /// - Parameter plan: the plan as files run it. It is proved for them.
    package func findings(ofFormOf plan: MigrationPlan, on target: StorageTarget) -> [Finding] {
        let made = TargetPlan.plan(plan, from: old, to: new, for: target)
        guard let form = made.plan else { return made.findings }
        let found = findings(of: form, on: target)
        return found.isEmpty
            ? differences(of: form, from: plan, on: target).map { line in
                Finding(
                    .failedProof, "on the target '\(target.name)': \(line)", at: new.model.name.span,
                    suggestion: .init("change the SQL in 'before' or 'after': foreign keys are on there, so it changes rows of other tables too"))
            }
            : found.map { finding in
                var finding = finding
                finding.message = "on the target '\(target.name)': \(finding.message)"
                return finding
            }
    }

    /// How the rows on a target differ from those in a file. The effect of user-defined SQL is unknown, so the two are compared with each other.
    private func differences(of form: MigrationPlan, from plan: MigrationPlan, on target: StorageTarget) -> [String] {
        for seeds in SeedRows.all(for: old) {
            let file = ProofRun(old: old, new: new, decisions: decisions, plan: plan, target: nil)
            guard let expected = try? file.rowFacts(with: seeds) else { continue }
            do {
                let found = try ProofRun(old: old, new: new, decisions: decisions, plan: form, target: target).rowFacts(with: seeds)
                return expected.keys.sorted().filter { found[$0] != expected[$0] }.map { "'\($0)' has other rows than in a file" }
            } catch let refusal as ProofRun.Refusal {
                if refusal.isOfKeys { continue }
                return ["it refuses rows that a file takes: \(refusal.error.message)"]
            } catch {
                return ["\(error)"]
            }
        }
        return []
    }
}
