import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Rows that make a migration difficult: NULLs, empty and huge values, extremes, keys that lead nowhere, deleted tails.
package struct SeedRows {
    let version: StoredVersion
    /// How many rows each table is to get; those that a constraint refuses are left out.
    var count = 8
    /// Whether numbers are small, keys lead to rows and no value stands twice: what new rules mostly let through.
    var isTame = false

    /// The greatest key that each table with rows ever had.
    package static let greatestKey = 1_000_000

    /// The rows for a version, the most difficult ones first and none at last.
    package static func all(for version: StoredVersion) -> [SeedRows] {
        [
            .init(version: version), .init(version: version, isTame: true), .init(version: version, count: 1),
            .init(version: version, count: 0)
        ]
    }

    package func insert(into connection: SQLiteConnection) throws {
        try FoldedText.register(on: connection.functions)
        for (number, table) in version.schema.tables.enumerated() {
            for row in 0..<count { try insert(row, number, table, connection) }
        }
        // As if rows with greater keys had been deleted: their keys must not be given again.
        try connection.execute("UPDATE sqlite_sequence SET seq = \(Self.greatestKey)")
        for table in version.schema.joinTables {
            let (source, target) = (SQL.identifier(table.source.column), SQL.identifier(table.target.column))
            let (sources, targets) = (keys(of: table.source.entity), keys(of: table.target.entity))
            guard !targets.isEmpty else { continue }
            for (row, key) in sources.enumerated() {
                try? connection.execute(
                    "INSERT INTO \(SQL.identifier(table.name)) (\(source), \(target)) VALUES (\(key), "
                        + "\(targets[(row * 3) % targets.count]))"
                )
            }
        }
    }

    private func insert(_ row: Int, _ number: Int, _ table: Table, _ connection: SQLiteConnection) throws {
        let kinds = kinds(in: table)
        guard let entity = kinds.isEmpty ? nil : kinds[row % kinds.count], let declared = version.model.entity(named: entity)
        else { return }
        let lineage = Set(version.model.lineage(of: declared).map(\.name.text))
        var names = ["_id"], values = ["\(row + 1)"]
        if table.hasEntityColumn {
            names.append("_entity")
            values.append(SQL.literal(entity))
        }
        for column in table.columns where lineage.contains(column.entity) && !column.beginsWithZero {
            names.append(SQL.identifier(column.name))
            values.append(value(of: column, row, number))
        }
        for position in table.positions where lineage.contains(position.entity) {
            names.append(SQL.identifier(position.name))
            let column = table.column(for: position.relationship, of: position.entity)
            let leadsNowhere = column.map { value(of: $0, row, number) == "NULL" } ?? false
            values.append(row % 3 == 0 || leadsNowhere ? "NULL" : "\(row * 1024)")
        }
        // A rule of the schema may refuse a row; the others stay.
        let sql =
            "INSERT INTO \(SQL.identifier(table.name)) (\(names.joined(separator: ", "))) VALUES "
                + "(\(values.joined(separator: ", ")))"
        do {
            try connection.execute(sql)
        } catch let error as SQLiteError where error.isOfValues {
            return
        }
    }

    private func isUnique(_ column: Column) -> Bool {
        version.schema.table(forEntity: column.entity)?.indexes.contains { index in
            index.isUnique && index.keys.contains { $0.column == column.name }
        } ?? false
    }

    /// The entities whose objects stand in a table.
    private func kinds(in table: Table) -> [String] {
        table.entities.filter { version.model.entity(named: $0)?.isAbstract == false }
    }

    /// The keys of the rows of an entity, and of those that inherit from it.
    private func keys(of entity: String) -> [Int] {
        guard let declared = version.model.entity(named: entity), let table = version.schema.table(forEntity: entity) else {
            return []
        }
        let (kinds, wanted) = (kinds(in: table), Set(version.model.subtree(of: declared).map(\.name.text)))
        return kinds.isEmpty ? [] : (0..<count).filter { wanted.contains(kinds[$0 % kinds.count]) }.map { $0 + 1 }
    }

    private func value(of column: Column, _ row: Int, _ number: Int) -> String {
        let property = MigrationDecisions.Place(column.entity, column.property)
        guard let stored = version.attributes[property] else {
            if column.isNullable, row % 4 == 0 { return "NULL" }
            if !isTame, row % 7 == 6 { return "\(Self.greatestKey - 1)" }
            let destination = version.relationship(property)?.destination.text ?? ""
            let keys = keys(of: destination)
            if keys.isEmpty { return column.isNullable ? "NULL" : "\(Self.greatestKey - 1)" }
            return "\(keys[(repeated(row, column) * 5 + number) % keys.count])"
        }
        if let name = stored.attribute.derivation?.foldedName,
            let source = version.column(.init(column.entity, name.text))?.column
        {
            return FoldedText.call(on: value(of: source, row, number))
        }
        // A row is of a child: what is nullable for the others may be required of it.
        // A composite is missing in other rows than its parts are.
        let missing = stored.path.filter(\.isOptional).indices.contains { row % 5 == ($0 + 1) * 3 % 5 }
        if missing { return "NULL" }
        // Columns of one row differ: a value from another one is to be seen.
        let place = version.schema.table(forEntity: column.entity)?.columns.firstIndex { $0.name == column.name } ?? 0
        let seed = repeated(row, column) + number * 100 + place * 11
        // Difficult values come again after some rows, and what is unique would be refused.
        let isPlain = isTame || row >= 5 && isUnique(column)
        return (isPlain ? tameLiteral(of: stored.attribute.type, seed) : nil) ?? literal(of: stored, seed)
    }

    /// The row whose value a row has: the last has that of another one of its entity, where a value may stand twice.
    private func repeated(_ row: Int, _ column: Column) -> Int {
        guard !isTame, row == 7, !isUnique(column), let table = version.schema.table(forEntity: column.entity) else { return row }
        let kinds = max(kinds(in: table).count, 1)
        return [2, 1, 3].first { (row - $0) % kinds == 0 } ?? row
    }

    /// A small value that no other row has, as far as there are enough.
    private func tameLiteral(of type: AttributeType, _ seed: Int) -> String? {
        switch type {
        case .int16, .int32, .int64, .decimal(.some): "\(seed)"
        case .float, .double: "\(seed).0"
        case .string: "'text \(seed)'"
        case .data: "CAST('data \(seed)' AS BLOB)"
        default: nil
        }
    }

    private func literal(of stored: StoredAttribute, _ seed: Int) -> String {
        switch stored.attribute.type {
        case .bool: "\(seed % 2)"
        case .int16: ["\(seed)", "-32768", "32767", "0"][seed % 4]
        case .int32: ["\(seed)", "-2147483648", "2147483647", "0"][seed % 4]
        case .int64: ["\(seed)", "(-9223372036854775807 - 1)", "9223372036854775807", "0"][seed % 4]
        case .decimal(.some): "\(seed * 1001 - 50)"
        case .float: ["\(seed).5", "0.0", "-1.5"][seed % 3]
        case .double: ["\(seed).25", "1e308", "-0.5", "5e-324"][seed % 4]
        case .date:
            stored.attribute.type.storageChoice == "iso8601"
                ? "'2020-01-0\(seed % 9 + 1)T00:00:00.000Z'" : "\(seed * 86_400 - 9_000_000_000).125"
        case .day: "'2024-02-\(seed % 19 + 10)'"
        case .string:
            [
                "'text \(seed)'", "''", "'a' || char(0) || '\(seed)'", "'it''s \"quoted\" — ünïcode 🚀 \(seed)'",
                "printf('%.5000c', 'x') || \(seed)"
            ][seed % 5]
        case .url: "'https://example.org/\(seed)'"
        case .decimal(nil): "'\(seed).125'"
        case .json: "'{}'"
        case .data: ["X''", "zeroblob(\(seed % 900))", "X'00FF'"][seed % 3]
        case .uuid:
            stored.attribute.type.storageChoice == "text"
                ? "printf('00000000-0000-4000-8000-%012d', \(seed))" : "CAST(printf('%016d', \(seed)) AS BLOB)"
        case .enumeration(let type):
            type.cases.isEmpty
                ? "NULL"
                : type.isInteger ? type.cases[seed % type.cases.count].raw : SQL.literal(type.cases[seed % type.cases.count].raw)
        case .composite: "1"
        }
    }
}
