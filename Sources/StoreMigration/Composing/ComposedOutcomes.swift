/// What several plans make of the tables of the first one's old version.
struct ComposedOutcomes {
    let tables: [TableOutcome]

    /// - Parameter plans: consecutive plans, oldest first.
    init(_ plans: [MigrationPlan]) {
        guard let first = plans.first else {
            tables = []
            return
        }
        tables = plans.dropFirst().reduce((Self.outcomes(of: first), Self.added(first))) { former, plan in
            let outcomes = Dictionary(Self.outcomes(of: plan).map { ($0.oldName, $0) }, uniquingKeysWith: { first, _ in first })
            let (tables, added) = former
            let followed = tables.map { table -> TableOutcome in
                guard let name = table.newName, let next = outcomes[name] else { return table }
                return Self.followed(table, by: next, added: added[name] ?? [])
            }
            // What was added under a former name is called otherwise now.
            var later = Self.added(plan)
            for (name, columns) in added {
                guard let next = outcomes[name], let newName = next.newName else { continue }
                let names = Dictionary(next.columns.map { ($0.oldName, $0.newName) }, uniquingKeysWith: { first, _ in first })
                later[newName, default: []].formUnion(columns.compactMap { names[$0] ?? $0 })
            }
            return (followed, later)
        }.0
    }

    /// The outcomes of a plan, with the columns that it writes or empties, and those that it drops and adds again: a plan that rebuilds no
    /// table does not list these.
    private static func outcomes(of plan: MigrationPlan) -> [TableOutcome] {
        var unlisted = [String: [ColumnOutcome]]()
        let added = added(plan)
        for step in plan.steps {
            switch step.operation {
            case .dropColumn(let name, let table): unlisted[table, default: []].append(.init(name, nil))
            case .emptyKeys(let name, let table, _): unlisted[table, default: []].append(.init(name, name, values: .changed))
            case .updateRows(let update):
                let columns = update.values.map(\.column).filter { added[update.table]?.contains($0) != true }
                unlisted[update.table, default: []] += columns.map { .init($0, $0, values: .changed) }
            default: break
            }
        }
        if unlisted.isEmpty { return plan.tables }
        return plan.tables.map { table in
            var table = table
            var known = Set(table.columns.flatMap { [$0.oldName, $0.newName].compactMap(\.self) })
            let columns = [table.oldName, table.newName].compactMap(\.self).compactMap { unlisted[$0] }.first ?? []
            table.columns += columns.filter { known.insert($0.oldName).inserted }
            return table
        }
    }

    /// The columns that a plan adds to tables without a rebuild, by the tables' new names.
    private static func added(_ plan: MigrationPlan) -> [String: Set<String>] {
        plan.steps.reduce(into: [:]) { added, step in
            if case .addColumn(let column, let table) = step.operation { added[table, default: []].insert(column.name) }
            if case .rebuildTable(let rebuild) = step.operation {
                let outcome = plan.tables.first { $0.newName == rebuild.table.name }
                let known = Set(outcome?.columns.compactMap(\.newName) ?? [])
                added[rebuild.table.name, default: []].formUnion(rebuild.table.columns.map(\.name).filter { !known.contains($0) })
            }
        }
    }

    private static func followed(_ table: TableOutcome, by next: TableOutcome, added: Set<String>) -> TableOutcome {
        var table = table
        table.newName = next.newName
        table.mayLoseRows = table.mayLoseRows || next.mayLoseRows
        table.mayGainRows = table.mayGainRows || next.mayGainRows
        let between = Set(table.columns.compactMap(\.newName))
        let later = Dictionary(next.columns.map { ($0.oldName, $0) }, uniquingKeysWith: { first, _ in first })
        for index in table.columns.indices {
            guard let name = table.columns[index].newName, let column = later[name] else { continue }
            table.columns[index].newName = column.newName
            table.columns[index].values = max(table.columns[index].values, column.values)
        }
        // A plan that rebuilds no table lists the columns that change alone.
        if !table.isRewritten {
            table.columns += next.columns.filter { !between.contains($0.oldName) && !added.contains($0.oldName) }
        }
        table.isRewritten = table.isRewritten || next.isRewritten
        return table
    }
}

extension ColumnOutcome.Values: Comparable {
    private var rank: Int {
        switch self {
        case .kept: 0
        case .converted: 1
        case .changed: 2
        }
    }

    /// Whether less happens to the values.
    public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }
}
