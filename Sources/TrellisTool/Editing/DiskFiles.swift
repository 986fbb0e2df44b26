import Foundation
import LanguageServer
import ProjectFiles

/// The files of the disk, for the language server.
struct DiskFiles: FileSource {
    func read(_ path: String) throws(CouldNotRun) -> InputFile { try InputFile(reading: path) }

    func names(inFolder path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Size, inode and time of change: an editor that replaces a file changes the inode, one that writes it the time.
    func stamp(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if os(macOS)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }
}
