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

    init(_ model: Model.Type, observer: (@Sendable (String) -> Void)? = nil) throws {
        cluster = try ClusterStoreFixture()
        folder = try TemporaryFolder()
        remote = try cluster.container(model, observer: observer)
        local = try PersistentContainer(for: model, at: .file(folder.file("file.sqlite")))
    }

    var both: [PersistentContainer] { [local, remote] }

    /// How the cluster's rows differ from those of the file, read by plain SQL.
    func differences() throws -> [String] {
        let rows = try SQLiteConnection(opening: folder.file("file.sqlite"))
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
