import Foundation
import LanguageServer
import ProjectFiles

/// New texts of several files, which are written together or not at all.
struct FileChange {
    private struct File {
        var path: String
        /// nil for a new file.
        var old: String?
        var new: String
    }

    private var files: [File] = []

    init(_ edits: FileEdits, read: (String) -> TextDocument?) {
        for (path, edits) in edits.edits {
            guard let document = read(path), let changed = document.applying(edits) else { continue }
            files.append(File(path: path, old: document.text, new: changed.text))
        }
        for (path, text) in edits.created { files.append(File(path: path, old: nil, new: text)) }
        files.sort { $0.path < $1.path }
    }

    var count: Int { files.count }

    /// The difference in the form of `diff -u`, with paths relative to this folder.
    var differenceLines: [String] {
        files.flatMap { file in
            let name = CanonicalPath.relative(file.path, to: CanonicalPath.of("."))
            return ["--- \(file.old == nil ? "/dev/null" : name)", "+++ \(name)"] + LineDifference(from: file.old ?? "", to: file.new).lines
        }
    }

    /// Writes the files. If one cannot be written, the others get their old texts again.
    /// - Throws: ``CouldNotRun``
    func write() throws(CouldNotRun) {
        // New files first: a decision without its rename is reported, and a rename without its decision would lose rows.
        let created = files.filter { $0.old == nil }
        let changed = files.filter { $0.old != nil }
        var written = [String]()
        do throws(CouldNotRun) {
            for folder in Set(created.map { CanonicalPath.folder(of: $0.path) }) {
                let own = created.filter { CanonicalPath.folder(of: $0.path) == folder }
                try NewFiles.write(own.map { .init(path: URL(filePath: $0.path).lastPathComponent, text: $0.new) }, to: folder)
                written += own.map(\.path)
            }
            _ = try FileWriter.write(changed.map { .init(path: $0.path, text: $0.new) }, ownedBy: .person) { written.append($0) }
        } catch {
            for file in files where written.contains(file.path) {
                if let old = file.old {
                    _ = try? FileWriter.write([.init(path: file.path, text: old)], ownedBy: .person)
                } else {
                    unlink(file.path)
                }
            }
            throw error
        }
    }
}
