/// A log of changes, prepared once for all live results that judge it. It is a class because a copy of all its parts for each result
/// would cost more than the judgement.
final class ChangesByTable {
    let log: ChangeLog
    /// The changed objects, by the numbers of their tables' root entities.
    let objects: [Int: [Changed]]
    /// The changed rows without objects, by the numbers of their tables' root entities.
    let rows: [Int: [Int64]]
    /// The rows that an object has shown before the report, by the numbers of their tables' root entities.
    let shownRows: [Int: [Int64]]
    /// What the changes concern.
    let concerns: Set<Dependency>

    /// A changed object.
    struct Changed {
        let change: ChangedObject
        /// The columns with other values.
        let columns: [ColumnIndex]

        var object: ManagedObject { change.object }
        var hasOtherLife: Bool { change.hasOtherLife }
    }

    init(_ log: ChangeLog) {
        self.log = log
        var objects = [Int: [Changed]]()
        for change in log.objects.values {
            let columns = change.changedColumns(log.permanentKeys)
            if columns.isEmpty, !change.hasOtherLife { continue }
            objects[change.object.scope.entity.root, default: []].append(Changed(change: change, columns: columns))
        }
        self.objects = objects
        rows = Dictionary(grouping: log.rows, by: \.root).mapValues { $0.map(\.key) }
        shownRows = Dictionary(grouping: log.shownRows, by: \.root).mapValues { $0.map(\.key) }
        var tables = Set(objects.keys)
        tables.formUnion(shownRows.keys)
        tables.formUnion(rows.keys)
        tables.formUnion(log.versions.keys)
        tables.formUnion(log.temporaryKeys.keys)
        tables.formUnion(log.reconnectedRows.lazy.map(\.root))
        tables.formUnion(log.saved.shrunkTables)
        tables.formUnion(log.saved.owners.lazy.map(\.root))
        tables.formUnion(log.saved.updated.lazy.map(\.row.root))
        tables.formUnion(log.saved.foreign.lazy.map(\.root))
        var concerns: Set<Dependency> = log.includesSave ? [.anyChange, .anySave] : [.anyChange]
        concerns.formUnion(tables.lazy.map { .table($0) })
        concerns.formUnion(log.joinTables.lazy.map { .joinTable($0) })
        concerns.formUnion(log.connections.keys.lazy.map { .joinTable($0) })
        concerns.formUnion(log.deletedEntities.lazy.map { .deletedRows($0) })
        self.concerns = concerns
    }

    /// The key that an object has now.
    func presentKey(_ key: Int64) -> Int64 { key < 0 ? log.permanentKeys[key] ?? key : key }
}
