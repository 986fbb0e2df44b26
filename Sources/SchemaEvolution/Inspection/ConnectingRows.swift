import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// The connections of a relationship, by the places that both rows have in the file.
struct ConnectingRows {
    let entity: String
    let relationship: Relationship

    var destination: String { relationship.destination.text }

    /// The columns of a table that connect owners with members.
    struct Columns: Hashable {
        var table: String
        var owner: String
        var member: String

        /// Whether the table has the rows of one end, and a key to the other.
        var isKey: Bool { owner == "_id" || member == "_id" }
        /// The same columns, seen from the other end.
        var reversed: Columns { Columns(table: table, owner: member, member: owner) }
    }

    /// Whether this end stands for the connections: both ends of a relationship have the same ones.
    func isFirst(in schema: StorageSchema) -> Bool {
        switch relationship.storage {
        case .key: true
        case .inverseKey: false
        case .joinTable: schema.joinTable(of: relationship.name.text, ofEntity: entity).map(isSource) ?? false
        }
    }

    private func isSource(of table: JoinTable) -> Bool {
        table.source.entity == entity && table.source.relationship == relationship.name.text
    }

    /// Where a schema stores the connections; nil if it lacks the relationship.
    func table(in schema: StorageSchema) -> Columns? {
        switch relationship.storage {
        case .key: return key(relationship.name.text, of: entity, schema).map { .init(table: $0.table, owner: "_id", member: $0.column) }
        case .inverseKey:
            return relationship.inverse.flatMap { key($0.text, of: destination, schema) }
                .map { .init(table: $0.table, owner: $0.column, member: "_id") }
        case .joinTable:
            guard let table = schema.joinTable(of: relationship.name.text, ofEntity: entity) else { return nil }
            let (own, other) = isSource(of: table) ? (table.source, table.target) : (table.target, table.source)
            return .init(table: table.name, owner: own.column, member: other.column)
        }
    }

    private func key(_ property: String, of entity: String, _ schema: StorageSchema) -> (table: String, column: String)? {
        guard let table = schema.table(forEntity: entity), let column = table.column(for: property, of: entity) else { return nil }
        return (table.name, column.name)
    }

    /// The names of the columns of ``query(in:isForward:_:)``.
    static let columns = ["owner_table", "owner_key", "member_table", "member_key"]

    /// The connections as SQL; nil if a table does not exist.
    /// - Parameters:
    ///   - isForward: false to exchange the ends.
    ///   - rows: the rows of a table, as SQL.
    func query(in schema: StorageSchema, isForward: Bool = true, _ rows: (String) -> String?) -> String? {
        guard let connecting = table(in: schema), let connections = rows(connecting.table),
            let owners = schema.table(forEntity: entity).flatMap({ rows($0.name) }),
            let members = schema.table(forEntity: destination).flatMap({ rows($0.name) })
        else { return nil }
        let origins = ["o", "m"].map { alias in ForeseenTable.originNames.map { "\(alias).\($0)" } }
        let columns = zip((isForward ? origins : origins.reversed()).flatMap { $0 }, Self.columns).map { "\($0) AS \($1)" }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(connections) AS c "
            + "JOIN \(owners) AS o ON o._id = c.\(SQL.identifier(connecting.owner)) "
            + "JOIN \(members) AS m ON m._id = c.\(SQL.identifier(connecting.member))"
    }
}
