import Foundation

/// The files of a store, which are replaced all together.
///
/// A save writes each file under a second name, and then renames the new header to `commit.json`. That rename is the commit: before it
/// the old files count, after it the new ones. Then the files get their names, and `commit.json` becomes `store.json`. If that stops in
/// between, the next load or save completes it.
struct FolderFiles: Sendable {
    static let header = "store.json"
    private static let commit = "commit.json"
    private static let ending = ".csv"
    /// What a new file is called until its save is complete.
    private static let new = ".new"

    private let folder: String
    private let disk: any DiskOperations

    init(_ folder: String, _ disk: any DiskOperations) {
        self.folder = folder
        self.disk = disk
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }
    private func exists(_ name: String) -> Bool { status(name) != nil }

    private func status(_ name: String) -> stat? {
        var status = stat()
        return stat(path(name), &status) == 0 ? status : nil
    }

    // MARK: Reading

    func readHeader() throws -> Data? {
        try contents(of: exists(Self.commit) ? Self.commit : Self.header)
    }

    /// The contents of a file; nil if it does not exist.
    func read(_ name: String) throws -> Data? {
        try contents(of: exists(Self.commit) && exists(name + Self.new) ? name + Self.new : name)
    }

    private func contents(of name: String) throws -> Data? {
        guard let status = status(name) else { return nil }
        // A pipe would wait for a writer.
        guard status.st_mode & S_IFMT == S_IFREG else { throw DelimitedTextError(name, "it is not a file") }
        do {
            return try Data(contentsOf: URL(filePath: path(name)))
        } catch {
            throw DelimitedTextError(name, "it cannot be read")
        }
    }

    /// The names of the text files.
    func textFiles() throws -> [String] {
        var status = stat()
        guard stat(folder, &status) == 0 else { return [] }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw DelimitedTextError(folder, "it is not a folder") }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(Self.ending) }.sorted()
        } catch {
            throw DelimitedTextError(folder, "it cannot be read")
        }
    }

    /// The size and the time of modification of each file that counts. Completing a save does not change it.
    func stamp() throws -> String? {
        let isCommitted = exists(Self.commit)
        let files = try readHeader().flatMap(Self.fileNames(inHeader:)) ?? textFiles()
        var parts = files.map { name in (name, isCommitted && exists(name + Self.new) ? name + Self.new : name) }
        parts.append((Self.header, isCommitted ? Self.commit : Self.header))
        let texts = parts.compactMap { name, file in
            status(file).map { status in
                #if canImport(Darwin)
                    let time = status.st_mtimespec
                #else
                    let time = status.st_mtim
                #endif
                return "\(name) \(status.st_size) \(time.tv_sec).\(time.tv_nsec) \(status.st_ino)"
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// The names of the text files that a header lists; nil if it is not the header of a store.
    private static func fileNames(inHeader data: Data) -> [String]? {
        struct Tables: Decodable {
            struct Table: Decodable { var name: String }
            var tables: [Table]
        }
        return (try? JSONDecoder().decode(Tables.self, from: data))?.tables.map { $0.name + ending }
    }

    // MARK: Locking

    /// Runs `body` while this process alone holds the lock of the folder. The system releases it when a process ends.
    /// - Returns: false if another one holds it for so many seconds. Then `body` does not run.
    @discardableResult
    func lock(waitingFor seconds: TimeInterval, _ body: () throws -> Void) throws -> Bool {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        // There is nothing to lock yet, or it may not be read: `body` finds out.
        guard descriptor >= 0 else {
            try body()
            return true
        }
        defer { close(descriptor) }
        let end = Date(timeIntervalSinceNow: seconds)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // Some network file systems have no locks.
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            if Date() >= end { return false }
            usleep(2_000)
        }
        try body()
        return true
    }

    // MARK: Writing

    func createFolder() throws {
        if !FileManager.default.fileExists(atPath: folder), disk.createFolder(folder) != 0, errno != EEXIST { throw failure(folder, "created") }
    }

    /// Replaces all files, or leaves all of them as they are.
    func replace(with texts: [(name: String, text: Data)], header: Data) throws {
        try createFolder()
        try complete()
        let newHeader = Self.header + Self.new
        do {
            for (name, text) in texts { try write(text, to: name + Self.new) }
            try write(header, to: newHeader)
            try syncFolder()
            guard disk.rename(path(newHeader), path(Self.commit)) == 0 else { throw failure(Self.commit, "renamed") }
        } catch {
            for name in texts.map(\.name) + [Self.header] { _ = disk.remove(path(name + Self.new)) }
            throw error
        }
        do {
            try syncFolder()
        } catch {
            // After a power cut the commit could be there or not: it is taken back, so that the files agree with the error.
            if disk.rename(path(Self.commit), path(newHeader)) == 0 { throw error }
        }
        // The commit is on the disk: what is left to do is done now, or with the next load or save.
        tryToComplete()
    }

    /// Gives the files of a committed save their names, as far as that succeeds.
    func tryToComplete() { try? complete() }

    private func complete() throws {
        guard let header = try contents(of: Self.commit) else { return }
        guard let names = Self.fileNames(inHeader: header) else { throw DelimitedTextError(Self.commit, "it is not the header of a store") }
        for name in names where exists(name + Self.new) {
            guard disk.rename(path(name + Self.new), path(name)) == 0 else { throw failure(name, "renamed") }
        }
        // Files of tables that the older version of the model had, and the newer one has not.
        if let old = try contents(of: Self.header), let oldNames = Self.fileNames(inHeader: old) {
            for name in oldNames where !names.contains(name) && exists(name) {
                guard disk.remove(path(name)) == 0 else { throw failure(name, "removed") }
            }
        }
        try syncFolder()
        guard disk.rename(path(Self.commit), path(Self.header)) == 0 else { throw failure(Self.header, "renamed") }
        try syncFolder()
    }

    private func write(_ data: Data, to name: String) throws {
        let descriptor = disk.create(path(name))
        guard descriptor >= 0 else { throw failure(name, "created") }
        defer { close(descriptor) }
        try data.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let count = disk.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(name, "written") }
                start += count
            }
        }
        guard disk.sync(descriptor) == 0 else { throw failure(name, "written") }
    }

    private func syncFolder() throws {
        let descriptor = open(folder, O_RDONLY)
        guard descriptor >= 0 else { throw failure(folder, "opened") }
        defer { close(descriptor) }
        guard disk.sync(descriptor) == 0 else { throw failure(folder, "written") }
    }

    private func failure(_ name: String, _ action: String) -> DelimitedTextError {
        DelimitedTextError(name, "it cannot be \(action): \(String(cString: strerror(errno)))")
    }
}
