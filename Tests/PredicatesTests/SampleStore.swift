import Predicates
import SQLiteAccess
import TestSupport
import Testing

/// Random rows of the sample layout, in SQLite and in memory alike.
struct SampleStore: ObjectReader {
    typealias Row = [String: SQLiteValue]

    /// A row of a table.
    struct Object: Hashable {
        var table: String
        var key: Int64
    }

    let connection: SQLiteConnection
    private(set) var tables: [String: [Int64: Row]] = [:]

    /// The rows, with columns whose values come from the pools.
    static let shape: [(table: String, columns: [String], count: Int64)] = [
        ("person", ["_entity", "name", "age", "boss_id", "folded", "bonus"], 5),
        (
            "thing",
            [
                "flag", "maybe_flag", "count", "limit", "size", "price", "ratio", "name", "info", "made", "due", "lasts", "bytes", "key",
                "seen",
                "sent", "token", "owner_id", "maker_id",
            ], 40
        ),
        ("tag", ["name", "weight", "kind", "keeper_id"], 5),
    ]

    init(random: inout SeededGenerator) throws {
        connection = try .inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(SampleLayout.schema)
        for (table, columns, count) in Self.shape {
            for key in 1...count {
                var row = Row()
                for column in columns { row[column] = SampleLayout.pools[column]?.randomElement(using: &random) ?? .null }
                // A one-to-one: two tags without an owner.
                if table == "tag" { row["fan_id"] = key < 3 ? .integer(key) : .null }
                try insert(row, into: table, key)
            }
        }
        var pairs = Set<[Int64]>()
        // No row has the key 99: a connection that another program left.
        for _ in 1...60 {
            pairs.insert([.random(in: 1...40, using: &random), [1, 2, 3, 5, 99][Int.random(in: 0..<5, using: &random)]])
        }
        for (place, pair) in pairs.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
            try insert(["thing_id": .integer(pair[0]), "tag_id": .integer(pair[1])], into: "thing_tag", Int64(place + 1))
        }
    }

    /// Rows that a test names, with the keys 1, 2, and so on; what must not be NULL and is not given is empty.
    init(_ rows: [String: [Row]]) throws {
        connection = try .inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(SampleLayout.schema)
        let empty: [String: Row] = [
            "person": ["_entity": .text("Person"), "name": .text("")],
            "thing": [
                "flag": .integer(0), "count": .integer(0), "price": .integer(0), "name": .text(""), "made": .real(0),
                "maker_id": .integer(99),
            ],
        ]
        for (table, rows) in rows {
            for (place, row) in rows.enumerated() {
                try insert((empty[table] ?? [:]).merging(row) { $1 }, into: table, Int64(place + 1))
            }
        }
    }

    /// The keys of the objects that meet a condition: the same by SQL and by memory.
    func keys(_ entity: String = "Thing", where condition: Condition) throws -> [Int64] {
        let fetch = try ResolvedFetch(FetchQuery(entity: entity, condition: condition), in: SampleLayout.layout)
        let keys = try keysBySQL(fetch)
        let same = try keysByMemory(fetch)
        #expect(keys == same, "\(fetch.select(["_id"]).sql)")
        return keys
    }

    private mutating func insert(_ row: Row, into table: String, _ key: Int64) throws {
        let columns = row.keys.sorted()
        let names = columns.map(SQL.identifier).joined(separator: ", ")
        let marks = Array(repeating: "?", count: columns.count + 1).joined(separator: ", ")
        let insert = try connection.prepare(
            "INSERT INTO \(table) (\(table == "thing_tag" ? "rowid" : "_id"), \(names)) VALUES (\(marks))")
        try insert.raw.bind(key, at: 1)
        for (place, column) in columns.enumerated() { try insert.raw.bind(row[column] ?? .null, at: Int32(place) + 2) }
        try insert.raw.run()
        tables[table, default: [:]][key] = row
    }

    // MARK: Two answers

    func keysBySQL(_ fetch: ResolvedFetch) throws -> [Int64] {
        let select = fetch.select(["_id"])
        let statement = try connection.prepare(select.sql)
        for (index, binding) in select.bindings.enumerated() {
            guard case .value(let value) = binding else { throw ConditionErrors([]) }
            try statement.raw.bind(value, at: Int32(index) + 1)
        }
        var keys = [Int64]()
        while try statement.raw.step() { keys.append(statement.raw.integer(at: 0)) }
        return keys
    }

    func keysByMemory(_ fetch: ResolvedFetch) throws -> [Int64] {
        let rows = (tables[fetch.table] ?? [:]).filter { _, row in
            guard let kinds = fetch.kinds, case .text(let kind) = row["_entity"] else { return true }
            return kinds.contains(kind)
        }
        let objects = rows.keys.map { Object(table: fetch.table, key: $0) }
        let evaluator = fetch.condition.map { ConditionEvaluator($0, self) }
        let found = try objects.filter { try evaluator?.holds(for: $0) ?? true }
        let sorted = try found.map { object in (object.key, try fetch.sort.map { try value($0.path, from: object) }) }
            .sorted { left, right in fetch.sort.order(left.1, right.1) ?? (left.0 < right.0) }
        return Array(sorted.map(\.0).prefix(fetch.limit ?? .max))
    }

    // MARK: Objects

    func value(of object: Object, at path: ResolvedPath) -> SQLiteValue {
        path.column == "_id" ? .integer(object.key) : tables[object.table]?[object.key]?[path.column] ?? .null
    }

    func destination(of object: Object, _ step: ResolvedPath.Step) -> Object? {
        others(of: object, step).first
    }

    func members(of object: Object, _ step: ResolvedPath.Step) -> [Object] {
        guard let table = step.joinTable else { return others(of: object, step) }
        let connections = (tables[table.name] ?? [:]).values.filter { $0[table.owner] == .integer(object.key) }
        return connections.compactMap { row in
            guard case .integer(let key) = row[table.member], tables[step.destinationTable]?[key] != nil else { return nil }
            return Object(table: step.destinationTable, key: key)
        }
    }

    private func others(of object: Object, _ step: ResolvedPath.Step) -> [Object] {
        let row = tables[object.table]?[object.key] ?? [:]
        let key = step.column == "_id" ? .integer(object.key) : row[step.column] ?? .null
        guard case .integer(let number) = key else { return [] }
        if step.destinationColumn == "_id" {
            return tables[step.destinationTable]?[number] == nil ? [] : [Object(table: step.destinationTable, key: number)]
        }
        return (tables[step.destinationTable] ?? [:]).filter { $0.value[step.destinationColumn] == key }.keys.map {
            Object(table: step.destinationTable, key: $0)
        }
    }
}
