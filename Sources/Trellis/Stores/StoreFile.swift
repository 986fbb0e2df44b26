import Foundation
import SQLiteAccess
import StoreMigration

/// The file of a store that no container opens: its metadata, and copying, moving and removing it with the files that belong to it.
///
/// ```swift
/// let version = try StoreFile("orders.sqlite").metadata().version
/// ```
public struct StoreFile: Sendable, Hashable {
    public let path: String
    /// How long to wait, in seconds, for a lock that another program or connection holds.
    public var busyTimeout: TimeInterval

    public init(_ path: String, busyTimeout: TimeInterval = 5) {
        self.path = path
        self.busyTimeout = busyTimeout
    }

    /// The files of the store that exist: the database first, then the log or the journal.
    public var files: [String] {
        ([path] + Backup.companionEndings.map { path + $0 }).filter(FileManager.default.fileExists(atPath:))
    }

    /// The store's model, version and identity. It reads no object, and needs no model. It works with a store of any version.
    /// - Parameter access: `.immutable` for a file on a medium that nothing can write to.
    /// - Throws: ``StoreError`` if the file is not a store.
    public func metadata(access: StoreAccess = .readOnly) throws -> StoreMetadata {
        try StoreMetadata(readingFile(access) { try record($0) })
    }

    /// Checks the file with SQLite's `integrity_check`, and its keys. It reads the whole file.
    /// ``PersistentContainer/checkIntegrity()`` checks more.
    /// - Throws: ``StoreError`` if the file is no database.
    public func checkIntegrity() throws -> IntegrityReport {
        do {
            return try readingFile(.readOnly) { connection in try IntegrityCheck { try connection.forEachRow(of: $0, $1) }.ofFile() }
        } catch StoreError.damaged(let message) {
            var report = IntegrityReport()
            report.problems = [.damage(message)]
            return report
        }
    }

    /// Copies the store into a new file. Other processes may use it meanwhile; the copy shows one moment.
    /// - Parameters:
    ///   - path: the file; it must not exist.
    ///   - onProgress: gets the fraction that is copied, from 0 to 1. If it throws, there is no copy.
    /// - Throws: ``StoreError``; the errors of `onProgress`.
    public func copy(to path: String, onProgress: ((Double) throws -> Void)? = nil) throws {
        try StoreError.copying(to: path) {
            _ = try StoreFileStatus(path)
            try readingFile(.readOnly) { connection in
                _ = try record(connection)
                try Backup(to: path).make(of: connection) { try onProgress?($1 == 0 ? 1 : Double($0) / Double($1)) }
            }
        }
    }

    /// Moves the store to another path, with the saves of its log. The folder may be on another disk.
    ///
    /// It refuses a store that another container or process has open. With a rollback journal it notices only running transactions.
    /// - Parameter path: the new path; no file of that name, or of a log beside it, may exist.
    /// - Throws: ``StoreError/busy(holder:)``; ``StoreError``. Then the store is where it was.
    public func move(to path: String) throws {
        try StoreError.copying(to: path) {
            _ = try StoreFileStatus(path)
            if let file = StoreFile(path).files.first {
                throw StoreError.notCopied(path: path, reason: "there is a file '\(file)'")
            }
            try exclusively { connection in
                if link(self.path, path) == 0 {
                    unlink(self.path)
                } else if errno == EEXIST {
                    throw StoreError.notCopied(path: path, reason: "there is a file of that name")
                } else {
                    // Another disk, or a file system without links.
                    try Backup(to: path).create(withRightsOf: self.path) { try connection.copy(to: $0) }
                    unlink(self.path)
                }
            }
        }
    }

    /// Deletes the store with all its files. It does nothing if there is no file.
    ///
    /// It refuses a file that is not a store, and a store that another container or process has open. With a rollback journal it notices
    /// only running transactions.
    /// - Throws: ``StoreError/busy(holder:)``; ``StoreError``. Then the store exists.
    public func remove() throws {
        guard !files.isEmpty else { return }
        try exclusively { _ in
            for file in files.reversed() where unlink(file) != 0 && errno != ENOENT {
                throw StoreError.cannotOpen(path: file, reason: "it cannot be deleted: \(String(cString: strerror(errno)))")
            }
        }
    }

    // MARK: Connections

    private func record(_ connection: SQLiteConnection) throws -> StoreRecord {
        guard let record = try StoreRecord(reading: connection) else { throw StoreError.notAStore(path: path) }
        return record
    }

    private func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError where error.primaryCode == 26 {
            throw StoreError.notADatabase(path: path)
        } catch let error as SQLiteError {
            throw StoreError(error).namingHolder(at: .file(path))
        } catch let error as StoreError {
            throw error.namingHolder(at: .file(path))
        }
    }

    private var isWritable: Bool { access(path, W_OK) == 0 }

    private func connect(_ access: StoreAccess) throws -> SQLiteConnection {
        let status = try StoreFileStatus(path)
        if status.isEmpty { throw StoreError.cannotOpen(path: path, reason: "there is no store") }
        // A connection that can write removes the log that reading creates. An existing log is read and stays.
        let readsOnly = access != .readWrite && (access == .immutable || StoreFileStatus.hasContent(path + "-wal") || !isWritable)
        let connection = try SQLiteConnection(opening: access.path(of: path), readOnly: readsOnly)
        connection.setBusyTimeout(busyTimeout)
        return connection
    }

    private func readingFile<Result>(_ access: StoreAccess, _ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try reporting { try body(connect(access)) }
    }

    /// Runs `body` with a connection that excludes all others, and a store that is one file.
    private func exclusively(_ body: (SQLiteConnection) throws -> Void) throws {
        try reporting {
            let connection = try connect(.readWrite)
            _ = try record(connection)
            let deadline = Date(timeIntervalSinceNow: busyTimeout)
            // Leaving the log needs that no other connection is open, and SQLite does not wait for that.
            while true {
                do {
                    guard try connection.rows("PRAGMA journal_mode = DELETE") == [["delete"]] else { throw StoreError.busy(holder: nil) }
                    break
                } catch {
                    guard case .busy = StoreError(error), Date() < deadline else { throw error }
                    usleep(20_000)
                }
            }
            // The lock outlives the transaction: SQLite copies nothing out of one that writes.
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            try connection.execute("BEGIN EXCLUSIVE")
            try connection.execute("COMMIT")
            try body(connection)
        }
    }
}
