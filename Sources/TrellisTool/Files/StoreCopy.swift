import DqliteClient
import Foundation
import ProjectFiles
import StoreClusters

/// A copy of a store that is on a cluster, in a folder of its own that is removed with it.
final class StoreCopy {
    private let folder: ScratchFolder
    let path: String

    /// Copies the store as the leader of the cluster has it.
    ///
    /// - Returns: nil if `name` is the path of a file.
    /// - Throws: ``CouldNotRun``
    convenience init?(ofStoreOnCluster name: String) throws(CouldNotRun) {
        guard ClusterStore.isMeant(by: name) else { return nil }
        try self.init(of: try Self.store(name))
    }

    init(of store: ClusterStore) throws(CouldNotRun) {
        folder = try ScratchFolder()
        do {
            path = try store.copy(into: folder.path)
        } catch {
            throw CouldNotRun("cannot read '\(store.name)': \(error)")
        }
    }

    /// - Throws: ``CouldNotRun`` if the name is none of a store on a cluster.
    static func store(_ name: String) throws(CouldNotRun) -> ClusterStore {
        guard let store = ClusterStore(name) else {
            throw CouldNotRun("'\(name)' is no store on a cluster: write dqlite://host1:9001,host2:9002/database")
        }
        return store
    }
}

/// A folder for temporary files, which no other user can read.
final class ScratchFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "trellis-\(UUID().uuidString)").path

    init() throws(CouldNotRun) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CouldNotRun("cannot create '\(path)': \(error.localizedDescription)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
