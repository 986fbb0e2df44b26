import Predicates
import SQLiteAccess
public import StoreMigration

// What generated code calls to read and write rows in a Swift step.

@_spi(Generated)
extension SwiftStepRun {
    /// Gives each row of an entity of the old version to `body`, in the order of the keys. Rows are read in batches, so `body` may write.
    /// - Throws: `SQLiteError`, `SwiftStepError`, or the errors of `body` and of `onProgress`.
    public func forEach<Row: MigratedRow>(_ type: Row.Type, _ body: (Row) throws -> Void) throws {
        let rows = try rows(of: type, in: step.reads)
        var last = Int64.min
        while true {
            let batch = try batch(of: rows, after: last)
            guard let end = batch.last?.key else { return }
            for row in batch {
                try pass()
                try body(Row(MigratedRowReader(rows, row.key, row.values)))
            }
            last = end
        }
    }

    /// The row of an entity of the old version with a key; nil if it has none.
    /// - Throws: `SQLiteError`, `SwiftStepError`, or the errors of `onProgress`.
    public func find<Row: MigratedRow>(_ type: Row.Type, _ key: Int64) throws -> Row? {
        let rows = try rows(of: type, in: step.reads)
        try pass()
        return try values(of: rows, key).map { try Row(MigratedRowReader(rows, key, $0)) }
    }

    /// Changes a row of an entity of the new version.
    /// - Returns: whether the row exists.
    /// - Throws: `SQLiteError`, `SwiftStepError`, or the errors of `change` and of `onProgress`.
    public func update<Row: WritableMigratedRow>(_ type: Row.Type, _ key: Int64, _ change: (inout Row) throws -> Void) throws -> Bool {
        let rows = try rows(of: type, in: step.writes)
        try pass()
        guard let old = try values(of: rows, key) else { return false }
        var row = try Row(MigratedRowReader(rows, key, old))
        try change(&row)
        let new = try stored(row, rows)
        // As a save does it, only what differs is written: triggers watch columns.
        let changed = old.indices.filter { old[$0] != new[$0] }
        if changed.isEmpty { return true }
        for number in changed { try checkKey(new[number], number, rows) }
        let statement = try statement(for: .init(.update(changed), rows)) { rows.update(of: changed) }
        try bind([.integer(key)] + changed.map { new[$0] }, to: statement)
        try statement.run()
        return true
    }

    /// Inserts a row of an entity of the new version.
    /// - Returns: its key.
    /// - Throws: `SQLiteError`, `SwiftStepError`, or the errors of `onProgress`.
    public func insert<Row: WritableMigratedRow>(_ row: Row) throws -> Int64 {
        let rows = try rows(of: Row.self, in: step.writes)
        try pass()
        let values = try stored(row, rows)
        for (number, value) in values.enumerated() { try checkKey(value, number, rows) }
        let statement = try statement(for: .init(.insert, rows)) { rows.insertion }
        defer { statement.reset() }
        try bind(values, to: statement)
        var key: Int64 = 0
        while try statement.step() { key = statement.integer(at: 0) }
        return key
    }

    /// Deletes a row of an entity of the new version.
    /// - Returns: whether the row existed.
    /// - Throws: `SQLiteError`, `SwiftStepError`, or the errors of `onProgress`.
    public func delete<Row: WritableMigratedRow>(_ type: Row.Type, _ key: Int64) throws -> Bool {
        let rows = try rows(of: type, in: step.writes)
        try pass()
        guard try values(of: rows, key) != nil else { return false }
        let statement = try statement(for: .init(.delete, rows)) { "DELETE FROM \(SQL.identifier(rows.table)) WHERE _id = ?1" }
        try bind([.integer(key)], to: statement)
        try statement.run()
        return true
    }
}

// MARK: - Statements

extension SwiftStepRun {
    /// How many rows are read at once, and about how many bytes.
    private static let batchSize = 500
    private static let batchBytes = 4 << 20

    private func rows(of type: (some MigratedRow).Type, in all: [SwiftStep.Rows]) throws -> SwiftStep.Rows {
        guard let rows = all.first(where: { $0.entity == type.entity }) else {
            throw SwiftStepError.notNamed(entity: type.entity, step: step.name)
        }
        return rows
    }

