import Predicates
import SQLiteAccess
import SQLiteStorage
import StoreMigration

/// The operations that make a table of the old version one of the new, under the name that it has by then.
struct TablePlanner {
    let table: Table
    let oldTable: Table
    let sources: [ColumnSource]
    /// The new names of the tables, by their old ones.
    let tableNames: [String: String]
    /// What stands in `_entity` where there was no such column.
    let entity: String
    /// The columns that the database computes again where their sources change, by their new names.
    var recomputed: Set<String> = []
    /// The oldest SQLite that has to run the operations.
    let minimumSQLite: SQLiteVersion

    var steps: [MigrationPlan.Step] { rebuildReason.map { [rebuild(because: $0)] } ?? alterations }

    var isRebuilt: Bool { rebuildReason != nil }

    /// Whether a name means another column than it did: what speaks of it is about something else, though its text is the same.
    var reusesNames: Bool {
        let names = Set(oldTable.columns.map(\.name) + oldTable.positions.map(\.name))
        return sources.contains { names.contains($0.name) && $0.former?.name != $0.name }
    }

    /// The new state of the table's columns, for any strategy. What happens to its rows follows from the operations.
    var outcome: TableOutcome {
        let isRebuilt = isRebuilt
        let fixed = ["_id", "_version"] + (oldTable.hasEntityColumn ? ["_entity"] : [])
        // A column with new values is dropped and added under its name.
        let names = Set(
            sources.filter { $0.former == nil }.map(\.name) + ["_id", "_version"] + (table.hasEntityColumn ? ["_entity"] : []))
        let sourcesByFormer = Dictionary(
            sources.compactMap { source in source.former.map { ($0.name, source) } }, uniquingKeysWith: { first, _ in first })
        let columns = (fixed + oldTable.columns.map(\.name) + oldTable.positions.map(\.name)).map { name in
            guard let source = sourcesByFormer[name] else {
                let isFixed = fixed.contains(name)
                return ColumnOutcome(name, names.contains(name) ? name : nil, values: isFixed || !names.contains(name) ? .kept : .changed)
            }
            if recomputed.contains(source.name) { return ColumnOutcome(name, source.name, values: .changed) }
            let values: ColumnOutcome.Values = source.expression == nil ? .kept : source.keepsValues ? .converted : .changed
            return ColumnOutcome(name, source.name, values: values)
        }
        // In place only such columns change.
        let changed = columns.filter { $0.newName != $0.oldName || $0.values == .converted }
        return TableOutcome(oldTable.name, table.name, columns: isRebuilt ? columns : changed)
    }

    // MARK: The strategy

    /// Why the table must be rebuilt, and the rule of SQLite that forces it.
    private struct Reason {
        var text: String
        var rule: MigrationPlan.Rule
    }

    /// nil where SQLite can change the table in place.
    private var rebuildReason: Reason? {
        if table.hasEntityColumn != oldTable.hasEntityColumn {
            return Reason(text: "a new column holds the entity of each row", rule: .constants)
        }
        for source in sources {
            if let former = source.former?.column, let column = source.column {
                if let (text, rule) = difference(former, column) { return Reason(text: "\(column.name): \(text)", rule: rule) }
                if source.readsRows(of: table.name) {
                    return Reason(text: "\(column.name) gets keys that depend on other rows", rule: .rows)
                }
                if source.expression != nil, isUnique(former) {
                    return Reason(text: "\(column.name) gets new unique values", rule: .uniqueness)
                }
            } else if let column = source.column, !canBeAdded(source, column) {
                return Reason(text: "\(column.name) gets a computed value in each row", rule: .constants)
            }
        }
        if let key = droppedColumns.first(where: { $0.reference != nil }) {
            return Reason(text: "\(key.name) is dropped, a foreign key", rule: .init("SQLite cannot drop a column with REFERENCES"))
        }
        // DROP COLUMN leaves a CHECK behind that names the column.
        if let checked = droppedColumns.first(where: { !$0.checks.isEmpty }) {
            return Reason(text: "\(checked.name) is dropped, which a CHECK names", rule: .init("SQLite cannot drop a column that a CHECK names"))
        }
        let dropped = droppedColumns.count + droppedPositions.count
        if dropped > Self.columnsDroppedInPlace(besides: oldTable.indexes.count) {
            return Reason(text: "\(dropped) columns are dropped", rule: .init("SQLite's DROP COLUMN writes every row again for each column"))
        }
        return nil
    }

    /// How many columns are dropped one by one before a rebuild is quicker, which makes the table's indexes again. A rebuild takes about
    /// as long as two columns, and half a column more for each index (Benchmarks/RESULTS.md).
    private static func columnsDroppedInPlace(besides indexCount: Int) -> Int { 2 + indexCount / 2 }

