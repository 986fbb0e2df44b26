import Foundation
import ProjectFiles

extension InputFile {
    /// Reads a file, or one of a git revision that is named as `REVISION:FILE`, with the path as it is seen from this folder.
    /// - Throws: ``CouldNotRun``
    init(readingVersion version: String) throws(CouldNotRun) {
        guard !FileManager.default.fileExists(atPath: version), let colon = version.firstIndex(of: ":") else {
            try self.init(reading: version)
            return
        }
        let (revision, file) = (version[..<colon], version[version.index(after: colon)...])
        // What looks like an option would be one to git.
        guard !revision.isEmpty, !revision.hasPrefix("-") else { throw CouldNotRun("'\(version)' is not a git revision") }
        // git takes other paths from the root of the repository, and a name without a folder hides that of what it includes.
        let path = ["/", "./", "../"].contains(where: file.hasPrefix) ? String(file) : "./\(file)"
        // Whose repository it is tells the file's folder, where that is still there.
        let folder = CanonicalPath.folder(of: path)
        let isThere = FileManager.default.fileExists(atPath: folder)
        let name = isThere ? "./\(path.split(separator: "/").last ?? "")" : path
        let (bytes, errors) = try Git.run(
            ["show", "--end-of-options", "\(revision):\(name)"], in: isThere ? folder : nil, to: "read '\(version)'")
        guard let bytes else {
            let reason = errors.split(whereSeparator: \.isNewline).first.map(String.init) ?? "git failed"
            throw CouldNotRun("cannot read '\(version)': \(reason)")
        }
        self.init(path: "\(revision):\(path)", bytes: bytes)
    }
}
