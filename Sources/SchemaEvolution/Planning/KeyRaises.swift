import Predicates
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

    /// What is added to a key: more than each key that one of the tables ever had.
    var offset: KeyOffset { KeyOffset(above: [kept] + earlier + [table.name], twice: earlier) }

    /// The rows; nil for all of the table.
    private var rows: RowSet? { isPart ? RowSet(table.name, ofEntities: kinds) : nil }

    /// The operations, on the tables of the old version.
    func steps(_ old: StoredVersion) -> [MigrationPlan.Step] {
        let keys = references(old).map { Operation.raiseKeys(KeyRaising(column: $0.column, table: $0.table, of: rows, by: offset)) }
        let own = Operation.raiseKeys(KeyRaising(column: FetchLayout.keyColumn, table: table.name, of: rows, by: offset))
        let sequence = Operation.raiseSequence(SequenceRaising(of: kept, past: table.name, by: offset))
        return (keys + history(old) + [own, sequence])
            .steps("New keys for the rows of \(kinds.joined(separator: ", ")), which join those of another table")
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
    private func history(_ old: StoredVersion) -> [Operation] {
        guard old.schema.history != nil else { return [] }
        let keys = old.model.entities.flatMap { entity in
            entity.relationships.filter { $0.holdsKey && leadsHere($0.destination.text, old) }.map { (entity: entity, name: $0.name.text) }
        }
        let formerKeys = keys.map { entity, name -> Operation in
            let owners = old.model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text)
            return .raiseRecordedKeys(
                RecordedKeyRaising(table: HistoryLayout.changes, relationship: name, owners: owners, of: rows, by: offset))
        }
        return formerKeys + [.raiseRecordedIDs(table: HistoryLayout.changes, entities: kinds, by: offset)]
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
