import Foundation

/// Locks of other processes on a database. They are only read: a lock of this process would stop the other one.
enum SourceLock {
    /// The bytes that SQLite locks, in its file format.
    private static let (first, count): (Int, Int) = (0x4000_0000, 512)

    /// - Throws: ``StoreImportError`` if another process has the file open as a database, as far as the system says so.
    static func check(_ path: String) throws(StoreImportError) {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return }
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        (lock.l_start, lock.l_len) = (off_t(first), off_t(count))
        guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return }
        throw StoreImportError("'\(path)' is in use by process \(lock.l_pid): close its program first")
    }
}
