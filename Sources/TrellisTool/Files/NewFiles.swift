import Foundation
import ProjectFiles

/// Creates missing files: all, or none.
enum NewFiles {
    /// - Parameter folder: the base of the paths; it is created if it is missing.
    ///
    /// - Throws: ``CouldNotRun``; files and folders created so far are removed again.
    static func write(_ files: [FileWriter.Output], to folder: String) throws(CouldNotRun) {
        let outputs = files.map { FileWriter.Output(path: "\(folder)/\($0.path)", text: $0.text) }
        let folders = missingFolders(above: outputs.map(\.path))
        var written = [String]()
        do throws(CouldNotRun) {
            if try FileWriter.begin(outputs, wrote: { written.append($0) }) < outputs.count {
                throw CouldNotRun("another process created a file in '\(folder)' meanwhile: nothing is written")
            }
        } catch {
            for path in written { unlink(path) }
            // The longest first. Folders that are not empty stay.
            for folder in folders { rmdir(folder) }
            throw error
        }
    }

    /// The folders that writing creates, nested ones first.
    private static func missingFolders(above paths: [String]) -> [String] {
        var folders = Set<String>()
        for path in paths {
            var folder = URL(filePath: path).deletingLastPathComponent()
            while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path), folders.insert(folder.path).inserted {
                folder.deleteLastPathComponent()
            }
        }
        return folders.sorted { $0.utf8.count > $1.utf8.count }
    }
}
