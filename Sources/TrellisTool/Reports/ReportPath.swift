import Foundation

/// Paths as other programs know the files, however a command line spells them.
enum ReportPath {
    /// The path relative to this folder, without a leading dot, for a file in it or below; other paths stay unchanged. Links are
    /// not followed, because other programs use the links' names.
    static func of(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        var path = path
        if here != "/", path.hasPrefix(here + "/") { path = String(path.dropFirst(here.count + 1)) }
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else { return path }
        return path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
