import CBaseline
import Foundation
import Trellis

/// Deleting an object with all the objects that go with it.
func registerDeleting() {
    compare("Delete by cascade (goal 1.5)", ["SQL statement", "Trellis"]) { folder in
        let full = folder.file("manifests.sqlite")
        try manifestStore(in: folder, manifests: 1, lines: rows)
        func copy() throws -> String {
            let path = folder.file("copy.sqlite")
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
            try FileManager.default.copyItem(atPath: full, toPath: path)
            return path
        }
        return [
            {
                let connection = try Connection(copy())
                let time = try microseconds { try connection.run("DELETE FROM manifest WHERE _id = 1") }
                precondition(sqlite3_total_changes(connection.pointer) == rows + 1)
                return time
            },
            {
                let container = try PersistentContainer(for: Freight.self, at: .file(copy()))
                let context = try container.makeContext()
                let manifests = try context.fetchAll(Manifest.self)
                let time = try microseconds {
                    for manifest in manifests { try context.delete(manifest) }
                    try context.save()
                }
                let left = try container.makeContext().fetchAll(ManifestLine.self)
                precondition(left.isEmpty)
                return time
            },
        ]
    }
}
