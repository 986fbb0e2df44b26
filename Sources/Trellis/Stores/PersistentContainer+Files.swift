import Foundation
import GRDB
import SQLiteAccess
import StoreMigration

extension PersistentContainer {
    /// Copies the store into a new file, while contexts read and save.
    ///
    /// The copy shows the saves that returned before the call, and none of those that begin later. It is one file, has the same UUID,
    /// and is checked with SQLite's `integrity_check`. With a rollback journal, saves wait for the copy.
    /// - Parameters:
    ///   - path: the file; it must not exist.
    ///   - onProgress: gets the fraction that is copied, from 0 to 1, on the calling thread. If it throws, there is no copy.
    /// - Throws: ``StoreError/notCopied(path:reason:)``; ``StoreError``; the errors of `onProgress`.
    public func backup(to path: String, onProgress: ((Double) throws -> Void)? = nil) throws {
        try StoreError.copying(to: path) {
            try coordinator.checkOpen()
            try coordinator.checkFile()
            try checkLocal()
            _ = try StoreFileStatus(path)
            let backup = Backup(to: path)
            if case .file(let source) = location {
                let connection = try SQLiteConnection(opening: coordinator.opener.access.path(of: source), readOnly: true)
                let report = { (copied: Int, total: Int) in try onProgress?(total == 0 ? 1 : Double(copied) / Double(total)) }
                guard coordinator.opener.access == .immutable else { return try backup.make(of: connection) { try report($0, $1) } }
                try backup.create(withRightsOf: source) { try connection.copy(to: $0) { try report($0, $1) } }
            } else {
                try backup.create(withRightsOf: nil) { copy in
                    try writer.writeWithoutTransaction { database in
                        guard let source = database.sqliteConnection else { throw StoreError.closed }
                        try copy.replace(with: source) { try onProgress?($1 == 0 ? 1 : Double($0) / Double($1)) }
                    }
                }
            }
        }
    }

    /// Copies the store to another place, and opens the copy. The kinds of the two stores may differ. Every object keeps its id.
    ///
    /// The copy has the same UUID. It is opened with this container's settings for waiting, drafts and migration, and can be written.
    /// - Parameters:
    ///   - location: the place; a file must not exist.
    ///   - onProgress: gets the fraction that is copied, from 0 to 1, on the calling thread. If it throws, there is no copy.
    /// - Throws: ``StoreError``; the errors of `onProgress`.
    @discardableResult
    public func copy(to location: StoreLocation, onProgress: ((Double) throws -> Void)? = nil) throws -> PersistentContainer {
        var opener = coordinator.opener
        opener.access = .readWrite
        switch location {
        case .file(let path):
            try backup(to: path, onProgress: onProgress)
            return try StoreError.copying(to: path) {
                PersistentContainer(try StoreCoordinator(opener, at: location, observers: coordinator.observers))
            }
        case .remote: throw StoreError.notOnCluster(reason: "it takes no copy of a store")
        case .inMemory, .atomicStore:
            return try StoreError.copying(to: location.path) {
                try coordinator.checkOpen()
                try checkLocal()
                if location != .inMemory, coordinator.isOfNewerVersion {
                    throw StoreError.notCopied(
                        path: location.path,
                        reason: "the store is of a newer version, and this program does not know all its tables")
                }
                let source = writer
                return PersistentContainer(
                    try StoreCoordinator(opener, at: location, observers: coordinator.observers) { queue in
                        try Self.copy(source, to: queue, onProgress)
                    })
            }
        }
    }

    private static func copy(_ source: any DatabaseWriter, to queue: DatabaseQueue, _ onProgress: ((Double) throws -> Void)?) throws {
        try source.writeWithoutTransaction { database in
            // SQLite copies into memory only pages of the same size.
            let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
            try queue.writeWithoutTransaction { copy in
                try copy.execute(sql: "PRAGMA page_size = \(size)")
                guard let from = database.sqliteConnection, let to = copy.sqliteConnection else { throw StoreError.closed }
                try SQLiteConnection.copy(from: from, to: to) { try onProgress?($1 == 0 ? 1 : Double($0) / Double($1)) }
                copy.clearSchemaCache()
            }
        }
    }

    /// Writes the saves of the write-ahead log into the store's file, and empties the log. It waits for readers as long as
    /// `busyTimeout` permits.
    /// - Returns: whether everything is in the file; false if a context or another process reads an older state.
    /// - Throws: ``StoreError``
    @discardableResult
    public func checkpoint() throws -> Bool {
        // SQLite would report an error of the disk.
        if case .file = location, coordinator.opener.access != .readWrite { throw StoreError.readOnly }
        return try onWriter { database in
            let row = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            return row.map { $0[0] as Int == 0 } ?? true
        }
    }

    /// Rewrites the store's file without the space that deleted objects left. Needs up to twice the file's size on the disk.
    ///
    /// Objects keep their ids.
    /// - Throws: ``StoreError``; ``StoreError/busy(holder:)`` while another connection writes.
    public func vacuum() throws {
        try onWriter { try $0.execute(sql: "VACUUM") }
        try checkpoint()
    }

    /// Checks the store: SQLite's `integrity_check`, the keys, the objects of the schema, the entities of rows, and searches. It reads
    /// the whole store, and saves wait meanwhile. A container that only reads does not check searches.
    /// - Throws: ``StoreError`` if the store cannot be read at all.
    public func checkIntegrity() throws -> IntegrityReport {
        try onWriter { database in
            let check = IntegrityCheck { sql, body in
                let rows = try Row.fetchCursor(database, sql: sql)
                while let row = try rows.next() {
                    body((0..<row.count).map { String.fromDatabaseValue(row[$0] as DatabaseValue) ?? (row[$0] as Int64?).map(String.init) })
                }
            }
            return try check.of(model, canWrite: coordinator.opener.access == .readWrite)
        }
    }

    private func checkLocal() throws {
        if location.isRemote { throw StoreError.notOnCluster(reason: "only stores on this machine are copied and checked by a container") }
    }

    private func onWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            try coordinator.checkOpen()
            try coordinator.checkFile()
            try checkLocal()
            return try writer.writeWithoutTransaction(body)
        } catch {
            throw coordinator.storeError(error)
        }
    }
}

extension StoreError {
    /// Runs `body`, whose errors about a copy become ``notCopied(path:reason:)``. Errors of callers stay what they are.
    static func copying<Result>(to path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch MigrationError.backupExists {
            throw StoreError.notCopied(path: path, reason: "there is a file of that name")
        } catch MigrationError.backupFailed(_, let reason) {
            throw StoreError.notCopied(path: path, reason: reason)
        } catch where isOurs(error) {
            throw StoreError(error)
        }
    }
}
