import Diagnostics
import Foundation

/// Writes files atomically, and does not touch files whose content stays the same.
package enum FileWriter {
    /// A file's path and its new text.
    package struct Output {
        package var path: String
        package var text: String
        /// The place of the configuration that asks for it; nil for a command line.
        package var origin: SourceSpan?

        package init(path: String, text: String, origin: SourceSpan? = nil) {
            self.path = path
            self.text = text
            self.origin = origin
        }
    }

    /// The numbers of written and of unchanged files.
    package struct Summary: CustomStringConvertible {
        package var written = 0
        package var unchanged = 0
        package var removed = 0

        package var description: String {
            "\(written) \(written == 1 ? "file" : "files") written, \(unchanged) unchanged"
                + (removed > 0 ? ", \(removed) removed" : "")
        }
    }

    /// The owner of the files.
    package enum Owner {
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
    package static func write(
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
                    removeOldDrafts(in: folder)
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

    /// What names of files begin with that are being written.
    package static let draftPrefix = ".trellis-"
    /// Seconds after which a draft belongs to a run that was killed: a run writes one within a moment.
    private static let draftAge = 600.0

    /// Removes what killed runs have left in a folder.
    private static func removeOldDrafts(in folder: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        let oldest = Date(timeIntervalSinceNow: -draftAge)
        for name in names where name.hasPrefix(draftPrefix) && UInt64(name.dropFirst(draftPrefix.count)) != nil {
            let path = "\(folder)/\(name)"
            guard let written = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date, written < oldest else { continue }
            unlink(path)
        }
    }

    /// Readers and compilers never see half a file. Foundation's atomic writing also waits for the disk each time. That takes
    /// more than half of the time of a large model, for files that the next run can generate again.
    private static func replace(_ path: String, in folder: String, with content: Data, ownedBy owner: Owner) throws {
        // An unpredictable name: in a folder that others can write to, a link with a known name could lead anywhere.
        let draft = "\(folder)/\(draftPrefix)\(UInt64.random(in: 0 ... .max))"
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
    package static var current: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
