import SQLiteAccess
import SQLiteStorage
package import StoreMigration

/// A plan in a form that is right while foreign keys are on.
///
/// A rebuild drops its table, and a dropped table takes along the rows that lead to it. So a rebuilt table and all tables that lead to it
/// are copied to new ones, whose keys lead to the new copies, and are dropped from the leaves up to the root. A plan that deletes rows,
/// moves them or changes their keys runs on tables without foreign keys, which get them back at its end: their rows are copied twice more.
package struct KeptKeysPlan {
    private let plan: MigrationPlan
    private let old: StorageSchema
    private let new: StorageSchema
    /// The defaults that the store's tables have after the plan.
    private let defaults: LeftDefaults
    /// The steps that change tables, between those that a person wrote.
    private let changes: ArraySlice<MigrationPlan.Step>
    /// The steps before and after them: indexes, triggers and searches are created last.
    private let before: ArraySlice<MigrationPlan.Step>
    private let after: ArraySlice<MigrationPlan.Step>

    /// - Parameters:
    ///   - plan: a plan of operations.
    ///   - old: the schema of the version that it leads from.
    ///   - new: the schema of the version that it leads to.
    ///   - defaults: the defaults that earlier plans have left in the store.
    package static func plan(
        _ plan: MigrationPlan, from old: StorageSchema, to new: StorageSchema, leaving defaults: LeftDefaults = .init()
    ) -> MigrationPlan {
        KeptKeysPlan(plan, old, new, defaults.after(plan)).result
    }

    private init(_ plan: MigrationPlan, _ old: StorageSchema, _ new: StorageSchema, _ defaults: LeftDefaults) {
        (self.plan, self.old, self.new, self.defaults) = (plan, old, new, defaults)
        let steps = plan.steps[...]
        let start = steps.firstIndex { !$0.isOwn && !$0.operation.isRemovalOfParts } ?? steps.endIndex
        let lastOwn = steps.lastIndex { !$0.isOwn }.map { $0 + 1 } ?? steps.endIndex
        let end = steps[start..<max(start, lastOwn)].lastIndex { !$0.operation.isCreationOfParts }.map { $0 + 1 } ?? start
        (before, changes, after) = (steps[..<start], steps[start..<end], steps[end...])
    }

    private var result: MigrationPlan {
        guard changes.contains(where: { needsCare($0.operation) }) else { return plan }
        var result = plan
        result.steps = before + (groupedSteps ?? detachedSteps) + after
        return result
    }

    /// Whether an operation would change rows of other tables, or fail, while foreign keys are on.
    private func needsCare(_ operation: Operation) -> Bool {
        switch operation {
        case .rebuildTable, .dropTable, .deleteRows, .moveRows, .raiseKeys: true
        // With foreign keys on, SQLite takes no default for a key.
        case .addColumn(let column, _): column.reference != nil && column.defaultValue != nil
        default: false
        }
    }

    private var newTables: [TableDefinition] {
        (new.tables.map(\.definition) + new.joinTables.map(\.definition)).map(defaults.adding)
    }

    private var uniqueIndexes: [IndexDefinition] {
        (old.tables.flatMap { table in table.indexes.map { $0.definition(on: table.name) } } + old.joinTables.flatMap(\.indexes)).filter(\.isUnique)
    }

    /// What creates the indexes of tables that the plan itself would not have rewritten.
    private func indexes(of tables: Set<String>) -> [Operation] {
        let created = Set(
            plan.steps.compactMap { step -> String? in if case .createIndex(let index) = step.operation { index.name } else { nil } })
        let all = new.tables.flatMap { table in table.indexes.map { $0.definition(on: table.name) } } + new.joinTables.flatMap(\.indexes)
        return all.filter { tables.contains($0.table) && !created.contains($0.name) }.map(Operation.createIndex)
    }

    // MARK: One copy of each table

    /// The steps of a plan whose tables are only rebuilt, changed in place, created and dropped; nil for any other plan.
    private var groupedSteps: [MigrationPlan.Step]? {
        var (rebuilt, current) = (Set<String>(), CurrentTables(old))
        var gone = [TableDefinition]()
        for step in changes {
            // What speaks of a table after its rebuild would find the old one.
            guard let tables = step.operation.tablesInPlace(rebuilding: rebuilt), tables.isDisjoint(with: rebuilt) else { return nil }
            switch step.operation {
            case .rebuildTable(let rebuild): rebuilt.insert(rebuild.table.name)
            case .dropTable(let name):
                // It stays until the others are dropped, with them.
                if let table = current.tables[name] { gone.append(table) }
            default:
                if needsCare(step.operation) { return nil }
                current.apply(step.operation)
            }
        }
        let goneNames = Set(gone.map(\.name))
        let fresh = newTables
        let standing = Array(current.tables.values)
        // A table leads to another one if it does so now, or will.
        let leading = standing.map { table in
            TableDefinition(table.name, table.columns + (fresh.first { $0.name == table.name }?.columns ?? []))
        }
        let followers = CurrentTables.referencing(rebuilt.union(goneNames), among: leading).subtracting(goneNames)
        let names = rebuilt.union(followers)
        let becoming = fresh.filter { names.contains($0.name) }
        guard becoming.count == names.count else { return nil }
        let replacement = TableReplacement(
            old: standing.filter { names.contains($0.name) }, new: becoming, gone: gone, uniqueIndexes: uniqueIndexes)

        var steps = [MigrationPlan.Step]()
        var hasCreated = false
        for step in changes {
            switch step.operation {
            case .rebuildTable(let rebuild):
                if !hasCreated { steps += replacement.creation.steps(Self.purpose(rebuilt, followers)) }
                hasCreated = true
                var copy = TableReplacement.copy(rebuild.table, rebuild.values).map { MigrationPlan.Step($0) }
                copy[0].purpose = step.purpose
                copy[0].rule = step.rule
                steps += copy
            case .dropTable(let name) where goneNames.contains(name): break
            default: steps.append(step)
            }
        }
        if !hasCreated { steps += replacement.creation.steps(Self.purpose(rebuilt.union(goneNames), followers)) }
        let copies = CurrentTables.parentsFirst(becoming.filter { followers.contains($0.name) }).flatMap(TableReplacement.copy)
        return steps + copies.steps("Tables whose keys lead to a replaced one: every row is written")
            + replacement.exchange.steps("The old tables are dropped, those that lead to others first")
            + indexes(of: followers).steps("Indexes of the tables that were copied")
    }

    private static func purpose(_ rebuilt: Set<String>, _ followers: Set<String>) -> String {
        let others = followers.isEmpty ? "" : ", and with \(rebuilt.count == 1 ? "it" : "them") \(followers.sorted().joined(separator: ", "))"
        return "Foreign keys stay on: \(rebuilt.sorted().joined(separator: ", ")) \(rebuilt.count == 1 ? "is" : "are") replaced\(others)"
    }

    // MARK: Without foreign keys for the time

    /// The steps of any plan, on tables without foreign keys.
    private var detachedSteps: [MigrationPlan.Step] {
        let standing = CurrentTables(old).tables.values.filter { !$0.destinations.isEmpty }
        let detachment = TableReplacement(old: Array(standing), new: standing.map(\.withoutReferences), uniqueIndexes: uniqueIndexes)
        let attached = newTables.filter { !$0.destinations.isEmpty }
        let attachment = TableReplacement(old: attached.map(\.withoutReferences), new: attached)
        let start = detachment.creation + CurrentTables.parentsFirst(Array(standing)).flatMap(TableReplacement.copy) + detachment.exchange
        let end = attachment.creation + CurrentTables.parentsFirst(attached).flatMap(TableReplacement.copy) + attachment.exchange
        let middle = changes.map { step in
            var step = step
            step.operation = step.operation.withoutReferences
            return step
        }
        // Indexes that the plan keeps are lost with their tables, and so are those that its changes would have dropped.
        let lost = Set(standing.map(\.name))
        let dropped = middle.filter { step in
            if case .dropIndex(let name) = step.operation { return !Set(old.indexNames(of: lost)).contains(name) }
            return true
        }
        return start.steps("Foreign keys stay on, and rows go or change keys: the tables that lead to others are copied without foreign keys")
            + dropped
            + end.steps("The tables get their foreign keys back: every row is written once more")
            + indexes(of: lost.union(attached.map(\.name))).steps("Indexes of the tables that were copied")
    }
}

