import Foundation
import Predicates
import SQLiteAccess

/// Writes the rows of an atomic store into a database in memory.
struct RowLoader {
    private let store: any AtomicStore
    private let contents: AtomicStoreContents
    private let connection: SQLiteConnection
    /// The rows without ids, by their tables and the ids that they get.
    private var rowsByGivenID: [String: [Int64: StoredRow]] = [:]

    init(_ contents: AtomicStoreContents, of store: any AtomicStore) throws {
        self.store = store
        self.contents = contents
        connection = try SQLiteConnection.inMemory()
    }

    /// Why rows cannot be loaded.
    struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    /// - Parameter schema: the SQL of the tables, which another program may have written.
    /// - Throws: ``Refusal``; `SQLiteError`
    mutating func run(_ schema: String) throws -> SQLiteConnection {
        try ConditionFunctions.register(on: connection.functions)
        connection.refuseOtherFiles()
        try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA recursive_triggers = ON")
        do {
            try connection.execute(schema)
        } catch let error as SQLiteError {
            throw Refusal(description: "SQLite refuses the schema in its header (\(error.message))")
        }
        try connection.execute("BEGIN")
        try connection.execute("UPDATE _trellis_metadata SET value = \(SQL.literal(contents.header.metadata.uuid)) WHERE key = 'uuid'")
        for table in contents.header.tables where !table.isConnection { try load(table) }
        for table in contents.header.tables where table.isConnection { try load(table) }
        try checkKeys()
        try connection.execute("COMMIT")
        return connection
    }

    private func refusal(_ reason: String, _ row: StoredRow, _ table: StoredTable) -> Refusal {
        Refusal(description: (row.line.map { store.place(ofLine: $0, in: table) } ?? table.name) + ": \(reason)")
    }

    // MARK: Rows

    private mutating func load(_ table: StoredTable) throws {
        let rows = contents.rows[table.name] ?? []
        guard let id = table.columns.firstIndex(where: { $0.name == StoredTable.idColumn && !table.isConnection }) else {
            return try insert(rows, into: table)
        }
        // An object without an id gets one that no other object has or had.
        try insert(rows.filter { $0.values.indices.contains(id) && $0.values[id] != .null }, into: table)
        try setLastID(of: table)
        try insert(rows.filter { !$0.values.indices.contains(id) || $0.values[id] == .null }, into: table, givingIDs: true)
    }

    private mutating func insert(_ rows: [StoredRow], into table: StoredTable, givingIDs: Bool = false) throws {
        if rows.isEmpty { return }
        let texts = table.derivedTexts.map { text in (text, source: table.columns.firstIndex { $0.column == text.source }) }
        let names = table.columns.map(\.column) + texts.map(\.0.column)
        let statement = try connection.prepare(
            "INSERT INTO \(SQL.identifier(table.table)) (\(names.map(SQL.identifier).joined(separator: ", "))) VALUES "
                + "(\(names.map { _ in "?" }.joined(separator: ", ")))\(table.conflictClause)")
        let entity = table.entities.isEmpty ? nil : table.columns.firstIndex { $0.column == FetchLayout.entityColumn }
        for row in rows {
            guard row.values.count == table.columns.count else {
                throw refusal("it has \(row.values.count) values, and the table has \(table.columns.count) columns", row, table)
            }
            if let entity, case .text(let name) = row.values[entity], !table.entities.contains(name) {
                throw refusal("there are no objects of an entity '\(name)'", row, table)
            }
            for (index, column) in table.columns.enumerated() {
                guard let value = column.sqlite(row.values[index]) else {
                    throw refusal("the value does not fit the type of '\(column.name)'", row, table)
                }
                try statement.raw.bind(value, at: Int32(index + 1))
            }
            for (index, (derived, source)) in texts.enumerated() {
                guard let source, case .text(let text) = row.values[source] else {
                    try statement.raw.bindNull(at: Int32(table.columns.count + index + 1))
                    continue
                }
                try statement.raw.bind(derived.derivation.text(of: text), at: Int32(table.columns.count + index + 1))
            }
            do {
                try statement.raw.run()
            } catch let error as SQLiteError {
                throw refusal(error.message, row, table)
            }
            if givingIDs { rowsByGivenID[table.name, default: [:]][connection.lastInsertedKey] = row }
        }
    }

    private func setLastID(of table: StoredTable) throws {
        guard table.lastID > 0 else { return }
        let name = SQL.literal(table.table)
        try connection.execute("UPDATE sqlite_sequence SET seq = max(seq, \(table.lastID)) WHERE name = \(name)")
        try connection.execute(
            "INSERT INTO sqlite_sequence (name, seq) SELECT \(name), \(table.lastID) "
                + "WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = \(name))")
    }

    /// Names a row whose key leads nowhere.
    private func checkKeys() throws {
        guard let broken = try connection.rows("SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check LIMIT 1").first,
            let table = contents.header.tables.first(where: { $0.table == broken[0] })
        else { return }
        let keys = try connection.rows("SELECT \"from\" FROM pragma_foreign_key_list(\(SQL.literal(table.table))) WHERE id = \(broken[3] ?? "0")")
        let column = table.columns.first { $0.column == keys.first?[0] }
        let rowid = broken[1] ?? "0"
        let name = column.map { SQL.identifier($0.column) } ?? "NULL"
        let value = try connection.rows("SELECT \(name) FROM \(SQL.identifier(table.table)) WHERE _id = \(rowid)").first?[0]
        let target = contents.header.tables.first { $0.table == broken[2] }?.name ?? broken[2] ?? ""
        let reason = "'\(column?.name ?? "")' is \(value ?? "NULL"), and no object of '\(target)' has that id"
        // The row by its id, or, of a relationship, by the key.
        let index = table.isConnection ? column.flatMap { wanted in table.columns.firstIndex { $0.column == wanted.column } } : 0
        let id = Int64((table.isConnection ? value : rowid) ?? "") ?? 0
        let own = index.flatMap { index in contents.rows[table.name]?.first { $0.values[index] == .id(id) } }
        let row = own ?? rowsByGivenID[table.name]?[id]
        throw row.map { refusal(reason, $0, table) } ?? Refusal(description: "\(table.name): \(reason)")
    }
}

extension StoredTable {
    /// A pair may be listed twice, and triggers write the second direction of some: the last row counts.
    fileprivate var conflictClause: String {
        guard isConnection, columns.count >= 2 else { return "" }
        let keys = columns.prefix(2).map { SQL.identifier($0.column) }.joined(separator: ", ")
        let positions = columns.dropFirst(2).map { "\(SQL.identifier($0.column)) = excluded.\(SQL.identifier($0.column))" }
        return " ON CONFLICT (\(keys)) DO "
            + (positions.isEmpty ? "NOTHING" : "UPDATE SET \(positions.joined(separator: ", "))")
    }
}
