import Diagnostics
import Foundation

/// Writes files: each whole or not at all, and none whose content would stay the same.
struct FileWriter {
    /// A file's place and the text that it is to have.
    struct Output {
        var path: String
        var text: String
        /// What in the configuration asks for it; nil where a command line does.
        var origin: SourceSpan?
    }

    /// How many files were written, and how many were current already.
    struct Summary: CustomStringConvertible {
        var written = 0
        var unchanged = 0
        var removed = 0

        var description: String {
            "\(written) \(written == 1 ? "file" : "files") written, \(unchanged) unchanged"
                + (removed > 0 ? ", \(removed) removed" : "")
        }
    }

    /// Whose the files are.
    enum Owner {
        /// The next run makes them again.
        case machine
        /// A person's, that exist already: their permissions and links stay, and the disk has the text before it replaces the
        /// former one.
        case person
    }

    /// Writes what differs.
    /// - Parameter wrote: hears of each file that is written, after it is.
    /// - Throws: ``CouldNotRun`` that names the file; files before it are written, those after it are not.
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

    /// Writes the files that are not there yet, which are a person's from then on: one that is there is not looked into.
    /// - Returns: how many were written.
    /// - Throws: ``CouldNotRun`` that names the file; files before it are written, those after it are not.
    static func begin(_ outputs: [Output], wrote: (_ path: String) -> Void = { _ in }) throws(CouldNotRun) -> Int {
        var count = 0
        for output in outputs {
            do {
                let folder = CanonicalPath.folder(of: output.path)
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                // Never in the place of a file, not even of one that came a moment ago, or of a link that leads nowhere.
                let descriptor = open(output.path, O_WRONLY | O_CREAT | O_EXCL, 0o666)
                if descriptor < 0, errno == EEXIST { continue }
                guard descriptor >= 0 else { throw POSIXError.current }
                let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                do {
                    try file.write(contentsOf: Data(output.text.utf8))
                    try file.close()
                } catch {
                    // Half a file would be a person's from now on.
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
    /// - Throws: ``CouldNotRun`` that names the file; files before it are removed, those after it are not.
    static func remove(_ paths: [String]) throws(CouldNotRun) {
        for path in paths where unlink(path) != 0 {
            throw CouldNotRun("cannot remove '\(path)': \(POSIXError.current.localizedDescription)")
        }
    }

    /// A reader, or a compiler, never sees half a file. Foundation's atomic writing also waits for the disk each time: more
    /// than half of the time of a large model, for files that the next run makes again.
    private static func replace(_ path: String, in folder: String, with content: Data, ownedBy owner: Owner) throws {
        // A name that nobody can foresee: in a folder that others write to, a link of that name could lead anywhere.
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
    /// What the system says of its last failure.
    static var current: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
