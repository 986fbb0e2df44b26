import Foundation
import SchemaEvolution

/// The folder `versions` beside a model's file.
enum HistoryFolder {
    /// The folder, by a path like the model's own.
    static func path(besideModel path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return (parts + ["versions"]).joined(separator: "/")
    }

    /// The history's files, hidden ones aside; none where there is no such folder.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func read(besideModel model: String) throws(CouldNotRun) -> HistoryFiles {
        let folder = path(besideModel: model)
        var files = HistoryFiles(model: model, folder: folder, contents: [:])
        guard FileManager.default.fileExists(atPath: folder) else { return files }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw CouldNotRun("cannot read '\(folder)': \(error.localizedDescription)")
        }
        for name in names where !name.hasPrefix(".") {
            files.contents[name] = try InputFile(reading: "\(folder)/\(name)").bytes
        }
        return files
    }
}
