/// Absolute paths, as texts without the disk.
enum FilePath {
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    static func joined(_ folder: String, _ name: String) -> String {
        if name.hasPrefix("/") { return name }
        return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The folder and those around it, the innermost first.
    static func ancestors(ofFile path: String) -> [String] {
        var folders = [String]()
        var folder = folder(of: path)
        while folders.last != folder {
            folders.append(folder)
            folder = self.folder(of: folder)
        }
        return folders
    }
}
