import Foundation
import ProjectFiles
import SchemaEvolution

extension HistoryFolder {
    private static let draftPrefix = FileWriter.draftPrefix

    /// Writes files of a history, the lock after all others: whatever stops it, what the lock names is whole.
    /// - Parameter removed: the names of files that go.
    /// - Throws: ``CouldNotRun``
    static func write(_ files: [(name: String, bytes: [UInt8])], removing removed: [String] = [], to folder: String) throws(CouldNotRun) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            // What a run that was stopped has left.
            for name in try names(in: folder) where name.hasPrefix(draftPrefix) { unlink("\(folder)/\(name)") }
            let lock = HistoryFile.lock.name
            let ordered = files.filter { $0.name != lock } + files.filter { $0.name == lock }
            for file in ordered { try writeDraft(of: file.name, file.bytes, in: folder) }
            for name in removed { unlink("\(folder)/\(name)") }
            for file in ordered {
                guard rename("\(folder)/\(draftPrefix)\(file.name)", "\(folder)/\(file.name)") == 0 else {
                    // Another run takes these drafts for those of a stopped one.
                    if errno == ENOENT { throw CouldNotRun("another process writes its files at the same time; run the command again") }
                    throw POSIXError.current
                }
                // The order on the disk too.
                if file.name != lock { sync(folder) }
            }
            sync(folder)
            // A build that was planned before there was a folder of versions looks at the folder of the model: it has to see that
            // something has changed below. Where the folder belongs to another user, it does not.
            utimes(CanonicalPath.folder(of: folder), nil)
        } catch {
            throw CouldNotRun("cannot write '\(folder)': \((error as? CouldNotRun)?.description ?? error.localizedDescription)")
        }
    }

    /// Removes files that the lock does not cover.
    static func remove(_ names: [String], from folder: String) {
        for name in names { unlink("\(folder)/\(name)") }
        sync(folder)
    }

    private static func writeDraft(of name: String, _ bytes: [UInt8], in folder: String) throws {
        let descriptor = open("\(folder)/\(draftPrefix)\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        guard descriptor >= 0 else { throw POSIXError.current }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(bytes))
        try file.synchronize()
        try file.close()
    }

    /// Waits until the disk has the folder's entries.
    private static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
