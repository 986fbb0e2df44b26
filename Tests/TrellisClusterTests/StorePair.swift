import ClusterFixtures
import Foundation
import SQLiteAccess
import TestSupport
import Trellis

/// A store on a cluster, and the same store in a file, for tests that do the same to both.
struct StorePair<Model: PersistentModel> {
    let cluster: ClusterStoreFixture
    let folder: TemporaryFolder
    let remote: PersistentContainer
    let local: PersistentContainer

    /// - Parameter prepare: fills both places before containers open the stores.
    init(
        _ model: Model.Type, observer: (@Sendable (String) -> Void)? = nil,
        prepare: (_ cluster: ClusterStoreFixture, _ path: String) throws -> Void = { _, _ in }
    ) throws {
        cluster = try ClusterStoreFixture()
        folder = try TemporaryFolder()
        try prepare(cluster, folder.file("file.sqlite"))
        remote = try cluster.container(model, observer: observer)
        local = try PersistentContainer(for: model, at: .file(folder.file("file.sqlite")))
    }

    /// The file.
    var path: String { folder.file("file.sqlite") }

    var both: [PersistentContainer] { [local, remote] }

    /// How the cluster's rows differ from those of the file, read by plain SQL.
    func differences() throws -> [String] {
        let rows = try SQLiteConnection(opening: path)
        return try cluster.dump().differences(from: StoreDump(rows)).filter { !$0.contains("_trellis_") && !$0.contains("sqlite_sequence") }
    }
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
