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
            for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
            if let error = error as? SQLiteError { throw MigrationError.backupFailed(path: path, reason: error.message) }
            throw error
        }
    }
}
