import CSQLite

extension SQLiteConnection {
    /// Opens a file, which is created if it does not exist; other files can be attached to the connection.
    /// - Throws: ``SQLiteError``
    public convenience init(creating path: String) throws {
        try self.init(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI)
    }

    /// Attaches the database in a file that no process writes meanwhile, without a change to its folder: no lock is taken, and no file is
    /// made for a write-ahead log. What stands in a log is not seen.
    /// - Throws: ``SQLiteError``, also on a connection that was not opened with ``init(creating:)``.
    public func attachUnchanging(_ path: String, as name: String) throws {
        // All bytes but the plainest as digits: the path is one of the user's.
        let plain = Set("/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        let digits = Array("0123456789ABCDEF")
        let escaped = path.utf8.map { byte in
            plain.contains(byte) ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
        try run("ATTACH \(SQL.literal("file:\(escaped.joined())?immutable=1")) AS \(SQL.identifier(name))")
    }

    /// The name of the function that ``addChecksum()`` adds.
    public static let checksum = "trellis_checksum"

    /// Adds an aggregate function of any number of values, whose result is the same for the same rows in any order.
    /// - Throws: ``SQLiteError``
    public func addChecksum() throws {
        try SQLiteError.check(trellis_add_checksum(handle, Self.checksum), handle)
    }
}
