import Foundation
import ProjectFiles
import SchemaSyntax

/// Runs git.
enum Git {
    /// Returns git's output; nil with its error message if it fails.
    /// - Parameters:
    ///   - purpose: the purpose for messages, for example "read 'main:Orders.yaml'".
    ///   - folder: the working folder; this folder by default.
    /// - Throws: ``CouldNotRun`` if git is missing.
    static func run(
        _ arguments: [String], in folder: String? = nil, to purpose: String
    ) throws(CouldNotRun) -> (output: [UInt8]?, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
            var bytes = [UInt8]()
            // Read while git runs, because a full pipe would stop it. Output that is too large for a model is dropped.
            while let more = try output.fileHandleForReading.read(upToCount: 1 << 20), !more.isEmpty {
                if bytes.count <= YAMLParser.sizeLimit { bytes += more }
            }
            let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus == 0 ? bytes : nil, text)
        } catch {
            throw CouldNotRun("cannot \(purpose): git could not be run (\(error.localizedDescription))")
        }
    }

    /// The first line of git's output; nil if it fails.
    static func line(_ arguments: [String], in folder: String, to purpose: String) throws(CouldNotRun) -> String? {
        let output = try run(arguments, in: folder, to: purpose).output
        return output.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
    }
}
