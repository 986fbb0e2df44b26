import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// Rows that make a migration difficult: NULLs, empty and huge values, extremes, keys that lead nowhere, deleted tails.
struct SeedRows {
    let version: StoredVersion
    /// How many rows each table is to get; those that a constraint refuses are left out.
    var count = 8

    /// The greatest key that each table with rows ever had.
    static let greatestKey = 1_000_000

    func insert(into connection: SQLiteConnection) throws {
        for (number, table) in version.schema.tables.enumerated() {
            for row in 0..<count { try insert(row, number, table, connection) }
        }
        // As if rows with greater keys had been deleted: their keys must not be given again.
        try connection.execute("UPDATE sqlite_sequence SET seq = \(Self.greatestKey)")
        for table in version.schema.joinTables {
            let (source, target) = (SQL.identifier(table.source.column), SQL.identifier(table.target.column))
            for row in 1..<count {
                try? connection.execute(
                    "INSERT INTO \(SQL.identifier(table.name)) (\(source), \(target)) VALUES (\(row), \((row * 3) % (count - 1) + 1))")
            }
        }
    }

    private func insert(_ row: Int, _ number: Int, _ table: Table, _ connection: SQLiteConnection) throws {
        let kinds = table.entities.filter { version.model.entity(named: $0)?.isAbstract == false }
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
            values.append(row % 3 == 0 ? "NULL" : "\(row * 1024)")
        }
        // A rule of the schema may refuse a row; the others stay.
        let sql = "INSERT INTO \(SQL.identifier(table.name)) (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
        do {
            try connection.execute(sql)
        } catch let error as SQLiteError where error.primaryCode == 19 {
            return
        }
    }

    private func value(of column: Column, _ row: Int, _ number: Int) -> String {
        let place = MigrationDecisions.Place(column.entity, column.property)
        guard let stored = version.attributes[place] else {
            if column.isNullable, row % 4 == 0 { return "NULL" }
            return "\((row * 5 + number) % count + 1)"
        }
        // A row is of a child: what is nullable for the others may be required of it.
        if stored.isNullable, row % 5 == 3 { return "NULL" }
        return literal(of: stored, row + number * 100)
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
        case .date: stored.attribute.type.storageChoice == "iso8601" ? "'2020-01-0\(seed % 9 + 1)T00:00:00.000Z'" : "\(seed * 86_400 - 9_000_000_000).125"
        case .day: "'2024-02-\(seed % 19 + 10)'"
        case .string: ["'text \(seed)'", "''", "'it''s \"quoted\" — ünïcode 🚀 \(seed)'", "printf('%.5000c', 'x') || \(seed)"][seed % 4]
        case .url: "'https://example.org/\(seed)'"
        case .decimal(nil): "'\(seed).125'"
        case .json: "'{}'"
        case .data: ["X''", "zeroblob(\(seed % 900))", "X'00FF'"][seed % 3]
        case .uuid: stored.attribute.type.storageChoice == "text" ? "printf('00000000-0000-4000-8000-%012d', \(seed))" : "CAST(printf('%016d', \(seed)) AS BLOB)"
        case .enumeration(let type):
            type.cases.isEmpty ? "NULL" : type.isInteger ? type.cases[seed % type.cases.count].raw : SQL.literal(type.cases[seed % type.cases.count].raw)
        case .composite: "1"
        }
    }
}
