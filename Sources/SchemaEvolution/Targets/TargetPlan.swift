package import Diagnostics
import Predicates
import SQLiteAccess
package import SQLiteStorage
package import StoreMigration

extension FindingCode {
    /// A step that a target cannot run.
    static let stepNotOnTarget = FindingCode("TR2502")
}

/// A plan as a target runs it.
package enum TargetPlan {
    /// The plan in the form that a target runs, or the findings that say why it cannot.
    /// - Parameters:
    ///   - plan: the plan between two versions.
    ///   - old: the version that it leads from.
    ///   - new: the version that it leads to.
    ///   - defaults: the defaults that earlier plans have left in the store.
    package static func plan(
        _ plan: MigrationPlan, from old: StoredVersion, to new: StoredVersion, for target: StorageTarget, leaving defaults: LeftDefaults = .init()
    ) -> (plan: MigrationPlan?, findings: [Finding]) {
        var reasons = reasons(plan, target)
        guard reasons.isEmpty else { return (nil, reasons.map { finding($0, plan, new, target) }) }
        var made = target.canDisableForeignKeys ? plan : KeptKeysPlan.plan(plan, from: old.schema, to: new.schema, leaving: defaults)
        if !target.allowsTemporaryTables { made = made.withoutTemporaryTables(from: old.schema, to: new.schema) }
        made = made.withRecordInPieces(for: target)
        let rules = TargetRules(target)
        reasons = made.steps.flatMap(\.operation.statements).compactMap(rules.excess)
        if reasons.isEmpty, let refused = refusal(of: made, from: old, target, rules) { reasons = [refused] }
        return (reasons.isEmpty ? made : nil, reasons.map { finding($0, plan, new, target) })
    }

    /// Why a target cannot run a plan, by its operations.
    private static func reasons(_ plan: MigrationPlan, _ target: StorageTarget) -> [String] {
        var reasons = plan.swiftSteps.map { "runs the step in Swift '\($0.name)', which only the program has" }
        let functions = plan.steps.reduce(into: Set<TextFunction>()) { $0.formUnion($1.operation.textFunctions) }
        if !target.hasLibraryFunctions {
            reasons += functions.map(\.sqlName).sorted().map { "calls \($0)(), which only connections of Trellis have" }
        }
        if let needed = plan.minimumSQLite, let version = target.sqliteVersion.flatMap({ SQLiteVersion($0) }), version < needed {
            reasons.append("needs SQLite \(needed), and the target has \(version)")
        }
        // Made by an earlier Trellis, from decisions that this one does not take.
        let isOfStatements = plan.steps.contains { if case .frozen = $0.operation { true } else { false } }
        if isOfStatements, !target.canDisableForeignKeys {
            reasons.append("consists of statements for connections with foreign keys off, and cannot be planned again")
        }
        return reasons
    }

    /// What the target refuses when the plan runs on a store without rows; nil if nothing is.
    private static func refusal(of plan: MigrationPlan, from old: StoredVersion, _ target: StorageTarget, _ rules: TargetRules) -> String? {
        do {
            let connection = try SQLiteConnection.inMemory()
            try TextDerivation.register(on: connection.functions)
            try connection.execute(old.schema.ddl)
            try connection.execute("PRAGMA foreign_keys = \(target.canDisableForeignKeys ? "OFF" : "ON"); BEGIN")
            for step in plan.steps {
                for statement in step.operation.statements { try rules.apply(to: connection) { try connection.run(statement) } }
            }
            return nil
        } catch let refused as TargetRefusal {
            return "needs \(refused.words), which it refuses"
        } catch {
            // User-written SQL may need tables or rows of the user: its proof reports it.
            return nil
        }
    }

    private static func finding(_ reason: String, _ plan: MigrationPlan, _ new: StoredVersion, _ target: StorageTarget) -> Finding {
        Finding(
            .stepNotOnTarget, "the target '\(target.name)' cannot run the step to version \(plan.toVersion), which \(reason)",
            at: new.model.name.span,
            suggestion: .init("compute such values in the program and write plain SQL in 'values', or remove '\(target.name)' from 'targets'"))
    }
}
