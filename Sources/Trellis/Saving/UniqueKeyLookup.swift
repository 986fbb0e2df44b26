import SQLiteAccess

/// The rows that have the values of new objects in one unique key: one query finds those of many objects.
///
/// Integers and texts are exact in JSON. Objects with other values, for example bytes or numbers with a point, are looked up one at a time.
struct UniqueKeyLookup {
    /// The rows by the objects' temporary keys.
    private var found: [Int64: UniqueKeys.Clash] = [:]
    /// The objects that the query does not have, by their temporary keys.
    private var unasked: Set<Int64> = []

    /// So many objects are in one query at most, because all their values are in one text.
    private static let size = 5_000

    /// - Parameters:
    ///   - columns: the columns of the key.
    ///   - select: what the query selects: key, entity and version of a row.
    ///   - values: returns an object's value in a column.
    /// - Throws: `SQLiteError`
    init(
        of objects: some Collection<ManagedObject>, in entity: EntityRuntime, _ columns: [ColumnIndex], selecting select: String,
        _ executor: StatementExecutor, values: (ColumnIndex, ManagedObject) throws -> SQLiteValue
    ) throws {
        let sql = Self.sql(of: entity, columns, selecting: select)
        var (asked, json) = ([Int64](), [UInt8]())
        for object in objects {
            let end = json.count
            json.append(UInt8(ascii: asked.isEmpty ? "[" : ","))
            switch try Self.append(columns, of: object, to: &json, values) {
            case .exact: asked.append(object.key)
            // nil equals no value.
            case .null: json.removeSubrange(end...)
            case .inexact:
                json.removeSubrange(end...)
                unasked.insert(object.key)
            }
            if asked.count == Self.size { try ask(sql, &asked, &json, columns, entity, executor) }
        }
        if !asked.isEmpty { try ask(sql, &asked, &json, columns, entity, executor) }
    }

    /// Whether the query has the object.
    func hasAsked(_ object: ManagedObject) -> Bool { unasked.isEmpty || !unasked.contains(object.key) }

    /// The row with the object's values; nil if no row has them.
    func row(for object: ManagedObject) -> UniqueKeys.Clash? { found.isEmpty ? nil : found[object.key] }

    private static func sql(of entity: EntityRuntime, _ columns: [ColumnIndex], selecting select: String) -> String {
        let names = columns.map { SQL.identifier(entity.columns[$0].name) }
        let values = names.count == 1 ? ["given.value"] : names.indices.map { "json_extract(given.value, '$[\($0)]')" }
        let conditions = zip(names, values).map { "stored.\($0) = \($1)" }
        return "SELECT given.key, \(select) FROM json_each(?) AS given CROSS JOIN \(SQL.identifier(entity.descriptor.table)) AS stored"
            + " WHERE \(conditions.joined(separator: " AND "))"
    }

    private mutating func ask(
        _ sql: String, _ asked: inout [Int64], _ json: inout [UInt8], _ columns: [ColumnIndex], _ entity: EntityRuntime,
        _ executor: StatementExecutor
    ) throws {
        json.append(UInt8(ascii: "]"))
        try executor.query(sql, String(decoding: json, as: UTF8.self)) { statement in
            while try statement.step() {
                let kind = statement.value(at: 2)
                found[asked[Int(statement.integer(at: 0))]] = UniqueKeys.Clash(
                    columns: columns, otherKey: statement.integer(at: 1),
                    otherEntity: kind.isText ? try statement.text(at: 2) : entity.descriptor.name, otherVersion: statement.integer(at: 3))
            }
        }
        asked.removeAll(keepingCapacity: true)
        json.removeAll(keepingCapacity: true)
    }

    // MARK: Values in JSON

    private enum Form {
        case exact, inexact, null
    }

    private static func append(
        _ columns: [ColumnIndex], of object: ManagedObject, to json: inout [UInt8], _ value: (ColumnIndex, ManagedObject) throws -> SQLiteValue
    ) throws -> Form {
        if columns.count == 1 { return append(try value(columns[0], object), to: &json) }
        var isExact = true
        for (place, column) in columns.enumerated() {
            json.append(UInt8(ascii: place == 0 ? "[" : ","))
            switch append(try value(column, object), to: &json) {
            case .exact: break
            case .inexact: isExact = false
            case .null: return .null
            }
        }
        json.append(UInt8(ascii: "]"))
        return isExact ? .exact : .inexact
    }

    private static func append(_ value: SQLiteValue, to json: inout [UInt8]) -> Form {
        switch value {
        case .null: return .null
        case .integer(let number): json.append(contentsOf: String(number).utf8)
        case .text(var text):
            let isExact = text.withUTF8 { append($0, to: &json) }
            if !isExact { return .inexact }
        case .real, .blob: return .inexact
        }
        return .exact
    }

    /// - Returns: false for a text with control characters. SQLite ends a text of JSON at the first NUL.
    private static func append(_ text: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) -> Bool {
        json.append(UInt8(ascii: "\""))
        for byte in text {
            if byte < 0x20 { return false }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { json.append(UInt8(ascii: "\\")) }
            json.append(byte)
        }
        json.append(UInt8(ascii: "\""))
        return true
    }
}
