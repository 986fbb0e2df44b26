import SQLiteStorage
import StoreMigration

/// What a plan does to the tables, table by table.
struct TableChanges {
    /// The statements of the tables, which ``TableReading`` puts in their order.
    var readings: [TableReading] = []
    /// Copies rows that come to a table before anything there changes.
    var copied: [MigrationPlan.Step] = []
    /// The new state of the tables that were there.
    private(set) var outcomes: [TableOutcome] = []
    /// The new names of the tables that are rebuilt, by their old ones.
    private(set) var rebuilt: [String: String] = [:]
    /// The tables whose rows are deleted or changed where they are, by their new names.
    private(set) var thinned: Set<String> = []
    /// The tables whose names, and those of their columns, mean what they did.
    private(set) var steady: Set<String> = []

    /// Notes the new state of a table.
    /// - Parameter changesRows: whether rows go from it or come to it.
    mutating func note(_ planner: TablePlanner, changesRows: Bool) {
        let (new, old) = (planner.table.name, planner.oldTable.name)
        if planner.isRebuilt { rebuilt[old] = new }
        if changesRows || planner.isUpdated { thinned.insert(new) }
        if old == new, !planner.reusesNames { steady.insert(new) }
        outcomes.append(planner.outcome)
    }

    /// Notes the new state of the tables of connections.
    mutating func note(_ joins: JoinPlanner, _ steps: JoinPlanner.Steps) {
        rebuilt.merge(steps.rebuilt) { first, _ in first }
        steady.formUnion(joins.namePairs.filter { $0.old == $0.new }.map(\.new))
        outcomes += steps.outcomes
    }

    /// Notes the tables in which keys of rows that go are emptied.
    mutating func noteEmptiedKeys(in changed: Set<String>, _ old: StoredVersion) {
        thinned.formUnion(changed)
        for index in outcomes.indices where changed.contains(outcomes[index].newName ?? "") {
            let columns = old.schema.tables.first { $0.name == outcomes[index].oldName }?.columns ?? []
            let keys = Set(columns.filter { old.relationship(.init($0.entity, $0.property)) != nil }.map(\.name))
            for column in outcomes[index].columns.indices where keys.contains(outcomes[index].columns[column].oldName) {
                outcomes[index].columns[column].values = .changed
            }
        }
    }

    /// Notes what all steps together do to the rows of the tables.
    mutating func noteRows(after steps: [MigrationPlan.Step]) {
        let operations = steps.map(\.operation)
        for index in outcomes.indices {
            guard let table = outcomes[index].newName else { continue }
            let rows = Operation.rowOutcome(of: table, after: operations)
            (outcomes[index].mayLoseRows, outcomes[index].mayGainRows, outcomes[index].isRewritten) = (rows.mayLose, rows.mayGain, rows.isRewritten)
        }
    }
}
