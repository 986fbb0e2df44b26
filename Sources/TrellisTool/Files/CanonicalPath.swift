import Foundation

/// Paths as the system follows them. Foundation takes `..` away by the letters, but what is behind a symbolic link has another
/// parent.
enum CanonicalPath {
    /// The absolute path without symbolic links; what does not exist yet is taken as it is written.
    static func of(_ path: String) -> String {
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

    /// Where a symbolic link leads in the end; nil for what is none, or leads nowhere.
    private static func linkTarget(_ path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let target = realpath(path, nil) else { return nil }
        defer { free(target) }
        return String(cString: target)
    }

    /// The folder that a path's last component stands in, `.` for this one, and nothing else of the path changed.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path as it is seen from a folder; as it is where the two share nothing but the root.
    static func relative(_ path: String, to folder: String) -> String {
        let (target, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(target, base).prefix { $0 == $1 }.count
        guard shared > 0 else { return path }
        let parts = base.dropFirst(shared).map { _ in ".." } + target.dropFirst(shared).map(String.init)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}
