import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel

/// What a store holds, by entities and properties: nothing here knows about rewritten tables.
struct VersionRows: Equatable {
    /// A value, by its storage class and its bits.
    enum Value: Hashable {
        case null
        case integer(Int64)
        case real(bits: UInt64)
        case text([UInt8])
        case blob([UInt8])
    }

    struct Connection: Hashable {
        var owner: Value
        var member: Value
        var place: Value
    }

    /// Of each concrete entity its rows by their keys, with the values of attributes by their names; the version is `_version`.
    var rows: [String: [Value: [String: Value]]] = [:]
    /// What each relationship connects.
    var connections: [String: Set<Connection>] = [:]

    init() {}

    /// The same without connections whose keys no row has.
    var withoutLooseKeys: VersionRows {
        var others = self
        let keys = rows.values.reduce(into: Set<Value>()) { $0.formUnion($1.keys) }
        others.connections = connections.mapValues { $0.filter { keys.contains($0.owner) && keys.contains($0.member) } }
        return others
    }

    init(_ version: StoredVersion, _ connection: SQLiteConnection) throws {
        for entity in version.model.entities {
            for relationship in entity.relationships {
                connections[relationship.name.text] = try Self.connections(of: relationship, entity, version, connection)
            }
            guard !entity.isAbstract, let table = version.schema.table(forEntity: entity.name.text) else { continue }
            let columns = version.model.lineage(of: entity).flatMap { declaring in
                declaring.storedAttributes.compactMap { stored in
                    table.column(for: stored.name.text, of: declaring.name.text).map { (name: stored.name.text, column: $0.name) }
                }
            }
            let names = ["_version"] + columns.map(\.name)
            let list = (["_id", "_version"] + columns.map { SQL.identifier($0.column) }).joined(separator: ", ")
            let condition = table.hasEntityColumn ? " WHERE _entity = \(SQL.literal(entity.name.text))" : ""
            let found = try Self.values("SELECT \(list) FROM \(SQL.identifier(table.name))\(condition)", connection)
            rows[entity.name.text] = Dictionary(
                uniqueKeysWithValues: found.map { row in (row[0], Dictionary(uniqueKeysWithValues: zip(names, row.dropFirst()))) })
        }
    }

    private static func connections(
        of relationship: Relationship, _ entity: Entity, _ version: StoredVersion, _ connection: SQLiteConnection
    ) throws -> Set<Connection> {
        let (name, schema) = (relationship.name.text, version.schema)
        var query = ""
        if relationship.holdsKey {
            guard let table = schema.table(forEntity: entity.name.text), let column = table.column(for: name, of: entity.name.text) else { return [] }
            query = "SELECT _id, \(SQL.identifier(column.name)), NULL FROM \(SQL.identifier(table.name))"
        } else if let table = schema.joinTable(of: name, ofEntity: entity.name.text) {
            let isSource = table.source.relationship == name
            let (own, other) = isSource ? (table.source, table.target) : (table.target, table.source)
            query = "SELECT \(SQL.identifier(own.column)), \(SQL.identifier(other.column)), \(own.position.map(SQL.identifier) ?? "NULL") FROM \(SQL.identifier(table.name))"
        } else if let inverse = relationship.inverse?.text, let table = schema.table(forEntity: relationship.destination.text),
            let column = table.column(for: inverse, of: relationship.destination.text)
        {
            let position = schema.positionColumn(of: relationship).map(SQL.identifier) ?? "NULL"
            query = "SELECT \(SQL.identifier(column.name)), _id, \(position) FROM \(SQL.identifier(table.name))"
        }
        return Set(
            try values(query, connection).filter { $0[0] != .null && $0[1] != .null }
                .map { Connection(owner: $0[0], member: $0[1], place: $0[2]) })
    }

    private static func values(_ sql: String, _ connection: SQLiteConnection) throws -> [[Value]] {
        let statement = try connection.prepare(sql)
        var rows = [[Value]]()
        while try statement.raw.step() {
            rows.append(try (0..<statement.raw.columnCount).map { try Value(statement.raw.value(at: $0)) })
        }
        return rows
    }
}

extension VersionRows.Value {
    init(_ value: RawValue) throws {
        self =
            switch value.storageClass {
            case .null: .null
            case .integer: .integer(value.integer)
            case .real: .real(bits: value.real.bitPattern)
            case .text: .text(Array(try value.textBytes))
            case .blob: .blob(Array(try value.bytes))
            }
    }

    /// The value of another type that stands for it; nil where none does.
    func converted(from old: AttributeType, to new: AttributeType) -> Self? {
        if self == .null { return .null }
        switch (old, new, self) {
        case (.bool, .double, .integer(let value)), (.bool, .float, .integer(let value)), (.int16, .double, .integer(let value)),
            (.int32, .double, .integer(let value)), (.int16, .float, .integer(let value)):
            return .real(bits: Double(value).bitPattern)
        case (.date(.reference), .date(.unix), .real(let bits)):
            return .real(bits: (Double(bitPattern: bits) + 978_307_200).bitPattern)
        case (.decimal(let less?), .decimal(let more?), .integer(let value)) where more > less: return .multiplied(value, more - less)
        case (.bool, .decimal(let scale?), .integer(let value)), (.int16, .decimal(let scale?), .integer(let value)),
            (.int32, .decimal(let scale?), .integer(let value)), (.int64, .decimal(let scale?), .integer(let value)):
            return .multiplied(value, scale)
        case (.uuid(.blob), .uuid(.text), .blob(let bytes)):
            var text = ""
            for (place, byte) in bytes.enumerated() {
                if [4, 6, 8, 10].contains(place) { text += "-" }
                text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return .text(Array(text.utf8))
        default: return self
        }
    }

    private static func multiplied(_ value: Int64, _ places: Int) -> Self? {
        var value = value
        for _ in 0..<places {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            if overflows { return nil }
            value = product
        }
        return .integer(value)
    }
}
