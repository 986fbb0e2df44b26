public import Foundation
import GRDB

/// Where a store is.
public enum StoreLocation: Sendable, Hashable {
    /// A file, made if it does not exist; its folder must.
    case file(String)
    /// Memory, for as long as the container lives.
    case inMemory
}

/// A store of a model, opened: it makes contexts.
///
/// A file's store uses SQLite's write-ahead log: beside the file stand `-wal` and `-shm` while it is open.
public final class PersistentContainer: Sendable {
    public let location: StoreLocation
    /// What identifies this store among all: made when it was created.
    public let storeUUID: String
    let model: ModelRuntime
    let writer: any DatabaseWriter
    private let readers: ReaderPool

    /// Opens the store at `location`, or makes it where there is none.
    /// - Parameters:
    ///   - model: the generated model, such as `Orders.self`.
    ///   - busyTimeout: how long to wait, in seconds, for a lock that another program or connection holds.
    /// - Throws: ``StoreError``: a store that is newer, of another model, of another layout or of another draft is refused and
    ///   left as it is.
    public init(for model: (some PersistentModel).Type, at location: StoreLocation, busyTimeout: TimeInterval = 5) throws {
        self.location = location
        self.model = ModelRuntime(model.descriptor)
        let opener = StoreOpener(descriptor: model.descriptor, busyTimeout: busyTimeout)
        do {
            switch location {
            case .file(let path):
                writer = try opener.openFile(path)
                readers = ReaderPool(path: path, configuration: opener.configuration(readOnly: true))
            case .inMemory:
                let queue = try DatabaseQueue(configuration: opener.configuration(readOnly: false))
                writer = queue
                readers = ReaderPool(shared: queue)
            }
            storeUUID = try opener.createOrCheck(writer, path: location.path)
        } catch {
            throw StoreError(error)
        }
    }

    /// A new context over the store. It belongs to the isolation domain that asked for it.
    /// - Throws: ``StoreError`` where no further connection can be opened.
    public func makeContext() throws -> ManagedObjectContext {
        do {
            return ManagedObjectContext(container: self, reader: try readers.take())
        } catch {
            throw StoreError(error)
        }
    }

    /// Takes back the connection of a context that is gone.
    func giveBack(_ reader: DatabaseQueue) {
        readers.giveBack(reader)
    }
}

extension StoreLocation {
    var path: String {
        switch self {
        case .file(let path): path
        case .inMemory: ":memory:"
        }
    }
}
