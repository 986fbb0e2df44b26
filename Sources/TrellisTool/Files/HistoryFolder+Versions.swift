import Foundation
import ProjectFiles
import SchemaEvolution

extension HistoryFolder {
    /// The file of a version that a person named by its number; anything else as it is.
    /// - Parameter model: the model whose version is meant; nil for the only one of the configuration.
    /// - Throws: ``CouldNotRun`` where there is no such model.
    static func path(ofVersion version: String, model: String?) throws(CouldNotRun) -> String {
        guard let number = Int(version), String(number) == version, number > 0, !FileManager.default.fileExists(atPath: version)
        else { return version }
        let model = try ModelSelection.onlyModel(model)
        let file = HistoryFile.model(version: number).name
        let names = try visibleNames(besideModel: model)
        guard names.contains(file) else {
            // Versions may be squashed.
            let numbers = names.compactMap { name in
                name.split(separator: ".").first.flatMap { Int($0) }.flatMap { HistoryFile.model(version: $0).name == name ? $0 : nil }
            }
            let first = numbers.min().flatMap { $0 > 1 ? "its first one is \($0), and " : nil } ?? ""
            let versions = numbers.max().map { "\(first)its last one is \($0)" } ?? "none is frozen"
            throw CouldNotRun("'\(model)' has no version \(number): \(versions)")
        }
        return "\(path(besideModel: model))/\(file)"
    }

    /// The hash of a frozen version, which its stores record; nil if the lock has none.
    /// - Parameter model: the model whose version is meant; nil for the only one of the configuration.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func hash(ofVersion number: Int, model: String?) throws(CouldNotRun) -> String? {
        let file = try InputFile(reading: "\(path(besideModel: try ModelSelection.onlyModel(model)))/\(HistoryFile.lock.name)")
        return HistoryLock.read(file.bytes, file: file.path).lock?.versions.first { $0.number == number }?.hash
    }

    /// The history's files that a command needs, hidden ones aside; none if there is no such folder.
    /// - Parameter extent: the versions whose files are read.
    /// - Throws: ``CouldNotRun`` for a file that cannot be read.
    static func read(besideModel model: String, _ extent: HistoryExtent) throws(CouldNotRun) -> HistoryFiles {
        var names = extent == .none ? [] : try visibleNames(besideModel: model)
        guard extent != .all, names.contains(HistoryFile.lock.name) else { return try read(names, besideModel: model) }
        let lock = try InputFile(reading: "\(path(besideModel: model))/\(HistoryFile.lock.name)")
        // A lock with an error is read with all that belongs to it, to find out what happened.
        let newest = HistoryLock.read(lock.bytes, file: lock.path).lock?.versions.last?.number
        let first = newest.map { extent.first(newest: $0) } ?? 0
        names.removeAll { HistoryFile(name: $0)?.version.map { $0 < first } ?? false }
        var files = try read(names, besideModel: model)
        files.first = first
        return files
    }

    /// The history's files as a revision of git has them; none where it has no such folder.
    /// - Throws: ``CouldNotRun`` where git does not give them.
    static func read(besideModel model: String, revision: String) throws(CouldNotRun) -> HistoryFiles {
        let folder = CanonicalPath.folder(of: model)
        var files = HistoryFiles(model: model, folder: "\(revision):\(path(besideModel: model))", contents: [:])
        let purpose = "read '\(files.folder)'"
        let (names, errors) = try Git.run(["ls-tree", "-z", "--name-only", revision, "\(name)/"], in: folder, to: purpose)
        guard let names else { throw CouldNotRun("cannot \(purpose): \(errors.split(whereSeparator: \.isNewline).first ?? "git failed")") }
        for path in names.split(separator: 0).map({ String(decoding: $0, as: UTF8.self) }) {
            let (bytes, _) = try Git.run(["show", "\(revision):./\(path)"], in: folder, to: purpose)
            guard let bytes else { throw CouldNotRun("cannot \(purpose): git has no '\(path)'") }
            files.contents[String(path.dropFirst(name.count + 1))] = bytes
        }
        return files
    }
}

/// The versions whose files a command reads.
enum HistoryExtent: Equatable {
    case none
    /// The newest version, on which the next one is based.
    case newest
    /// A version and all that follow, or the newest one if no such version exists.
    case from(Int)
    case all

    fileprivate func first(newest: Int) -> Int {
        switch self {
        case .none, .newest: newest
        case .from(let number): min(number, newest)
        case .all: 0
        }
    }
}
