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

    /// The entity that each object is of.
    private(set) var entities: [Row: String] = [:]
    /// The rows that have a value of an attribute.
    private(set) var values: [Property: Set<Row>] = [:]
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
                var rows = Set<Row>()
                let name = SQL.identifier(column.name)
                try Self.read("SELECT _id FROM \(SQL.identifier(table.name)) WHERE \(name) IS NOT NULL", connection) { row in
                    rows.insert(Row(table: table.name, key: row.integer(at: 0)))
                }
                values[property] = rows
            }
            for relationship in entity.relationships {
                let property = Property(entity: entity.name.text, name: relationship.name.text)
                pairs[property] = try Self.pairs(of: relationship, property, table.name, schema, connection)
            }
        }
    }

    private static func pairs(
        of relationship: Relationship, _ property: Property, _ table: String, _ schema: StorageSchema, _ connection: SQLiteConnection
    ) throws -> [Pair: Int64?] {
        let destination = relationship.destination.text
        guard let members = schema.table(forEntity: destination)?.name,
            let query = query(relationship, property, schema)
        else { return [:] }
        var pairs: [Pair: Int64?] = [:]
        try read(query, connection) { row in
            let place = row.value(at: 2)
            let pair = Pair(
                owner: Row(table: table, key: row.integer(at: 0)), member: Row(table: members, key: row.integer(at: 1)))
            pairs.updateValue(place.isNull ? nil : place.integer, forKey: pair)
        }
        return pairs
    }

    /// The owners, the members and their places, wherever the schema has them.
    private static func query(_ relationship: Relationship, _ property: Property, _ schema: StorageSchema) -> String? {
        let destination = relationship.destination.text
        func query(_ owner: String, _ member: String, _ place: String?, _ table: String) -> String {
            let (owner, member) = (SQL.identifier(owner), SQL.identifier(member))
            return "SELECT \(owner), \(member), \(place.map(SQL.identifier) ?? "NULL") FROM \(SQL.identifier(table)) "
                + "WHERE \(owner) IS NOT NULL AND \(member) IS NOT NULL"
        }
        switch relationship.storage {
        case .key:
            guard let table = schema.table(forEntity: property.entity),
                let key = table.column(for: property.name, of: property.entity)
            else { return nil }
            return query("_id", key.name, nil, table.name)
        case .inverseKey:
            guard let inverse = relationship.inverse?.text, let table = schema.table(forEntity: destination),
                let key = table.column(for: inverse, of: destination)
            else { return nil }
            let place = table.positions.first { $0.entity == destination && $0.relationship == inverse }?.name
            return query(key.name, "_id", relationship.isOrdered ? place : nil, table.name)
        case .joinTable:
            guard let table = schema.joinTable(of: property.name, ofEntity: property.entity) else { return nil }
            let isSource = table.source.entity == property.entity && table.source.relationship == property.name
            let (own, other) = isSource ? (table.source, table.target) : (table.target, table.source)
            return query(own.column, other.column, own.position, table.name)
        }
    }

    private static func read(_ sql: String, _ connection: SQLiteConnection, _ each: (RawStatement) throws -> Void) throws {
        let statement = try connection.prepare(sql)
        while try statement.raw.step() { try each(statement.raw) }
    }
}
