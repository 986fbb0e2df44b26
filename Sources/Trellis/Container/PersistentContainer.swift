public import Foundation
public import GRDB

/// Where a store is.
public enum StoreLocation: Sendable, Hashable {
    /// A file, made if it does not exist; its folder must.
    case file(String)
    /// Memory, for as long as the container lives.
    case inMemory
}

/// A store of a model, opened: it makes contexts.
///
/// A file's store uses SQLite's write-ahead log: while it is open, the files `-wal` and `-shm` belong to it. ``close()`` brings
/// everything into the one file and removes the others. Releasing the container and its contexts brings everything into the file too.
public final class PersistentContainer: Sendable {
    let coordinator: StoreCoordinator
    let viewContextHolder = ViewContextHolder()

    public var location: StoreLocation { coordinator.location }
    /// What identifies this store among all: made when it was created.
    public var storeUUID: String { coordinator.storeUUID }

    /// Opens the store at `location`, or makes it where there is none. A store of an older version is migrated first.
    /// - Parameters:
    ///   - model: the generated model, such as `Orders.self`.
    ///   - location: the store's file, or memory.
    ///   - migration: whether and how a store of an older version is migrated.
    ///   - ifDraft: what is done with a store that an earlier draft of the model made.
    ///   - synchronous: when a save waits for the disk. A migration on opening always does.
    ///   - busyTimeout: how long to wait, in seconds, for a lock that another program or connection holds.
    ///   - observers: who is told of the statements that contexts run; nothing is measured where there is nobody.
    /// - Throws: ``StoreError``: a store that is newer, of another model, of another layout or of another draft is refused and
    ///   left as it is, and one that could not be migrated is of the version that it was of, or of one between; what `migration`
    ///   throws when it hears of progress; `CancellationError` where the task was cancelled while the store was migrated.
    public init(
        for model: (some PersistentModel).Type, at location: StoreLocation, migration: MigrationPolicy = .automatic,
        ifDraft: EarlierDraftPolicy = .refuse, synchronous: SynchronousMode = .normal, busyTimeout: TimeInterval = 5,
        observers: [StatementObserver] = []
    ) throws {
        let opener = StoreOpener(
            descriptor: model.descriptor, busyTimeout: busyTimeout, synchronous: synchronous, migration: migration, ifDraft: ifDraft)
        do {
            coordinator = try StoreCoordinator(opener, at: location, observers: observers)
        } catch {
            // What a migration was stopped with is the caller's own.
            throw StoreError.isOurs(error) ? StoreError(error) : error
        }
    }

    /// Another container over a store that is open.
    init(_ coordinator: StoreCoordinator) {
        self.coordinator = coordinator
    }

    /// A new context over the store. It belongs to the isolation domain that asked for it.
    /// - Throws: ``StoreError`` where no further connection can be opened.
    public func makeContext() throws -> ManagedObjectContext {
        ManagedObjectContext(container: self, reader: try coordinator.takeReader())
    }
}

extension PersistentContainer {
    /// Closes the store. Its file can then be copied alone, unless another container or process has it open.
    ///
    /// Reads and saves that are running come to their end first. Contexts that are still alive lose their connections: their objects
    /// keep the values that they have, and what was not saved cannot be saved any more. Every further use of the container, its
    /// contexts and ``databaseWriter`` throws an error, ``StoreError/closed`` from Trellis. Closing again does nothing. A store in
    /// memory is gone.
    ///
    /// A program that ends at top level releases nothing, so it calls this before. Do not call it within a closure of
    /// ``databaseWriter`` or a ``StatementObserver``: it would wait for itself.
    /// - Throws: ``StoreError`` if a connection cannot be closed, or the write-ahead log cannot be brought into the file. Nothing is
    ///   lost then: the log keeps what it holds.
    public func close() throws {
        try coordinator.close()
    }
}

extension PersistentContainer {
    var model: ModelRuntime { coordinator.model }
    var writer: any DatabaseWriter { coordinator.writer }

    /// GRDB's connections to the store: to observe it, and for SQL of one's own.
    ///
    /// Rows that are written with it do not raise their `_version` unless the SQL does; contexts show them after a `refresh`.
    public var databaseWriter: any DatabaseWriter { coordinator.writer }
}

extension StoreLocation {
    var path: String {
        switch self {
        case .file(let path): path
        case .inMemory: ":memory:"
        }
    }
}