extension StorageSchema {
    fileprivate func indexNames(of names: Set<String>) -> [String] {
        tables.filter { names.contains($0.name) }.flatMap { $0.indexes.map(\.name) }
            + joinTables.filter { names.contains($0.name) }.flatMap { $0.indexes.map(\.name) }
    }
}

extension Operation {
    /// Whether it drops what holds no rows of its own, before tables change.
    fileprivate var isRemovalOfParts: Bool {
        switch self {
        case .dropIndex, .dropTrigger, .dropView, .dropSearch: true
        default: false
        }
    }

    /// Whether it creates what is made from rows, after tables have changed.
    fileprivate var isCreationOfParts: Bool {
        switch self {
        case .createIndex, .createTrigger, .createView, .createSearch, .fillSearch, .recompute, .recordVersion: true
        default: false
        }
    }

    /// The tables that it writes where they are; nil where it may write any.
    fileprivate func tablesInPlace(rebuilding rebuilt: Set<String>) -> Set<String>? {
        switch self {
        case .createTable(let table): [table.name]
        case .dropTable(let name): [name]
        case .renameTable(let old, let new): [old, new]
        case .rebuildTable(let rebuild): [rebuild.table.name]
        case .addColumn(_, let table), .dropColumn(_, let table), .renameColumn(_, _, let table), .dropNotNull(_, let table),
            .setNotNull(_, let table), .addCheck(_, let table), .refuseValues(_, _, let table, _), .renameTexts(_, _, let table),
            .renameRecordedProperties(_, _, let table):
            [table]
        case .updateRows(let update): [update.table]
        case .emptyKeys(_, let table, let rows), .deleteConnections(_, let table, let rows): [table, rows.table]
        case .copyConnections(let copy): [copy.table, copy.source]
        case .createIndex(let index): [index.table]
        case .dropIndex, .dropTrigger, .dropView, .dropSearch: []
        default: nil
        }
    }

    fileprivate var withoutReferences: Operation {
        switch self {
        case .createTable(let table): return .createTable(table.withoutReferences)
        case .rebuildTable(var rebuild):
            rebuild.table = rebuild.table.withoutReferences
            return .rebuildTable(rebuild)
        case .addColumn(var column, let table):
            column.reference = nil
            return .addColumn(column, table: table)
        default: return self
        }
    }
}
