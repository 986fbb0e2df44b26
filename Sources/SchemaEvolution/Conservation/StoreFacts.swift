import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// What a database holds, read by the layout of its version alone: objects, values and connections.
struct StoreFacts {
    /// A row, by its table and its key.
    struct Row: Hashable {
        var table: String
        var key: Int64
    }

    /// A value with its storage class, equal to another one if each bit is.
    enum StoredValue: Hashable {
        case integer(Int64)
        case real(bits: UInt64)
        case text([UInt8])
        case bytes([UInt8])

        init(_ value: RawValue) throws {
            self =
                if value.isInteger {
                    .integer(value.integer)
                } else if value.isReal {
                    .real(bits: value.real.bitPattern)
                } else if value.isText {
                    .text(Array(try value.textBytes))
                } else {
                    .bytes(Array(try value.bytes))
                }
        }
    }

    /// Two connected rows: the one that has the relationship, and the one that it leads to.
    struct Pair: Hashable {
        var owner: Row
        var member: Row

        var reversed: Pair { Pair(owner: member, member: owner) }
    }

    /// A property, by the entity that declares it.
    struct Property: Hashable {
        var entity: String
        var name: String
    }

    /// A relationship with the entity that declares it.
    struct DeclaredRelationship {
        let entity: String
        let relationship: Relationship

        var property: Property { Property(entity: entity, name: relationship.name.text) }
        var destination: String { relationship.destination.text }
        /// The relationship that leads back; nil without one.
        var inverse: Property? { relationship.inverse.map { Property(entity: destination, name: $0.text) } }
    }

    /// The entity that each object is of.
    private(set) var entities: [Row: String] = [:]
    /// The values of each attribute, by the rows that have one.
    private(set) var values: [Property: [Row: StoredValue]] = [:]
    /// What each relationship connects, with the place of the member among the owner's; nil without one.
    private(set) var pairs: [Property: [Pair: Int64?]] = [:]

    init(_ model: Model, _ schema: StorageSchema, _ connection: SQLiteConnection) throws {
        for table in schema.tables {
            let entity = table.hasEntityColumn ? "_entity" : SQL.literal(table.entities[0])
            try Self.read("SELECT _id, \(entity) FROM \(SQL.identifier(table.name))", connection) { row in
                entities[Row(table: table.name, key: row.integer(at: 0))] = try row.text(at: 1)
            }
        }
        for entity in model.entities {
            guard let table = schema.table(forEntity: entity.name.text) else { continue }
            for attribute in entity.storedAttributes {
                let property = Property(entity: entity.name.text, name: attribute.name.text)
                guard let column = table.column(for: property.name, of: property.entity) else { continue }
                var rows: [Row: StoredValue] = [:]
                let name = SQL.identifier(column.name)
                try Self.read("SELECT _id, \(name) FROM \(SQL.identifier(table.name)) WHERE \(name) IS NOT NULL", connection) { row in
                    rows[Row(table: table.name, key: row.integer(at: 0))] = try StoredValue(row.value(at: 1))
                }
                values[property] = rows
            }
            for relationship in entity.relationships {
                let declared = DeclaredRelationship(entity: entity.name.text, relationship: relationship)
                pairs[declared.property] = try Self.pairs(of: declared, schema, connection)
            }
        }
    }

    private static func pairs(
        of declared: DeclaredRelationship, _ schema: StorageSchema, _ connection: SQLiteConnection
    ) throws -> [Pair: Int64?] {
        guard let owners = schema.table(forEntity: declared.entity)?.name,
            let members = schema.table(forEntity: declared.destination)?.name,
            let columns = columns(of: declared, schema)
        else { return [:] }
        var pairs: [Pair: Int64?] = [:]
        try read(columns.query, connection) { row in
            let place = row.value(at: 2)
            let pair = Pair(
                owner: Row(table: owners, key: row.integer(at: 0)), member: Row(table: members, key: row.integer(at: 1)))
            pairs.updateValue(place.isNull ? nil : place.integer, forKey: pair)
        }
        return pairs
    }

    /// The columns of a table that connect owners with members.
    private struct ConnectingColumns {
        var table: String
        var owner = "_id"
        var member = "_id"
        /// The place of the member; nil without an order.
        var place: String?

        var query: String {
            let (owner, member) = (SQL.identifier(owner), SQL.identifier(member))
            return "SELECT \(owner), \(member), \(place.map(SQL.identifier) ?? "NULL") FROM \(SQL.identifier(table)) "
                + "WHERE \(owner) IS NOT NULL AND \(member) IS NOT NULL"
        }
    }

    private static func columns(of declared: DeclaredRelationship, _ schema: StorageSchema) -> ConnectingColumns? {
        let (property, destination) = (declared.property, declared.destination)
        switch declared.relationship.storage {
        case .key:
            guard let table = schema.table(forEntity: property.entity),
                let key = table.column(for: property.name, of: property.entity)
            else { return nil }
            return ConnectingColumns(table: table.name, member: key.name)
        case .inverseKey:
            guard let inverse = declared.inverse?.name, let table = schema.table(forEntity: destination),
                let key = table.column(for: inverse, of: destination)
            else { return nil }
            let place = table.positions.first { $0.entity == destination && $0.relationship == inverse }?.name
            return ConnectingColumns(
                table: table.name, owner: key.name, place: declared.relationship.isOrdered ? place : nil)
        case .joinTable:
            guard let table = schema.joinTable(of: property.name, ofEntity: property.entity) else { return nil }
            let isSource = table.source.entity == property.entity && table.source.relationship == property.name
            let (own, other) = isSource ? (table.source, table.target) : (table.target, table.source)
            return ConnectingColumns(table: table.name, owner: own.column, member: other.column, place: own.position)
        }
    }

    private static func read(_ sql: String, _ connection: SQLiteConnection, _ each: (RawStatement) throws -> Void) throws {
        let statement = try connection.prepare(sql)
        while try statement.raw.step() { try each(statement.raw) }
    }
}
