import Foundation
import Predicates
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
            if let isReadable = Self.reader(of: stored.attribute.type) {
                let cells = try Cell.rows("SELECT DISTINCT \(name) FROM \(SQL.identifier(table.name))", connection).map { $0[0] }
                return cells.first { !isReadable($0) }.map {
                    "'\(place)' has the value \($0), which is no \(stored.attribute.type.keyword)"
                }
            }
            guard !conditions.isEmpty else { return nil }
            let rows = try connection.rows(
                "SELECT quote(\(name)) FROM \(SQL.identifier(table.name)) WHERE NOT "
                    + "(\(conditions.joined(separator: " AND "))) LIMIT 1"
            )
            return rows.first.map { "'\(place)' has the value \($0[0] ?? ""), which is no \(stored.attribute.type.keyword)" }
        }
    }

    /// What tells the values of a type from other texts, as the library reads them, if no SQL says it; nil if SQL does.
    static func reader(of type: AttributeType) -> ((Cell) -> Bool)? {
        textReader(of: type).map { isReadable in
            { cell in
                // The type of the column judges other classes.
                if case .text(let bytes) = cell { isReadable(String(decoding: bytes, as: UTF8.self)) } else { true }
            }
        }
    }

    /// The same for a text.
    static func textReader(of type: AttributeType) -> (@Sendable (String) -> Bool)? {
        switch type {
        case .url: { URL(string: $0)?.absoluteString == $0 }
        case .decimal(nil): { ExactDecimal.decimal($0) != nil }
        case .json: { (try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)) != nil }
        default: nil
        }
    }
}
