import SQLiteAccess
import SQLiteStorage
import StoreMigration

/// The statements that make a table of the old version one of the new, under the name that it has by then.
struct TablePlanner {
    let table: Table
    let oldTable: Table
    let sources: [ColumnSource]
    /// The new names of the tables, by their old ones.
    let tableNames: [String: String]
    /// What stands in `_entity` where there was no such column.
    let entity: String
    /// The oldest SQLite that has to run the statements.
    let minimumSQLite: SQLiteVersion

    var steps: [MigrationPlan.Step] {
        rebuildReason.map(rebuild) ?? alterations
    }

    var isRebuilt: Bool { rebuildReason != nil }

    /// Whether a name means another column than it did: what speaks of it is about something else, though its text is the same.
    var reusesNames: Bool {
        let names = Set(oldTable.columns.map(\.name) + oldTable.positions.map(\.name))
        return sources.contains { names.contains($0.name) && $0.former?.name != $0.name }
    }

    /// The new state of the table, for any strategy.
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
            // Counts and sums are computed again.
            if source.column?.beginsWithZero == true { return ColumnOutcome(name, source.name, values: .changed) }
            let values: ColumnOutcome.Values = source.expression == nil ? .kept : source.keepsValues ? .converted : .changed
            return ColumnOutcome(name, source.name, values: values)
        }
        // In place only such columns change.
        let changed = columns.filter { $0.newName != $0.oldName || $0.values == .converted }
        return TableOutcome(oldTable.name, table.name, isRewritten: isRebuilt, columns: isRebuilt ? columns : changed)
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
            return Reason(text: "what a row is stands in a column of its own", rule: .constants)
        }
        for source in sources {
            if let former = source.former?.column, let column = source.column {
                if let (text, rule) = difference(former, column) { return Reason(text: "\(column.name): \(text)", rule: rule) }
                if source.readsOwnTable {
                    return Reason(text: "\(column.name) gets keys that other rows determine", rule: .rows)
                }
                if source.expression != nil, isUnique(former) {
                    return Reason(text: "\(column.name) has other values", rule: .uniqueness)
                }
            } else if let column = source.column, !canBeAdded(source, column) {
                return Reason(text: "\(column.name) gets values of its own", rule: .constants)
            }
        }
        if let key = droppedColumns.first(where: { $0.reference != nil }) {
            return Reason(text: "\(key.name) goes, a key of another table", rule: .init("SQLite drops no column with REFERENCES"))
        }
        // DROP COLUMN leaves a CHECK behind that names the column.
        if let checked = droppedColumns.first(where: { !$0.checks.isEmpty }) {
            return Reason(text: "\(checked.name) goes, with a CHECK", rule: .init("SQLite drops no column that a CHECK names"))
        }
        return nil
    }

    private func difference(_ old: Column, _ new: Column) -> (String, MigrationPlan.Rule)? {
        if old.type != new.type { return ("another type", .init("SQLite changes no type of a column")) }
        if old.isNullable != new.isNullable, !altersConstraints {
            return (
                new.isNullable ? "NOT NULL goes" : "NOT NULL comes",
                .init("SQLite changes no NOT NULL", liftedIn: .alteringConstraints)
            )
        }
        if old.beginsWithZero != new.beginsWithZero { return ("another DEFAULT", .init("SQLite changes no DEFAULT")) }
        var reference = old.reference
        // A dropped table is another one, even if a new table has its name.
        if let table = reference?.table { reference?.table = tableNames[table] ?? "" }
        if reference != new.reference { return ("another REFERENCES", .init("SQLite changes no foreign key")) }
        // A CHECK names its column.
        guard old.checks != new.checks else { return nil }
        if !altersConstraints { return ("another CHECK", .init("SQLite changes no CHECK", liftedIn: .alteringConstraints)) }
        return old.checks.isEmpty ? nil : ("another CHECK", .init("SQLite drops a CHECK by its name alone, and this has none"))
    }

    /// Whether values of the column must differ while they change one after the other.
    private func isUnique(_ column: Column) -> Bool {
        oldTable.indexes.contains { index in index.isUnique && index.keys.contains { $0.column == column.name } }
    }

    /// The columns whose values change where they are.
    private var updated: [ColumnSource] {
        sources.filter { $0.former != nil && $0.expression != nil }
    }

    /// Leaves the rows alone that have their values already, where NOT NULL comes and values are put into gaps alone.
    private var whereUpdated: String {
        let names = updated.compactMap { $0.former?.name }
        guard altersConstraints, updated.allSatisfy(fillsGaps) else { return "" }
        return " WHERE " + names.map { "\(SQL.identifier($0)) IS NULL" }.joined(separator: " OR ")
    }

    private func fillsGaps(_ source: ColumnSource) -> Bool {
        guard let former = source.former?.column, let column = source.column, former.isNullable, !column.isNullable
        else { return false }
        return source.expression?.isCoalesce(of: SQL.identifier(former.name)) ?? false
    }

    /// Whether rows are written in place.
    var isUpdated: Bool { !isRebuilt && !updated.isEmpty }

    private func canBeAdded(_ source: ColumnSource, _ column: Column) -> Bool {
        if source.expression == nil { return column.isNullable }
        return source.isConstant && !column.isNullable
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
        let name = SQL.identifier(table.name)
        var steps = lifted
        steps += sources.compactMap { source -> MigrationPlan.Step? in
            guard let fits = source.fits, let former = source.former?.name, let column = source.column else { return nil }
            // A STRICT table refuses the value, and with it the migration; where all fit nothing is written.
            return .init(
                "UPDATE \(name) SET \(SQL.identifier(former)) = \(Conversion.refused(by: column.type)) WHERE NOT (\(fits))",
                .update)
        }
        let values = updated.compactMap { source in source.former.map { "\(SQL.identifier($0.name)) = \(source.selected)" } }
        if !values.isEmpty {
            steps.append(.init("UPDATE \(name) SET \(values.joined(separator: ", "))\(whereUpdated)", .update))
        }
        for dropped in droppedColumns.map(\.name) + droppedPositions {
            steps.append(.init("ALTER TABLE \(name) DROP COLUMN \(SQL.identifier(dropped))", .rebuild))
        }
        // Names may change in a circle, and two that differ in case alone are one to SQLite.
        let renamed = sources.filter { source in source.former.map { $0.name != source.name } ?? false }
        let taken = Set(sources.compactMap { $0.former?.name.lowercased() })
        var last = [MigrationPlan.Step]()
        for source in renamed {
            guard let former = source.former?.name else { continue }
            let needsTwo = taken.contains(source.name.lowercased()) && former.lowercased() != source.name.lowercased()
            let between = needsTwo ? "_trellis_\(source.name)" : source.name
            steps.append(
                .init("ALTER TABLE \(name) RENAME COLUMN \(SQL.identifier(former)) TO \(SQL.identifier(between))", .alter))
            if needsTwo {
                last.append(
                    .init(
                        "ALTER TABLE \(name) RENAME COLUMN \(SQL.identifier(between)) TO \(SQL.identifier(source.name))", .alter))
            }
        }
        steps += last
        for source in sources where source.former == nil {
            let definition =
                source.column.map { $0.definition(givingRows: source.expression) } ?? "\(SQL.identifier(source.name)) INTEGER"
            steps.append(.init("ALTER TABLE \(name) ADD COLUMN \(definition)", .alter))
        }
        steps += imposed
        if !steps.isEmpty { steps[0].purpose = "\(table.name): changed in place" }
        return steps
    }

    // MARK: Rebuilding

    private func rebuild(because reason: Reason) -> [MigrationPlan.Step] {
        let fixed = ["_id", "_version"] + (table.hasEntityColumn ? ["_entity"] : [])
        let fixedValues =
            ["_id", "_version"] + (table.hasEntityColumn ? [oldTable.hasEntityColumn ? "_entity" : SQL.literal(entity)] : [])
        return Rebuild(
            name: table.name, create: { table.createStatement(called: $0) },
            columns: fixed + sources.map { SQL.identifier($0.name) },
            values: fixedValues + sources.map(\.selected), keepsSequence: true
        ).steps(because: reason.text, reason.rule)
    }
}

