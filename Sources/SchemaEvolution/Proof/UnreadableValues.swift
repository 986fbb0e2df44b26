import Foundation
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
            if stored.attribute.type == .url {
                // No SQL says what Foundation reads.
                let texts = try connection.rows("SELECT DISTINCT \(name) FROM \(SQL.identifier(table.name))").compactMap { $0[0] }
                return texts.first { !Self.isURL($0) }.map { "'\(place)' has the value \(SQL.literal($0)), which is no url" }
            }
            guard !conditions.isEmpty else { return nil }
            let rows = try connection.rows(
                "SELECT quote(\(name)) FROM \(SQL.identifier(table.name)) WHERE NOT "
                    + "(\(conditions.joined(separator: " AND "))) LIMIT 1"
            )
            return rows.first.map { "'\(place)' has the value \($0[0] ?? ""), which is no \(stored.attribute.type.keyword)" }
        }
    }

    /// As the library reads it.
    private static func isURL(_ text: String) -> Bool { URL(string: text)?.absoluteString == text }
}
