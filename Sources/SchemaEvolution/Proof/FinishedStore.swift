import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// A store that a plan has made, and what the next program would stumble over: keys that are given again, searches and derived values
/// that are not those of the rows.
struct FinishedStore {
    let old: StoredVersion
    let new: StoredVersion
    let decisions: MigrationDecisions

    func lines(_ connection: SQLiteConnection) throws -> [String] {
        var lines = try reusedKeys(connection) + wrongSearches(connection) + wrongDerivations(connection) + wrongTexts(connection)
        if try connection.rows("PRAGMA integrity_check") != [["ok"]] { lines.append("integrity_check fails") }
        return lines
    }

    /// Tables whose next row would get a key that another one had.
    private func reusedKeys(_ connection: SQLiteConnection) throws -> [String] {
        let match = ModelMatch(old, new, decisions)
        let kept = new.schema.tables.filter { $0.entities.contains { match.former($0) != nil } }.map(\.name)
        return try kept.filter { table in
            let known = "(SELECT max(seq) FROM sqlite_sequence WHERE name = \(SQL.literal(table)))"
            let reuses = "SELECT 1 FROM \(SQL.identifier(table)) WHERE coalesce(\(known), 0) < \(SeedRows.greatestKey) LIMIT 1"
            return try !connection.rows(reuses).isEmpty
        }.map { "'\($0)' would give old keys again" }
    }

    /// Searches that would not find what their tables hold.
    private func wrongSearches(_ connection: SQLiteConnection) throws -> [String] {
        new.schema.tables.flatMap(\.searches).map(\.name).filter { search in
            let name = SQL.identifier(search)
            // With a rank FTS5 compares its index with the rows that it is made of.
            return (try? connection.execute("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")) == nil
        }.map { "'\($0)' does not find existing rows" }
    }

    /// Columns that triggers keep, and that are not what they are made of.
    private func wrongDerivations(_ connection: SQLiteConnection) throws -> [String] {
        try new.schema.derivedColumns.filter { column in
            guard let recomputation = column.recomputation else { return false }
            let values = "SELECT _id, \(SQL.identifier(column.name)) FROM \(SQL.identifier(column.table)) ORDER BY _id"
            let migrated = try connection.rows(values)
            try connection.execute(recomputation)
            return try connection.rows(values) != migrated
        }.map { "'\($0.table).\($0.name)' does not match its derivation" }
    }

    /// Derived texts that do not match their sources.
    private func wrongTexts(_ connection: SQLiteConnection) throws -> [String] {
        try new.attributes.sorted { "\($0.key)" < "\($1.key)" }.compactMap { place, stored in
            guard let derivation = stored.attribute.derivation, case .function(let function, let name) = derivation,
                let (table, column) = new.column(place), let source = table.column(.init(place.entity, name.text))
            else { return nil }
            let text = function.call(on: SQL.identifier(source.name))
            let condition = "\(SQL.identifier(column.name)) IS NOT \(text)"
            let isRight = try connection.rows("SELECT 1 FROM \(SQL.identifier(table.name)) WHERE \(condition) LIMIT 1").isEmpty
            return isRight ? nil : "'\(table.name).\(column.name)' does not match '\(derivation.text)'"
        }
    }
}