extension TablePlanner {
    /// The statements that copy the rows of some entities out of the table of a hierarchy, under the name that this has by then.
    func departure(from name: String, _ kinds: [String]) -> [MigrationPlan.Step] {
        let fixed = ["_id", "_version"] + (table.hasEntityColumn ? ["_entity"] : [])
        let columns = fixed + sources.map { SQL.identifier($0.name) }
        let values = fixed + sources.map(\.selected)
        let condition = kinds.sorted().map(SQL.literal).joined(separator: ", ")
        let (target, source) = (SQL.identifier(table.name), SQL.identifier(name))
        return [
            .init(
                "INSERT INTO \(target) (\(columns.joined(separator: ", ")))\nSELECT \(values.joined(separator: ", "))\n"
                    + "FROM \(source)\(sources.contains(where: \.namesTable) ? " AS \(target)" : "")\nWHERE _entity IN (\(condition))",
                .rebuild, "The rows of \(table.name) leave \(oldTable.name), with their keys")
        ] + Rebuild.sequence(of: table.name, from: name)
    }
}

extension TablePlanner {
    /// The statements that add the rows of another table to this one. Their values are computed while all tables are as they were.
    /// - Parameters:
    ///   - name: the other table, as it is called by then.
    ///   - draft: a table for the rows in between.
    ///   - kinds: the old entities of the rows with their new names.
    ///   - missing: columns that values may name, and the other table does not have.
    func arrival(
        from name: String, through draft: String, _ kinds: [(old: String, new: String)], missing: [String]
    ) -> (copy: MigrationPlan.Step, rest: [MigrationPlan.Step]) {
        let renamed = kinds.filter { $0.old != $0.new }.map { "WHEN \(SQL.literal($0.old)) THEN \(SQL.literal($0.new))" }
        let kept = oldTable.hasEntityColumn ? "_entity" : SQL.literal(kinds.first?.new ?? "")
        let entity = oldTable.hasEntityColumn && !renamed.isEmpty ? "CASE _entity \(renamed.joined(separator: " ")) ELSE _entity END" : kept
        let fixed = table.hasEntityColumn ? [("_entity", entity)] : []
        let columns = ["_id", "_version"] + fixed.map(\.0) + sources.map { SQL.identifier($0.name) }
        let values = zip(columns, ["_id", "_version"] + fixed.map(\.1) + sources.map(\.selected)).map { $0 == $1 ? $0 : "\($1) AS \($0)" }
        let condition = oldTable.hasEntityColumn ? "\nWHERE _entity IN (\(kinds.map { SQL.literal($0.old) }.joined(separator: ", ")))" : ""
        let rows = missing.isEmpty
            ? SQL.identifier(name) : "(SELECT *, \(missing.map { "NULL AS \(SQL.identifier($0))" }.joined(separator: ", ")) FROM \(SQL.identifier(name)))"
        let (target, list) = (SQL.identifier(table.name), columns.joined(separator: ", "))
        // Values name the table by its new name.
        let copy = MigrationPlan.Step(
            "CREATE TABLE \(SQL.identifier(draft)) AS SELECT \(values.joined(separator: ", "))\nFROM \(rows) AS \(target)\(condition)", .rebuild,
            "The rows of \(oldTable.name) come to \(table.name)")
        return (
            copy,
            [
                .init("INSERT INTO \(target) (\(list))\nSELECT \(list) FROM \(SQL.identifier(draft))", .rebuild, "The rows of \(oldTable.name)"),
                .init("DROP TABLE \(SQL.identifier(draft))", .schema),
            ]
        )
    }
}

