/// What a container may do with a store's file.
public enum StoreAccess: Sendable, Hashable {
    /// The container creates, migrates and writes the store.
    case readWrite
    /// The container only reads. Saves throw ``StoreError/readOnly``. Other processes may write meanwhile.
    ///
    /// If the store has a write-ahead log, SQLite needs the files `-wal` and `-shm`: they exist, or the folder can be written.
    case readOnly
    /// The container only reads, and nothing writes to the file while it is open: it is on a medium such as a CD, or within an
    /// application's bundle. SQLite takes no locks and creates no files. If the file changes all the same, fetches give wrong results.
    ///
    /// A file with unsaved pages in a write-ahead log is refused: close the store before you ship it.
    case immutable

    /// What SQLite opens for the file at `path`.
    func path(of path: String) -> String {
        guard self == .immutable else { return path }
        // These characters end the path of a URI, or begin an escape.
        let escapes: [(String, String)] = [("%", "%25"), ("?", "%3f"), ("#", "%23")]
        let escaped = escapes.reduce(path) { $0.replacing($1.0, with: $1.1) }
        return "file:\(escaped)?immutable=1"
    }
}

/// How a store in a file keeps a save atomic: SQLite's `PRAGMA journal_mode`.
public enum JournalMode: Sendable, Hashable {
    /// New pages go to the file `-wal` first. Readers and one writer do not wait for each other.
    case writeAheadLog
    /// Old pages go to the file `-journal` first, and the database is one file between saves. A save waits until no context reads, and
    /// readers wait for a save. For file systems without shared memory, and for stores that other programs copy as one file.
    case rollback
}
