import Foundation
import SQLiteAccess

/// The file of a store as it is read: nothing beside it or in it changes.
///
/// SQLite reads a file without a log in place. A write-ahead log, or the journal of a program that was killed, would be worked into
/// the file, so such a store is copied with its log first, and the copy is read.
package final class SourceFile {
    package let path: String
    /// The folder of the copy; nil without one.
    private let copy: WorkFolder?

    /// The ends of the names of files in which SQLite keeps what is not in the file yet.
    private static let logs = ["-wal", "-journal"]

    /// - Parameters:
    ///   - path: the file. SQLite looks for logs beside the file that a link leads to, so links are resolved before.
    ///   - folder: the folder in which a copy is made if one is needed; it is removed with this object.
    /// - Throws: ``StoreImportError``
    package init(_ path: String, copyingIn folder: String) throws(StoreImportError) {
        // A pipe would wait for a writer.
        if let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType, type != .typeRegular {
            throw StoreImportError("'\(path)' is no file")
        }
        try SourceLock.check(path)
        let logs = Self.logs.filter { Self.size(of: path + $0) > 0 }
        guard !logs.isEmpty else {
            (self.path, copy) = (path, nil)
            return
        }
        let copy = try WorkFolder(in: folder)
        for end in [""] + logs {
            do {
                try FileManager.default.copyItem(atPath: path + end, toPath: copy.file("source\(end)"))
                // The original may be read-only.
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.file("source\(end)"))
            } catch {
                throw StoreImportError("'\(path)\(end)' cannot be copied to '\(folder)': \(error.localizedDescription)")
            }
        }
        (self.path, self.copy) = (copy.file("source"), copy)
    }

    /// The path without links; unchanged if no such file exists.
    package static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func size(of path: String) -> Int {
        // The size of a link is not that of its file.
        (try? FileManager.default.attributesOfItem(atPath: resolved(path))[.size] as? Int) ?? 0
    }

    /// - Throws: `SQLiteError`
    package func attach(to connection: SQLiteConnection, as name: String) throws {
        // What the file's author wrote into its schema cannot call functions of this program: they are all marked for that. To distrust
        // the schema as a whole would also refuse SQLite's own functions of JSON, in indexes and columns.
        if copy == nil {
            try connection.attachUnchanging(path, as: name)
        } else {
            try connection.run("ATTACH \(SQL.literal(path)) AS \(SQL.identifier(name))")
        }
    }
}