    private func difference(_ old: Column, _ new: Column) -> (String, MigrationPlan.Rule)? {
        if old.type != new.type { return ("another type", .init("SQLite cannot change the type of a column")) }
        if old.isNullable != new.isNullable, !altersConstraints {
            return (
                new.isNullable ? "NOT NULL is dropped" : "NOT NULL is added",
                .init("SQLite cannot change NOT NULL", liftedIn: .alteringConstraints)
            )
        }
        if old.beginsWithZero != new.beginsWithZero { return ("another DEFAULT", .init("SQLite cannot change a DEFAULT")) }
        var reference = old.reference
        // A dropped table is another one, even if a new table has its name.
        if let table = reference?.table { reference?.table = tableNames[table] ?? "" }
        if reference != new.reference { return ("another REFERENCES", .init("SQLite cannot change a foreign key")) }
        // A CHECK names its column.
        guard old.checks != new.checks else { return nil }
        if !altersConstraints { return ("another CHECK", .init("SQLite cannot change a CHECK", liftedIn: .alteringConstraints)) }
        return old.checks.isEmpty ? nil : ("another CHECK", .init("SQLite can drop a CHECK only by its name, and this one has none"))
    }

    /// Whether values of the column must differ while they change one after the other.
    private func isUnique(_ column: Column) -> Bool {
        oldTable.indexes.contains { index in index.isUnique && index.keys.contains { $0.column == column.name } }
    }

    /// The columns whose values change where they are.
    private var updated: [ColumnSource] {
        sources.filter { $0.former != nil && $0.expression != nil }
    }

    /// Whether the rows can be left alone that have their values already: NOT NULL comes, and values are put into gaps alone.
    private var fillsGaps: Bool { altersConstraints && updated.allSatisfy(fillsGaps) }

    private func fillsGaps(_ source: ColumnSource) -> Bool {
        guard let former = source.former?.column, let column = source.column, former.isNullable, !column.isNullable
        else { return false }
        if case .user(let sql, _) = source.expression { return sql.isCoalesce(of: SQL.identifier(former.name)) }
        return source.expression?.fillsGaps(of: former.name) ?? false
    }

    /// Whether rows are written in place.
    var isUpdated: Bool { !isRebuilt && !updated.isEmpty }

    private func canBeAdded(_ source: ColumnSource, _ column: Column) -> Bool {
        if source.expression == nil { return column.isNullable }
        return source.constant != nil && !column.isNullable
    }

    private var droppedColumns: [Column] {
        let kept = Set(sources.compactMap { $0.former?.name })
        return oldTable.columns.filter { !kept.contains($0.name) }
    }

    private var droppedPositions: [String] {
        let kept = Set(sources.compactMap { $0.former?.name })
        return oldTable.positions.map(\.name).filter { !kept.contains($0) }
    }

    // MARK: In place

    private var alterations: [MigrationPlan.Step] {
        var operations = lifted
        operations += sources.compactMap { source -> Operation? in
            guard !source.fits.isEmpty, let former = source.former?.name, let column = source.column else { return nil }
            return .refuseValues(column: former, notFitting: source.fits, table: table.name, type: column.type.stored)
        }
        let values = updated.compactMap { source in source.former.map { ColumnValue($0.name, source.selected) } }
        if !values.isEmpty {
            let checks = updated.compactMap { source in source.former?.column.map { ColumnCheck($0.name, $0.checks) } }
            operations.append(
                .updateRows(RowUpdate(table.name, values, fillsGaps: fillsGaps, checks: checks.filter { !$0.conditions.isEmpty })))
        }
        for dropped in droppedColumns.map(\.name) + droppedPositions {
            operations.append(.dropColumn(dropped, table: table.name))
        }
        // Names may change in a circle, and two that differ in case alone are one to SQLite.
        let renamed = sources.filter { source in source.former.map { $0.name != source.name } ?? false }
        let taken = Set(sources.compactMap { $0.former?.name.lowercased() })
        var last = [Operation]()
        for source in renamed {
            guard let former = source.former?.name else { continue }
            let needsTwo = taken.contains(source.name.lowercased()) && former.lowercased() != source.name.lowercased()
            let between = needsTwo ? "_trellis_\(source.name)" : source.name
            operations.append(.renameColumn(former, to: between, table: table.name))
            if needsTwo { last.append(.renameColumn(between, to: source.name, table: table.name)) }
        }
        operations += last
        for source in sources where source.former == nil {
            let definition = source.column?.definition(givingRows: source.expression == nil ? nil : source.constant)
            operations.append(.addColumn(definition ?? .init(source.name, "INTEGER"), table: table.name))
        }
        operations += imposed
        return operations.steps("\(table.name): changed in place")
    }

    // MARK: Rebuilding

