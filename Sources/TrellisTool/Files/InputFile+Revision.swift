import Foundation
import SchemaSyntax

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
        guard !revision.isEmpty, !revision.hasPrefix("-") else { throw CouldNotRun("'\(version)' names no revision of git") }
        // git takes other paths from the root of the repository, and a name without a folder hides that of what it includes.
        let path = ["/", "./", "../"].contains(where: file.hasPrefix) ? String(file) : "./\(file)"
        let (bytes, errors) = try Self.git(["show", "--end-of-options", "\(revision):\(path)"], for: version)
        guard let bytes else {
            let reason = errors.split(whereSeparator: \.isNewline).first.map(String.init) ?? "git failed"
            throw CouldNotRun("cannot read '\(version)': \(reason)")
        }
        self.init(path: "\(revision):\(path)", bytes: bytes)
    }

    /// What git prints; nil with what it says of it where it fails.
    private static func git(_ arguments: [String], for version: String) throws(CouldNotRun) -> (output: [UInt8]?, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
            var bytes = [UInt8]()
            // Read as it comes: a full pipe would stop git. What is too large for a model is not kept.
            while let more = try output.fileHandleForReading.read(upToCount: 1 << 20), !more.isEmpty {
                if bytes.count <= YAMLParser.sizeLimit { bytes += more }
            }
            let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus == 0 ? bytes : nil, text)
        } catch {
            throw CouldNotRun("cannot read '\(version)': git could not be run (\(error.localizedDescription))")
        }
    }
}
