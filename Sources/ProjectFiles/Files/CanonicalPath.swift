import Foundation

/// Paths as the system follows them. Foundation removes `..` textually, but the target of a symbolic link has another parent.
package enum CanonicalPath {
    /// The absolute path without symbolic links. Missing parts stay as they are written.
    package static func of(_ path: String) -> String {
        let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath
        var parts = [Substring]()
        for part in "\(start)/\(path)".split(separator: "/") where part != "." {
            if part == ".." {
                _ = parts.popLast()
            } else if let target = linkTarget("/" + (parts + [part]).joined(separator: "/")) {
                parts = target.split(separator: "/")
            } else {
                parts.append(part)
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The target of a symbolic link; nil if the path is not a link, or its target does not exist.
    private static func linkTarget(_ path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        return String(cString: target)
    }

    /// The folder of a path's last component, `.` for this one, and the rest of the path unchanged.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path relative to a folder; unchanged if they share only the root.
    package static func relative(_ path: String, to folder: String) -> String {
        let (target, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(target, base).prefix { $0 == $1 }.count
        guard shared > 0 else { return path }
        let parts = base.dropFirst(shared).map { _ in ".." } + target.dropFirst(shared).map(String.init)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}
