import SQLiteAccess
import SQLiteStorage
import SchemaModel

extension ObjectDatabase {
    /// Writes all objects and connections into an empty database of the schema.
    /// - Throws: ``SQLiteError``
    public func write(into connection: SQLiteConnection, _ schema: StorageSchema) throws {
        try connection.execute("BEGIN")
        for (object, values) in objects.sorted(by: { $0.key < $1.key }) { try insert(object, values, connection, schema) }
        for end in model.relationshipEnds { try writeConnections(of: end, connection, schema) }
        try connection.execute("COMMIT")
    }

    private func insert(
        _ object: ObjectID, _ values: [String: SQLiteValue], _ connection: SQLiteConnection, _ schema: StorageSchema
    ) throws {
        guard let table = schema.table(forEntity: object.entity) else { return }
        var columns: [(name: String, value: SQLiteValue)] = [("_id", .integer(object.key))]
        if table.hasEntityColumn { columns.append(("_entity", .text(object.entity))) }
        for entity in model.lineage(ofEntity: object.entity) {
            for attribute in entity.attributes {
                guard let column = table.column(for: attribute.name.text, of: entity.name.text) else { continue }
                columns.append((column.name, values[attribute.name.text] ?? .null))
            }
            for relationship in entity.relationships where relationship.holdsKey {
                guard let column = table.column(for: relationship.name.text, of: entity.name.text) else { continue }
                let name = PropertyName(entity.name.text, relationship.name.text)
                let key = members[name]?[object]?.first.map { SQLiteValue.integer($0.key) } ?? .null
                columns.append((column.name, key))
            }
        }
        try insert(columns, into: table.name, connection)
    }

    private func writeConnections(of end: RelationshipEnd, _ connection: SQLiteConnection, _ schema: StorageSchema) throws {
        guard let connected = members[end.name] else { return }
        if let join = schema.joinTable(of: end.relationship.name.text, ofEntity: end.entity.name.text) {
            guard join.source.entity == end.name.entity, join.source.relationship == end.name.name else { return }
            let inverse = model.inverse(of: end)?.name
            for (owner, list) in connected.sorted(by: { $0.key < $1.key }) {
                for (place, member) in list.enumerated() {
                    var columns: [(name: String, value: SQLiteValue)] = [
                        (join.source.column, .integer(owner.key)), (join.target.column, .integer(member.key)),
                    ]
                    if let column = join.source.position { columns.append((column, position(place, of: list.count))) }
                    if let column = join.target.position, let inverse, let owners = members[inverse]?[member],
                        let place = owners.firstIndex(of: owner)
                    {
                        columns.append((column, position(place, of: owners.count)))
                    }
                    try insert(columns, into: join.name, connection, replacing: join.isMirrored)
                }
            }
        } else if let column = schema.positionColumn(of: end.relationship),
            let table = schema.table(forEntity: end.relationship.destination.text)
        {
            for list in connected.values {
                for (place, member) in list.enumerated() {
                    guard case .integer(let position) = position(place, of: list.count) else { continue }
                    try connection.execute(
                        "UPDATE \(SQL.identifier(table.name)) SET \(SQL.identifier(column)) = \(position) WHERE _id = \(member.key)")
                }
            }
        }
    }

    /// The place of a member among several; the last of many has none, as in a row that plain SQL wrote.
    private func position(_ place: Int, of count: Int) -> SQLiteValue {
        count > 2 && place == count - 1 ? .null : .integer(Int64(place * place * 7 - 20))
    }

    private func insert(
        _ columns: [(name: String, value: SQLiteValue)], into table: String, _ connection: SQLiteConnection, replacing: Bool = false
    ) throws {
        let names = columns.map { SQL.identifier($0.name) }
        var sql = "INSERT INTO \(SQL.identifier(table)) (\(names.joined(separator: ", "))) VALUES"
            + " (\(columns.map { $0.value.sqlLiteral ?? "NULL" }.joined(separator: ", ")))"
        if replacing {
            // The trigger of a relationship that is its own inverse has written the row from the other direction.
            let updates = names.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
            sql += " ON CONFLICT (\(names[0]), \(names[1])) DO " + (updates.isEmpty ? "NOTHING" : "UPDATE SET \(updates)")
        }
        try connection.execute(sql)
    }
}
