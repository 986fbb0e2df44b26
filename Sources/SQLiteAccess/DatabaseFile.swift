import CSQLite

/// The file of a connection's main database.
public struct DatabaseFile {
    private let connection: OpaquePointer

    /// - Parameter connection: an open `sqlite3 *` that no other code uses meanwhile, even one that another library opened.
    public init(of connection: OpaquePointer) {
        self.connection = connection
    }

    /// Whether the file was removed, moved or replaced since the connection opened it: its path leads elsewhere, or nowhere. SQLite reads and
    /// writes the open file all the same. False for a database without a file, and where the system does not tell. Costs one `stat`.
    public var hasMoved: Bool {
        var answer: Int32 = 0
        let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return code == SQLITE_OK && answer != 0
    }
}
