import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// The rows of a store of a version, written and read by plain SQL: by the names that the test gave tables and columns, and nothing else.
struct WayBackRows {
    let model: WayBackModel

    /// A column of an entity's table, with the number of what it stores.
    private struct Column {
        var id: Int
        var table: String
        var name: String
        var isOrder = false
    }

    private var columns: [Column] {
        model.entities.flatMap { entity in
            entity.attributes.map { Column(id: $0.id, table: entity.name.lowercased(), name: $0.name) }
                + entity.keys.map { Column(id: $0.id, table: entity.name.lowercased(), name: "\($0.name)_id") }
        }
    }

    /// The table of the many-to-many relationship.
    private func joinTable(_ store: SQLiteConnection) throws -> String {
        let rows = try store.rows(#"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\_%' ESCAPE '\' AND name <> 'sqlite_sequence'"#)
        let entities = model.entities.map { $0.name.lowercased() }
        return try #require(rows.compactMap { $0[0] }.first { !entities.contains($0) })
    }

    // MARK: Writing

    func write(into store: SQLiteConnection, _ random: inout SeededGenerator) throws {
        var counts: [Int: Int] = [:]
        for entity in model.entities {
            let rows = Int.random(in: 3...9, using: &random)
            counts[entity.id] = rows
            for row in 1...rows {
                let values = entity.attributes.map { value($0, &random) }
                let names = ["_id"] + entity.attributes.map(\.name)
                let list = ([String(row * 3)] + values).joined(separator: ", ")
                try store.execute("INSERT INTO \(entity.name.lowercased()) (\(names.joined(separator: ", "))) VALUES (\(list))")
            }
        }
        for entity in model.entities {
            for key in entity.keys {
                let table = entity.name.lowercased()
                for row in 1...(counts[entity.id] ?? 1) where !row.isMultiple(of: 4) {
                    let destination = Int.random(in: 1...(counts[key.destination] ?? 1), using: &random) * 3
                    try store.execute("UPDATE \(table) SET \(key.name)_id = \(destination) WHERE _id = \(row * 3)")
                }
            }
        }
        let join = try joinTable(store)
        let ends = try store.rows("SELECT \"table\", \"from\" FROM pragma_foreign_key_list('\(join)')")
        let names = ends.compactMap { $0[1] }
        let tables = ends.compactMap { $0[0] }
        for _ in 0..<6 {
            let keys = tables.map { table in
                "(SELECT _id FROM \(table) ORDER BY _id LIMIT 1 OFFSET \(Int.random(in: 0...2, using: &random)))"
            }
            try store.execute("INSERT OR IGNORE INTO \(join) (\(names.joined(separator: ", "))) VALUES (\(keys.joined(separator: ", ")))")
        }
        // Gaps, and keys that were given and are free.
        for entity in model.entities where Bool.random(using: &random) {
            let table = entity.name.lowercased()
            try store.execute("PRAGMA foreign_keys = ON; DELETE FROM \(table) WHERE _id = (SELECT max(_id) FROM \(table))")
        }
    }

    private func value(_ attribute: WayBackModel.Attribute, _ random: inout SeededGenerator) -> String {
        if attribute.isOptional, Int.random(in: 0..<3, using: &random) == 0 { return "NULL" }
        let number = Int.random(in: -900...900, using: &random)
        switch attribute.type {
        case "bool": return number.isMultiple(of: 2) ? "0" : "1"
        case "double": return ["0.1", "-0.0", "1e300", "\(Double(number) / 8)"].randomElement(using: &random) ?? "0.5"
        case "string": return ["''", "'it''s'", "'Ä😀'", "'\(number)'"].randomElement(using: &random) ?? "''"
        case "date": return "\(number * 1000).25"
        case "day": return "'20\(Int.random(in: 10...30, using: &random))-0\(Int.random(in: 1...9, using: &random))-11'"
        case "data": return "X'00FF\(String(format: "%02x", abs(number) % 256))'"
        case WayBackModel.enumeration: return String(model.cases.randomElement(using: &random)?.raw ?? 1)
        case "int16": return ["-32768", "32767", "0", "\(number)"].randomElement(using: &random) ?? "0"
        case "int32": return ["-2147483648", "2147483647", "\(number)"].randomElement(using: &random) ?? "0"
        default: return ["-9223372036854775808", "9223372036854775807", "\(number)"].randomElement(using: &random) ?? "0"
        }
    }

    // MARK: Reading

    /// What the store has: the keys of each entity's rows, and each value with its type, by the numbers of what it stores.
    func read(_ store: SQLiteConnection) throws -> [Int: [String: String?]] {
        var values: [Int: [String: String?]] = [:]
        for entity in model.entities {
            let rows = try store.rows("SELECT _id FROM \(entity.name.lowercased())")
            values[entity.id] = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", "is there") })
        }
        for column in columns {
            let rows = try store.rows("SELECT _id, typeof(\(column.name)), quote(\(column.name)) FROM \(column.table)")
            values[column.id] = Dictionary(
                uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0[1] == "null" ? nil : "\($0[1] ?? "") \($0[2] ?? "")") })
        }
        let join = try joinTable(store)
        let names = model.entities.prefix(2).map { $0.name.lowercased() }
        let ends = try store.rows("SELECT \"table\", \"from\" FROM pragma_foreign_key_list('\(join)')")
        let keys = names.compactMap { name in ends.first { $0[0] == name }?[1] }
        let rows = try store.rows("SELECT \(keys.joined(separator: ", ")) FROM \(join)")
        values[model.pair.id] = Dictionary(uniqueKeysWithValues: rows.map { ($0.map { $0 ?? "" }.joined(separator: " with "), "connected") })
        return values
    }
}
