import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Keys that lead nowhere and that no constraint looks after: those of relationships whose rule is `noAction`.
enum LooseKeys {
    /// How many there are.
    static func count(in version: StoredVersion, _ connection: SQLiteConnection) throws -> Int {
        var keys = [(table: String, column: String, destination: String)]()
        for table in version.schema.tables {
            for column in table.columns where column.reference == nil {
                guard let relationship = version.relationship(.init(column.entity, column.property)),
                    let destination = version.schema.table(forEntity: relationship.destination.text)
                else { continue }
                keys.append((table.name, column.name, destination.name))
            }
        }
        for table in version.schema.joinTables {
            keys += [table.source, table.target].filter { $0.onDelete == .nothing }.map { (table.name, $0.column, $0.table) }
        }
        return try keys.reduce(0) { count, key in
            let column = SQL.identifier(key.column)
            let sql =
                "SELECT count(*) FROM \(SQL.identifier(key.table)) WHERE \(column) NOT IN (SELECT _id FROM "
                    + "\(SQL.identifier(key.destination)))"
            return count + (try Int(connection.rows(sql)[0][0] ?? "") ?? 0)
        }
    }
}
