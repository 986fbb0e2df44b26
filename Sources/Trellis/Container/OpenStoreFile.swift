import Foundation

/// The file of an open store and its write-ahead log: what the path led to when they were opened.
///
/// SQLite goes on to read and write open files that no path leads to any more. What it commits there is lost.
struct OpenStoreFile: Sendable {
    /// The path as the program gave it.
    let path: String
    private let absolute: String
    /// The same without symbolic links, beside which SQLite keeps the log.
    private let resolved: String
    private let file: Identity
    private let log: Identity?

    /// - Parameter path: the path of a store that is open, and has been read: the log is there then. nil if there is no file.
    init?(_ path: String) {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        guard let real = realpath(absolute, nil) else { return nil }
        defer { free(real) }
        let resolved = String(cString: real)
        guard let file = Identity(of: resolved) else { return nil }
        (self.path, self.absolute, self.resolved, self.file) = (path, absolute, resolved, file)
        log = Identity(of: resolved + "-wal")
    }

    /// Whether the path still leads to the open file, with its log beside it. Takes two or three calls of the system.
    var isInPlace: Bool {
        Identity(of: resolved) == file && (resolved == absolute || Identity(following: absolute) == file)
            && (log == nil || Identity(of: resolved + "-wal") == log)
    }

    /// Which file stands at a path.
    private struct Identity: Equatable {
        private let device: dev_t
        private let number: ino_t

        /// - Parameter path: its own file counts, and not what a symbolic link there leads to.
        init?(of path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }

        init?(following path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }
}
