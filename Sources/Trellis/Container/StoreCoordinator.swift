import Foundation
import GRDB
import SQLiteAccess
import StoreMigration

/// An open store: its model and its connections. Containers and contexts hold it, so it is open as long as one of them exists.
final class StoreCoordinator: Sendable {
    let location: StoreLocation
    let storeUUID: String
    /// The hashes of the plans that the store ran, by the versions that they lead to.
    private let recordedPlans: [Int: String]
    /// Whether the store is of a newer version than the program, which admits the program.
    let isOfNewerVersion: Bool
    let model: ModelRuntime
    let writer: any DatabaseWriter
    /// Runs the work of ``PersistentContainer/perform(_:)``.
    let worker: BackgroundWorker
    /// The threads of ``PersistentContainer/performRead(_:)``.
    let readThreads = OperationQueue()
    let observers: [StatementObserver]
    /// Reports the saves of contexts.
    let publisher: SavePublisher
    /// Notices the writes that no context reports.
    let foreignWrites: ForeignWriteMonitor
    /// Reads the writes of others from the change history; nil if the model has none.
    private let foreignHistory: ForeignHistory?
    let opener: StoreOpener
    let preparedFetches = PreparedFetches()
    private let readers: ReaderPool
    /// nil for a store without a file.
    private let openFile: OpenStoreFile?
    /// Saves the store if it is one of the program's own.
    private let keeper: AtomicStoreKeeper?

    /// - Parameter fill: writes the database of a new store in memory, for a copy.
    /// - Throws: ``StoreError``, an error of SQLite, or the error with which `onProgress` stopped a migration.
    init(
        _ opener: StoreOpener, at location: StoreLocation, observers: [StatementObserver], fill: ((DatabaseQueue) throws -> Void)? = nil
    ) throws {
        self.location = location
        self.opener = opener
        self.observers = observers
        worker = BackgroundWorker(label: "Trellis.\(opener.descriptor.name).perform")
        readThreads.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        let remoteRecord: StoreRecord?
        switch location {
        case .file(let path):
            writer = try opener.openFile(path)
            readers = ReaderPool(path: opener.access.path(of: path), configuration: opener.configuration(readOnly: true))
            (keeper, remoteRecord) = (nil, nil)
        case .remote(let store):
            remoteRecord = try opener.openRemote(store)
            writer = try opener.remoteQueue(to: store, canWrite: true)
            readers = ReaderPool { try opener.remoteQueue(to: store, canWrite: false) }
            keeper = nil
        case .inMemory, .atomicStore:
            remoteRecord = nil
            try opener.checkSQLite()
            if opener.descriptor.isExisting, let store = location.atomicStore {
                throw StoreError.cannotOpen(path: store.path, reason: "a model with 'layout: existing' opens only SQLite's files")
            }
            let queue = try DatabaseQueue(configuration: opener.configuration(readOnly: false))
            keeper = location.atomicStore.map { AtomicStoreKeeper($0, opener, ModelRuntime(opener.descriptor, store: nil)) }
            if let fill {
                try keeper?.reserve()
                try fill(queue)
            } else {
                try keeper?.load(into: queue)
            }
            writer = queue
            readers = ReaderPool(shared: queue)
        }
        let publisher = SavePublisher()
        self.publisher = publisher
        let model: ModelRuntime
        if opener.descriptor.isExisting {
            let opened = try opener.openedExisting(writer, at: location)
            model = ModelRuntime(opener.descriptor, store: opened.uuid, remembersKeys: opened.remembersKeys)
            (storeUUID, recordedPlans, isOfNewerVersion) = (opened.uuid, [:], false)
        } else {
            let record = try remoteRecord ?? opener.createOrCheck(writer, path: location.path)
            model = ModelRuntime(opener.descriptor, store: record.uuid)
            (storeUUID, recordedPlans, isOfNewerVersion) = (record.uuid, record.plans, opener.admits(record))
        }
        openFile = location.isFile ? OpenStoreFile(location.path) : nil
        self.model = model
        let history = opener.descriptor.hasHistory ? try writer.writeWithoutTransaction { try ForeignHistory(model, $0) } : nil
        foreignHistory = history
        foreignWrites = ForeignWriteMonitor(writer, history, reach: location.reach(opener.access)) { publisher.publish($0) }
        if let queue = writer as? DatabaseQueue { try keeper?.saveLoaded(queue) }
    }

    deinit {
        // SQLite brings the log into the file if the last connection that is closed can write, but GRDB closes its writer first. If
        // this fails, nothing is lost: the log stays. The connection stays open, because the program may still use it.
        guard case .file = location, opener.access == .readWrite, !opener.descriptor.isExisting, (try? checkOpen()) != nil else { return }
        _ = try? writer.unsafeReentrantWrite { try $0.checkpoint(.passive) }
    }

