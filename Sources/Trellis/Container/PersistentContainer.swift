public import Foundation
public import GRDB

/// The place of a store.
public enum StoreLocation: Sendable, Hashable {
    /// A file, which is created if it does not exist. Its folder must exist.
    case file(String)
    /// Memory, for as long as the container exists.
    case inMemory
    /// A store of your own. Its objects are in memory while a container is open, and every save writes the whole store.
    case atomicStore(any AtomicStore)
    /// A database on a cluster. The product `TrellisCluster` makes such a place: `.dqlite(["host:port"], database: "orders")`.
    case remote(RemoteStore)

    public static func == (left: StoreLocation, right: StoreLocation) -> Bool {
        switch (left, right) {
        case (.file(let left), .file(let right)): left == right
        case (.inMemory, .inMemory): true
        case (.atomicStore(let left), .atomicStore(let right)): type(of: left) == type(of: right) && left.path == right.path
        case (.remote(let left), .remote(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// An open store of a model, which creates contexts.
///
/// A store in a file uses SQLite's write-ahead log: while it is open, the files `-wal` and `-shm` belong to it. ``close()`` brings
/// everything into the one file and removes the others. Releasing the container and its contexts brings everything into the file too.
public final class PersistentContainer: Sendable {
    let coordinator: StoreCoordinator
    let viewContextHolder = ViewContextHolder()

    public var location: StoreLocation { coordinator.location }
    /// The identity of this store among all stores. It never changes.
    public var storeUUID: String { coordinator.storeUUID }

    /// The versions that the store reached by another plan than this program has; usually empty.
    ///
    /// A frozen plan never changes. If its developers renewed it after a store had run it, for example in a beta, the store has the right
    /// tables, and its rows may differ from those of other stores. The store opens. A program that knows the difference can correct the
    /// rows. A store records its plans since Trellis does so; older steps are not compared.
    public var versionsReachedOtherwise: [Int] { coordinator.versionsReachedOtherwise }

    /// Opens the store at `location`, or creates it if it does not exist. A store of an older version is migrated first.
    /// - Parameters:
    ///   - model: the generated model, such as `Orders.self`.
    ///   - location: the store's file, or memory.
    ///   - migration: whether and how a store of an older version is migrated.
    ///   - ifDraft: what happens to a store of an earlier draft of the model.
    ///   - access: whether the store may be written. A read-only store is never created and never migrated.
    ///   - journal: how a store in a file keeps a save atomic.
    ///   - synchronous: when a save waits for the disk. A migration on opening always does.
    ///   - busyTimeout: how long to wait, in seconds, for a lock that another program or connection holds.
    ///   - observers: receivers of the statements that contexts run. Without observers nothing is measured.
    /// - Throws: ``StoreError``: a store that is newer, of another model, of another layout or of another draft is refused and stays as
    ///   it is; a store that could not be migrated has its old version, or one between. The errors of `migration`'s `onProgress`.
    ///   `CancellationError` if the task is cancelled during a migration.
    public init(
        for model: (some PersistentModel).Type, at location: StoreLocation, migration: MigrationPolicy = .automatic,
        ifDraft: EarlierDraftPolicy = .refuse, access: StoreAccess = .readWrite, journal: JournalMode = .writeAheadLog,
        synchronous: SynchronousMode = .normal, busyTimeout: TimeInterval = 5, observers: [StatementObserver] = []
    ) throws {
        let opener = StoreOpener(
            descriptor: model.descriptor, busyTimeout: busyTimeout, synchronous: synchronous, access: access, journal: journal,
            migration: migration, ifDraft: ifDraft)
        do {
            coordinator = try StoreCoordinator(opener, at: location, observers: observers)
        } catch {
            // The error with which `onProgress` stopped a migration is the caller's.
            throw StoreError.isOurs(error) ? StoreError(error).namingHolder(at: location) : error
        }
    }

    /// Another container over a store that is open.
    init(_ coordinator: StoreCoordinator) {
        self.coordinator = coordinator
    }

    /// A new context over the store. It belongs to the isolation domain that asked for it.
    /// - Throws: ``StoreError`` if no further connection can be opened.
    public func makeContext() throws -> ManagedObjectContext {
        ManagedObjectContext(container: self, reader: try coordinator.takeReader())
    }
}

extension PersistentContainer {
    /// Closes the store. Its file can then be copied alone, unless another container or process has it open.
    ///
    /// It waits for running reads and saves. Contexts lose their connections: their objects keep their values, and unsaved changes
    /// cannot be saved any more. Every further use of the container and its contexts throws ``StoreError/closed``. Closing again does
    /// nothing. A store in memory is gone.
    ///
    /// Do not use ``databaseWriter`` any more. A `DatabasePool` throws an error, and a `DatabaseQueue` may end the program in GRDB: a store has
    /// one that is in memory, on a cluster, read-only, of another program, or without a write-ahead log.
    ///
    /// A program that ends at top level releases nothing, so it calls this before. Do not call it within a closure of
    /// ``databaseWriter`` or a ``StatementObserver``: it would wait for itself.
    /// - Throws: ``StoreError`` if a connection cannot be closed, or the write-ahead log cannot be brought into the file. Nothing is
    ///   lost then, because the log stays.
    public func close() throws {
        try coordinator.close()
    }
}

extension PersistentContainer {
    var model: ModelRuntime { coordinator.model }
    var writer: any DatabaseWriter { coordinator.writer }

    /// GRDB's connections to the store, for observations and your own SQL.
    ///
    /// Of a store on a cluster there is only a local connection without tables.
    ///
    /// Rows that are written with it do not raise their `_version` unless the SQL does; contexts show them after a `refresh`.
    public var databaseWriter: any DatabaseWriter { coordinator.writer }

    /// Saves a store of your own as it is in memory, for SQL that ran through ``databaseWriter``: only saves of contexts do that
    /// automatically. Does nothing for other stores.
    /// - Throws: ``StoreError``
    public func saveAtomicStore() throws {
        do { try coordinator.saveAtomicStore() } catch { throw coordinator.storeError(error) }
    }
}

extension StoreLocation {
    var path: String {
        switch self {
        case .file(let path): path
        case .inMemory: ":memory:"
        case .atomicStore(let store): store.path
        case .remote(let store): store.database.path
        }
    }

    /// The identity of another program's file, as far as one follows from its path.
    var existingUUID: String {
        guard isFile else { return UUID().uuidString.replacing("-", with: "").lowercased() }
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
        let halves = [UInt64(0xcbf2_9ce4_8422_2325), 0x6c62_272e_07bb_0142].map { start in
            path.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
        return halves.map { String(repeating: "0", count: $0.leadingZeroBitCount / 4) + ($0 == 0 ? "" : String($0, radix: 16)) }.joined()
    }

    var isFile: Bool { if case .file = self { true } else { false } }

    var isRemote: Bool { if case .remote = self { true } else { false } }

    /// Whether each context has a connection of its own.
    var hasReaders: Bool { isFile || isRemote }

    /// How other processes can reach a store that is open.
    func reach(_ access: StoreAccess) -> ForeignWriteMonitor.Reach {
        isRemote ? .network : isFile && access != .immutable ? .file : .memory
    }

    var atomicStore: (any AtomicStore)? { if case .atomicStore(let store) = self { store } else { nil } }
}
