/// A log of changes, prepared once for all live results that judge it. It is a class because a copy of all its parts for each result
/// would cost more than the judgement.
final class ChangesByTable {
    let log: ChangeLog
    /// The changed objects, by the numbers of their tables' root entities.
    let objects: [Int: [Changed]]
    /// The changed rows without objects, by the numbers of their tables' root entities.
    let rows: [Int: [Int64]]
    /// The tables in which something has changed, by the numbers of their root entities.
    let tables: Set<Int>
    /// The join tables in which something has changed.
    let joinTables: Set<String>

    /// A changed object.
    struct Changed {
        let change: ChangedObject
        /// The names of the columns with other values.
        let columns: Set<String>

        var object: ManagedObject { change.object }

        /// The change as a fetch sees it: nil for columns means that the object exists now, or no longer.
        var row: RowChange {
            let entity = object.scope.entity.descriptor
            return RowChange(table: entity.table, entity: entity.name, columns: change.hasOtherLife ? nil : columns)
        }
    }

    init(_ log: ChangeLog) {
        self.log = log
        var objects = [Int: [Changed]]()
        for change in log.objects.values {
            let entity = change.object.scope.entity
            let columns = Set(change.changedColumns(log.permanentKeys).map { entity.columns[$0].name })
            if columns.isEmpty, !change.hasOtherLife { continue }
            objects[entity.root, default: []].append(Changed(change: change, columns: columns))
        }
        self.objects = objects
        rows = Dictionary(grouping: log.rows, by: \.root).mapValues { $0.map(\.key) }
        var tables = Set(objects.keys).union(rows.keys).union(log.versions.keys).union(log.temporaryKeys.keys)
        tables.formUnion(log.reconnectedRows.lazy.map(\.root))
        tables.formUnion(log.saved.shrunkTables)
        tables.formUnion(log.saved.owners.lazy.map(\.root))
        tables.formUnion(log.saved.updated.lazy.map(\.row.root))
        tables.formUnion(log.saved.foreign.lazy.map(\.root))
        self.tables = tables
        joinTables = log.joinTables.union(log.connections.keys)
    }

    /// The key that an object has now.
    func presentKey(_ key: Int64) -> Int64 { key < 0 ? log.permanentKeys[key] ?? key : key }
}
