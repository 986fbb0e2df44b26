import SQLiteAccess
import StoreMigration

/// Keys that led nowhere before a step. They do not stop it, although they lead nowhere afterwards.
struct StrayBefore {
    private let plan: MigrationPlan
    private let oldRules: VersionRules
    private let store: ForeseenStore

    init(_ plan: MigrationPlan, _ oldRules: VersionRules, _ store: ForeseenStore) {
        (self.plan, self.oldRules, self.store) = (plan, oldRules, store)
    }

    /// The rule without the rows that had such a key to the same table before; other rules as they are.
    func withoutKnown(_ rule: RowRule) -> RowRule {
        guard case .strayKey(_, let destination) = rule.kind else { return rule }
        // Rows that get new keys are in other tables: a migration stops at their keys that lead nowhere.
        let table = oldName(of: rule.table)
        guard let rows = store.oldRows(of: table), let members = store.oldRows(of: oldName(of: destination))
        else { return rule }
        let parent = oldName(of: destination)
        let keys = oldRules.rules(ofTable: table).compactMap { old -> String? in
            guard case .strayKey(let column, parent) = old.kind else { return nil }
            let key = "o.\(SQL.identifier(column))"
            return "\(key) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(members) AS d WHERE d._id = \(key))"
        }
        if keys.isEmpty { return rule }
        var rule = rule
        rule.isBroken = "(\(rule.isBroken)) AND _id NOT IN (SELECT o._id FROM \(rows) AS o WHERE \(keys.joined(separator: " OR ")))"
        return rule
    }

    private func oldName(of table: String) -> String { plan.tables.first { $0.newName == table }?.oldName ?? table }
}
