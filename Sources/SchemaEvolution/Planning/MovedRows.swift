import Predicates
import SQLiteStorage
import SchemaModel
import StoreMigration

/// The steps for rows whose entity is gone, renamed, or has another table.
struct MovedRows {
    let old: StoredVersion
    let match: ModelMatch

    /// Removes rows of entities that are gone or abstract now, or have a table of their own by now.
    func removal(from table: Table, before oldTable: Table) -> [MigrationPlan.Step] {
        oldTable.entities.compactMap { entity in
            guard old.model.entity(named: entity)?.isAbstract == false else { return nil }
            let later = match.laterOfObjects(entity)
            if let later, table.entities.contains(later) { return nil }
            let goes = match.later(entity) == nil ? "is gone, with its rows" : "is abstract, and its own rows go"
            let purpose = later == nil ? "\(entity) \(goes)" : "The rows of \(entity) have another table"
            return .init(.deleteRows(ofEntity: oldTable.hasEntityColumn ? entity : nil, table: table.name), purpose)
        }
    }

    /// Says what rows are whose entity is called otherwise: all at once, for names may be exchanged.
    func renames(in table: Table, before oldTable: Table) -> [MigrationPlan.Step] {
        guard oldTable.hasEntityColumn, table.hasEntityColumn else { return [] }
        let renamed = table.entities.compactMap { name in
            match.former(name).flatMap {
                $0 == name || old.model.entity(named: $0)?.isAbstract == true || match.laterOfObjects($0) == nil
                    ? nil : NameChange($0, name)
            }
        }
        if renamed.isEmpty { return [] }
        let purpose = renamed.map { "\($0.old) is called \($0.new)" }.joined(separator: ", ")
        return [.init(.renameTexts(renamed, column: FetchLayout.entityColumn, table: table.name), purpose)]
    }

    /// Copies the rows aside that join another table while others of theirs stay.
    func copyAside(_ raise: KeyRaise, _ names: TableNames) -> MigrationPlan.Step {
        let name = raise.table.name
        return .init(
            .copyAside(TableNames.aside(name), rows: RowSet(names.read[name] ?? name, ofEntities: raise.kinds)),
            "The rows of \(raise.kinds.joined(separator: ", ")) leave \(name)")
    }

    /// Adds the rows of another table to one of a hierarchy that they join. They have their new keys by then.
    /// - Parameters:
    ///   - planner: gives the table's columns their values from the other table.
    ///   - showsAll: whether values may name columns of all tables whose rows come together.
    func arrival(_ move: TableMoves.Pair, _ planner: TablePlanner, showsAll: Bool) -> (copy: MigrationPlan.Step, rest: [MigrationPlan.Step]) {
        let parts = KeyRaise.parts(of: move.new, old, match)
        let kinds = parts.first { $0.table.name == move.old.name }?.kinds ?? []
        let renames = kinds.compactMap { kind in match.later(kind).map { (old: kind, new: $0) } }
        let missing = showsAll ? ShownColumns.missing(in: move.old, parts.map(\.table)).map(\.name) : []
        return planner.arrival(
            from: TableNames.aside(move.old.name), through: "_trellis_rows_\(move.old.name)", renames, missing: missing)
    }

    /// Fills the new table of an entity that leaves its hierarchy: rows keep their keys, for no others are there.
    func departure(_ move: TableMoves.Pair, _ planner: TablePlanner, from name: String) -> [MigrationPlan.Step] {
        let kinds = move.new.entities.compactMap(match.former).filter {
            old.model.entity(named: $0)?.isAbstract == false && match.laterOfObjects($0) != nil
                && move.old.entities.contains($0)
        }
        return [planner.departure(from: name, kinds)] + renames(in: move.new, before: move.old)
    }
}
