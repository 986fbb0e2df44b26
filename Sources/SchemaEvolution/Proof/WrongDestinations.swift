import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Keys that lead to a row of another entity than their relationship's: the table of a hierarchy has rows of several.
enum WrongDestinations {
    private typealias Key = (table: String, column: String, destination: String, name: String)

    /// The keys and join tables that have some, in words.
    /// - Parameter constants: the relationships whose keys a decision gives without a query. Which rows the proof has under such
    ///   keys says nothing.
    static func lines(
        in version: StoredVersion, besides constants: Set<String> = [], _ connection: SQLiteConnection
    ) throws -> [String] {
        try (keys(of: version) + ends(of: version)).filter { !constants.contains($0.name) }.compactMap { key in
            guard let table = version.schema.table(forEntity: key.destination), table.hasEntityColumn,
                let entity = version.model.entity(named: key.destination)
            else { return nil }
            let kinds = version.model.subtree(of: entity).map { SQL.literal($0.name.text) }.joined(separator: ", ")
            let sql =
                "SELECT k.\(SQL.identifier(key.column)), r._entity FROM \(SQL.identifier(key.table)) AS k JOIN "
                + "\(SQL.identifier(table.name)) AS r ON r._id = k.\(SQL.identifier(key.column)) "
                + "WHERE r._entity NOT IN (\(kinds)) LIMIT 1"
            return try connection.rows(sql).first.map { row in
                "'\(key.name)' leads to row \(row[0] ?? "") of '\(table.name)', which is of '\(row[1] ?? "")' and not of "
                    + "'\(key.destination)'"
            }
        }
    }

    private static func keys(of version: StoredVersion) -> [Key] {
        version.schema.tables.flatMap { table in
            table.columns.compactMap { column in
                version.relationship(.init(column.entity, column.property)).map { relationship in
                    (table.name, column.name, relationship.destination.text, "\(column.entity).\(column.property)")
                }
            }
        }
    }

    private static func ends(of version: StoredVersion) -> [Key] {
        version.schema.joinTables.flatMap { table in
            [table.source, table.target].map { (table.name, $0.column, $0.entity, "\(table.name).\($0.column)") }
        }
    }
}
