import StoreMigration

/// A plan as SQL that a person reads, and `sqlite3` runs.
enum MigrationText {
    static func text(_ plan: MigrationPlan) -> String {
        """
        -- Makes a store of \(plan.fromHash.prefix(8)) one of \(plan.toHash.prefix(8)).
        -- Foreign keys have to be off before the transaction begins: within it the PRAGMA does nothing.
        PRAGMA foreign_keys = OFF;
        PRAGMA legacy_alter_table = OFF;
        BEGIN IMMEDIATE;
        \(plan.text)
        COMMIT;
        """
    }
}
