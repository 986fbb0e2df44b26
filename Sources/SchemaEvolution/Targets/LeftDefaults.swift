import SQLiteAccess
package import StoreMigration

/// The defaults that ADD COLUMN has left in the tables of a store. A new table has none of them, so the model does not know them.
///
/// Rows that existed before the column have its value only through the default. A copy of such a table keeps it, so that a store has the
/// same schema whichever form of a plan it ran.
package struct LeftDefaults {
    /// By the names of tables and columns.
    private var values: [String: [String: SQLiteValue]] = [:]

    package init() {}

    /// Follows a plan as connections with foreign keys off run it.
    package mutating func follow(_ plan: MigrationPlan) {
        for step in plan.steps {
            switch step.operation {
            case .addColumn(let column, let table): values[table, default: [:]][column.name] = column.defaultValue
            case .dropColumn(let column, let table): values[table]?[column] = nil
            case .renameColumn(let old, let new, let table):
                let value = values[table]?.removeValue(forKey: old)
                values[table]?[new] = value
            case .renameTable(let old, let new):
                let columns = values.removeValue(forKey: old)
                values[new] = columns
            case .dropTable(let name): values[name] = nil
            case .createTable(let table): values[table.name] = nil
            case .rebuildTable(let rebuild): values[rebuild.table.name] = nil
            default: break
            }
        }
    }

    /// The defaults after a plan.
    func after(_ plan: MigrationPlan) -> LeftDefaults {
        var result = self
        result.follow(plan)
        return result
    }

    /// A table with the defaults that a store has.
    func adding(to table: TableDefinition) -> TableDefinition {
        guard let defaults = values[table.name] else { return table }
        var table = table
        for index in table.columns.indices where table.columns[index].defaultValue == nil {
            table.columns[index].defaultValue = defaults[table.columns[index].name]
        }
        return table
    }
}
