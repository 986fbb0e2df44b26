import Foundation

/// Writes generated files: each whole or not at all, and none whose content would stay the same.
struct FileWriter {
    /// A file's place and the text that it is to have.
    struct Output {
        var path: String
        var text: String
    }

    /// How many files were written, and how many were current already.
    struct Summary {
        var written = 0
        var unchanged = 0
    }

    /// Writes what differs.
    /// - Throws: ``CouldNotRun`` that names the file; files before it are written, those after it are not.
    static func write(_ outputs: [Output]) throws(CouldNotRun) -> Summary {
        var summary = Summary()
        for output in outputs {
            let url = URL(filePath: output.path)
            let content = Data(output.text.utf8)
            if let current = try? Data(contentsOf: url), current == content {
                summary.unchanged += 1
                continue
            }
            do {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                // Atomic: a reader, or a compiler, never sees half a file.
                try content.write(to: url, options: .atomic)
            } catch {
                throw CouldNotRun("cannot write '\(output.path)': \(error.localizedDescription)")
            }
            summary.written += 1
        }
        return summary
    }
}
