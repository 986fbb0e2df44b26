import Foundation
import SQLiteAccess

/// A copy of a store in a file of its own.
struct Backup {
    private let path: String

    /// - Parameter path: the file that is made; there must be none.
    init(to path: String) {
        self.path = path
    }

    /// Makes the copy of what is committed, and looks whether it is whole.
    ///
    /// Call it in a transaction that excludes other writers. The copy is read on another connection, so it shows the state before
    /// the transaction.
    /// - Throws: ``MigrationError``, or what `look` throws; then there is no copy.
    func make(of connection: SQLiteConnection, _ look: (_ copied: Int, _ total: Int) throws -> Void) throws {
        guard let source = connection.path else {
            throw MigrationError.backupFailed(path: path, reason: "the store is in memory")
        }
        guard !Self.isCompanion(path, of: source), !Self.isCompanion(source, of: path) else {
            throw MigrationError.backupFailed(path: path, reason: "SQLite uses a file of this name beside '\(source)'")
        }
        // O_EXCL: no existing file is ever overwritten.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? MigrationError.backupExists(path: path) : .backupFailed(path: path, reason: String(cString: strerror(errno)))
        }
        // The copy has the permissions of the store, so that no other user can read its data.
        var status = stat()
        if stat(source, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
        close(descriptor)
        do {
            let copy = try SQLiteConnection(opening: path)
            // The deletion of its journal commits the copy: it has to be on the disk before the store changes, or a power cut could
            // bring the journal back, which empties the copy.
            try copy.execute("PRAGMA synchronous = EXTRA")
            try SQLiteConnection(opening: source, readOnly: true).copy(to: copy, look)
            let found = try copy.rows("PRAGMA integrity_check(1)")
            guard found == [["ok"]] else {
                throw MigrationError.backupFailed(
                    path: path, reason: "the copy is not whole: \(found.first?.first.flatMap(\.self) ?? "")")
            }
        } catch {
            for ending in [""] + Self.companionEndings { unlink(path + ending) }
            if let error = error as? SQLiteError { throw MigrationError.backupFailed(path: path, reason: error.message) }
            throw error
        }
    }

    // MARK: Names

    /// The endings of the files that SQLite writes beside a database, and deletes: https://sqlite.org/tempfiles.html
    private static let companionEndings = ["-wal", "-shm", "-journal"]

    /// Whether SQLite takes the file at `path` for its own file beside the database at `database`.
    private static func isCompanion(_ path: String, of database: String) -> Bool {
        // Many disks ignore the case of letters.
        let (path, database) = (resolved(path).lowercased(), resolved(database).lowercased())
        return companionEndings.contains { path == database + $0 }
    }

    /// The path without links. The file itself need not exist, its folder must.
    private static func resolved(_ path: String) -> String {
        let url = URL(filePath: path).absoluteURL
        return url.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: url.lastPathComponent).path
    }
}