    private func batch(of rows: SwiftStep.Rows, after key: Int64) throws -> [(key: Int64, values: [SQLiteValue])] {
        let statement = try statement(for: .init(.readBatch, rows)) { "\(rows.query) _id > ?1 ORDER BY _id LIMIT \(Self.batchSize)" }
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        var (batch, bytes) = ([(key: Int64, values: [SQLiteValue])](), 0)
        while bytes < Self.batchBytes, try statement.step() {
            let values = try values(of: statement)
            bytes += values.reduce(0) { $0 + $1.byteCount }
            batch.append((statement.integer(at: 0), values))
        }
        return batch
    }

    /// The values of the row with a key; nil if the entity has none.
    private func values(of rows: SwiftStep.Rows, _ key: Int64) throws -> [SQLiteValue]? {
        let statement = try statement(for: .init(.readRow, rows)) { "\(rows.query) _id = ?1" }
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        return try statement.step() ? values(of: statement) : nil
    }

    private func values(of statement: RawStatement) throws -> [SQLiteValue] {
        try (1..<statement.columnCount).map { try statement.value(at: $0).value }
    }

    private func stored(_ row: some WritableMigratedRow, _ rows: SwiftStep.Rows) throws -> [SQLiteValue] {
        var writer = MigratedRowWriter(rows)
        try row.write(to: &writer)
        return writer.values
    }

    /// No key of SQLite leads to some rows of a table alone, so nothing else would find a row of another entity.
    private func checkKey(_ value: SQLiteValue, _ number: Int, _ rows: SwiftStep.Rows) throws {
        let property = rows.properties[number]
        guard let destination = property.destinationRows, case .integer(let key) = value else { return }
        let statement = try statement(for: .init(.checkKey(number), rows)) {
            "SELECT _entity IN (\(SQL.list(destination.kinds))) FROM \(SQL.identifier(destination.table)) WHERE _id = ?1"
        }
        defer { statement.reset() }
        try statement.bind(key, at: 1)
        // A key that leads nowhere is found when the migration ends.
        guard try statement.step(), statement.integer(at: 0) == 0 else { return }
        throw SwiftStepError.wrongDestination(
            entity: rows.entity, property: property.name, destination: property.destination ?? "", row: key)
    }

    private func bind(_ values: [SQLiteValue], to statement: RawStatement) throws {
        for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    }
}

extension SwiftStep.Rows {
    /// The beginning of a query: what follows is a condition.
    fileprivate var query: String {
        let kinds = kinds.map { "_entity IN (\(SQL.list($0))) AND" } ?? ""
        return "SELECT \(SQL.names(["_id"] + properties.map(\.column))) FROM \(SQL.identifier(table)) WHERE \(kinds)"
    }

    /// The parameters are the key and the values of the properties with these numbers.
    fileprivate func update(of numbers: [Int]) -> String {
        let columns = numbers.map { properties[$0].column }
        let assignments = columns.enumerated().map { "\(SQL.identifier($1)) = ?\($0 + 2)" }
        let texts = derived(from: columns, first: 2).map { "\(SQL.identifier($0.column)) = \($0.value)" }
        return "UPDATE \(SQL.identifier(table)) SET \((assignments + texts).joined(separator: ", ")) WHERE _id = ?1"
    }

    /// The parameters are the values of all properties.
    fileprivate var insertion: String {
        let columns = properties.map(\.column)
        let kind = kinds == nil ? [] : [(column: FetchLayout.entityColumn, value: SQL.literal(entity))]
        let all = columns.enumerated().map { (column: $1, value: "?\($0 + 1)") } + derived(from: columns, first: 1) + kind
        let list = all.isEmpty ? "DEFAULT VALUES" : "(\(SQL.names(all.map(\.column)))) VALUES (\(all.map(\.value).joined(separator: ", ")))"
        return "INSERT INTO \(SQL.identifier(table)) \(list) RETURNING _id"
    }

    /// The columns that are computed from some columns, with their values.
    /// - Parameter first: the number of the parameter with the first column's value.
    fileprivate func derived(from columns: [String], first: Int) -> [(column: String, value: String)] {
        (texts ?? []).compactMap { text in
            columns.firstIndex(of: text.source).map { (text.column, "\(text.function)(?\($0 + first))") }
        }
    }
}

extension SQLiteValue {
    fileprivate var byteCount: Int {
        switch self {
        case .null, .integer, .real: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
