import Foundation

/// A process that holds a lock on a store's file.
public struct LockHolder: Sendable, Hashable, CustomStringConvertible {
    /// The number of the process.
    public var processID: Int32
    /// The name of its program; nil if the system does not tell.
    public var name: String?

    public init(processID: Int32, name: String? = nil) {
        self.processID = processID
        self.name = name
    }

    public var description: String {
        if processID == getpid() { return "another container or connection of this process" }
        return "process \(processID)" + (name.map { " (\($0))" } ?? "")
    }
}

extension LockHolder {
    /// The process that keeps others from the store at `path`, as far as the system tells. Only Linux does.
    ///
    /// It reads the system's list of locks and opens no file of the store: closing that would release SQLite's own locks.
    static func holder(of path: String) -> LockHolder? {
        // The system gives a long list in pieces, and leaves out lines while other locks come and go.
        for _ in 0..<3 { if let holder = findHolder(of: path) { return holder } }
        return nil
    }

    private static func findHolder(of path: String) -> LockHolder? {
        guard let list = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
        let locks = list.split(separator: "\n").compactMap(HeldLock.init)
        // A lock for writing excludes all others; without one a reader keeps a writer waiting.
        for kind in ["WRITE", "READ"] {
            for file in [path, path + "-shm"] {
                var status = stat()
                guard stat(file, &status) == 0 else { continue }
                let found = locks.filter { lock in
                    lock.kind == kind && lock.inode == UInt64(status.st_ino) && lock.isTransaction(inLog: file != path)
                }
                // Of several, one of another process says more.
                if let lock = found.first(where: { $0.processID != getpid() }) ?? found.first {
                    return LockHolder(processID: lock.processID, name: programName(of: lock.processID))
                }
            }
        }
        return nil
    }

    private static func programName(of process: Int32) -> String? {
        let text = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
        return text.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
}

/// A line of Linux' `/proc/locks`: `1: POSIX  ADVISORY  WRITE 708 08:01:1234 120 120`.
private struct HeldLock {
    let kind: String
    let processID: Int32
    let inode: UInt64
    let start: Int64

    init?(_ line: Substring) {
        let words = line.split(separator: " ")
        // A line with an arrow is a lock that waits.
        guard words.count == 8, words[1] == "POSIX", let process = Int32(words[4]), process > 0,
            let inode = words[5].split(separator: ":").last.flatMap({ UInt64($0) }), let start = Int64(words[6])
        else { return nil }
        (kind, processID, self.inode, self.start) = (String(words[3]), process, inode, start)
    }

    /// Whether the lock belongs to a running transaction. SQLite locks byte 128 of a log's shared memory, and in the database the bytes
    /// from 2³⁰ + 2 on, for as long as a connection with a log is open.
    func isTransaction(inLog: Bool) -> Bool {
        inLog ? start != 128 : kind == "WRITE" || start < 1 << 30 + 2
    }
}

extension StoreError {
    /// The same error; if the store is busy, with the process that holds the lock.
    func namingHolder(at location: StoreLocation) -> StoreError {
        guard case .busy(nil) = self, case .file(let path) = location else { return self }
        return .busy(holder: LockHolder.holder(of: path))
    }
}
