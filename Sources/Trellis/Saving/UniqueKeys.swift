import SQLiteAccess

/// The unique keys of the tables of one connection. It finds which of them a row breaks, and the other row that has the same values.
///
/// SQLite reports at most one broken key, and no row. The keys are those of the file's indexes and not only those of the model, so a
/// user-defined unique index is reported as well.
final class UniqueKeys {
    private var keys: NewKeys
    private let executor: StatementExecutor
    private var byTable: [String: [Key]] = [:]
    /// The keys with the columns of an entity, by its number.
    private var byEntity: [Int: [EntityKey]] = [:]
    /// What one query has found for many objects, by the place of the key among those of an entity.
    private var lookups: [Int: [UniqueKeyLookup?]] = [:]

    /// A key as an entity has it.
    private struct EntityKey {
        let key: Key
        let columns: [ColumnIndex]
        /// Finds another row with the same values.
        let select: String
        /// What is selected of it: key, entity and version.
        let selected: String
    }

    private struct Key {
        let columns: [String]
        /// The condition of a partial index, in SQL.
        let condition: String?
    }

    /// A key of an object that another row has already.
    struct Clash {
        /// The numbers of the object's columns.
        let columns: [ColumnIndex]
        /// The key of the other row, and its entity.
        let otherKey: Int64
        let otherEntity: String
        let otherVersion: Int64
    }

    init(_ keys: NewKeys, _ executor: StatementExecutor) {
        self.keys = keys
        self.executor = executor
    }

    /// Every unique key that the object shares with another row.
    func clashes(of object: ManagedObject) throws -> [Clash] {
        let lookups = lookups[object.scope.entity.index] ?? []
        return try keys(of: object.scope.entity).enumerated().compactMap { place, key in
            if place < lookups.count, let lookup = lookups[place], lookup.hasAsked(object) { return lookup.row(for: object) }
            let values = try key.columns.map { try value($0, of: object) }
            if values.contains(.null) { return nil }
            if let condition = key.key.condition, try !meets(condition, object) { return nil }
            return try otherRow(with: values, key, of: object)
        }
    }

    /// Looks up the rows with the values of new objects, with a query for each key and not for each object. A key that refers to objects
    /// is left out, because these may adopt rows of their own before.
    /// - Throws: `SQLiteError`
    func lookUp(_ objects: ContiguousArray<ManagedObject>) throws {
        let byEntity = Dictionary(grouping: objects) { $0.scope.entity.index }
        for objects in byEntity.values where objects.count > 1 {
            let entity = objects[0].scope.entity
            lookups[entity.index] = try keys(of: entity).map { key in
                if key.key.condition != nil || key.columns.contains(where: { entity.columns[$0].toOne != nil }) { return nil }
                return try UniqueKeyLookup(of: objects, in: entity, key.columns, selecting: key.selected, executor, values: value(_:of:))
            }
        }
    }

    /// The one other row that has the object's values, if no second one has some of them.
    ///
    /// The key of a one-to-one relationship is no value that identifies an object: another partner is another object.
    func rowToAdopt(for object: ManagedObject) throws -> Clash? {
        let clashes = try clashes(of: object).filter { !object.scope.entity.isOneToOneKey($0.columns) }
        guard let first = clashes.first, clashes.allSatisfy({ $0.otherKey == first.otherKey }) else { return nil }
        if clashes.count == 1 { return first }
        return Clash(
            columns: clashes.flatMap(\.columns), otherKey: first.otherKey, otherEntity: first.otherEntity, otherVersion: first.otherVersion)
    }

    /// Gives a new object the key of a row that exists.
    func adopt(_ key: Int64, for object: ManagedObject) { keys.adopt(key, for: object) }

