import Foundation
import SQLiteAccess
import StoreImport

/// A store that Core Data wrote: its tables, its entities' numbers, and the model that it was written with.
package final class CoreDataStore {
    /// An entity as the store counts it.
    struct NumberedEntity {
        let number: Int64
        let name: String
        /// The greatest key that was given to a row.
        let greatestKey: Int64
    }

    package let path: String
    /// The path without links: logs and external data are beside it.
    private let resolvedPath: String
    /// The archive of its model.
    package let archive: [UInt8]
    /// What tells the store from all others, in identities of its objects.
    let uuid: String
    let entities: [NumberedEntity]
    /// The columns of each table, by the names in capital letters; the names as they are written.
    let tables: [String: SourceTable]
    let file: SourceFile

    /// The name under which its database is attached.
    static let schema = "coredata"
    /// The most bytes of a compressed model that are read.
    private static let modelLimit = 32 << 20

    /// - Parameter target: the path beside which a copy is made if the store has a log; nil for the folder of temporary files. The copy
    ///   is removed with this object.
    /// - Throws: ``StoreImportError``
    package init(opening path: String, copyingBeside target: String?) throws(StoreImportError) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else { throw StoreImportError("'\(path)' does not exist") }
        resolvedPath = SourceFile.resolved(path)
        let folder = target.map { TargetFiles.folder(of: $0) } ?? FileManager.default.temporaryDirectory.path
        file = try SourceFile(resolvedPath, copyingIn: folder)
        do {
            let connection = try SQLiteConnection(creating: ":memory:")
            try file.attach(to: connection, as: Self.schema)
            tables = try Self.tables(connection)
            for name in ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"] where tables[name] == nil {
                throw StoreImportError(
                    "'\(path)' has no table '\(name)': " + (name == "Z_MODELCACHE" && tables["Z_PRIMARYKEY"] != nil
                        ? "Core Data kept no model in it, which macOS 10.15 and iOS 13 were the first to do" : "it is no store of Core Data"))
            }
            // A damaged file may have rows without an end.
            let damages = try connection.rows("PRAGMA \(Self.schema).quick_check(1)")
            if let damage = damages.first?[0], damage != "ok" {
                throw StoreImportError("'\(path)' is damaged: \(damage.split(separator: "\n").joined(separator: " "))")
            }
            archive = try Self.archive(connection)
            let uuid = try connection.rows("SELECT CAST(Z_UUID AS TEXT) FROM \(Self.schema).Z_METADATA LIMIT 1").first?[0]
            self.uuid = uuid ?? ""
            entities = try Self.entities(connection)
        } catch let error as NotCoreDataModel {
            throw StoreImportError("'\(path)': \(error.message)")
        } catch {
            throw StoreImportError(error, at: "'\(path)'")
        }
    }

    private static func tables(_ connection: SQLiteConnection) throws -> [String: SourceTable] {
        var tables: [String: SourceTable] = [:]
        // Views and virtual tables run what their author wrote, and generated columns too.
        let names = try connection.rows("SELECT name FROM \(schema).sqlite_schema WHERE type = 'table' AND rootpage > 0 LIMIT 20000")
        for case let name? in names.map({ $0[0] }) {
            let columns = try connection.rows(
                "SELECT name FROM pragma_table_xinfo(\(SQL.literal(name)), '\(schema)') WHERE hidden = 0").compactMap { $0[0] }
            tables[name.uppercased()] = SourceTable(name: name, columns: columns)
        }
        return tables
    }

    private static func archive(_ connection: SQLiteConnection) throws -> [UInt8] {
        let statement = try connection.prepare(
            "SELECT Z_CONTENT FROM \(schema).Z_MODELCACHE WHERE typeof(Z_CONTENT) = 'blob' AND length(Z_CONTENT) <= \(modelLimit) LIMIT 1")
        guard try statement.raw.step() else { throw StoreImportError("Z_MODELCACHE holds no model") }
        return try Inflation.inflate(Array(try statement.raw.value(at: 0).bytes))
    }

    private static func entities(_ connection: SQLiteConnection) throws -> [NumberedEntity] {
        let statement = try connection.prepare(
            "SELECT Z_ENT, CAST(Z_NAME AS TEXT), Z_MAX FROM \(schema).Z_PRIMARYKEY WHERE Z_NAME IS NOT NULL ORDER BY Z_ENT LIMIT 20000")
        var entities = [NumberedEntity]()
        while try statement.raw.step() {
            // Numbers from 16000 are those of the change history.
            guard statement.raw.integer(at: 0) < 16_000 else { continue }
            entities.append(
                .init(number: statement.raw.integer(at: 0), name: try statement.raw.text(at: 1), greatestKey: statement.raw.integer(at: 2)))
        }
        return entities
    }

    /// The folder with the values that stand in files of their own.
    var externalFolder: String {
        let url = URL(filePath: resolvedPath)
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA").path
    }
}

/// A table of a store.
struct SourceTable {
    let name: String
    let columns: [String]
    /// The names as they are written, by those in capital letters.
    private let byName: [String: String]

    init(name: String, columns: [String]) {
        (self.name, self.columns) = (name, columns)
        byName = Dictionary(columns.map { ($0.uppercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The table in SQL.
    var sql: String { "\(CoreDataStore.schema).\(SQL.identifier(name))" }

    /// A column in SQL, by its name in capital letters; nil if no such column exists.
    func column(_ name: String) -> String? { byName[name].map(SQL.identifier) }
}
