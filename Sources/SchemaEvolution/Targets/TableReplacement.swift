import SQLiteAccess
import StoreMigration

/// Replaces tables by new ones with their rows while foreign keys are on.
///
/// A table is dropped only when no table leads to it: then SQLite deletes no row of another one. So all tables that lead to a replaced one
/// are replaced with it, and their keys lead to the new tables from the beginning.
struct TableReplacement {
    /// The tables as they are.
    let old: [TableDefinition]
    /// The tables as they become, under the same names.
    let new: [TableDefinition]
    /// Tables that are dropped with them and get no successor, as they are.
    var gone: [TableDefinition] = []
    /// Unique indexes of the old tables, which are lost with them.
    var uniqueIndexes: [IndexDefinition] = []

    private var names: Set<String> { Set(new.map(\.name)) }

    /// What creates the new tables beside the old ones.
    var creation: [Operation] {
        let names = names
        let tables = CurrentTables.parentsFirst(new).map { table in
            let draft = table.redirected { names.contains($0) ? Rebuild.rebuiltName(of: $0) : $0 }
            return Operation.frozen(.init(draft.sql(called: Rebuild.rebuiltName(of: table.name)), .schema))
        }
        // A row may come before the one that its key leads to. SQLite then searches for such rows with each one that comes.
        let indexes = Self.circularKeys(new).map { key in
            Operation.createIndex(IndexDefinition(Self.indexName(key), on: Rebuild.rebuiltName(of: key.table), [.init(key.column.name)]))
        }
        return tables + indexes
    }

    /// Copies the rows of a table as they are.
    static func copy(_ table: TableDefinition) -> [Operation] {
        copy(table, table.columns.map { ColumnValue($0.name, .column($0.name)) })
    }

    /// Copies the rows of a table with new values, and the greatest key that it ever gave.
    static func copy(_ table: TableDefinition, _ values: [ColumnValue]) -> [Operation] {
        let (name, draft) = (SQL.identifier(table.name), Rebuild.rebuiltName(of: table.name))
        let insertion =
            "INSERT INTO \(SQL.identifier(draft)) (\(SQL.names(values.map(\.column))))\nSELECT \(values.map(\.value.sql).joined(separator: ", "))\n"
            + "FROM \(name)"
        guard table.countsKeys else { return [.frozen(.init(insertion, .rebuild))] }
        return [
            .frozen(.init(insertion, .rebuild)),
            .frozen(.init("DELETE FROM sqlite_sequence WHERE name = \(SQL.literal(draft))", .update)),
            .frozen(
                .init(
                    "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(SQL.literal(draft)), seq FROM sqlite_sequence WHERE name = \(SQL.literal(table.name))",
                    .update)),
        ]
    }

    /// Drops the old tables, those that lead to others first, and gives the new ones their names.
    var exchange: [Operation] {
        let dropped = old + gone
        let drops = drops(of: CurrentTables.parentsFirst(dropped).reversed())
        let renames = CurrentTables.parentsFirst(new).map { Operation.renameTable(Rebuild.rebuiltName(of: $0.name), to: $0.name) }
        let indexes = Self.circularKeys(new).map { Operation.dropIndex(Self.indexName($0)) }
        return indexes + cutCircles(dropped) + drops + renames
    }

    // MARK: Circles

    /// Drops tables. In a circle, one is dropped while another leads to it. SQLite prepares what a dropped table's rows take along, and then
    /// looks for all tables that such rows lead to. So an empty table has the dropped one's name until all are dropped.
    private func drops(of tables: [TableDefinition]) -> [Operation] {
        var (drops, standIns) = ([Operation](), [Operation]())
        for (place, table) in tables.enumerated() {
            drops.append(.dropTable(table.name))
            guard tables[(place + 1)...].contains(where: { $0.destinations.contains(table.name) }) else { continue }
            drops.append(.frozen(.init("CREATE TABLE \(SQL.identifier(table.name)) (_id INTEGER PRIMARY KEY)", .schema)))
            standIns.append(.dropTable(table.name))
        }
        return drops + standIns
    }

    /// A key of a table that leads to itself, directly or through others.
    private struct CircularKey {
        var table: String
        var column: ColumnDefinition
        var destination: String
    }

    private static func circularKeys(_ tables: [TableDefinition]) -> [CircularKey] {
        tables.sorted { $0.name < $1.name }.flatMap { table -> [CircularKey] in
            let leading = CurrentTables.referencing([table.name], among: tables)
            return table.columns.compactMap { column in
                guard let destination = column.reference?.table, destination == table.name || leading.contains(destination) else { return nil }
                return CircularKey(table: table.name, column: column, destination: destination)
            }
        }
    }

    private static func indexName(_ key: CircularKey) -> String { "_trellis_key_\(key.table)_\(key.column.name)" }

    /// Empties keys along which tables lead to themselves. SQLite would delete row after row along them, and stops after 1,000.
    private func cutCircles(_ tables: [TableDefinition]) -> [Operation] {
        Self.circularKeys(tables).flatMap { circular -> [Operation] in
            let (name, key) = (SQL.identifier(circular.table), SQL.identifier(circular.column.name))
            if circular.column.isNullable, circular.column.checks.isEmpty {
                return [.frozen(.init("UPDATE \(name) SET \(key) = NULL WHERE \(key) IS NOT NULL", .update))]
            }
            // SQLite compares unique values row by row, while some rows have new keys and others the old ones.
            let indexes = uniqueIndexes.filter { index in
                index.table == circular.table && index.keys.contains { $0.column == circular.column.name }
            }
            let drops = indexes.map { Operation.frozen(.init("DROP INDEX IF EXISTS \(SQL.identifier($0.name))", .schema)) }
            if circular.destination == circular.table { return drops + [.frozen(.init("UPDATE \(name) SET \(key) = _id", .update))] }
            // All rows lead to one, so that no chain is longer than the circle.
            let least = "SELECT min(_id) FROM \(SQL.identifier(circular.destination))"
            return drops + [.frozen(.init("UPDATE \(name) SET \(key) = coalesce((\(least)), \(key))", .update))]
        }
    }
}
