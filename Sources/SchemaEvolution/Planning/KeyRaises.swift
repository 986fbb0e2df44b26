import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// Rows of several tables that come together in one: the rows of one table keep their keys, and those of each other table get
/// keys above all of these. What refers to them follows.
///
/// Keys change first, while every row and every reference is where it was. So nothing else in a plan has to know of it.
struct KeyRaise {
    /// The old table whose rows get new keys.
    let table: Table
    /// The old entities of these rows.
    let kinds: [String]
    /// Whether other rows of the table stay where they are.
    let isPart: Bool
    /// The old tables whose keys the new ones exceed: that of the rows that keep theirs, and those raised before.
    let kept: String
    let earlier: [String]

    /// What is added to a key, as SQL: more than each key that one of the tables ever had.
    var offset: String {
        let names = ([kept] + earlier + [table.name]).map(SQL.literal).joined(separator: ", ")
        let sum = earlier.isEmpty
            ? "seq" : "CASE WHEN name IN (\(earlier.map(SQL.literal).joined(separator: ", "))) THEN 2 * seq ELSE seq END"
        return "(SELECT coalesce(sum(\(sum)), 0) FROM sqlite_sequence WHERE name IN (\(names)))"
    }

    /// The rows, as a condition on them; nil for all.
    private var condition: String? {
        isPart ? "_entity IN (\(kinds.map(SQL.literal).joined(separator: ", ")))" : nil
    }

    /// The statements, on the tables of the old version.
    func steps(_ old: StoredVersion) -> [MigrationPlan.Step] {
        var steps = references(old).map { table, column -> MigrationPlan.Step in
            let key = SQL.identifier(column)
            let filter = condition.map { "\(key) IN (SELECT _id FROM \(SQL.identifier(self.table.name)) WHERE \($0))" } ?? "\(key) IS NOT NULL"
            return .init("UPDATE \(SQL.identifier(table)) SET \(key) = \(key) + \(offset) WHERE \(filter)", .update)
        }
        steps += history(old)
        let filter = condition.map { " WHERE \($0)" } ?? ""
        steps.append(.init("UPDATE \(SQL.identifier(table.name)) SET _id = _id + \(offset)\(filter)", .rebuild))
        steps[0].purpose = "Rows of \(kinds.joined(separator: ", ")) get new keys, because they come to other rows"
        return steps
    }

    /// Whether a relationship can lead to the rows.
    private func leadsHere(_ destination: String, _ old: StoredVersion) -> Bool {
        guard let entity = old.model.entity(named: destination) else { return false }
        return old.model.subtree(of: entity).contains { kinds.contains($0.name.text) }
    }

    /// The columns with keys of the rows.
    private func references(_ old: StoredVersion) -> [(table: String, column: String)] {
        let keys = old.schema.tables.flatMap { table in
            table.columns.compactMap { column -> (table: String, column: String)? in
                guard let key = old.relationship(.init(column.entity, column.property)), leadsHere(key.destination.text, old) else { return nil }
                return (table.name, column.name)
            }
        }
        let joins = old.schema.joinTables.flatMap { join in
            [join.source, join.target].filter { leadsHere($0.entity, old) }.map { (table: join.name, column: $0.column) }
        }
        return keys + joins
    }

    /// Recorded changes of the rows, and recorded keys of theirs.
    private func history(_ old: StoredVersion) -> [MigrationPlan.Step] {
        guard old.schema.history != nil else { return [] }
        let (changes, list) = (HistoryLayout.changes, kinds.map(SQL.literal).joined(separator: ", "))
        let keys = old.model.entities.flatMap { entity in
            entity.relationships.filter { $0.holdsKey && leadsHere($0.destination.text, old) }.map { (entity: entity, name: $0.name.text) }
        }
        let formerKeys = keys.map { entity, name -> MigrationPlan.Step in
            let owners = old.model.subtree(of: entity).filter { !$0.isAbstract }.map { SQL.literal($0.name.text) }.joined(separator: ", ")
            let mark = " \(name) "
            let keys = "' ' || former_keys"
            let key = "CAST(substr(\(keys), instr(\(keys), \(SQL.literal(mark))) + \(mark.utf8.count)) AS INTEGER)"
            let raised = condition.map { " AND \(key) IN (SELECT _id FROM \(SQL.identifier(table.name)) WHERE \($0))" } ?? ""
            return .init(
                "UPDATE \(changes) SET former_keys = substr(replace(\(keys), \(SQL.literal(mark)) || \(key) || ' ', "
                    + "\(SQL.literal(mark)) || (\(key) + \(offset)) || ' '), 2) WHERE entity IN (\(owners)) "
                    + "AND instr(\(keys), \(SQL.literal(mark))) > 0\(raised)",
                .update)
        }
        return formerKeys + [.init("UPDATE \(changes) SET id = id + \(offset) WHERE entity IN (\(list))", .update)]
    }
}

extension KeyRaise {
    /// The raises between two versions, in their order.
    static func all(from old: StoredVersion, to new: StoredVersion, _ match: ModelMatch) -> [KeyRaise] {
        new.schema.tables.flatMap { table -> [KeyRaise] in
            let parts = parts(of: table, old, match)
            guard let kept = parts.first else { return [] }
            var earlier = [String]()
            return parts.dropFirst().map { part in
                defer { earlier.append(part.table.name) }
                let all = part.table.entities.filter { old.model.entity(named: $0)?.isAbstract == false }
                return KeyRaise(
                    table: part.table, kinds: part.kinds, isPart: Set(all) != Set(part.kinds), kept: kept.table.name, earlier: earlier)
            }
        }
    }

    /// The old tables whose rows a new one gets, with the old entities of the rows. The rows of the first keep their keys.
    static func parts(of table: Table, _ old: StoredVersion, _ match: ModelMatch) -> [(table: Table, kinds: [String])] {
        var parts = [(table: Table, kinds: [String])]()
        for name in table.entities {
            guard let former = match.former(name), match.laterOfObjects(former) != nil, old.model.entity(named: former)?.isAbstract == false,
                let oldTable = old.schema.table(forEntity: former)
            else { continue }
            if let index = parts.firstIndex(where: { $0.table.name == oldTable.name }) {
                parts[index].kinds.append(former)
            } else {
                parts.append((oldTable, [former]))
            }
        }
        // The rows of the root keep their keys.
        guard let root = table.entities.first.flatMap(match.former).flatMap(old.schema.table)?.name else { return parts }
        return parts.filter { $0.table.name == root } + parts.filter { $0.table.name != root }
    }
}
