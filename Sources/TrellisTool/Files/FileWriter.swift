import Diagnostics
import Foundation

/// Writes files atomically, and does not touch files whose content stays the same.
struct FileWriter {
    /// A file's path and its new text.
    struct Output {
        var path: String
        var text: String
        /// The place of the configuration that asks for it; nil for a command line.
        var origin: SourceSpan?
    }

    /// The numbers of written and of unchanged files.
    struct Summary: CustomStringConvertible {
        var written = 0
        var unchanged = 0
        var removed = 0

        var description: String {
            "\(written) \(written == 1 ? "file" : "files") written, \(unchanged) unchanged"
                + (removed > 0 ? ", \(removed) removed" : "")
        }
    }

    /// The owner of the files.
    enum Owner {
        /// Trellis owns them: the next run generates them again.
        case machine
        /// The user owns them, and they exist: their permissions and links stay, and the new text is on disk before it replaces
        /// the old one.
        case person
    }

    /// Writes the files that differ.
    ///
    /// - Parameter wrote: is called after each written file.
    ///
    /// - Throws: ``CouldNotRun`` that names the file. Earlier files are written, later ones are not.
    static func write(
        _ outputs: [Output], ownedBy owner: Owner = .machine, wrote: (_ path: String) -> Void = { _ in }
    ) throws(CouldNotRun) -> Summary {
        var summary = Summary()
        var folders = Set<String>()
        for output in outputs {
            let content = Data(output.text.utf8)
            if FileManager.default.contents(atPath: output.path) == content {
                summary.unchanged += 1
                continue
            }
            do {
                let path = owner == .person ? CanonicalPath.of(output.path) : output.path
                let folder = CanonicalPath.folder(of: path)
                if folders.insert(folder).inserted {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                }
                try replace(path, in: folder, with: content, ownedBy: owner)
            } catch {
                throw CouldNotRun("cannot write '\(output.path)': \(error.localizedDescription)")
            }
            summary.written += 1
            wrote(output.path)
        }
        return summary
    }

    /// Creates missing files, which the user owns from then on. Existing ones are not read.
    ///
    /// - Returns: the number of created files.
    ///
    /// - Throws: ``CouldNotRun`` that names the file. Earlier files are written, later ones are not.
    static func begin(_ outputs: [Output], wrote: (_ path: String) -> Void = { _ in }) throws(CouldNotRun) -> Int {
        var count = 0
        for output in outputs {
            do {
                let folder = CanonicalPath.folder(of: output.path)
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                // This never replaces a file, even one created a moment ago, or a broken link.
                let descriptor = open(output.path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
                if descriptor < 0, errno == EEXIST { continue }
                guard descriptor >= 0 else { throw POSIXError.current }
                let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                do {
                    try file.write(contentsOf: Data(output.text.utf8))
                    try file.close()
                } catch {
                    // A half-written file would be the user's from now on.
                    unlink(output.path)
                    throw error
                }
            } catch {
                throw CouldNotRun("cannot write '\(output.path)': \(error.localizedDescription)")
            }
            count += 1
            wrote(output.path)
        }
        return count
    }

    /// Removes files.
    /// - Throws: ``CouldNotRun`` that names the file. Earlier files are removed, later ones are not.
    static func remove(_ paths: [String]) throws(CouldNotRun) {
        for path in paths where unlink(path) != 0 {
            throw CouldNotRun("cannot remove '\(path)': \(POSIXError.current.localizedDescription)")
        }
    }

    /// Readers and compilers never see half a file. Foundation's atomic writing also waits for the disk each time. That takes
    /// more than half of the time of a large model, for files that the next run can generate again.
    private static func replace(_ path: String, in folder: String, with content: Data, ownedBy owner: Owner) throws {
        // An unpredictable name: in a folder that others can write to, a link with a known name could lead anywhere.
        let draft = "\(folder)/.trellis-\(UInt64.random(in: 0 ... .max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o666)
        guard descriptor >= 0 else { throw POSIXError.current }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: content)
            if owner == .person {
                var status = stat()
                guard stat(path, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
                    throw POSIXError.current
                }
                try file.synchronize()
            }
            try file.close()
            guard rename(draft, path) == 0 else { throw POSIXError.current }
        } catch {
            unlink(draft)
            throw error
        }
    }
}

extension POSIXError {
    /// The system's message for its last error.
    static var current: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
