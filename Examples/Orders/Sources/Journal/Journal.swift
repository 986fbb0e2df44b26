import Foundation
import Trellis

/// Enters some orders into a store, changes and deletes some, and prints what is there.
@main
struct Journal {
    static func main() {
        let path = CommandLine.arguments.dropFirst().first ?? "orders.sqlite"
        do {
            // A file of an older version becomes one of this when it is opened; this is told and could be a progress bar.
            let migration = MigrationPolicy.automatic(onProgress: { progress in
                if progress.statement == 1, progress.rows == 0 { print("Migrating to version \(progress.toVersion)") }
            })
            let container = try PersistentContainer(for: Orders.self, at: .file(path), migration: migration)
            let session = try Session(in: container.makeContext()) { print($0) }
            print("Store: \(URL(filePath: path).lastPathComponent)")
            for step in session.steps { try step() }
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }
}
