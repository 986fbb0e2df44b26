import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// The keys of rows that come to those of another table: they are above all keys there, in the order of the old ones. What a plan
/// adds to a key does not matter.
struct JoinedKeys {
    /// Rows of an old table that get new keys.
    private struct Part {
        var oldTable: String
        var oldKeys: [Int64]
        var newTable: String
        /// The new entities of the rows.
        var entities: [String]
    }

    private let parts: [Part]

    /// Reads the old keys.
    init(from old: StoredVersion, to new: StoredVersion, _ match: ModelMatch, _ connection: SQLiteConnection) throws {
        parts = try new.schema.tables.flatMap { table -> [Part] in
            var kinds: [String: [(old: String, new: String)]] = [:]
            var tables = [Table]()
            for entity in table.entities where new.model.entity(named: entity)?.isAbstract == false {
                guard let former = match.former(entity), old.model.entity(named: former)?.isAbstract == false,
                    let oldTable = old.schema.table(forEntity: former)
                else { continue }
                if kinds[oldTable.name] == nil { tables.append(oldTable) }
                kinds[oldTable.name, default: []].append((former, entity))
            }
            // The rows of the root keep their keys, or else those of the first entity.
            let root = table.entities.first.flatMap(match.former).flatMap(old.schema.table(forEntity:))?.name
            let kept = tables.first { $0.name == root } ?? tables.first
            return try tables.filter { $0.name != kept?.name }.map { oldTable in
                let own = kinds[oldTable.name] ?? []
                return Part(
                    oldTable: oldTable.name, oldKeys: try Self.keys(in: oldTable, own.map(\.old), connection), newTable: table.name,
                    entities: own.map(\.new))
            }
        }
    }

    /// The new keys by the old ones, for each old table whose rows have others.
    func newKeys(in new: StorageSchema, _ connection: SQLiteConnection) throws -> [String: [Cell: Cell]] {
        var found: [String: [Cell: Cell]] = [:]
        for part in parts {
            guard let table = new.tables.first(where: { $0.name == part.newTable }) else { continue }
            let keys = try Self.keys(in: table, part.entities, connection)
            for (oldKey, newKey) in zip(part.oldKeys, keys) { found[part.oldTable, default: [:]][.integer(oldKey)] = .integer(newKey) }
        }
        return found
    }

    /// The rows that have a key that one of another table had, in words.
    func reused(in new: StorageSchema, _ connection: SQLiteConnection) throws -> [String] {
        try parts.compactMap { part in
            guard let table = new.tables.first(where: { $0.name == part.newTable }),
                let least = try Self.keys(in: table, part.entities, connection).first, least <= SeedRows.greatestKey
            else { return nil }
            return "a row of '\(part.oldTable)' gets the key \(least) in '\(part.newTable)', which another row may have had"
        }
    }

    var isEmpty: Bool { parts.isEmpty }

    private static func keys(in table: Table, _ entities: [String], _ connection: SQLiteConnection) throws -> [Int64] {
        let condition = table.hasEntityColumn ? " WHERE _entity IN (\(entities.map(SQL.literal).joined(separator: ", ")))" : ""
        return try connection.rows("SELECT _id FROM \(SQL.identifier(table.name))\(condition) ORDER BY _id")
            .compactMap { $0[0].flatMap { Int64($0) } }
    }
}
