import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// What a value in SQL may name on rows of the old version beside the columns of their table: the entity, if the table of the new
/// version has a column for it, and the columns of all tables whose rows have one table then.
struct NamedColumns {
    let old: StoredVersion
    let new: StoredVersion
    let match: ModelMatch

    /// What a query begins with that computes values: the old tables with these columns, under their names.
    var prefix: String {
        let tables = old.schema.tables.compactMap { table -> String? in
            let additions = additions(to: table)
            if additions.isEmpty { return nil }
            let name = SQL.identifier(table.name)
            return "\(name) AS (SELECT *, \(additions.joined(separator: ", ")) FROM main.\(name))"
        }
        return tables.isEmpty ? "" : "WITH \(tables.joined(separator: ",\n")) "
    }

    private func additions(to table: Table) -> [String] {
        let laterTables = laterTables(of: table)
        guard let later = laterTables.first, laterTables.count == 1 else { return [] }
        var known = Set(table.columns.map { $0.name.lowercased() })
        let others = old.schema.tables.filter { $0.name != table.name && self.laterTables(of: $0).contains(later) }.flatMap(\.columns)
        let columns = others.filter { known.insert($0.name.lowercased()).inserted }.map { "NULL AS \(SQL.identifier($0.name))" }
        let showsEntity = !table.hasEntityColumn && new.schema.tables.contains { $0.name == later && $0.hasEntityColumn }
        return columns + (showsEntity ? ["\(SQL.literal(table.entities[0])) AS _entity"] : [])
    }

    /// The new tables of the rows of an old one.
    private func laterTables(of table: Table) -> Set<String> {
        Set(table.entities.compactMap(match.laterOfObjects).compactMap { new.schema.table(forEntity: $0)?.name })
    }
}
