import Foundation

/// Paths that `..` can be taken of: what is behind a symbolic link has another parent.
enum CanonicalPath {
    /// The absolute path without symbolic links; what does not exist yet is taken as it is written.
    static func of(_ path: String) -> String {
        var existing = URL(filePath: path).standardizedFileURL
        var rest = [String]()
        while existing.path != "/", !FileManager.default.fileExists(atPath: existing.path) {
            rest.append(existing.lastPathComponent)
            existing.deleteLastPathComponent()
        }
        let parts = existing.resolvingSymlinksInPath().path.split(separator: "/").map(String.init) + rest.reversed()
        return "/" + parts.joined(separator: "/")
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
