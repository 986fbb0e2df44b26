import Foundation

/// Where the copy of a store is.
package enum CopyPath {
    /// The path beside a store's file. A link to a store may be in a folder of links, so the copy is beside the file that it leads to.
    /// - Parameter ending: the end of the copy's name.
    package static func beside(_ path: String, _ ending: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil) else { return path + ending }
        defer { free(real) }
        return String(cString: real) + ending
    }
}
