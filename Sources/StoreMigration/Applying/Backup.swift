import Foundation
import SQLiteAccess

/// A copy of a store in a file of its own.
package struct Backup {
    private let path: String

    /// - Parameter path: the file that is made; there must be none.
    package init(to path: String) {
        self.path = path
    }

    /// Copies what is committed, and checks whether the copy is whole.
    ///
    /// The copy is read on another connection, so it shows the state before a transaction that is open on `connection`. That connection
    /// reads in one transaction: other processes may write meanwhile, and the copy shows the state at its beginning.
    /// - Throws: ``MigrationError``, or what `look` throws; then there is no copy.
    package func make(of connection: SQLiteConnection, _ look: (_ copied: Int, _ total: Int) throws -> Void) throws {
        guard let source = connection.path else {
            throw MigrationError.backupFailed(path: path, reason: "the store is in memory")
        }
        guard !Self.isCompanion(path, of: source), !Self.isCompanion(source, of: path) else {
            throw MigrationError.backupFailed(path: path, reason: "SQLite uses a file of this name beside '\(source)'")
        }
        try create(withRightsOf: source) { copy in
            let reader = try SQLiteConnection(opening: source, readOnly: true)
            reader.setBusyTimeout(Self.busyTimeout)
            try reader.execute("BEGIN")
            // SQLite begins to read at the first statement that does.
            _ = try reader.rows("SELECT count(*) FROM sqlite_schema")
            try reader.copy(to: copy, look)
        }
    }

    /// How long to wait, in seconds, for a lock on the store that is copied.
    private static let busyTimeout = 5.0

    /// Creates the file, and checks the database that `fill` writes into it.
    /// - Parameter source: the file whose permissions the copy gets; nil for those of the user alone.
    /// - Throws: ``MigrationError``, or an error of `fill` that is not SQLite's; then there is no copy.
    package func create(withRightsOf source: String?, _ fill: (SQLiteConnection) throws -> Void) throws {
        // O_EXCL: no existing file is ever overwritten.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST
                ? MigrationError.backupExists(path: path) : .backupFailed(path: path, reason: String(cString: strerror(errno)))
        }
        // The copy has the permissions of the store, so that no other user can read its data.
        var status = stat()
        let rights = source.flatMap { stat($0, &status) == 0 ? status.st_mode & 0o777 : nil }
        // The copy of a read-only store is written now.
        if let rights { fchmod(descriptor, rights | S_IWUSR) }
        close(descriptor)
        do {
            let copy = try SQLiteConnection(opening: path)
            // The deletion of its journal commits the copy: it has to be on the disk before the store changes, or a power cut could
            // bring the journal back, which empties the copy.
            try copy.execute("PRAGMA synchronous = EXTRA")
            try fill(copy)
            // A copy without a log is one file, which opens on a disk that nothing can write to.
            _ = try copy.rows("PRAGMA journal_mode = DELETE")
            let found = try copy.rows("PRAGMA integrity_check(1)")
            guard found == [["ok"]] else {
                throw MigrationError.backupFailed(
                    path: path, reason: "the copy is not whole: \(found.first?.first.flatMap(\.self) ?? "")")
            }
            if let rights { chmod(path, rights) }
        } catch {
            for ending in [""] + Self.companionEndings { unlink(path + ending) }
            if let error = error as? SQLiteError { throw MigrationError.backupFailed(path: path, reason: error.message) }
            throw error
        }
    }

    // MARK: Names

    /// The endings of the files that SQLite writes beside a database, and deletes: https://sqlite.org/tempfiles.html
    package static let companionEndings = ["-wal", "-shm", "-journal"]

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
