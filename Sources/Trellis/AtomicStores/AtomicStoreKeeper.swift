import Foundation
import GRDB
import SQLiteAccess
import StoreMigration

/// Loads an atomic store into a database in memory, and saves it with every transaction.
///
/// Unchecked, because the compiler does not know that `stamp` is used only by the one that writes.
final class AtomicStoreKeeper: @unchecked Sendable {
    private let store: any AtomicStore
    private let opener: StoreOpener
    private let collector: RowCollector
    /// The store's stamp when it was last read or written by this object.
    private var stamp: String?
    /// Whether the database differs from the store since it was loaded.
    private var isChanged = false

    init(_ store: any AtomicStore, _ opener: StoreOpener, _ model: ModelRuntime) {
        self.store = store
        self.opener = opener
        collector = RowCollector(tables: model.storedTables, schema: opener.descriptor.ddl)
    }

    // MARK: Loading

    /// How often a store is read that changes while it is read: another program saves it, or it completes a save of before.
    private static let attempts = 3

    /// Fills an empty database with the rows of the store, and migrates them. A store that does not exist leaves it empty.
    /// - Throws: ``StoreError``, or the errors of the policy's `onProgress`.
    func load(into queue: DatabaseQueue) throws {
        for _ in 1..<Self.attempts {
            do { return try tryToLoad(into: queue) } catch is ChangedMeanwhile {}
        }
        do {
            try tryToLoad(into: queue)
        } catch is ChangedMeanwhile {
            throw StoreError.notLoaded(path: store.path, reason: "another program changed it while it was read")
        }
    }

    /// Rows of two states would be mixed.
    private struct ChangedMeanwhile: Error {}

    private func tryToLoad(into queue: DatabaseQueue) throws {
        stamp = try reading { try store.stamp() }
        guard let header = try reading({ try store.header() }) else {
            guard opener.access == .readWrite else {
                throw StoreError.cannotOpen(path: store.path, reason: "there is no store, and the access is read-only")
            }
            isChanged = true
            return
        }
        let record = StoreRecord(header.metadata)
        var loaded: SQLiteAccess.SQLiteConnection?
        // A store of the program's version is loaded below: it needs no schema of its own.
        let isMigrated = try opener.bringUpToDate(record, store.path) {
            let connection = try load(header.schema)
            loaded = connection
            return connection
        }
        isChanged = isMigrated
        let connection = try loaded ?? load(opener.descriptor.ddl)
        try queue.writeWithoutTransaction { database in
            guard let handle = database.sqliteConnection else { throw StoreError.closed }
            try SQLiteConnection.copy(from: connection.pointer, to: handle)
            // Loading is no change.
            if opener.descriptor.hasHistory { try database.execute(sql: "DELETE FROM _trellis_history") }
            database.clearSchemaCache()
        }
    }

    private func load(_ schema: String) throws -> SQLiteAccess.SQLiteConnection {
        let connection = try reading {
            var loader = try RowLoader(store.load(), of: store)
            return try loader.run(schema)
        }
        guard try reading({ try store.stamp() }) == stamp else { throw ChangedMeanwhile() }
        return connection
    }

    private func reading<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError.notLoaded(path: store.path, reason: "\(error)")
        }
    }

    // MARK: Saving

    /// Saves what loading has created or migrated.
    func saveLoaded(_ queue: DatabaseQueue) throws {
        if isChanged { try queue.writeWithoutTransaction { try save($0) } }
        if opener.access != .readWrite { try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") } }
    }

    /// Takes a store that does not exist for a copy.
    /// - Throws: ``StoreError/notCopied(path:reason:)`` if it exists.
    func reserve() throws {
        guard try reading({ try store.header() }) == nil else {
            throw StoreError.notCopied(path: store.path, reason: "there is a store")
        }
        stamp = try reading { try store.stamp() }
        isChanged = true
    }

    /// Saves everything, within the transaction that changed it and before its end. So if this fails, memory is as it was.
    /// - Throws: ``StoreError``
    func save(_ database: Database) throws {
        // The commit will fail, and the store must not have the change by then.
        if let handle = database.sqliteConnection, SQLiteConnection.hasUnresolvedKeys(handle) { return }
        let contents = try collector.contents(database)
        do {
            try store.withLock {
                guard try store.stamp() == stamp else { throw StoreError.changedByOther(path: store.path) }
                try store.save(contents)
                stamp = try store.stamp()
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError.notSaved(path: store.path, reason: "\(error)")
        }
    }
}

extension StoreRecord {
    init(_ metadata: StoreMetadata) {
        self.init(
            layout: metadata.layout, model: metadata.model, version: metadata.version, isDraft: metadata.isDraft, hash: metadata.hash,
            uuid: metadata.uuid)
    }
}
