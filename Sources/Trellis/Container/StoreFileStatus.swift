import Foundation

/// What a path leads to, before SQLite opens it: SQLite takes the empty path for a temporary file, and waits at a pipe.
struct StoreFileStatus {
    /// Whether there is no file, or one without bytes.
    let isEmpty: Bool
    private let exists: Bool
    private let path: String

    /// - Throws: ``StoreError/cannotOpen(path:reason:)`` for what cannot be a store's file.
    init(_ path: String) throws {
        func refuse(_ reason: String) -> StoreError { .cannotOpen(path: path, reason: reason) }
        if path.isEmpty { throw refuse("the path is empty") }
        if path.utf8.contains(0) { throw refuse("the path contains a NUL character") }
        if path == ":memory:" { throw refuse("that is SQLite's name for memory: use '.inMemory'") }
        self.path = path
        var status = stat()
        exists = stat(path, &status) == 0
        guard exists else {
            isEmpty = true
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: isEmpty = status.st_size == 0
        case S_IFDIR: throw refuse("it is a folder")
        default: throw refuse("it is no file, but a pipe, a socket or a device")
        }
        if access(path, R_OK) != 0 { throw refuse("the program has no right to read it") }
    }

    /// Whether there is a file with at least one byte.
    static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// Why SQLite cannot open or create the file; nil for a reason that only SQLite knows.
    var reason: String? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        if !FileManager.default.fileExists(atPath: folder) { return "the folder '\(folder)' does not exist" }
        return exists || access(folder, W_OK) == 0 ? nil : "the program has no right to write to the folder '\(folder)'"
    }
}
