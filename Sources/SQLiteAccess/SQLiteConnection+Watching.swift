import CSQLite

extension SQLiteConnection {
    /// Whether a transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// The full path of the file; nil for a database in memory.
    public var path: String? {
        guard let path = sqlite3_db_filename(handle, "main"), path.pointee != 0 else { return nil }
        return String(cString: path)
    }

    /// How long to wait for a lock of another connection, in seconds.
    public func setBusyTimeout(_ seconds: Double) {
        // Fails only for a connection that is closed.
        _ = sqlite3_busy_timeout(handle, Int32(max(0, min(seconds * 1000, 1e9))))
    }

    /// Runs one statement to its end, and calls `look` now and then while it runs; rows that it gives are passed over.
    /// - Parameters:
    ///   - instructions: after how many instructions of SQLite's machine `look` is called again: a row takes some dozens.
    ///   - look: gets how many rows the statement has passed while it scanned a table; an index that is made counts none. What it
    ///     throws interrupts the statement and is thrown.
    /// - Throws: ``SQLiteError``, or what `look` throws. Where `sql` holds no statement, or text after the first one, nothing is run.
    public func run(_ sql: String, every instructions: Int32, _ look: (_ scannedRows: Int64) throws -> Void) throws {
        try watched(prepare(sql), every: instructions, look) { statement in
            while try statement.raw.step() {}
        }
    }

    /// The first value of the first row of a query as text, nil for NULL or no row; calls `look` now and then while the query runs.
    /// - Throws: ``SQLiteError``, or what `look` throws.
    public func firstText(_ sql: String, every instructions: Int32, _ look: (_ scannedRows: Int64) throws -> Void) throws -> String? {
        try watched(prepare(sql), every: instructions, look) { statement in
            guard try statement.raw.step(), !statement.raw.value(at: 0).isNull else { return nil }
            return try statement.raw.text(at: 0)
        }
    }

    private func watched<Result>(
        _ statement: PreparedStatement, every instructions: Int32, _ look: (_ scannedRows: Int64) throws -> Void,
        _ body: (PreparedStatement) throws -> Result
    ) throws -> Result {
        try withoutActuallyEscaping(look) { look in
            let watch = Watch(statement, look)
            sqlite3_progress_handler(
                handle, instructions, { watch in Unmanaged<Watch>.fromOpaque(watch!).takeUnretainedValue().interrupts ? 1 : 0 },
                Unmanaged.passUnretained(watch).toOpaque())
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            return try withExtendedLifetime(watch) {
                do {
                    return try body(statement)
                } catch {
                    throw watch.error ?? error
                }
            }
        }
    }

    /// Who looks on while a statement runs.
    private final class Watch {
        private let statement: PreparedStatement
        private let look: (Int64) throws -> Void
        private(set) var error: (any Error)?

        init(_ statement: PreparedStatement, _ look: @escaping (Int64) throws -> Void) {
            self.statement = statement
            self.look = look
        }

        var interrupts: Bool {
            guard error == nil else { return true }
            do {
                try look(Int64(sqlite3_stmt_status(statement.raw.pointer, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0)))
                return false
            } catch {
                self.error = error
                return true
            }
        }
    }
}

extension SQLiteConnection {
    /// Copies the database, page by page, into another one, as it is at one moment (SQLite's online backup).
    /// - Parameters:
    ///   - destination: a connection whose database is written over.
    ///   - look: gets how many pages are copied, and how many there are. What it throws stops the copying and is thrown; what
    ///     stands in the destination then is no database.
    /// - Throws: ``SQLiteError``, or what `look` throws.
    public func copy(to destination: SQLiteConnection, _ look: (_ copied: Int, _ total: Int) throws -> Void = { _, _ in }) throws {
        try Self.copy(from: handle, to: destination.handle, look)
    }

    /// Replaces the database with that of a connection that other code owns.
    /// - Throws: ``SQLiteError``, or the error of `look`.
    public func replace(with source: OpaquePointer, _ look: (_ copied: Int, _ total: Int) throws -> Void) throws {
        try Self.copy(from: source, to: handle, look)
    }

    /// Copies the database of one of SQLite's connections into that of another, both of which other code owns.
    /// - Parameter look: gets how many pages are copied, and how many there are. If it throws, the copying stops; the destination then
    ///   holds no database.
    /// - Throws: ``SQLiteError``, or the error of `look`.
    public static func copy(
        from source: OpaquePointer, to destination: OpaquePointer, _ look: (_ copied: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws {
        guard let backup = sqlite3_backup_init(destination, "main", source, "main") else {
            throw SQLiteError(code: sqlite3_errcode(destination), connection: destination)
        }
        do {
            var code = SQLITE_OK
            while code != SQLITE_DONE {
                code = sqlite3_backup_step(backup, 1_024)
                if code != SQLITE_DONE { try SQLiteError.check(code, nil) }
                let total = Int(sqlite3_backup_pagecount(backup))
                try look(total - Int(sqlite3_backup_remaining(backup)), total)
            }
        } catch {
            // The code repeats the error of the last step, which is the one to throw.
            _ = sqlite3_backup_finish(backup)
            throw error
        }
        try SQLiteError.check(sqlite3_backup_finish(backup), destination)
    }
}
