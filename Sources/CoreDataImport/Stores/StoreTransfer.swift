import Foundation
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreImport

/// Copies all rows of a store of Core Data into a new store.
///
/// The new file is written in a folder beside its place and gets its name at the end, so a run that stops leaves nothing, and the next one begins
/// again. Rows go from file to file within SQLite: memory holds a row at a time, and the caches.
package struct StoreTransfer {
    /// Makes the JSON of a value from its archive: gets the entity, the attribute and the archive. nil for no value.
    package typealias Transform = (_ entity: String, _ attribute: String, _ archive: Data) throws -> String?
    /// How far a transfer is: what it does, and the rows that are read of those that there are. What it throws stops the transfer.
    package typealias Look = (_ work: String, _ done: Int64, _ total: Int64) throws -> Void

    private let store: CoreDataStore
    private let names: SourceNames
    private let model: Model
    private let schema: StorageSchema
    private let transform: Transform?

    /// - Parameters:
    ///   - translation: the store's model in Trellis's words.
    ///   - model: the model that the translation's text is.
    ///   - schema: how the model is stored, with the version that the new store has.
    package init(of store: CoreDataStore, _ translation: Translation, model: Model, schema: StorageSchema, transform: Transform? = nil) {
        (self.store, names, self.model, self.schema) = (store, SourceNames(store, translation), model, schema)
        self.transform = transform
    }

    /// How many instructions of SQLite run between two looks: some thousands of rows.
    private static let instructions: Int32 = 200_000

    /// Writes the new store.
    /// - Parameters:
    ///   - path: where it is to be; a file that is there is not replaced.
    ///   - identities: where a line for each object is written, with its identity before and after; nil for none.
    /// - Throws: ``StoreImportError``, or what `look` throws. Nothing is left then.
    package func run(to path: String, identities: String? = nil, _ look: @escaping Look = { _, _, _ in }) throws -> TransferReport {
        let unfinished = try copy(to: TargetFiles(store: path, identities: identities, source: store.path), look)
        try unfinished.finish()
        return unfinished.report
    }

    /// Writes all rows into a file beside the new store's place, for ``UnfinishedStore/finish()``.
    /// - Throws: ``StoreImportError``, or what `look` throws. Nothing is left then.
    package func copy(to files: TargetFiles, _ look: @escaping Look = { _, _, _ in }) throws -> UnfinishedStore {
        let folder = try WorkFolder(in: TargetFiles.folder(of: files.store))
        let list = files.identities.map { _ in folder.file(UnfinishedStore.listName) }
        let report = try write(to: folder.file(UnfinishedStore.storeName), for: files.store, identities: list, look)
        return UnfinishedStore(report, files, in: folder)
    }

    // MARK: Writing

    private func write(to path: String, for target: String, identities: String?, _ look: @escaping Look) throws -> TransferReport {
        do {
            let connection = try SQLiteConnection(creating: path)
            // A file that nothing else reads needs no journal, and keys are checked before they are written.
            for setting in ["journal_mode = OFF", "synchronous = OFF", "cache_size = -32768", "foreign_keys = OFF"] {
                try connection.run("PRAGMA \(setting)")
            }
            try connection.addChecksum()
            try TextDerivation.register(on: connection.functions)
            try ValueFunctions.register(on: connection.functions, folder: store.externalFolder, transform: transform)
            try store.file.attach(to: connection, as: CoreDataStore.schema)
            var planner = CopyPlanner(names: names, model: model, schema: schema, connection: connection, hasTransform: transform != nil)
            let (rows, connections) = (try planner.rows(), try planner.connections())
            try connection.run("BEGIN")
            let (tables, rest) = schema.statementsAroundRows
            for statement in tables { try connection.run(statement) }
            let total = try rows.map { try count($0.source, connection) }.reduce(0, +)
            // Every row is read three times: copied, and counted on both sides.
            var meter = Meter(total: 3 * total, look: look)
            for copy in rows { try self.copy(copy, connection, &meter) }
            for copy in connections { try connection.run(copy.insertion, every: Self.instructions) { try meter.tell(copy.place, $0) } }
            for statement in rest { try run(statement, connection, &meter) }
            var flags = [(place: String, count: Int)]()
            let entities = try rows.flatMap { try compare($0, connection, &meter, &flags) }
            let compared = try connections.flatMap { try compare($0, connection) }
            let refused = try SaveRules(of: model, schema).refusedRows(connection) { try meter.tell("rules", 0) }
            let report = TransferReport(
                entities: entities, connections: compared, strays: planner.strays, oneSided: planner.oneSided, flags: flags, refused: refused)
            try connection.run("COMMIT")
            if let identities { try IdentityList(names: names, schema: schema, uuid: store.uuid).write(to: identities, connection) }
            try connection.run("DETACH \(CoreDataStore.schema)")
            return report
        } catch let error as SQLiteError {
            throw StoreImportError(error, at: error.isOfTarget ? "'\(target)' cannot be written" : "'\(store.path)'")
        }
    }

    private func count(_ table: SourceTable, _ connection: SQLiteConnection) throws -> Int64 {
        try connection.rows("SELECT count(*) FROM \(table.sql)").first?[0].flatMap { Int64($0) } ?? 0
    }

    private func copy(_ copy: RowCopy, _ connection: SQLiteConnection, _ meter: inout Meter) throws {
        let place = names.original(copy.root)
        do {
            try connection.run(copy.insertion, every: Self.instructions) { try meter.tell(place, $0) }
        } catch let error as SQLiteError where !error.isOfTarget {
            throw StoreImportError("'\(place)', \(try refusedRow(copy, connection)): \(error.message)")
        }
        meter.add(try count(copy.source, connection))
        let key = names.greatestKey(ofRoot: copy.root)
        let name = SQL.literal(copy.target.name)
        // Keys that Core Data gave to rows that are gone are not given again.
        try connection.run("UPDATE main.sqlite_sequence SET seq = max(seq, \(key)) WHERE name = \(name)")
        try connection.run(
            "INSERT INTO main.sqlite_sequence (name, seq) SELECT \(name), \(key) WHERE NOT EXISTS "
                + "(SELECT 1 FROM main.sqlite_sequence WHERE name = \(name))")
    }

    /// Runs a statement that follows the rows.
    private func run(_ statement: String, _ connection: SQLiteConnection, _ meter: inout Meter) throws {
        do {
            try connection.run(statement, every: Self.instructions) { _ in try meter.tell("indexes", 0) }
        } catch let error as SQLiteError where error.isOfValues {
            let found = schema.tables.lazy.flatMap { table in table.indexes.map { (table, $0) } }.first { table, index in
                index.isUnique && index.createStatement(on: table.name) == statement
            }
            guard let (table, index) = found else { throw error }
            throw StoreImportError("'\(names.original(table.entities[0]))'\(try equalRows(table, index, connection)): \(error.message)")
        }
    }

    /// Two rows that an index of unique values refuses.
    private func equalRows(_ table: Table, _ index: Index, _ connection: SQLiteConnection) throws -> String {
        let keys = index.keys.map { SQL.identifier($0.column) }
        let conditions = keys.map { "\($0) IS NOT NULL" } + (index.condition.map { ["(\($0))"] } ?? [])
        let rows = try connection.rows(
            "SELECT min(\(FetchLayout.keyColumn)), max(\(FetchLayout.keyColumn)) FROM main.\(SQL.identifier(table.name)) "
                + "WHERE \(conditions.joined(separator: " AND ")) GROUP BY \(keys.joined(separator: ", ")) HAVING count(*) > 1 LIMIT 1").first
        guard let rows, let first = rows[0], let second = rows[1] else { return "" }
        return ", rows \(first) and \(second)"
    }

    /// The row after the last one that was written.
    private func refusedRow(_ copy: RowCopy, _ connection: SQLiteConnection) throws -> String {
        let key = copy.source.column("Z_PK") ?? ""
        let last = connection.lastInsertedKey
        let written = try connection.rows("SELECT max(\(copy.values[0].column)) FROM main.\(SQL.identifier(copy.target.name))").first?[0]
        let after = written.flatMap { Int64($0) }.map { max($0, last) } ?? 0
        let next = try connection.rows("SELECT min(\(key)) FROM \(copy.source.sql) WHERE \(key) > \(after)").first?[0]
        return next.map { "row \($0)" } ?? "a row"
    }

    // MARK: Comparing

    private func compare(
        _ copy: RowCopy, _ connection: SQLiteConnection, _ meter: inout Meter, _ flags: inout [(place: String, count: Int)]
    ) throws -> [TransferReport.Rows] {
        let places = copy.kinds.map { names.original($0.entity) }
        let compared = try compare(places, copy.kept.map(\.place), copy.expected, copy.found, connection) { try meter.tell(names.original(copy.root), 0) }
        meter.add(2 * (try count(copy.source, connection)))
        for (flag, count) in zip(copy.flags, compared.rest) {
            if let count = count.flatMap({ Int($0) }), count > 0 { flags.append((flag.place, count)) }
        }
        return compared.rows
    }

    private func compare(_ copy: ConnectionCopy, _ connection: SQLiteConnection) throws -> [TransferReport.Rows] {
        try compare([copy.place], [], copy.expected, copy.found, connection) {}.rows
    }

    /// - Parameter columns: the places of the columns whose values the queries count after the figures of `places`.
    /// - Returns: the rows of the places, and what `expected` counts besides.
    private func compare(
        _ places: [String], _ columns: [String], _ expected: String, _ found: String, _ connection: SQLiteConnection, _ look: () throws -> Void
    ) throws -> (rows: [TransferReport.Rows], rest: ArraySlice<String?>) {
        let figures = try [expected, found].map { query in
            try look()
            return try connection.rows(query).first ?? []
        }
        let both = figures.map { figures in
            places.enumerated().map { index, place in
                let (count, checksum) = (figures[2 * index].flatMap { Int($0) }, figures[2 * index + 1].flatMap { Int64($0) })
                return TransferReport.Rows(name: place, count: count ?? 0, checksum: UInt64(bitPattern: checksum ?? 0))
            }
        }
        for (old, new) in zip(both[0], both[1]) where old != new {
            throw StoreImportError(
                "'\(old.name)': the store has \(old.count) rows with the checksum \(old.hexadecimal), and the new one has \(new.count) with \(new.hexadecimal)"
            )
        }
        for (place, values) in zip(columns, zip(figures[0], figures[1]).dropFirst(2 * places.count)) where values.0 != values.1 {
            throw StoreImportError("'\(place)': the store has \(values.0 ?? "no") values, and the new one has \(values.1 ?? "no")")
        }
        return (both[0], figures[0].dropFirst(2 * places.count + columns.count))
    }
}

/// Counts the rows that a transfer has read.
private struct Meter {
    let total: Int64
    let look: StoreTransfer.Look
    private var done: Int64 = 0
    /// The most that was told: a statement may read rows that another one counts.
    private var told: Int64 = 0

    init(total: Int64, look: @escaping StoreTransfer.Look) { (self.total, self.look) = (total, look) }

    /// - Parameter more: the rows that the current statement has read.
    mutating func tell(_ work: String, _ more: Int64) throws {
        told = max(told, min(total, done + more))
        try look(work, told, total)
    }

    mutating func add(_ rows: Int64) { done += rows }
}