    /// A new table with a value for each of its columns. The names of old columns are in the values alone, so that a renamed column needs
    /// no operation of its own.
    private func rebuild(because reason: Reason) -> MigrationPlan.Step {
        let kind: RowValue = oldTable.hasEntityColumn ? .column(FetchLayout.entityColumn) : .literal(.text(entity))
        return .rebuild(
            Rebuild(table.definition, values(kind: kind), keepsSequence: true), because: reason.text, reason.rule)
    }

    /// The steps that compute values that may read other tables, into columns that the rebuild leaves out, and the planner that takes
    /// them from there; nil if no value does, or if the table changes in place.
    var computingFirst: (steps: [MigrationPlan.Step], planner: TablePlanner)? {
        guard isRebuilt else { return nil }
        var (operations, values, computed) = ([Operation](), [ColumnValue](), sources)
        for (index, source) in sources.enumerated() {
            guard let column = source.column, let value = source.expression, !value.keyQueries.isEmpty || !value.userTexts.isEmpty else { continue }
            let name = "_trellis_value_\(source.name)"
            operations.append(.addColumn(ColumnDefinition(name, column.type.rawValue), table: table.name))
            values.append(ColumnValue(name, value))
            computed[index].expression = .column(name)
        }
        if values.isEmpty { return nil }
        operations.append(.updateRows(RowUpdate(table.name, values, fillsGaps: false, checks: [])))
        let planner = TablePlanner(
            table: table, oldTable: oldTable, sources: computed, tableNames: tableNames, entity: entity, recomputed: recomputed,
            minimumSQLite: minimumSQLite)
        return (operations.steps("\(table.name): values that read other tables, which read this one"), planner)
    }

    /// The values of all columns.
    /// - Parameter kind: what stands in `_entity`.
    private func values(kind: RowValue) -> [ColumnValue] {
        [FetchLayout.keyColumn, "_version"].map { ColumnValue($0, .column($0)) }
            + (table.hasEntityColumn ? [ColumnValue(FetchLayout.entityColumn, kind)] : [])
            + sources.map { ColumnValue($0.name, $0.selected) }
    }

    /// Copies the rows of some entities out of the table of a hierarchy, under the name that this has by then.
    func departure(from name: String, _ kinds: [String]) -> MigrationPlan.Step {
        let values = values(kind: .column(FetchLayout.entityColumn))
        return .init(
            .moveRows(
                RowMove(
                    into: table.name, from: name, ofEntities: kinds.sorted(), values,
                    namesTable: sources.contains(where: \.isQueriedKey))),
            "The rows of \(table.name) move from \(oldTable.name), with their keys")
    }
}

extension MigrationPlan.Step {
    static func rebuild(_ rebuild: Rebuild, because reason: String, _ rule: MigrationPlan.Rule) -> MigrationPlan.Step {
        .init(.rebuildTable(rebuild), "\(rebuild.table.name): rebuilt, because \(reason)", because: rule)
    }
}

extension TablePlanner {
    /// The steps that add the rows of another table to this one. Their values are computed while all tables are as they were.
    /// - Parameters:
    ///   - name: the other table, as it is called by then.
    ///   - draft: a table for the rows in between.
    ///   - kinds: the old entities of the rows with their new names.
    ///   - missing: columns that values may name, and the other table does not have.
    func arrival(
        from name: String, through draft: String, _ kinds: [(old: String, new: String)], missing: [String]
    ) -> (copy: MigrationPlan.Step, rest: [MigrationPlan.Step]) {
        let changes = kinds.filter { $0.old != $0.new }.map { CaseMap.Change(.text($0.old), .text($0.new)) }
        let entity: RowValue =
            if !oldTable.hasEntityColumn {
                .literal(.text(kinds.first?.new ?? ""))
            } else if changes.isEmpty {
                .column(FetchLayout.entityColumn)
            } else {
                .caseMap(CaseMap(FetchLayout.entityColumn, changes))
            }
        let rows = RowSet(name, ofEntities: oldTable.hasEntityColumn ? kinds.map(\.old) : nil)
        let values = values(kind: entity)
        let computed = ComputedRows(in: draft, from: rows, called: table.name, missing: missing, values)
        return (
            .init(.computeRows(computed), "The rows of \(oldTable.name) are computed for \(table.name)"),
            [
                .init(.addRows(from: draft, to: table.name, columns: values.map(\.column)), "The rows of \(oldTable.name) are added to \(table.name)"),
                .init(.dropTable(draft)),
            ]
        )
    }
}

extension [Operation] {
    /// The operations as steps; the first one has the purpose of all.
    func steps(_ purpose: String) -> [MigrationPlan.Step] {
        enumerated().map { MigrationPlan.Step($1, $0 == 0 ? purpose : nil) }
    }
}

extension MigrationPlan.Rule {
    fileprivate static let constants = Self("SQLite's ADD COLUMN gives every row the same value")
    fileprivate static let rows = Self("SQLite updates row by row, and a later row would read changed ones")
    fileprivate static let uniqueness = Self("SQLite checks unique keys row by row, even if all of them change")
}
