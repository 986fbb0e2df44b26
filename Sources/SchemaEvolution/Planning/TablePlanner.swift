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

    var steps: [MigrationPlan.Step] {
        rebuildReason.map(rebuild) ?? alterations
    }

    var isRebuilt: Bool { rebuildReason != nil }

    /// What becomes of the table, whatever happens to its rows.
    var outcome: TableOutcome {
        let isRebuilt = isRebuilt
        let fixed = ["_id", "_version"] + (oldTable.hasEntityColumn ? ["_entity"] : [])
        let later = Dictionary(sources.compactMap { source in source.former.map { ($0.name, source.name) } }, uniquingKeysWith: { first, _ in first })
        // A column whose values are made anew goes and comes under its name.
        let names = Set(sources.filter { $0.former == nil }.map(\.name) + ["_id", "_version"] + (table.hasEntityColumn ? ["_entity"] : []))
        let columns = (fixed + oldTable.columns.map(\.name) + oldTable.positions.map(\.name)).map { name in
            ColumnOutcome(name, later[name] ?? (names.contains(name) ? name : nil))
        }
        return TableOutcome(
            oldTable.name, table.name, isRewritten: isRebuilt, columns: isRebuilt ? columns : columns.filter { $0.newName != $0.oldName })
    }

    // MARK: One way or the other

    /// Why the table has to be written anew; nil where SQLite can change it in place.
    private var rebuildReason: String? {
        if table.hasEntityColumn != oldTable.hasEntityColumn { return "what a row is stands in a column of its own" }
        for source in sources {
            if let former = source.former?.column, let column = source.column {
                if let reason = difference(former, column) { return "\(column.name): \(reason)" }
                if source.expression != nil { return "\(column.name) has another form" }
            } else if let column = source.column {
                if !canBeAdded(source, column) { return "\(column.name): ALTER TABLE adds no column with such a value" }
            }
        }
        // DROP COLUMN refuses keys, and leaves a CHECK behind that names the column.
        if let key = droppedColumns.first(where: { $0.reference != nil }) { return "\(key.name) goes, a key of another table" }
        if let checked = droppedColumns.first(where: { !$0.checks.isEmpty }) { return "\(checked.name) goes, with a CHECK" }
        return nil
    }

    private func difference(_ old: Column, _ new: Column) -> String? {
        if old.type != new.type { return "another type" }
        if old.isNullable != new.isNullable { return new.isNullable ? "NOT NULL goes" : "NOT NULL comes" }
        if old.beginsWithZero != new.beginsWithZero { return "another DEFAULT" }
        var reference = old.reference
        if let table = reference?.table { reference?.table = tableNames[table] ?? table }
        if reference != new.reference { return "another REFERENCES" }
        // A CHECK names its column.
        if old.checks != new.checks { return "another CHECK" }
        return nil
    }

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
        var steps = [MigrationPlan.Step]()
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
            steps.append(.init("ALTER TABLE \(name) RENAME COLUMN \(SQL.identifier(former)) TO \(SQL.identifier(between))", .alter))
            if needsTwo {
                last.append(.init("ALTER TABLE \(name) RENAME COLUMN \(SQL.identifier(between)) TO \(SQL.identifier(source.name))", .alter))
            }
        }
        steps += last
        for source in sources where source.former == nil {
            let definition = source.column.map { $0.definition(givingRows: source.expression) } ?? "\(SQL.identifier(source.name)) INTEGER"
            steps.append(.init("ALTER TABLE \(name) ADD COLUMN \(definition)", .alter))
        }
        if !steps.isEmpty { steps[0].purpose = "\(table.name): changed in place" }
        return steps
    }

    // MARK: Anew

    private func rebuild(because reason: String) -> [MigrationPlan.Step] {
        let fixed = ["_id", "_version"] + (table.hasEntityColumn ? ["_entity"] : [])
        let fixedValues = ["_id", "_version"] + (table.hasEntityColumn ? [oldTable.hasEntityColumn ? "_entity" : SQL.literal(entity)] : [])
        return Rebuild(
            name: table.name, create: { table.createStatement(called: $0) }, columns: fixed + sources.map { SQL.identifier($0.name) },
            values: fixedValues + sources.map(\.selected), keepsSequence: true
        ).steps(because: reason)
    }
}

/// Writing a table anew: SQLite's way for what ALTER TABLE cannot do (https://www.sqlite.org/lang_altertable.html, section 7).
struct Rebuild {
    var name: String
    var create: (_ name: String) -> String
    /// The columns that are written, and their values on a row of the table as it is.
    var columns: [String]
    var values: [String]
    /// Whether the table counts its keys: the greatest key that it ever had is kept, though its row may be gone.
    var keepsSequence: Bool

    func steps(because reason: String) -> [MigrationPlan.Step] {
        let (draft, table) = (SQL.identifier("_trellis_new_\(name)"), SQL.identifier(name))
        let draftName = SQL.literal("_trellis_new_\(name)")
        var steps: [MigrationPlan.Step] = [
            .init(create("_trellis_new_\(name)"), .rebuild, "\(name): written anew, because \(reason)"),
            .init("INSERT INTO \(draft) (\(columns.joined(separator: ", ")))\nSELECT \(values.joined(separator: ", "))\nFROM \(table)", .rebuild),
        ]
        if keepsSequence {
            steps += [
                .init("DELETE FROM sqlite_sequence WHERE name = \(draftName)", .update),
                .init("INSERT INTO sqlite_sequence (name, seq)\nSELECT \(draftName), seq FROM sqlite_sequence WHERE name = \(SQL.literal(name))", .update),
            ]
        }
        return steps + [
            .init("DROP TABLE \(table)", .rebuild), .init("ALTER TABLE \(draft) RENAME TO \(table)", .alter),
        ]
    }
}
