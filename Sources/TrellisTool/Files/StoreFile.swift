import Foundation
import Predicates
import SQLiteAccess
import StoreMigration

/// A store's file that a command works on.
struct StoreFile {
    var path: String
    var record: StoreRecord

    /// Reads what the store says of itself.
    /// - Throws: ``CouldNotRun`` where there is no such file, or it is no store.
    init(_ path: String) throws(CouldNotRun) {
        self.path = path
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw CouldNotRun("cannot read '\(path)': there is no such file")
        }
        if isDirectory.boolValue { throw CouldNotRun("cannot read '\(path)': it is a folder") }
        do {
            // Where a log is there it is read and left as it is; where there is none, a connection that can write removes the one
            // that reading makes.
            let connection = try SQLiteConnection(opening: path, readOnly: FileManager.default.fileExists(atPath: path + "-wal"))
            connection.setBusyTimeout(5)
            guard let record = try StoreRecord(reading: connection) else { throw MigrationError.notAStore }
            self.record = record
        } catch let error as SQLiteError {
            throw CouldNotRun("cannot read '\(path)': \(error.primaryCode == 26 ? "it is no SQLite database" : error.message)")
        } catch {
            throw CouldNotRun("'\(path)': \(error)")
        }
    }

    /// Whether a file is a database of SQLite's, and not the text of a model. To SQLite an empty file is a database too.
    static func isDatabase(_ path: String) -> Bool {
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return false }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: 16) else { return false }
        return head.isEmpty ? ![".yaml", ".yml"].contains(where: path.hasSuffix) : head == Data("SQLite format 3\0".utf8)
    }

    /// Opens it to be written to, with what the SQL of migrations calls.
    /// - Throws: ``CouldNotRun``
    func connect() throws(CouldNotRun) -> SQLiteConnection {
        do {
            let connection = try SQLiteConnection(opening: path)
            try FoldedText.register(on: connection.functions)
            return connection
        } catch {
            throw CouldNotRun("cannot open '\(path)': \(error)")
        }
    }
}
