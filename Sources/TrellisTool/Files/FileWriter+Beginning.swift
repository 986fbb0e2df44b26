import Foundation
import ProjectFiles

extension FileWriter {
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
}
