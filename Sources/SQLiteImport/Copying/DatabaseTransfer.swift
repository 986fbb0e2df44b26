import Foundation
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreImport

/// Copies all rows of a database into a new store, as the transfer of Core Data's stores does: within SQLite, in one transaction, into
/// a file that gets its name at the end.
package struct DatabaseTransfer {
    /// How far a transfer is: what it does, and the rows that are read of those that there are. What it throws stops the transfer.
    package typealias Look = (_ work: String, _ done: Int64, _ total: Int64) throws -> Void

    private let source: SourceDatabase
    private let translation: DatabaseTranslation
    private let model: Model
    private let schema: StorageSchema

    /// - Parameters:
    ///   - model: the model that the translation's text is.
    ///   - schema: how the model is stored, with the version that the new store has.
    package init(of source: SourceDatabase, _ translation: DatabaseTranslation, model: Model, schema: StorageSchema) {
        (self.source, self.translation, self.model, self.schema) = (source, translation, model, schema)
    }

    private static let instructions: Int32 = 200_000

    /// Writes all rows into a file beside the new store's place.
    /// - Throws: ``StoreImportError``, or what `look` throws. Nothing is left then.
    package func copy(to files: TargetFiles, _ look: @escaping Look = { _, _, _ in }) throws -> UnfinishedStore {
        let folder = try WorkFolder(in: TargetFiles.folder(of: files.store))
        let list = files.identities.map { _ in folder.file(UnfinishedStore.listName) }
        do {
            let report = try write(to: folder.file(UnfinishedStore.storeName), keys: list, look)
            return UnfinishedStore(report, files, in: folder)
        } catch let error as SQLiteError {
            throw StoreImportError(error, at: error.isOfTarget ? "'\(files.store)' cannot be written" : "'\(source.path)'")
        }
    }

    private func write(to path: String, keys list: String?, _ look: @escaping Look) throws -> TransferReport {
        let connection = try SQLiteConnection(creating: path)
        for setting in ["journal_mode = OFF", "synchronous = OFF", "cache_size = -32768", "foreign_keys = OFF"] { try connection.run("PRAGMA \(setting)") }
        try connection.addChecksum()
        try TextDerivation.register(on: connection.functions)
        try ImportFunctions.register(on: connection.functions)
        try source.file.attach(to: connection, as: SourceDatabase.schema)
        let planner = TableCopyPlanner(translation: translation, schema: schema)
        let (rows, pairs) = (try planner.rows(), try planner.pairs())
        for copy in rows { for statement in copy.numbering { try connection.run(statement) } }
        try connection.run("BEGIN")
        let (tables, rest) = schema.statementsAroundRows
        for statement in tables { try connection.run(statement) }
        let total = max(1, (rows + pairs).map(\.rowCount).reduce(0, +))
        var done: Int64 = 0
        for copy in rows + pairs {
            do {
                try connection.run(copy.insertion, every: Self.instructions) { try look(copy.place, min(total, done + $0), total) }
            } catch let error as SQLiteError where !error.isOfTarget {
                throw StoreImportError("'\(copy.place)': \(error.message)")
            }
            done += copy.rowCount
            try setGreatestKey(copy, connection)
        }
        for statement in rest { try runRest(statement, connection, look, total) }
        // Triggers keep a search current, and did not exist for these rows.
        for search in schema.tables.flatMap(\.searches) {
            let name = SQL.identifier(search.name)
            try connection.run("INSERT INTO main.\(name) (\(name)) VALUES ('rebuild')")
        }
        let report = TransferReport(
            entities: try rows.map { try compare($0, connection) }, connections: try pairs.map { try compare($0, connection) },
            strays: translation.entities.flatMap { entity in
                entity.links.filter { $0.key.strays > 0 }.map { ("\(entity.name).\($0.name)", Int($0.key.strays)) }
            },
            refused: try SaveRules(of: model, schema).refusedRows(connection) { try look("rules", total, total) })
        try connection.run("COMMIT")
        if let list { try writeKeys(of: rows, pairs, to: list, connection) }
        try connection.run("DETACH \(SourceDatabase.schema)")
        return report
    }

    /// Keys that were given to rows that are gone are not given again.
    private func setGreatestKey(_ copy: TableCopy, _ connection: SQLiteConnection) throws {
        guard let key = copy.greatestKey, key > 0 else { return }
        let name = SQL.literal(copy.target)
        try connection.run("UPDATE main.sqlite_sequence SET seq = max(seq, \(key)) WHERE name = \(name)")
        try connection.run(
            "INSERT INTO main.sqlite_sequence (name, seq) SELECT \(name), \(key) WHERE NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = \(name))")
    }

    /// Runs a statement that follows the rows.
    private func runRest(_ statement: String, _ connection: SQLiteConnection, _ look: @escaping Look, _ total: Int64) throws {
        do {
            try connection.run(statement, every: Self.instructions) { _ in try look("indexes", total, total) }
        } catch let error as SQLiteError where error.isOfValues {
            let table = schema.tables.first { table in table.indexes.contains { $0.createStatement(on: table.name) == statement } }
            throw StoreImportError(table.map { "'\($0.entities[0])': two rows become equal: \(error.message)" } ?? error.message)
        }
    }

    private func compare(_ copy: TableCopy, _ connection: SQLiteConnection) throws -> TransferReport.Rows {
        // The plain count knows nothing of the tables that are joined to read.
        let plain = try connection.rows("SELECT count(*) FROM \(copy.source)").first?[0].flatMap { Int($0) } ?? 0
        var checksum: UInt64 = 0
        for comparison in copy.comparisons {
            let figures = try [comparison.expected, comparison.found].map { try connection.rows($0).first ?? [] }
            let rows = figures.map { figures in
                TransferReport.Rows(
                    name: copy.place, count: figures[0].flatMap { Int($0) } ?? 0, checksum: UInt64(bitPattern: figures[1].flatMap { Int64($0) } ?? 0))
            }
            guard rows[0] == rows[1], plain == rows[1].count else {
                throw StoreImportError(
                    "'\(copy.place)': the database has \(plain) rows with the checksum \(rows[0].hexadecimal), and the store has \(rows[1].count) with \(rows[1].hexadecimal)"
                )
            }
            // A sum over no rows is NULL.
            for (place, values) in zip(comparison.places, zip(figures[0], figures[1]).dropFirst(2)) where (values.0 ?? "0") != (values.1 ?? "0") {
                throw StoreImportError("'\(place)': the database has \(values.0 ?? "no") values, and the store has \(values.1 ?? "no")")
            }
            checksum &+= rows[1].checksum
        }
        return TransferReport.Rows(name: copy.place, count: plain, checksum: checksum)
    }

    /// A line for each row: the entity, the old key, and the identity. Then one for each key that was written otherwise than that of its
    /// row: the property, the old key of the row that has it, the key as it was written, and the identity of the row it leads to.
    private func writeKeys(of rows: [TableCopy], _ pairs: [TableCopy], to path: String, _ connection: SQLiteConnection) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
            throw StoreImportError("the list of keys cannot be written")
        }
        let store = try connection.rows("SELECT value FROM main.\(StoreIdentity.table) WHERE key = 'uuid'").first?[0] ?? ""
        let lists = rows.map { (place: $0.place, entity: $0.place, selection: $0.keys) } + (rows + pairs).flatMap(\.respelled)
        for list in lists {
            var text = ""
            try connection.forEachRow(of: list.selection) { row in
                let old = row.dropLast().map { ($0 ?? "").replacing("\\", with: "\\\\").replacing("\t", with: "\\t").replacing("\n", with: "\\n") }
                text += "\(list.place)\t\(old.joined(separator: "\t"))\ttrellis://\(store)/\(list.entity)/\(row.last.flatMap { $0 } ?? "")\n"
            }
            do {
                try handle.write(contentsOf: Data(text.utf8))
            } catch {
                throw StoreImportError("the list of keys cannot be written: \(error.localizedDescription)")
            }
        }
        try? handle.close()
    }
}
