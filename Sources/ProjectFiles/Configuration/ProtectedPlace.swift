import Diagnostics

/// Places that no configuration may write to, because files there run programs or decide what is built.
///
/// A configuration comes with a or a branch of another author, and building it must stay harmless.
enum ProtectedPlace {
    static let help = "name a file in a folder for generated code, below the folder of \(ConfigurationReader.fileName)"

    /// The folders of version control, whose configurations and hooks name programs, and those of SwiftPM.
    private static let folders: Set<String> = [".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", ".pijul", ".fossil", ".swiftpm", ".build", "git~1"]
    private static let files: Set<String> = ["package.swift", "package.resolved", ConfigurationReader.fileName]

    /// Why a path below the configuration's folder is protected, to follow the path; nil if it is not.
    static func refusal(ofPath path: some StringProtocol) -> String? {
        let names = path.split(separator: "/").map { plainName($0) }
        if names.contains(where: folders.contains) { return "is in a folder of version control or of SwiftPM" }
        let isManifest = names.contains { files.contains($0) || $0.hasPrefix("package@swift-") && $0.hasSuffix(".swift") }
        return isManifest ? "is a manifest of SwiftPM or of Trellis" : nil
    }

    /// The name as a file system may read it: some ignore letter case, invisible characters, and dots or spaces at the end.
    private static func plainName(_ name: some StringProtocol) -> String {
        var scalars = name.lowercased().unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }[...]
        while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }
}
