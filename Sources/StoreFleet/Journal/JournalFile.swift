import Foundation

/// The journal of a run: a file that only grows, one line for each entry.
///
/// Unchecked, because the compiler does not know that the file is written only while `lock` is held.
final class JournalFile: @unchecked Sendable {
    private let path: String
    private let descriptor: Int32
    private let lock = NSLock()

    /// Opens a journal, or creates one, and keeps other runs from using it.
    /// - Returns: the file, its complete entries, and whether the first one was not complete.
    /// - Throws: ``FleetError``
    static func open(_ path: String) throws(FleetError) -> (file: JournalFile, entries: [JournalEntry], wasCut: Bool) {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .journal(path: path, reason: String(cString: strerror(errno))) }
        let file = JournalFile(path, descriptor)
        // The system releases it when the process ends, however it ends.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw .journal(path: path, reason: "another run uses it")
        }
        let (entries, wasCut) = try file.read()
        return (file, entries, wasCut)
    }

    private init(_ path: String, _ descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    /// Reads the entries up to the first one that is not complete. A power failure may leave such a line at the end, which is cut off:
    /// the stores of lost lines are read again.
    private func read() throws(FleetError) -> (entries: [JournalEntry], wasCut: Bool) {
        guard let data = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd() ?? Data() else {
            throw .journal(path: path, reason: "it cannot be read")
        }
        let decoder = JSONDecoder()
        var (entries, length) = ([JournalEntry](), 0)
        while let end = data[(data.startIndex + length)...].firstIndex(of: 10) {
            let line = data[(data.startIndex + length)..<end]
            guard let entry = try? decoder.decode(JournalEntry.self, from: line) else { break }
            entries.append(entry)
            length = end - data.startIndex + 1
        }
        guard length < data.count else { return (entries, false) }
        // A file that does not begin as a journal is another file, and stays.
        if entries.isEmpty, !Self.isBeginning(data) { throw .journal(path: path, reason: "the file is no journal of a run") }
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw failure() }
        return (entries, entries.isEmpty)
    }

    /// Whether bytes are the beginning of a first line, which a crash may cut, or fill up with zeros.
    private static func isBeginning(_ data: Data) -> Bool {
        let written = data.prefix { $0 != 0 }
        guard data.dropFirst(written.count).allSatisfy({ $0 == 0 }), !written.contains(10) else { return false }
        let opening = Data("{\"hash\":\"".utf8)
        return written.starts(with: opening) || opening.starts(with: written)
    }

    /// Adds entries.
    /// - Parameter isDurable: whether they are on the disk when the call returns.
    /// - Throws: ``FleetError``
    func append(_ entries: [JournalEntry], isDurable: Bool) throws(FleetError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var data = Data()
        for entry in entries {
            guard let line = try? encoder.encode(entry) else { throw .journal(path: path, reason: "an entry cannot be written") }
            data += line + [10]
        }
        lock.lock()
        defer { lock.unlock() }
        var written = 0
        while written < data.count {
            let count = data.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, data.count - written) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            written += count
        }
        if isDurable, fsync(descriptor) != 0 { throw failure() }
    }

    private func failure() -> FleetError { .journal(path: path, reason: String(cString: strerror(errno))) }
}
