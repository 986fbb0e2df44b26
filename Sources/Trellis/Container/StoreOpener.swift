import Foundation
import GRDB
import Predicates
import SQLiteAccess
import StoreMigration

/// Opens a store's file, makes an empty one into a store of the model, has an older one migrated, and refuses what does not fit.
struct StoreOpener {
    let descriptor: ModelDescriptor
    let busyTimeout: TimeInterval
    let synchronous: SynchronousMode
    let migration: MigrationPolicy
    let ifDraft: EarlierDraftPolicy

    func configuration(readOnly: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "Trellis.\(descriptor.name)"
        configuration.prepareDatabase { database in
            // Cascades of triggers go on beyond their first level, also within one table.
            try database.execute(sql: "PRAGMA recursive_triggers = ON")
            if let connection = database.sqliteConnection {
                try ConditionFunctions.register(on: FunctionRegistry(connection))
            }
        }
        return configuration
    }

    /// Opens a file. One that does not fit is refused before anything could change it: the pool's first act would be to turn
    /// on its write-ahead log.
    func openFile(_ path: String) throws -> DatabasePool {
        try checkSQLite()
        let file = try StoreFileStatus(path)
        do {
            if !file.isEmpty, let record = try probe(path) { try bringUpToDate(record, path) }
            let pool = try DatabasePool(path: path, configuration: configuration(readOnly: false))
            // GRDB sets NORMAL when it turns on the log, after what a configuration sets.
            if synchronous != .normal {
                try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous.rawValue)") }
            }
            return pool
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreError.notADatabase(path: path)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            throw StoreError.cannotOpen(path: path, reason: file.reason ?? error.message ?? "no reason given")
        }
    }

    /// What the store at `path` says of itself; nil for an empty database.
    private func probe(_ path: String) throws -> StoreRecord? {
        // A log that is there may hold somebody's latest changes: it is read and left where it is, which takes a read-only
        // connection. Where there is none it takes another one, which removes the log that reading makes.
        let hasLog = FileManager.default.fileExists(atPath: path + "-wal")
        let probe = try DatabaseQueue(path: path, configuration: configuration(readOnly: hasLog))
        let record = try probe.unsafeRead { database in
            try database.transaction(.deferred) { database in
                let record = try StoreRecord(reading: database)
                if record == nil, try !Self.isEmpty(database) { throw StoreError.notAStore(path: path) }
                return record
            }
        }
        try probe.close()
        return record
    }

    /// Makes an empty database into a store, or checks that what is there is a store of this very model.
    /// - Returns: the store's UUID.
    func createOrCheck(_ writer: any DatabaseWriter, path: String) throws -> String {
        // Reading first: opening a store that is there needs no write lock.
        if let record = try writer.unsafeRead({ try $0.transaction(.deferred, StoreRecord.init(reading:)) }) {
            try check(record, path: path)
            return record.uuid
        }
        return try writer.writeWithoutTransaction { database in
            try database.transaction { database in
                // Another process may have made it in between; this transaction holds the write lock.
                if let record = try StoreRecord(reading: database) {
                    try check(record, path: path)
                    return record.uuid
                }
                guard try Self.isEmpty(database) else { throw StoreError.notAStore(path: path) }
                try database.execute(sql: descriptor.ddl)
                return try StoreRecord(reading: database)?.uuid ?? ""
            }
        }
    }

    /// - Throws: ``StoreError/sqliteTooOld(version:)``
    func checkSQLite() throws {
        let version = SQLiteVersion.linked
        guard version >= .oldestSupported else { throw StoreError.sqliteTooOld(version: "\(version)") }
    }

    private static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") == 0
    }
}

extension StoreRecord {
    /// Reads what the database says of itself, on a connection of GRDB's.
    /// - Returns: nil where it is no store: a table of that name may be somebody else's and hold anything.
    fileprivate init?(reading database: Database) throws {
        guard try Row.fetchOne(database, sql: Self.presenceQuery) != nil else { return nil }
        let rows = try Row.fetchAll(database, sql: Self.query)
        self.init(values: Dictionary(rows.map { ($0[0] as String, $0[1] as String) }, uniquingKeysWith: { _, last in last }))
    }
}
