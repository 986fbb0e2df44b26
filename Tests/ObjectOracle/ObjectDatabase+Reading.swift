import SQLiteAccess
import SQLiteStorage
import SchemaModel

extension ObjectDatabase {
    /// Reads the objects and connections of a store. Values that no store of the model may contain are ``faults``.
    /// - Throws: ``SQLiteError``
    public init(reading connection: SQLiteConnection, _ model: Model, _ schema: StorageSchema) throws {
        self.init(model)
        var keys: [(end: RelationshipEnd, row: StoredRow)] = []
        var rows: [String: [Int64: StoredRow]] = [:]
        for table in schema.tables {
            for row in try Self.rows(of: table, connection) {
                rows[table.name, default: [:]][row.object.key] = row
                guard let entity = model.entity(named: row.object.entity), !entity.isAbstract else {
                    faults.append("\(table.name) \(row.object.key) is of '\(row.object.entity)', which has no objects")
                    continue
                }
                objects[row.object] = read(row, of: table, &keys)
            }
        }
        try connect(keys, rows, schema)
        for join in schema.joinTables { try connect(join, rows, connection) }
        sortUnordered()
    }

    private struct StoredRow {
        var object: ObjectID
        var values: [String: SQLiteValue]

        func key(_ column: String) -> Int64? {
            if case .integer(let key)? = values[column] { key } else { nil }
        }
    }

    private static func rows(of table: Table, _ connection: SQLiteConnection) throws -> [StoredRow] {
        let names = table.columns.map(\.name) + table.positions.map(\.name)
        let head = ["_id", table.hasEntityColumn ? "_entity" : SQL.literal(table.entities[0])]
        let list = (head + names.map(SQL.identifier)).joined(separator: ", ")
        let statement = try connection.prepare("SELECT \(list) FROM \(SQL.identifier(table.name)) ORDER BY _id")
        var rows: [StoredRow] = []
        while try statement.raw.step() {
            let values = try (0..<statement.raw.columnCount).map { try statement.raw.value(at: $0).value }
            guard case .integer(let key) = values[0], case .text(let entity) = values[1] else { continue }
            rows.append(
                .init(object: .init(entity, key), values: Dictionary(zip(names, values.dropFirst(2)), uniquingKeysWith: { first, _ in first })))
        }
        return rows
    }

    /// The attributes of a row; its keys are added to `keys`.
    private mutating func read(
        _ row: StoredRow, of table: Table, _ keys: inout [(end: RelationshipEnd, row: StoredRow)]
    ) -> [String: SQLiteValue] {
        var values: [String: SQLiteValue] = [:]
        let lineage = model.lineage(ofEntity: row.object.entity)
        for column in table.columns {
            let value = row.values[column.name] ?? .null
            guard let entity = lineage.first(where: { $0.name.text == column.entity }) else {
                if value != .null { faults.append("\(row.object) has a value in '\(column.name)', which belongs to \(column.entity)") }
                continue
            }
            if let relationship = entity.relationships.first(where: { $0.name.text == column.property }) {
                let end = RelationshipEnd(entity: entity, relationship: relationship)
                if value != .null { keys.append((end, row)) }
                if value == .null, !relationship.isOptional { faults.append("\(row.object) has no \(end.name), which is required") }
            } else {
                values[column.property] = value
            }
        }
        return values
    }

    /// Connects the rows that have keys, members in the order of their places.
    private mutating func connect(
        _ keys: [(end: RelationshipEnd, row: StoredRow)], _ rows: [String: [Int64: StoredRow]], _ schema: StorageSchema
    ) throws {
        var placed: [(place: Int64, owner: ObjectID, end: RelationshipEnd, member: ObjectID)] = []
        for (end, row) in keys {
            guard let column = schema.table(forEntity: end.name.entity)?.column(for: end.name.name, of: end.name.entity),
                let key = row.key(column.name), let target = schema.table(forEntity: end.relationship.destination.text)
            else { continue }
            guard let member = rows[target.name]?[key]?.object, leads(end, to: member) else {
                faults.append("\(row.object) has the key \(key) in '\(column.name)', which is no \(end.relationship.destination.text)")
                continue
            }
            let position = model.inverse(of: end).flatMap { schema.positionColumn(of: $0.relationship) }
            placed.append((position.flatMap(row.key) ?? .max, row.object, end, member))
        }
        for one in placed.sorted(by: { ($0.place, $0.owner) < ($1.place, $1.owner) }) {
            // Both rows of a relationship that is its own inverse have a key: each gives its own direction.
            if one.end.relationship.isItsOwnInverse {
                members[one.end.name, default: [:]][one.owner, default: []].append(one.member)
            } else {
                connect(one.owner, one.end, one.member)
            }
        }
    }

    private mutating func connect(
        _ join: JoinTable, _ rows: [String: [Int64: StoredRow]], _ connection: SQLiteConnection
    ) throws {
        for (end, other) in [(join.source, join.target), (join.target, join.source)] {
            guard let name = end.relationship, !(join.isMirrored && end == join.target),
                let relationship = model.relationship(name, of: end.entity)
            else { continue }
            let position = end.position.map(SQL.identifier) ?? "NULL"
            let statement = try connection.prepare(
                "SELECT \(SQL.identifier(end.column)), \(SQL.identifier(other.column)) FROM \(SQL.identifier(join.name))"
                    + " ORDER BY \(position) NULLS LAST, \(SQL.identifier(other.column))")
            while try statement.raw.step() {
                let (first, second) = (statement.raw.value(at: 0).integer, statement.raw.value(at: 1).integer)
                guard let owner = rows[end.table]?[first]?.object, let member = rows[other.table]?[second]?.object,
                    model.concreteEntities(under: end.entity).contains(owner.entity), leads(relationship, to: member)
                else {
                    faults.append("'\(join.name)' connects \(first) and \(second), which are no \(end.entity) and \(other.entity)")
                    continue
                }
                members[relationship.name, default: [:]][owner, default: []].append(member)
            }
        }
    }

    private func leads(_ end: RelationshipEnd, to member: ObjectID) -> Bool {
        model.concreteEntities(under: end.relationship.destination.text).contains(member.entity)
    }

    /// Members without an order have that of their keys, so that two databases compare.
    mutating func sortUnordered() {
        for end in model.relationshipEnds where !end.relationship.isOrdered {
            members[end.name] = members[end.name]?.mapValues { $0.sorted() }
        }
    }
}
