import Foundation

/// Files as programs of others know them, however a command line spells their paths.
enum ReportPath {
    /// The path from this folder, without a dot before it, for what stands in it or below; any other as it is. Links are not
    /// followed: the others know them by their own names.
    static func of(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        var path = path
        if here != "/", path.hasPrefix(here + "/") { path = String(path.dropFirst(here.count + 1)) }
        guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else { return path }
        return path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
