import Foundation
import Predicates
import SQLiteAccess
import StoreMigration

/// A store that is open and has a path to the wanted version.
struct PreparedStore {
    let connection: SQLiteConnection
    let record: StoreRecord
    let chain: MigrationChain
    /// Whether the store has the version already.
    let isCurrent: Bool
    /// The size of its file in bytes.
    let size: Int64

    /// Opens a store and reads its record.
    /// - Parameter isRead: whether the store is only read.
    /// - Throws: ``StoreFailure``
    init(
        _ path: String, _ busyTimeout: Double, isRead: Bool = false, chain: (StoreRecord) throws -> MigrationChain
    ) throws(StoreFailure) {
        size = try Self.check(path)
        do {
            // A connection that can write removes the log that reading creates. An existing log is read and stays.
            connection = try SQLiteConnection(opening: path, readOnly: isRead && FileManager.default.fileExists(atPath: path + "-wal"))
            connection.setBusyTimeout(busyTimeout)
            guard let record = try StoreRecord(reading: connection) else { throw MigrationError.notAStore }
            self.record = record
            self.chain = try chain(record)
            isCurrent = try self.chain.path(from: record).isEmpty
            if !isCurrent { try TextDerivation.register(on: connection.functions) }
        } catch {
            throw StoreFailure(of: error)
        }
    }

    /// Checks that SQLite can open a file and its companions: reading a pipe would wait for a writer forever.
    /// - Returns: the size of the file.
    private static func check(_ path: String) throws(StoreFailure) -> Int64 {
        // The system would take the part before it for the path.
        if path.utf8.contains(0) { throw StoreFailure(.missing, "its path has a NUL character") }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw StoreFailure(.unusable, String(cString: strerror(errno))) }
            // Bytes that are not UTF-8 are replaced when a path becomes a text.
            if path.unicodeScalars.contains("\u{fffd}") { throw StoreFailure(.unusable, "its path is not UTF-8: rename the file or its folder") }
            throw StoreFailure(.missing, "there is no such file")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw StoreFailure(.unusable, "it is a folder")
        default: throw StoreFailure(.unusable, "it is a pipe or a device, not a file")
        }
        let size = Int64(status.st_size)
        if size == 0 { throw StoreFailure(.foreign, "the file is empty and no store") }
        for companion in Backup.companionEndings.map({ path + $0 }) where stat(companion, &status) == 0 && status.st_mode & S_IFMT != S_IFREG {
            throw StoreFailure(.unusable, "'\(companion)' beside it is not a file")
        }
        return size
    }
}

extension StoreFailure {
    /// Why a store cannot be migrated, as far as its record says it; nil if it can. Nothing is written.
    package static func reading(_ path: String, _ busyTimeout: Double, chain: (StoreRecord) throws -> MigrationChain) -> StoreFailure? {
        do throws(StoreFailure) {
            _ = try PreparedStore(path, busyTimeout, isRead: true, chain: chain)
            return nil
        } catch {
            return error
        }
    }

    /// The failure that an error is.
    init(of error: any Error) {
        switch error {
        case let error as StoreFailure: self = error
        case let error as MigrationError: self.init(error)
        case let error as SQLiteError: self.init(MigrationError(error))
        default: self.init(.other, "\(error)")
        }
    }
}
