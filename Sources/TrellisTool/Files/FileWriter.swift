import Foundation

/// Writes generated files: each whole or not at all, and none whose content would stay the same.
struct FileWriter {
    /// A file's place and the text that it is to have.
    struct Output {
        var path: String
        var text: String
    }

    /// How many files were written, and how many were current already.
    struct Summary {
        var written = 0
        var unchanged = 0
    }

    /// Writes what differs.
    /// - Throws: ``CouldNotRun`` that names the file; files before it are written, those after it are not.
    static func write(_ outputs: [Output]) throws(CouldNotRun) -> Summary {
        var summary = Summary()
        var folders = Set<String>()
        for output in outputs {
            let content = Data(output.text.utf8)
            if FileManager.default.contents(atPath: output.path) == content {
                summary.unchanged += 1
                continue
            }
            do {
                let folder = URL(filePath: output.path).deletingLastPathComponent().path
                if folders.insert(folder).inserted {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                }
                try replace(output.path, in: folder, with: content)
            } catch {
                throw CouldNotRun("cannot write '\(output.path)': \(error.localizedDescription)")
            }
            summary.written += 1
        }
        return summary
    }

    /// A reader, or a compiler, never sees half a file. Foundation's atomic writing also waits for the disk each time: more
    /// than half of the time of a large model, for files that the next run makes again.
    private static func replace(_ path: String, in folder: String, with content: Data) throws {
        let draft = "\(folder)/.trellis-\(ProcessInfo.processInfo.processIdentifier)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard descriptor >= 0 else { throw POSIXError.current }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: content)
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
    fileprivate static var current: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