/// Rebuilding a table: SQLite's procedure for other changes than ALTER TABLE makes
/// (https://www.sqlite.org/lang_altertable.html, section 7).
struct Rebuild {
    var name: String
    var create: (_ name: String) -> String
    /// The columns that are written, and their values on a row of the table as it is.
    var columns: [String]
    var values: [String]
    /// Whether the table counts its keys: the greatest key that it ever had is kept, though its row may be gone.
    var keepsSequence: Bool

    func steps(because reason: String, _ rule: MigrationPlan.Rule) -> [MigrationPlan.Step] {
        let (draft, table) = (SQL.identifier("_trellis_new_\(name)"), SQL.identifier(name))
        var steps: [MigrationPlan.Step] = [
            .init(create("_trellis_new_\(name)"), .rebuild, "\(name): written anew, because \(reason)"),
            .init(
                "INSERT INTO \(draft) (\(columns.joined(separator: ", ")))\nSELECT \(values.joined(separator: ", "))\n"
                    + "FROM \(table)",
                .rebuild)
        ]
        steps[0].rule = rule
        if keepsSequence { steps += Self.sequence(of: "_trellis_new_\(name)", from: name) }
        return steps + [
            .init("DROP TABLE \(table)", .rebuild), .init("ALTER TABLE \(draft) RENAME TO \(table)", .alter)
        ]
    }

    /// Has a table count its keys on from where another one is: SQLite would begin after the greatest that is there.
    static func sequence(of table: String, from source: String) -> [MigrationPlan.Step] {
        let name = SQL.literal(table)
        return [
            .init("DELETE FROM sqlite_sequence WHERE name = \(name)", .update),
            .init(
                "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(name), seq FROM sqlite_sequence WHERE name = "
                    + "\(SQL.literal(source))",
                .update)
        ]
    }
}

extension MigrationPlan.Rule {
    fileprivate static let constants = Self("SQLite adds a column with one value for all rows alone")
    fileprivate static let rows = Self("SQLite changes row by row, and a later row reads what an earlier one has become")
    fileprivate static let uniqueness = Self("SQLite looks at unique keys row by row, also where all of them change")
}
