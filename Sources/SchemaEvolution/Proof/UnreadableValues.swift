import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Values that the library could not read: of a type's column, but none of its values.
struct UnreadableValues {
    let version: StoredVersion

    /// The attributes that have some, in words.
    func lines(_ connection: SQLiteConnection) throws -> [String] {
        try version.attributes.sorted { $0.key.description < $1.key.description }.compactMap { place, stored in
            guard let (table, column) = version.column(place) else { return nil }
            let name = SQL.identifier(column.name)
            let conditions = TypeConditions.conditions(on: column.name, of: stored.attribute.type)
            guard !conditions.isEmpty else { return nil }
            let rows = try connection.rows(
                "SELECT quote(\(name)) FROM \(SQL.identifier(table.name)) WHERE NOT "
                    + "(\(conditions.joined(separator: " AND "))) LIMIT 1"
            )
            return rows.first.map { "'\(place)' has the value \($0[0] ?? ""), which is no \(stored.attribute.type.keyword)" }
        }
    }
}