    private func keys(of entity: EntityRuntime) throws -> [EntityKey] {
        if let known = byEntity[entity.index] { return known }
        let name = entity.hierarchy == nil ? "NULL" : FetchLayout.entityColumn
        let found = try keys(of: entity.descriptor.table).compactMap { key -> EntityKey? in
            let columns = key.columns.compactMap(entity.columnNumber)
            guard columns.count == key.columns.count else { return nil }
            let conditions = key.columns.map { "\(SQL.identifier($0)) = ?" } + ["\(entity.key) <> ?"] + (key.condition.map { ["(\($0))"] } ?? [])
            let selected = "\(entity.key), \(name), \(entity.hasVersion ? FetchLayout.versionColumn : "0")"
            let select =
                "SELECT \(selected) FROM \(SQL.identifier(entity.descriptor.table))"
                + " WHERE \(conditions.joined(separator: " AND "))"
            return EntityKey(key: key, columns: columns, select: select, selected: selected)
        }
        byEntity[entity.index] = found
        return found
    }

    private func value(_ column: ColumnIndex, of object: ManagedObject) throws -> SQLiteValue {
        guard object.isLoaded(column) else { return try object.storedValue(column, in: executor.database) }
        return keys.stored(object.writtenValue(column), of: object.scope.entity.columns[column])
    }

    private func otherRow(with values: [SQLiteValue], _ key: EntityKey, of object: ManagedObject) throws -> Clash? {
        try executor.query(key.select, values, keys[object]) { statement in
            guard try statement.step() else { return nil }
            return Clash(
                columns: key.columns, otherKey: statement.integer(at: 0),
                otherEntity: try text(at: 1, statement) ?? object.scope.entity.descriptor.name, otherVersion: statement.integer(at: 2))
        }
    }

    /// Whether the object's row belongs to a partial index.
    private func meets(_ condition: String, _ object: ManagedObject) throws -> Bool {
        let entity = object.scope.entity
        let columns = entity.columns.map { "? AS \(SQL.identifier($0.name))" }
        let kind = "\(SQL.literal(entity.descriptor.name)) AS \(FetchLayout.entityColumn)"
        let sql = "SELECT 1 FROM (SELECT \((columns + [kind]).joined(separator: ", "))) WHERE \(condition)"
        return try executor.hasRow(sql, try entity.columns.indices.map { try value($0, of: object) })
    }

    private func keys(of table: String) throws -> [Key] {
        if let known = byTable[table] { return known }
        let sql = """
            SELECT list.name, list.partial, info.name, schema.sql
            FROM pragma_index_list(?) AS list
            JOIN pragma_index_info(list.name) AS info
            LEFT JOIN sqlite_schema AS schema ON schema.name = list.name
            WHERE list."unique" ORDER BY list.seq DESC, info.seqno
            """
        var found = [(name: String, key: Key)]()
        try executor.query(sql, table) { statement in
            while try statement.step() {
                // An index over an expression has no columns to name.
                guard let name = try text(at: 0, statement), let column = try text(at: 2, statement) else { continue }
                if let last = found.last, last.name == name {
                    found[found.count - 1].key = Key(columns: last.key.columns + [column], condition: last.key.condition)
                } else {
                    let isPartial = statement.integer(at: 1) != 0
                    let condition = isPartial ? try text(at: 3, statement).flatMap(IndexCondition.condition) : nil
                    found.append((name, Key(columns: [column], condition: condition)))
                }
            }
        }
        byTable[table] = found.map(\.key)
        return found.map(\.key)
    }

    private func text(at column: Int32, _ statement: RawStatement) throws -> String? {
        statement.value(at: column).isText ? try statement.text(at: column) : nil
    }
}

extension EntityRuntime {
    /// Whether a unique key consists of the key of a relationship.
    func isOneToOneKey(_ key: [ColumnIndex]) -> Bool { key.count == 1 && columns[key[0]].toOne != nil }

    func columnNumber(named name: some StringProtocol) -> ColumnIndex? {
        columns.firstIndex { $0.name == name }
    }
}
