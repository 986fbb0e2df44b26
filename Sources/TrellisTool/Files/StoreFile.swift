import Foundation
import Predicates
import ProjectFiles
import SQLiteAccess
import StoreMigration

/// The store file of a command.
struct StoreFile {
    /// As the user names it.
    var path: String
    /// The file that SQLite opens: a copy, if the store is on a cluster.
    private let file: String
    var record: StoreRecord

    /// Reads the store's own record.
    ///
    /// - Throws: ``CouldNotRun`` if the file does not exist or is not a store.
    /// - Parameter copy: a copy of a store that is on a cluster.
    init(_ path: String, copy: String? = nil) throws(CouldNotRun) {
        let file = copy ?? path
        (self.path, self.file) = (path, file)
        try Self.check(file)
        if FileManager.default.contents(ofFirst: 1, atPath: file)?.isEmpty == true {
            throw CouldNotRun("cannot read '\(path)': it is empty and not a store")
        }
        do {
            // An existing log is read and left unchanged. If no log exists, a connection that can write removes the one that
            // reading creates.
            let connection = try SQLiteConnection(opening: file, readOnly: FileManager.default.fileExists(atPath: file + "-wal"))
            connection.setBusyTimeout(5)
            guard let record = try StoreRecord(reading: connection) else { throw MigrationError.notAStore }
            self.record = record
        } catch let error as SQLiteError {
            throw CouldNotRun("cannot read '\(path)': \(error.primaryCode == 26 ? "it is not a SQLite database" : error.message)")
        } catch {
            throw CouldNotRun("'\(path)': \(error)")
        }
    }

    /// A store that was read before.
    init(_ path: String, record: StoreRecord) { (self.path, file, self.record) = (path, path, record) }

    /// Checks that SQLite can open a file and its companions, because reading a pipe would wait for a writer forever.
    ///
    /// - Throws: ``CouldNotRun`` if the file does not exist, or is not a regular file.
    static func check(_ path: String) throws(CouldNotRun) {
        switch FileKind(of: path) {
        case .regular: break
        case nil: throw CouldNotRun("cannot read '\(path)': there is no such file")
        case .folder: throw CouldNotRun("cannot read '\(path)': it is a folder")
        case .other: throw CouldNotRun("cannot read '\(path)': it is a pipe or a device, not a file")
        }
        for companion in ["-journal", "-wal", "-shm"].map({ path + $0 }) {
            if let kind = FileKind(of: companion), kind != .regular {
                throw CouldNotRun("cannot read '\(path)': '\(companion)' beside it is not a file")
            }
        }
    }

    /// Whether a path on a command line is a SQLite database, not a model: by its content or, if it is empty, by its name. SQLite
    /// treats an empty file as a database too.
    static func isMeant(by path: String) -> Bool {
        let suffix = path.lowercased().split(separator: ".").last ?? ""
        let isNamedAsModel = suffix == "yaml" || suffix == "yml"
        let isNamedAsStore = ["sqlite", "sqlite3", "db", "db3", "store"].contains(suffix)
        switch FileKind(of: path) {
        case .other: return !isNamedAsModel
        case nil, .folder: return isNamedAsStore
        case .regular:
            guard let head = FileManager.default.contents(ofFirst: 16, atPath: path) else { return isNamedAsStore }
            return head.isEmpty ? !isNamedAsModel : isNamedAsStore || head == Data("SQLite format 3\0".utf8)
        }
    }

    /// Opens it for reading, with the functions that migrations call.
    ///
    /// - Throws: ``CouldNotRun``
    func connectReadOnly() throws(CouldNotRun) -> SQLiteConnection {
        do {
            let connection = try SQLiteConnection(opening: file, readOnly: FileManager.default.fileExists(atPath: file + "-wal"))
            connection.setBusyTimeout(5)
            try TextDerivation.register(on: connection.functions)
            return connection
        } catch {
            throw CouldNotRun("cannot open '\(path)': \(error)")
        }
    }

    /// Opens it for writing, with the functions that migrations call.
    ///
    /// - Throws: ``CouldNotRun``
    func connect() throws(CouldNotRun) -> SQLiteConnection {
        do {
            let connection = try SQLiteConnection(opening: file)
            try TextDerivation.register(on: connection.functions)
            return connection
        } catch {
            throw CouldNotRun("cannot open '\(path)': \(error)")
        }
    }
}

/// The kind of a path, following links.
enum FileKind {
    case regular, folder
    /// A pipe, a device or a socket.
    case other

    /// - Returns: nil if it does not exist.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}

extension FileManager {
    /// The first bytes of a file; nil if it cannot be read.
    fileprivate func contents(ofFirst count: Int, atPath path: String) -> Data? {
        guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: count) else { return Data() }
        return data
    }
}
