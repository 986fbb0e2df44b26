import Foundation
import SQLiteAccess

/// The file of a store as it is read: nothing beside it or in it changes.
///
/// SQLite reads a file without a log in place. A write-ahead log, or the journal of a program that was killed, would be worked into
/// the file, so such a store is copied with its log first, and the copy is read.
final class SourceFile {
    let path: String
    private let copy: String?

    /// The ends of the names of files in which SQLite keeps what is not in the file yet.
    private static let logs = ["-wal", "-journal"]

    /// - Parameter copy: where a copy is made if one is needed; it goes with this object.
    /// - Throws: ``StoreImportError``
    init(_ path: String, copyingTo copy: String) throws(StoreImportError) {
        guard FileManager.default.fileExists(atPath: path) else { throw StoreImportError("'\(path)' does not exist") }
        let logs = Self.logs.filter { Self.size(of: path + $0) > 0 }
        self.copy = logs.isEmpty ? nil : copy
        self.path = logs.isEmpty ? path : copy
        guard !logs.isEmpty else { return }
        Self.remove(copy)
        for end in [""] + logs {
            do {
                try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
                // The original may be read-only.
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy + end)
            } catch {
                Self.remove(copy)
                throw StoreImportError("'\(path)\(end)' cannot be copied to '\(copy)\(end)': \(error.localizedDescription)")
            }
        }
    }

    deinit { if let copy { Self.remove(copy) } }

    private static func size(of path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    private static func remove(_ path: String) {
        // What is not there need not go.
        for end in ["", "-shm"] + logs { try? FileManager.default.removeItem(atPath: path + end) }
    }

    /// - Throws: `SQLiteError`
    func attach(to connection: SQLiteConnection, as name: String) throws {
        // What the file's author wrote into its schema is not to call functions of this program.
        try connection.run("PRAGMA trusted_schema = OFF")
        if copy == nil {
            try connection.attachUnchanging(path, as: name)
        } else {
            try connection.run("ATTACH \(SQL.literal(path)) AS \(SQL.identifier(name))")
        }
    }
}
