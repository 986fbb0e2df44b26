import GRDB
import SQLiteAccess

/// The unique keys of the tables of one connection, to tell which of them a row breaks, and against which other row.
///
/// SQLite names one broken key at most, and no row. What the file says of its indexes counts here, so that keys that a person
/// added by hand are told as well.
final class UniqueKeys {
    private let database: Database
    private var byTable: [String: [Key]] = [:]

    private struct Key {
        let columns: [String]
        /// What rows of a partial index meet, in SQL.
        let condition: String?
    }

    /// A key of an object that another row has already.
    struct Clash {
        /// The numbers of the object's columns.
        let columns: [Int]
        /// The key of the other row, and its entity.
        let otherKey: Int64
        let otherEntity: String
    }

    init(_ database: Database) {
        self.database = database
    }

    /// Every unique key that the object as it is now shares with another row.
    func clashes(of object: ManagedObject) throws -> [Clash] {
        let entity = object.scope.entity
        return try keys(of: entity.descriptor.table).compactMap { key in
            let columns = key.columns.compactMap(entity.columnNumber)
            guard columns.count == key.columns.count else { return nil }
            let values = try columns.map { try value($0, of: object) }
            if values.contains(.null) { return nil }
            if let condition = key.condition, try !meets(condition, object) { return nil }
            return try otherRow(with: values, key, of: object).map { row in
                Clash(columns: columns, otherKey: row.key, otherEntity: row.entity ?? entity.descriptor.name)
            }
        }
    }

    private func value(_ column: Int, of object: ManagedObject) throws -> SQLiteValue {
        object.isLoaded(column) ? object.writtenValue(column) : try object.storedValue(column, in: database)
    }

    private func otherRow(
        with values: [SQLiteValue], _ key: Key, of object: ManagedObject
    ) throws -> (key: Int64, entity: String?)? {
        let entity = object.scope.entity
        let name = entity.hierarchy == nil ? "NULL" : FetchLayout.entityColumn
        let conditions = key.columns.map { "\(SQL.identifier($0)) = ?" } + ["_id <> ?"] + (key.condition.map { ["(\($0))"] } ?? [])
        let statement = try database.rawStatement(
            "SELECT _id, \(name) FROM \(SQL.identifier(entity.descriptor.table)) WHERE \(conditions.joined(separator: " AND "))")
        defer { statement.reset() }
        for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
        try statement.bind(object.key, at: Int32(values.count + 1))
        guard try statement.step() else { return nil }
        return (statement.integer(at: 0), statement.value(at: 1).isText ? try statement.text(at: 1) : nil)
    }

    /// Whether the object's row is, or would be, one of a partial index.
    private func meets(_ condition: String, _ object: ManagedObject) throws -> Bool {
        let entity = object.scope.entity
        let columns = entity.columns.map { "? AS \(SQL.identifier($0.name))" }
        let kind = "\(SQL.literal(entity.descriptor.name)) AS \(FetchLayout.entityColumn)"
        let statement = try database.rawStatement(
            "SELECT 1 FROM (SELECT \((columns + [kind]).joined(separator: ", "))) WHERE \(condition)")
        defer { statement.reset() }
        for column in entity.columns.indices {
            try statement.bind(try value(column, of: object), at: Int32(column + 1))
        }
        return try statement.step()
    }

    private func keys(of table: String) throws -> [Key] {
        if let known = byTable[table] { return known }
        // GRDB stops the program if there is no memory to bind an argument.
        let statement = try database.rawStatement(
            """
            SELECT list.name, list.partial, info.name, schema.sql
            FROM pragma_index_list(?) AS list
            JOIN pragma_index_info(list.name) AS info
            LEFT JOIN sqlite_schema AS schema ON schema.name = list.name
            WHERE list."unique" ORDER BY list.seq DESC, info.seqno
            """)
        defer { statement.reset() }
        try statement.bind(table, at: 1)
        var keys = [(name: String, key: Key)]()
        while try statement.step() {
            // A key over an expression has no columns to name.
            guard let name = try text(at: 0, statement), let column = try text(at: 2, statement) else { continue }
            if let last = keys.last, last.name == name {
                keys[keys.count - 1].key = Key(columns: last.key.columns + [column], condition: last.key.condition)
            } else {
                let isPartial = statement.integer(at: 1) != 0
                keys.append((name, Key(columns: [column], condition: isPartial ? try text(at: 3, statement).flatMap(Self.condition) : nil)))
            }
        }
        byTable[table] = keys.map(\.key)
        return keys.map(\.key)
    }

    private func text(at column: Int32, _ statement: RawStatement) throws -> String? {
        statement.value(at: column).isText ? try statement.text(at: column) : nil
    }

    /// What stands after the columns of `CREATE INDEX … ON … (…) WHERE …`.
    private static func condition(_ sql: String) -> String? {
        sql.firstMatch(of: /\)\s*WHERE\s+(?<condition>[\s\S]+)$/.ignoresCase()).map { String($0.condition) }
    }
}

extension EntityRuntime {
    func columnNumber(named name: some StringProtocol) -> Int? {
        columns.firstIndex { $0.name == name }
    }
}
