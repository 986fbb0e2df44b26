import Foundation
import SchemaEvolution

/// The folder `versions` beside a model's file.
package enum HistoryFolder {
    package static let name = "versions"

    /// The folder, by a path like the model's own.
    package static func path(besideModel path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
        return (parts + [name]).joined(separator: "/")
    }

    /// The history's files, hidden ones aside; none if there is no such folder.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    package static func read(besideModel model: String) throws(CouldNotRun) -> HistoryFiles {
        try read(visibleNames(besideModel: model), besideModel: model)
    }

    /// The files with these names.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    package static func read(_ names: [String], besideModel model: String) throws(CouldNotRun) -> HistoryFiles {
        let folder = path(besideModel: model)
        var files = HistoryFiles(model: model, folder: folder, contents: [:])
        for name in names { files.contents[name] = try InputFile(reading: "\(folder)/\(name)").bytes }
        return files
    }

    /// The names of the history's files, hidden ones aside; none if there is no such folder.
    /// - Throws: ``CouldNotRun`` for a folder that cannot be read.
    package static func visibleNames(besideModel model: String) throws(CouldNotRun) -> [String] {
        let folder = path(besideModel: model)
        return FileManager.default.fileExists(atPath: folder) ? try names(in: folder).filter { !$0.hasPrefix(".") } : []
    }

    package static func names(in folder: String) throws(CouldNotRun) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw CouldNotRun("cannot read '\(folder)': \(error.localizedDescription)")
        }
    }
}

extension HistoryFiles {
    /// The files by their paths, as they are read.
    package var inputs: [InputFile] { contents.sorted { $0.key < $1.key }.map { InputFile(path: "\(folder)/\($0.key)", bytes: $0.value) } }
}