    /// The versions that the store reached by another plan than the program has, whose plans are read for it.
    var versionsReachedOtherwise: [Int] { opener.versionsReachedOtherwise(by: recordedPlans) }

    /// - Throws: ``StoreError/closed``
    func checkOpen() throws {
        try readers.checkOpen()
    }

    /// Closes all connections, and brings the write-ahead log into the file. Does nothing a second time.
    /// - Throws: ``StoreError``
    func close() throws {
        do {
            foreignWrites.stop()
            try readers.close()
            try writer.close()
            if case .file(let path) = location, opener.access == .readWrite, !opener.descriptor.isExisting { try removeLog(of: path) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Opens the store once more, because GRDB closes a connection that cannot write last, which leaves the log. If another process
    /// has the store open, this copies what it can and does not wait.
    private func removeLog(of path: String) throws {
        guard let file = try? StoreFileStatus(path), !file.isEmpty else { return }
        let connection = try SQLiteConnection(opening: path)
        _ = try connection.rows("PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// Saves a store of the program's own as it is in memory. Does nothing for others.
    func saveAtomicStore() throws {
        try checkOpen()
        if let keeper { try writer.writeWithoutTransaction { try keeper.save($0) } }
    }

    /// An error in terms of this store. If the store is busy, it names the process that holds the lock, as far as the system tells. If the
    /// file is gone, SQLite says so in other words.
    func storeError(_ error: any Error) -> StoreError {
        let error = StoreError(error)
        if error.mayBeOfLostFile, let path = lostFile { return .fileRemoved(path: path) }
        if let refusal = refusalOfMigratedStore(error) { return refusal }
        return error.namingHolder(at: location)
    }

    /// A connection for a context.
    /// - Throws: ``StoreError`` if no further connection can be opened.
    func takeReader() throws -> ReadConnection {
        do {
            // Another file at the path is another store.
            try checkFile()
            return try readers.take()
        } catch {
            throw storeError(error)
        }
    }

    /// Runs `body` in a transaction of the connection that writes.
    /// - Parameter stamp: who changes objects, for the change history; nil for a transaction that changes none.
    func write<Result>(by stamp: HistoryStamp?, _ body: (Database) throws -> Result) throws -> Result {
        try checkNoBatch()
        return try writer.writeWithoutTransaction { database in
            try foreignWrites.ignoring {
                try database.transaction(nil) { database in
                    try deferForeignKeys(database)
                    let recorder = stamp == nil ? nil : try recorder(database)
                    let result = try body(database)
                    if let stamp {
                        if let foreignHistory { try recorder?.finish(stamp, by: foreignHistory.writer) }
                        try keeper?.save(database)
                    }
                    try checkFile()
                    return result
                }
            }
        }
    }

    /// A save writes rows in any order, so keys are checked at its commit. Those of Trellis's own tables always are.
    private func deferForeignKeys(_ database: Database) throws {
        if opener.descriptor.isExisting { try database.execute(sql: "PRAGMA defer_foreign_keys = ON") }
    }

    /// What is written into a file that no path leads to is lost, though SQLite commits it.
    /// - Throws: ``StoreError/fileRemoved(path:)``
    func checkFile() throws {
        if let path = lostFile { throw StoreError.fileRemoved(path: path) }
    }

    /// The path of the open store if it leads to another file, or to none. A closed store has no file to lose.
    private var lostFile: String? {
        guard let openFile, !openFile.isInPlace, (try? checkOpen()) != nil else { return nil }
        return openFile.path
    }

    /// Records a transaction in the change history; nil if the model has none.
    private func recorder(_ database: Database) throws -> HistoryRecorder? {
        foreignHistory == nil ? nil : try HistoryRecorder(database)
    }

    /// Runs `body` in a transaction of the connection that writes. The transaction is undone if `body` returns nil.
    /// - Parameter stamp: who changes objects, for the change history.
    func writeUnlessNil<Result>(by stamp: HistoryStamp, _ body: (Database) throws -> Result?) throws -> Result? {
        try checkNoBatch()
        return try writer.writeWithoutTransaction { database in
            try foreignWrites.ignoring {
                try database.transactionUnlessNil { database in
                    try deferForeignKeys(database)
                    let recorder = try recorder(database)
                    let result = try body(database)
                    if result != nil {
                        if let foreignHistory { try recorder?.finish(stamp, by: foreignHistory.writer) }
                        try keeper?.save(database)
                        try checkFile()
                    }
                    return result
                }
            }
        }
    }

    /// Takes back the connection of a released context.
    func giveBack(_ reader: ReadConnection) {
        readers.giveBack(reader)
    }
}
