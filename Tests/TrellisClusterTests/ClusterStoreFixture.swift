import DqliteClient
import DqliteNodes
import Foundation
import SQLiteAccess
import TestSupport
import Trellis
import TrellisCluster

/// Three nodes for all tests that kill none. Each test has a database of its own.
enum SharedNodes {
    /// The nodes end with the process.
    private nonisolated(unsafe) static let nodes = Result { try DqliteNodes(3) }

    static var addresses: [DqliteAddress] { get throws { try nodes.get().addresses } }
}

/// A store on a cluster, and the same store in a file, for tests that do the same to both.
struct StorePair<Model: PersistentModel> {
    let cluster: ClusterStoreFixture
    let folder: TemporaryFolder
    let remote: PersistentContainer
    let local: PersistentContainer

    init(_ model: Model.Type, observer: (@Sendable (String) -> Void)? = nil) throws {
        cluster = try ClusterStoreFixture(SharedNodes.addresses)
        folder = try TemporaryFolder()
        remote = try cluster.container(model, observer: observer)
        local = try PersistentContainer(for: model, at: .file(folder.file("file.sqlite")))
    }

    var both: [PersistentContainer] { [local, remote] }

    /// How the cluster's rows differ from those of the file, read by plain SQL.
    func differences() throws -> [String] {
        let rows = try SQLiteConnection(opening: folder.file("file.sqlite"))
        return try cluster.rows().differences(from: StoreDump(rows)).filter { !$0.contains("_trellis_") && !$0.contains("sqlite_sequence") }
    }
}

/// A database on a cluster.
struct ClusterStoreFixture {
    let addresses: [DqliteAddress]
    let database = "s" + UUID().uuidString.prefix(8).lowercased()
    private let folder: TemporaryFolder

    init(_ addresses: [DqliteAddress]) throws {
        self.addresses = addresses
        folder = try TemporaryFolder()
    }

    func container(
        _ model: (some PersistentModel).Type, access: StoreAccess = .readWrite, at addresses: [DqliteAddress]? = nil,
        connectTimeout: Duration = .seconds(10), observer: (@Sendable (String) -> Void)? = nil
    ) throws -> PersistentContainer {
        var options = ClusterOptions()
        options.onRequest = observer
        options.connectTimeout = connectTimeout
        let addresses = (addresses ?? self.addresses).map(\.description)
        return try PersistentContainer(for: model, at: .dqlite(addresses, database: database, options), access: access, busyTimeout: 20)
    }

    /// A connection that knows nothing of Trellis.
    func connection() throws -> DqliteConnection { try DqliteCluster(addresses).connect(to: database) }

    /// A copy of the database as the leader has it.
    func copy() throws -> SQLiteConnection {
        let path = folder.file("\(UUID().uuidString).sqlite")
        var rest = [path, path + "-wal"]
        var file: FileHandle?
        try connection().copy(database) { part in
            switch part {
            case .file(_, let size):
                let next = rest.removeFirst()
                file = nil
                if size == 0, rest.isEmpty { return }
                _ = FileManager.default.createFile(atPath: next, contents: nil)
                file = try FileHandle(forWritingTo: URL(filePath: next))
            case .bytes(let bytes): try file?.write(contentsOf: Data(bytes))
            }
        }
        return try SQLiteConnection(opening: path)
    }

    func rows() throws -> StoreDump { try StoreDump(copy()) }
}

/// What was sent to a cluster.
final class RequestLog: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    var note: @Sendable (String) -> Void { { text in self.lock.withLock { self.texts.append(text) } } }

    /// What `body` sends.
    func of(_ body: () throws -> Void) rethrows -> [String] {
        lock.withLock { texts = [] }
        try body()
        return lock.withLock { texts }
    }
}
