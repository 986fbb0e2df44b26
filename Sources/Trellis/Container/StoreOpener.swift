import Foundation
import GRDB
import Predicates
import SQLiteAccess
import StoreMigration

/// Opens a store's file: it creates the model's tables in an empty file, migrates an older store, and refuses any other file.
struct StoreOpener {
    let descriptor: ModelDescriptor
    let busyTimeout: TimeInterval
    let synchronous: SynchronousMode
    var access: StoreAccess
    let journal: JournalMode
    let migration: MigrationPolicy
    let ifDraft: EarlierDraftPolicy

    func configuration(readOnly: Bool) -> Configuration {
        var configuration = Configuration()
        let isExisting = descriptor.isExisting
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "Trellis.\(descriptor.name)"
        configuration.prepareDatabase { database in
            // Cascades of triggers continue beyond their first level, also within one table. Triggers of other programs are not written
            // for that.
            if !isExisting { try database.execute(sql: "PRAGMA recursive_triggers = ON") }
            if let connection = database.sqliteConnection {
                try ConditionFunctions.register(on: FunctionRegistry(connection))
            }
        }
        return configuration
    }

    /// Opens a file. It refuses a wrong file before it opens the connection that stays, because that sets the kind of journal.
    func openFile(_ path: String) throws -> any DatabaseWriter {
        try checkSQLite()
        let file = try StoreFileStatus(path)
        do {
            if descriptor.isExisting { return try openExisting(path, file) }
            guard access == .readWrite else { return try openReadOnly(path, file) }
            if !file.isEmpty, let record = try probe(path) {
                try bringUpToDate(record, path) { try SQLiteConnection(opening: path) }
            }
            let writer: any DatabaseWriter =
                switch journal {
                case .writeAheadLog: try DatabasePool(path: path, configuration: configuration(readOnly: false))
                case .rollback: try openWithoutLog(path)
                }
            // GRDB sets NORMAL when it turns on the log, after what a configuration sets.
            if synchronous != .normal || journal == .rollback {
                try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous.rawValue)") }
            }
            return writer
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            throw StoreError.notADatabase(path: path)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            throw StoreError.cannotOpen(path: path, reason: file.reason ?? error.message ?? "no reason given")
        }
    }

    private func openWithoutLog(_ path: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration(readOnly: false))
        let mode = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
        guard mode == "delete" else { throw StoreError.busy(holder: nil) }
        return queue
    }

    private func openReadOnly(_ path: String, _ file: StoreFileStatus) throws -> DatabaseQueue {
        if file.isEmpty { throw StoreError.cannotOpen(path: path, reason: "there is no store, and the access is read-only") }
        return try readingQueue(path) { queue in
            let record = try queue.unsafeRead { try $0.transaction(.deferred, StoreRecord.init(reading:)) }
            guard let record else { throw StoreError.notAStore(path: path) }
            try bringUpToDate(record, path) { try SQLiteConnection(opening: path) }
        }
    }

    /// Opens a file of another program. It keeps the journal that it has, and is not created.
    private func openExisting(_ path: String, _ file: StoreFileStatus) throws -> DatabaseQueue {
        if file.isEmpty {
            throw StoreError.cannotOpen(path: path, reason: "there is no database, and a model with 'layout: existing' creates none")
        }
        guard access == .readWrite else { return try readingQueue(path, checkExisting(at: path)) }
        let queue = try DatabaseQueue(path: path, configuration: configuration(readOnly: false))
        try checkExisting(at: path)(queue)
        if synchronous != .normal {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous.rawValue)") }
        }
        return queue
    }

    /// Compares the tables of another program with the model.
    private func checkExisting(at path: String) -> (DatabaseQueue) throws -> Void {
        { queue in
            let entities = descriptor.entities.map { $0.entityDescriptor }
            try queue.unsafeRead { try $0.transaction(.deferred) { try ExistingSchema(entities: entities, path: path).check($0) } }
        }
    }

    /// A connection that only reads.
    /// - Parameter check: refuses a wrong file.
    private func readingQueue(_ path: String, _ check: (DatabaseQueue) throws -> Void) throws -> DatabaseQueue {
        if access == .immutable, StoreFileStatus.hasContent(path + "-wal") {
            throw StoreError.cannotOpen(
                path: path, reason: "it is not immutable: the newest saves are in '\(path)-wal'. Open it with another access")
        }
        do {
            let queue = try DatabaseQueue(path: access.path(of: path), configuration: configuration(readOnly: true))
            try check(queue)
            return queue
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && access == .readOnly {
            // The shared memory of a log is a file, also for readers.
            throw StoreError.cannotOpen(
                path: path, reason: "its write-ahead log needs files beside it, which cannot be created. Open it as immutable")
        }
    }

    /// The record of the store at `path`; nil for an empty database.
    private func probe(_ path: String) throws -> StoreRecord? {
        // An existing log may hold the latest changes of another process, and a read-only connection leaves it in place. Without a log,
        // the connection must be able to write, to remove the log that reading creates.
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

    /// What a file of another program is opened with: it has no record of its own. In memory the tables are created first.
    /// - Returns: the identity of the file, which follows from its path, and whether SQLite remembers keys there.
    func openedExisting(_ writer: any DatabaseWriter, at location: StoreLocation) throws -> (uuid: String, remembersKeys: Bool) {
        if location == .inMemory, let queue = writer as? DatabaseQueue {
            try queue.inDatabase { database in
                if try Self.isEmpty(database) { try database.execute(sql: descriptor.ddl) }
            }
            try checkExisting(at: location.path)(queue)
        }
        let remembersKeys = try writer.unsafeRead { try ExistingSchema.remembersKeys($0) }
        return (location.existingUUID, remembersKeys)
    }

    /// Creates the store in an empty database, or checks that the database is a store of this model and version.
    /// - Returns: the store's record.
    func createOrCheck(_ writer: any DatabaseWriter, path: String) throws -> StoreRecord {
        try writer.writeWithoutTransaction { database in
            // Reading first, because opening an existing store needs no write lock. On this connection, because another one would read the
            // whole schema once more.
            if let record = try database.transaction(.deferred, StoreRecord.init(reading:)) {
                try check(record, path: path)
                return record
            }
            return try database.transaction { database in
                // Another process may have created it in between; this transaction holds the write lock.
                if let record = try StoreRecord(reading: database) {
                    try check(record, path: path)
                    return record
                }
                guard try Self.isEmpty(database) else { throw StoreError.notAStore(path: path) }
                try database.execute(sql: descriptor.ddl)
                guard let record = try StoreRecord(reading: database) else { throw StoreError.notAStore(path: path) }
                return record
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
    /// Reads the store's record on a connection of GRDB.
    /// - Returns: nil if the database is not a store: a user-defined table of that name can hold anything.
    init?(reading database: Database) throws {
        guard try Row.fetchOne(database, sql: Self.presenceQuery) != nil else { return nil }
        let rows = try Row.fetchAll(database, sql: Self.query)
        self.init(values: Dictionary(rows.map { ($0[0] as String, $0[1] as String) }, uniquingKeysWith: { _, last in last }))
    }
}
